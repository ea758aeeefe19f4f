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

/// The OMG objects of a component's ports: an RTC::PortService for each InPort, OutPort and service port, in this
/// order, each direction in the order of declaration. They are served under "NAME/port/PORT", or under
/// "NAME/port/in/PORT" and "NAME/port/out/PORT" if two ports have the same name. Any thread.
class OmgPorts {
 public:
  /// Serves all ports; throws std::runtime_error if one cannot be served, and then none is. `owner` returns the
  /// component's own object, to be released by the caller, or nil while there is none; it is called on threads of the
  /// ORB, even while `withdraw` runs.
  OmgPorts(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context,
           std::function<RTC::RTObject_ptr()> owner);
  ~OmgPorts();  ///< calls `withdraw`
  OmgPorts(const OmgPorts&) = delete;
  OmgPorts& operator=(const OmgPorts&) = delete;

  /// Both are new lists that belong to the caller. No call leaves the process.
  RTC::PortServiceList* ports() const;
  RTC::PortProfileList* profiles() const;

  /// Ends all connections, informs the other ends as far as they answer within two call timeouts in all, and removes
  /// the ports. Called at the end of the component; the second time it does nothing.
  void withdraw();

 private:
  struct Hidden;
  std::unique_ptr<Hidden> hidden_;
};

/// The name of an OutPort in profiles, without that of the component: its own, or with the suffix "_out" if an InPort
/// has the same name, because other programs find ports by name alone. "Motor0.position" is then the InPort, as in the
/// interfaces of 2003, and "Motor0.position_out" gives the actual angle.
std::string omg_name(const Component& component, const OutPort& port);

}  // namespace rtm
