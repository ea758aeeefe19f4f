// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/port_role.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// A service port in chains: the CorbaPort of OpenRTM-aist. For each provided interface it adds two properties with the
/// reference: `INSTANCE.port.PORT.provided.TYPE.NAME` and, older, `port.TYPE.NAME`. For each required one it looks for
/// `INSTANCE.port.PORT.required.TYPE.NAME`, whose value is the name of a provider's property, and otherwise for
/// `port.TYPE.NAME`. `port.connection.strictness` = `strict` refuses a connection with a missing provider;
/// `best_effort`, the default, does not. The references `null` and `nil` stand for no provider. The port's functions
/// are called only while the component lives.
std::unique_ptr<PortRole> service_role(const std::shared_ptr<Component>& component, std::shared_ptr<ServicePort> port,
                                       std::shared_ptr<ServantContext> context);

}  // namespace rtm
