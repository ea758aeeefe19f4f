// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/server/world_run.h"

namespace rtm {

/// The world as a component of type "World": it has no data ports, and a service port `simulation` that provides
/// `rcss::Simulation` (gateways/rtm/idl/Simulation.idl). It serves calls whether it is on or off. Calls after
/// `WorldRun::end` are refused.
std::shared_ptr<Component> make_world_component(std::shared_ptr<WorldRun> run);

}  // namespace rtm
