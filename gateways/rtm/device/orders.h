// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/rtm/device/period.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/agent_gateway.h"

namespace rtm {

// Between effectors and their forms, on the simulation thread.

EffectorForm form_of(const spark::Effector& effector);

/// Adds the action of an order, with what only the body knows: numbers in force of the parameters that it says nothing
/// of. Name and texts are those of `form` and `order`. Nothing if the body has lost the effector.
void add_action(const Order& order, const EffectorForm& form, const spark::AgentAspect& body,
                spark::ActionList& actions);

/// Reports all of an answer as acts of the agent, sent at `stamp`. `actions` is kept by the caller, so that it does not
/// allocate.
void carry_out(const Answer& answer, const std::vector<EffectorForm>& forms, const spark::AgentAspect& body,
               spark::Step stamp, spark::AgentGatewayListener& listener, spark::ActionList& actions);

}  // namespace rtm
