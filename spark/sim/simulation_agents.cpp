// SPDX-License-Identifier: Apache-2.0
// The agents of a simulation: how they come into the world and leave it, and what their gateways report.
#include <algorithm>
#include <utility>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/scene/scene.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/run_control.h"
#include "spark/sim/simulation.h"

namespace spark {
namespace {

constexpr std::size_t kMaxAgents = 10000;  // whoever comes and goes again and again leaves numbers behind

}  // namespace

void Simulation::start_agent(const std::string& type) {
  const auto id = static_cast<AgentId>(agents_.size());
  gateway_.start(id, type);
  Agent& agent = agents_.emplace_back();
  agent.type = type;
  const auto coming = gateway_.coming(id);
  agent.connects = coming != AgentGateway::Coming::started;
  agent.is_awaited = coming == AgentGateway::Coming::awaited;
  some_connect_ |= agent.connects;
  if (input_listener_) input_listener_->started(id, type);
}

void Simulation::miss_agent(const std::string& type, std::string_view why) {
  const auto id = static_cast<AgentId>(agents_.size());
  agents_.emplace_back().type = type;
  if (input_listener_) input_listener_->started(id, type);
  agent_lost(id, why);
}

void Simulation::connect_agents() {
  wait_for_ready_agents();
  if (yet_to_arrive() > 0 && !run_control_.stop_requested()) return;
  const auto ready = [](const Agent& agent) { return agent.phase == AgentPhase::ready; };
  const auto all = static_cast<AgentId>(agents_.size());
  for (AgentId id = 0; id < all; ++id)
    if (!ready(agents_[static_cast<std::size_t>(id)])) take_timing(id);
  const auto queued =
      std::count_if(agents_.begin(), agents_.end(), [](const Agent& agent) { return !agent.has_own_timing; });
  for (AgentId id = 0; id < all; ++id) tell_ready(id);
  if (input_listener_) input_listener_->begun();
  Step served = 0;
  for (AgentId id = 0; id < all; ++id) {
    const Agent& agent = agents_[static_cast<std::size_t>(id)];
    if (!ready(agent)) continue;
    // Agents are served in the order in which they were started, spread evenly over one interval (behaviour 5.2).
    const Step later = agent.has_own_timing ? 0 : served++ * options_.timing.sense_interval / queued;
    connect(id, core_.clock.now() + 1 + later);
  }
  begun_ = true;
  run_control_.begin();
}

void Simulation::take_timing(AgentId id) {
  Agent& agent = agents_[static_cast<std::size_t>(id)];
  const auto own = gateway_.timing(id);
  agent.has_own_timing = own && own->is_possible();
  agent.timing = agent.has_own_timing ? *own : options_.timing;
  if (own && !agent.has_own_timing)
    core_.log.complain(fmt::format("agent {}", id),
                       "its gateway wants an impossible timing: interval {}, latencies {} and {}", own->sense_interval,
                       own->sense_latency, own->action_latency);
}

/// When the first act that has not been reported yet can take effect. A gateway may say "never" by any large number.
Step Simulation::earliest_effect(AgentId id) const {
  const Step latest = core_.clock.now() + AgentTiming::kMost;
  return std::min(gateway_.earliest_act(id), latest) + agents_[static_cast<std::size_t>(id)].timing.action_latency;
}

void Simulation::connect(AgentId id, Step first_sense) {
  Agent& agent = agents_[static_cast<std::size_t>(id)];
  // Of one interval all at once, whenever they came.
  if (const Step interval = agent.timing.sense_interval, begin = core_.clock.begin(); agent.has_own_timing)
    first_sense = begin + (first_sense - begin + interval - 1) / interval * interval;
  agent.node = game_control_->make_agent(*scene_, id, agent.type);
  agent.phase = AgentPhase::in_world;
  no_act_before_ = kLongAgo;
  has_had_agents_ = true;
  for (ControlAspect* aspect : game_control_->aspects()) aspect->agent_connected(*agent.node);
  gateway_.agent_entered(id, *agent.node);
  events_.push({first_sense, EventKind::create_sense, id, 0});
  gateway_.expect_sensation(id, first_sense + agent.timing.sense_latency);
  if (agent.lost_early) leave(id, agent);
}

std::optional<AgentId> Simulation::agent_arrived(const std::string& type) {
  if (agents_.size() >= kMaxAgents) return std::nullopt;
  agents_.emplace_back().type = type;
  agents_.back().arrived = agents_.back().connects = true;
  ++arrived_;
  some_connect_ = true;
  const auto id = static_cast<AgentId>(agents_.size() - 1);
  if (input_listener_) input_listener_->arrived(id, type);
  return id;
}

Simulation::Agent* Simulation::known(AgentId id) {
  if (id >= 0 && static_cast<std::size_t>(id) < agents_.size()) return &agents_[static_cast<std::size_t>(id)];
  core_.log.complain("gateways", "one speaks of agent {}, which does not exist", id);
  return nullptr;
}

void Simulation::agent_ready(AgentId id) {
  Agent* agent = known(id);
  if (!agent || agent->phase != AgentPhase::starting) return;
  if (restarting_) return ready_meanwhile_.push_back(id);
  agent->phase = AgentPhase::ready;
  take_timing(id);
  if (!begun_) return;
  tell_ready(id);
  connect(id, core_.clock.now() + 1);
}

/// Before the match in the order of their ids, however soon they were ready.
void Simulation::tell_ready(AgentId id) {
  Agent& agent = agents_[static_cast<std::size_t>(id)];
  if (!input_listener_ || agent.phase != AgentPhase::ready || std::exchange(agent.told_ready, true)) return;
  input_listener_->ready(id, agent.has_own_timing ? std::optional(agent.timing) : std::nullopt);
}

void Simulation::agent_acted(AgentId id, Step stamp, std::string_view text) {
  take_act(id, stamp, text);
}

void Simulation::agent_acted(AgentId id, Step stamp, std::span<const Action> actions) {
  if (actions.empty()) return;
  if (Agent* agent = known(id); agent && !Act::fits(actions))
    refuse(id, *agent, fmt::format("it has more than {} actions or {} bytes", Act::kMaxActions, Act::kMaxBytes));
  else
    take_act(id, stamp, actions);
}

template <typename Content>
void Simulation::take_act(AgentId id, Step stamp, const Content& content) {
  Agent* agent = known(id);
  if (!agent) return;
  const Step now = core_.clock.now();
  // A recorded act comes where it took effect, perhaps after its agent was lost, or put off by a restart.
  if (input_source_) {
    if (agent->node) events_.push_act(now, id, agent->acts++, stamp, content);
    return;
  }
  if (agent->phase != AgentPhase::in_world) return;
  if (restarting_) {  // of the episode before
    if (!is_expected(*agent)) return;
    stamp = std::max(stamp, now);
  }
  // No gateway of this house does that; those that scripts load are others' work.
  if (stamp > now + AgentTiming::kMost || stamp < now - agent->timing.action_latency)
    return refuse(id, *agent, fmt::format("its gateway says that it was sent at step {}, now is {}", stamp, now));
  events_.push_act(stamp + agent->timing.action_latency, id, agent->acts++, stamp, content);
}

void Simulation::refuse(AgentId id, Agent& agent, const std::string& why) {
  ++agent.refused;
  core_.log.complain(fmt::format("agent {}", id), "an act refused: {}", why);
}

/// Before anything else of the next step: what happens in this one may have happened already.
void Simulation::agent_halted(AgentId id) {
  Agent* agent = known(id);
  if (!agent || agent->phase != AgentPhase::in_world) return;
  events_.push({core_.clock.now() + 1, EventKind::halt, id, agent->acts});
  if (input_listener_) input_listener_->halted(id);
}

void Simulation::halt(const EventKey& key, Agent& agent) {
  events_.remove_acts(key.agent, key.sequence);
  agent.node->rest();
}

void Simulation::agent_lost(AgentId id, std::string_view reason) {
  Agent* lost = known(id);
  if (!lost) return;
  Agent& agent = *lost;
  if (agent.phase == AgentPhase::leaving || agent.phase == AgentPhase::gone || agent.lost_early) return;
  ++lost_;
  agent.loss = {core_.clock.now(), std::string(reason)};
  tell_ready(id);
  if (input_listener_) input_listener_->lost(id, reason);
  if (!agent.arrived || lost_lines_.next())
    core_.log.warning("agent {} ({}) lost: {}; the match goes on{}", id, agent.type, reason,
                      lost_lines_.is_thinned() ? " (not all are shown)" : "");
  if (agent.phase == AgentPhase::in_world)
    leave(id, agent);
  else if (agent.phase == AgentPhase::ready)
    agent.lost_early = true;  // it enters the world with the others: whether its end is noticed before that is chance
  else
    agent.phase = AgentPhase::gone;
}

void Simulation::leave(AgentId id, Agent& agent) {
  // Its body leaves when the first act that will not come any more would have taken effect: that time depends on what
  // the agent did, not on how far the world happened to be when its end was noticed.
  agent.phase = AgentPhase::leaving;
  const Step earliest = input_source_ ? input_source_->leave_time(id) : earliest_effect(id);
  const Step time = std::max(earliest, core_.clock.now());
  if (agent.loss) agent.loss->time = time;
  if (input_listener_) input_listener_->leaves(id, time);
  events_.push({time, EventKind::agent_leaves, id, 0});
}

std::string Simulation::role_of(AgentId id) const {
  const Agent& agent = agents_[static_cast<std::size_t>(id)];
  if (!agent.node) return agent.role;
  for (const ControlAspect* aspect : game_control_->aspects())
    if (std::string role = aspect->role_of(*agent.node); !role.empty()) return role;
  return {};
}

std::string Simulation::refusal_of(AgentId id) const {
  const Agent& agent = agents_[static_cast<std::size_t>(id)];
  if (!agent.node) return agent.refusal;
  for (const ControlAspect* aspect : game_control_->aspects())
    if (std::string why = aspect->refusal_of(*agent.node); !why.empty()) return why;
  return {};
}

void Simulation::remove(AgentId id, Agent& agent) {
  agent.role = role_of(id);
  agent.refusal = refusal_of(id);
  gateway_.agent_left(id);
  for (ControlAspect* aspect : game_control_->aspects()) aspect->agent_disappearing(*agent.node);
  agent.node->parent()->remove(*agent.node);
  agent.phase = AgentPhase::gone;
  core_.log.debug("agent {} has left the world at step {}", id, core_.clock.now());
}

}  // namespace spark
