// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/port_role.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

// Data ports in chains. For a pushed connector, the InPort serves an InPortCdr and publishes its reference, and the
// OutPort subscribes it to its values. For a pulled one, the OutPort serves an OutPortCdr, and the InPort pulls from
// it. `key` is that of the port's own object, below which these objects are served.

std::unique_ptr<PortRole> in_port_role(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                                       std::string key, std::shared_ptr<ServantContext> context);
/// `name`: the port's name in profiles (`omg_name`).
std::unique_ptr<PortRole> out_port_role(std::weak_ptr<Component> component, std::shared_ptr<OutPort> port,
                                        std::string name, std::string key, std::shared_ptr<ServantContext> context);

}  // namespace rtm
