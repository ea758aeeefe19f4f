// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/rtm/server/period.h"
#include "spark/agent/agent_aspect.h"

namespace rtm {

// Between effectors and their forms, on the simulation thread.

EffectorForm form_of(const spark::Effector& effector);

/// Adds the action of an order, with what only the body knows: numbers in force of the parameters that it says nothing
/// of. Name and texts are those of `form` and `order`. Nothing if the body has lost the effector.
void add_action(const Order& order, const EffectorForm& form, const spark::AgentAspect& body,
                spark::ActionList& actions);

}  // namespace rtm
