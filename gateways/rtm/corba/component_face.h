// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// The operations common to the servants of all components. Servants have one of these instead of a common base class,
/// so that those of categories with operations of their own derive only from the skeleton that omniidl makes for their
/// interface. The constructor serves the component's ports; the destructor removes them.
class ComponentFace {
 public:
  /// Throws std::runtime_error if a port cannot be served.
  ComponentFace(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context);
  ~ComponentFace();
  ComponentFace(const ComponentFace&) = delete;
  ComponentFace& operator=(const ComponentFace&) = delete;

  void on() const;   ///< throws CORBA::TIMEOUT if the activity hangs
  void off() const;  ///< the same
  ::InPortList* in_ports() const;
  ::OutPortList* out_ports() const;

  /// Returns the component, or throws OBJECT_NOT_EXIST.
  std::shared_ptr<Component> component() const;
  ServantContext& context() const { return *context_; }
  /// Removes the ports; called at the end of the component.
  void withdraw();

 private:
  void serve(const std::shared_ptr<Component>& component);

  std::weak_ptr<Component> component_;
  std::shared_ptr<ServantContext> context_;
  ::InPortList in_ports_;
  ::OutPortList out_ports_;
  std::vector<std::string> keys_, in_names_;
};

}  // namespace rtm
