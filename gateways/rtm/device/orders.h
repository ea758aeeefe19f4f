// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/rtm/device/period.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/agent_gateway.h"

namespace rtm {

// Converts orders to actions of effectors, on the simulation thread.

EffectorForm form_of(const spark::Effector& effector);

/// Adds the action of an order, completed from the body: parameters that the order omits get their present numbers.
/// Name and texts are those of `form` and `order`. Does nothing if the body has lost the effector.
void add_action(const Order& order, const EffectorForm& form, const spark::AgentAspect& body,
                spark::ActionList& actions);

/// Reports all orders of an answer as acts of the agent, sent at `stamp`. `actions` is reused by the caller, which
/// avoids allocations.
void carry_out(const Answer& answer, const std::vector<EffectorForm>& forms, const spark::AgentAspect& body,
               spark::Step stamp, spark::AgentGatewayListener& listener, spark::ActionList& actions);

}  // namespace rtm
