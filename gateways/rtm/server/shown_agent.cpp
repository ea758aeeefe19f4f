// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/shown_agent.h"

#include <fmt/format.h>

#include <utility>

#include "gateways/rtm/device/orders.h"
#include "spark/agent/agent_aspect.h"

namespace rtm {

ShownAgent::ShownAgent(std::size_t number, spark::AgentId id, const spark::AgentAspect& body)
    : number_(number), id_(id), body_(&body) {}

void ShownAgent::deliver(Period& period, spark::Step now) {
  if (!body_ && std::exchange(is_described_, false)) period.gone.push_back(number_);
  while (!queue_.is_empty() && queue_.first().arrival <= now) {
    spark::PerceptArray& percepts = queue_.first().percepts;
    if (body_ && !is_described_ && !percepts.items().empty()) {
      is_described_ = true;
      Newcomer& newcomer = period.newcomers.emplace_back();
      newcomer.robot = number_;
      newcomer.label = fmt::format("agent {}", id_);
      newcomer.agent = make_agent_plan(id_.number(), *body_, percepts, effectors_);
      newcomer.effectors = effectors_;
    }
    if (is_described_) {
      Sensed& sensed = period.add_sensed();
      sensed.robot = number_;
      std::swap(sensed.percepts, percepts);
    }
    queue_.pop();
  }
}

void ShownAgent::act(const Answer& answer, spark::AgentGatewayListener& listener, spark::Step now) {
  if (body_) carry_out(answer, effectors_, *body_, now + 1, listener, actions_);
}

}  // namespace rtm
