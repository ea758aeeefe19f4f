// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/rtm/device/period.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/agent_gateway.h"

namespace rtm {

// Converts each `Order` of the thread of the periods to an action of an act, on the simulation thread.

EffectorForm form_of(const spark::Effector& effector);

/// Adds the action of an order; parameters that the order omits get their present numbers from the body. The name is
/// that of `form`, the text that of `order`. Does nothing if the body has lost the effector.
void add_action(const Order& order, const EffectorForm& form, const spark::AgentAspect& body,
                spark::ActionList& actions);

/// Reports all actions of an answer as acts of the agent, sent at `stamp`. The caller reuses `actions`, which avoids
/// allocations.
void carry_out(const Answer& answer, const std::vector<EffectorForm>& forms, const spark::AgentAspect& body,
               spark::Step stamp, spark::AgentGatewayListener& listener, spark::ActionList& actions);

}  // namespace rtm
