// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// The ports of a component as the OMG's form has them: an RTC::PortService for each InPort, OutPort and service port,
/// in this order, each direction in the order of declaration. They are served under "NAME/port/PORT", and
/// "NAME/port/in/PORT" and "NAME/port/out/PORT" where two ports have one name. Any thread.
class OmgPorts {
 public:
  /// Serves all of them; throws std::runtime_error if one cannot be served, and none is then. `owner` returns the
  /// component's own object, to be released by the caller, or nil while there is none; it is called on threads of the
  /// ORB, also while `withdraw` runs.
  OmgPorts(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context,
           std::function<RTC::RTObject_ptr()> owner);
  ~OmgPorts();  ///< as `withdraw`
  OmgPorts(const OmgPorts&) = delete;
  OmgPorts& operator=(const OmgPorts&) = delete;

  /// Both are new lists that belong to the caller. No call leaves the process.
  RTC::PortServiceList* ports() const;
  RTC::PortProfileList* profiles() const;

  /// Ends all connections, which the other ends are informed of as far as they answer within two call time-outs in all,
  /// and takes the ports out. For the end of the component; the second time it does nothing.
  void withdraw();

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

/// The name of an OutPort in profiles, without that of the component: its own, or with "_out" behind it where an InPort
/// has the same name, because programs of others find ports by their names alone. "Motor0.position" is the InPort then,
/// as face A has it, and "Motor0.position_out" gives what it has reached.
std::string omg_name(const Component& component, const OutPort& port);

}  // namespace rtm
