// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/port_role.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

// Data ports in chains. Pushed connectors: the InPort serves an InPortCdr and publishes its reference, the OutPort
// subscribes it. Pulled ones: the OutPort serves an OutPortCdr, and the InPort asks it. `key` is that of the port's own
// object, below which theirs are served.

std::unique_ptr<PortRole> in_port_role(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                                       std::string key, std::shared_ptr<ServantContext> context);
/// `name`: what the port is called in profiles (`omg_name`).
std::unique_ptr<PortRole> out_port_role(std::weak_ptr<Component> component, std::shared_ptr<OutPort> port,
                                        std::string name, std::string key, std::shared_ptr<ServantContext> context);

}  // namespace rtm
