// SPDX-License-Identifier: Apache-2.0
//
// What goes to the thread of the periods and comes back, between two steps.
#include "gateways/rtm/server/rtm_gateway.h"

namespace rtm {

using namespace spark;

void RtmGateway::receive(AgentGatewayListener& listener) {
  for (const AgentId agent : to_greet_) listener.agent_ready(agent);
  to_greet_.clear();
  hand_over(listener);
  if (exchange_.take(answers_))
    for (std::size_t i = 0; i < answers_.count; ++i) carry_out(answers_.all[i], listener);
  for (const auto& robot : robots_) robot->look_at_patience();
  // One line for each has been written by then, not only for the first.
  if (periods_->is_complete()) mistakes_.end_if_strict();
}

void RtmGateway::hand_over(AgentGatewayListener& listener) {
  has_sensations_ = false;
  for (const auto& robot : robots_) robot->deliver(period_, listener, clock_.now());
  submit();
  // A period of their own: how far the world is ahead of robots is no matter of simulated time.
  for (const auto& [agent, shown] : shown_) shown->deliver(period_, clock_.now());
  submit();
}

void RtmGateway::submit() {
  if (!has_benches_) period_.is_control = period_.sensed_count > 0;
  if (period_.is_empty()) return;
  if (period_.step < 0) period_.step = clock_.now();
  exchange_.submit(period_);
}

void RtmGateway::carry_out(const Answer& answer, AgentGatewayListener& listener) {
  if (answer.robot < robots_.size())
    robots_[answer.robot]->act(answer, listener);
  else if (ShownAgent* shown = find_shown(static_cast<AgentId>(answer.robot - robots_.size())))
    shown->act(answer, listener, clock_.now());
}

}  // namespace rtm
