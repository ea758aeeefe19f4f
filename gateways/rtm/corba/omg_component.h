// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/omg_ports.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// All objects of a component in the OMG's form: OpenRTM::DataFlowComponent under the key "NAME/rtc", its sets of
/// parameters under "NAME/configuration", its own execution contexts under "NAME/context/0" and so on, its ports
/// (omg_ports.h). Making it serves them all; no call leaves the process. Any thread.
class OmgComponent {
 public:
  /// Throws std::runtime_error and CORBA::Exception if something cannot be served; nothing is then.
  OmgComponent(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context);
  ~OmgComponent();  ///< as `withdraw`
  OmgComponent(const OmgComponent&) = delete;
  OmgComponent& operator=(const OmgComponent&) = delete;

  /// The component's own object; nil after `withdraw`. To be released.
  RTC::RTObject_ptr reference() const;
  /// Ends its connections and its part in contexts elsewhere, as far as the others answer, then takes all out. For the
  /// end of the component; the second time it does nothing.
  void withdraw();

 private:
  void serve(const std::shared_ptr<Component>& component);
  void leave_contexts() const;

  const std::weak_ptr<Component> component_;
  const std::shared_ptr<ServantContext> context_;
  const std::string name_;
  std::shared_ptr<OmgPorts> ports_;
  std::vector<std::string> keys_;
};

}  // namespace rtm
