// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "gateways/rtm/corba/component_face.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm {

/// Makes the servants of components whose category has operations of its own: an IDL interface that derives from
/// RtComponent. motor_category.cpp is an example.
class CorbaPublisher::Category {
 public:
  virtual ~Category() = default;
  /// A new servant with one reference count, which delegates on, off, in_ports and out_ports to `face`; `face` lives as
  /// long as the servant. Null: this component is served as a plain RtComponent. Any thread.
  virtual PortableServer::ServantBase* make_servant(const std::shared_ptr<Component>& component,
                                                    std::shared_ptr<ComponentFace> face) = 0;
};

}  // namespace rtm
