// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/local_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace spark {

void LocalGateway::add_type(std::string type, Maker maker, std::optional<AgentTiming> timing) {
  std::erase_if(types_, [&](const Type& known) { return known.name == type; });
  types_.push_back({std::move(type), std::move(maker), timing});
}

GatewayTraits LocalGateway::traits() {
  GatewayTraits traits;
  for (const Type& type : types_) traits.own_types.push_back(type.name);
  return traits;
}

LocalGateway::Agent* LocalGateway::find(AgentId agent) {
  return agent.index() < agents_.size() ? agents_[agent.index()].get() : nullptr;
}

const LocalGateway::Agent* LocalGateway::find(AgentId agent) const {
  return const_cast<LocalGateway*>(this)->find(agent);
}

AgentGateway::Coming LocalGateway::start(AgentId id, const std::string& type) {
  const auto known = std::ranges::find(types_, type, &Type::name);
  if (known == types_.end()) throw std::runtime_error(fmt::format("no agent type '{}' in this process", type));
  auto agent = std::make_unique<Agent>();
  agent->mind = known->maker(id);
  if (!agent->mind) throw std::runtime_error(fmt::format("an agent of the type '{}' could not be made", type));
  agent->timing = known->timing;
  if (agents_.size() <= id.index()) agents_.resize(id.index() + 1);
  agents_[id.index()] = std::move(agent);
  has_pending_ = true;
  return Coming::started;
}

std::optional<AgentTiming> LocalGateway::timing(AgentId id) const {
  const Agent* agent = find(id);
  return agent ? agent->timing : std::nullopt;
}

void LocalGateway::receive(AgentGatewayListener& listener) {
  has_pending_ = false;
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    Agent* agent = agents_[i].get();
    if (!agent || !agent->mind) continue;
    const auto id = AgentId::at(i);
    if (!std::exchange(agent->ready, true)) listener.agent_ready(id);
    while (agent->mind && !agent->unanswered.empty()) {
      const std::size_t before = agent->unanswered.size();
      think(id, *agent, listener);
      if (agent->unanswered.size() == before) break;
    }
  }
}

void LocalGateway::think(AgentId id, Agent& agent, AgentGatewayListener& listener) {
  actions_.clear();
  if (!agent.mind->decide(*agent.unanswered.front().percepts, actions_)) return;
  Sensation answered = std::move(agent.unanswered.front());
  ++agent.counts.cycles;
  if (!actions_.all().empty()) {
    ++agent.counts.acts;
    listener.agent_acted(id, answered.arrival, actions_.all());
  }
  // Only now, because its actions may have caused the agent to be dropped.
  if (!agent.unanswered.empty()) agent.unanswered.erase(agent.unanswered.begin());
  spare_.push_back(std::move(answered.percepts));
}

PerceptWriter& LocalGateway::begin_sensation(AgentId, Step, Step arrival) {
  writing_.arrival = arrival;
  if (spare_.empty()) spare_.push_back(std::make_unique<PerceptArray>());
  writing_.percepts = std::move(spare_.back());
  spare_.pop_back();
  writing_.percepts->clear();
  return *writing_.percepts;
}

void LocalGateway::end_sensation(AgentId id, Step next_arrival) {
  Agent* agent = find(id);
  if (!agent || !agent->mind) return spare_.push_back(std::move(writing_.percepts));
  agent->unanswered.push_back(std::move(writing_));
  agent->next_arrival = next_arrival;
  has_pending_ = true;
}

void LocalGateway::expect_sensation(AgentId id, Step arrival) {
  if (Agent* agent = find(id)) agent->next_arrival = arrival;
}

Step LocalGateway::earliest_act(AgentId id) const {
  const Agent* agent = find(id);
  if (!agent) return 0;
  return agent->unanswered.empty() ? agent->next_arrival : agent->unanswered.front().arrival;
}

std::optional<AgentReport> LocalGateway::report(AgentId id) const {
  const Agent* agent = find(id);
  if (!agent) return std::nullopt;
  return agent->counts;
}

void LocalGateway::drop(AgentId id) {
  // The agent's own `decide` may be the caller.
  if (Agent* agent = find(id)) agent->next_arrival = earliest_act(id), agent->unanswered.clear();
}

void LocalGateway::shut_down(std::chrono::milliseconds) {
  for (const auto& agent : agents_)
    if (agent) agent->mind.reset();
}

}  // namespace spark
