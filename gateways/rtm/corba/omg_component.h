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

/// All OMG objects of a component: OpenRTM::DataFlowComponent under the key "NAME/rtc", its sets of parameters under
/// "NAME/configuration", its own execution contexts under "NAME/context/0" and so on, its ports (omg_ports.h). The
/// constructor serves them all; no call leaves the process. Any thread.
class OmgComponent {
 public:
  /// Throws std::runtime_error and CORBA::Exception if an object cannot be served; then none is.
  OmgComponent(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context);
  ~OmgComponent();  ///< calls `withdraw`
  OmgComponent(const OmgComponent&) = delete;
  OmgComponent& operator=(const OmgComponent&) = delete;

  /// The component's own object; nil after `withdraw`. To be released.
  RTC::RTObject_ptr reference() const;
  /// Ends its connections and its participation in remote contexts, as far as peers answer, then removes all objects.
  /// Called at the end of the component; the second time it does nothing.
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
