// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/agent_roster.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/scene/scene.h"
#include "spark/sim/control_aspect.h"

namespace spark {
namespace {

constexpr std::size_t kMaxAgents = 10000;  // an agent that reconnects repeatedly uses up numbers

}  // namespace

Step AgentRoster::now() const {
  return parts_.core.clock.now();
}

void AgentRoster::start(const std::string& type) {
  const AgentId id = size();
  const auto coming = parts_.gateway.start(id, type);
  Agent& agent = agents_.emplace_back();
  agent.type = type;
  agent.connects = coming == AgentGateway::Coming::connecting || coming == AgentGateway::Coming::awaited;
  agent.is_held = coming == AgentGateway::Coming::held;
  agent.is_awaited = coming == AgentGateway::Coming::awaited;
  some_connect_ |= agent.connects;
  if (InputListener* listener = parts_.inputs.listener()) listener->started(id, type);
}

void AgentRoster::miss(const std::string& type, std::string_view why) {
  const AgentId id = size();
  agents_.emplace_back().type = type;
  if (InputListener* listener = parts_.inputs.listener()) listener->started(id, type);
  agent_lost(id, why);
}

void AgentRoster::enter() {
  const auto is_ready = [](const Agent& agent) { return agent.phase == Phase::ready; };
  const int all = size();
  for (AgentId id = 0; id < all; ++id)
    if (!is_ready(agent(id))) take_timing(id);
  const auto queued = std::ranges::count_if(agents_, [](const Agent& agent) { return !agent.has_own_timing; });
  report_ready();
  if (InputListener* listener = parts_.inputs.listener()) listener->begun();
  Step served = 0;
  for (AgentId id = 0; id < all; ++id) {
    if (!is_ready(agent(id))) continue;
    // Agents are served in the order in which they were started, spread evenly over one interval (behaviour 5.2).
    const Step later = agent(id).has_own_timing ? 0 : served++ * usual_timing_.sense_interval / queued;
    connect(id, now() + 1 + later);
  }
  begun_ = true;
}

int AgentRoster::yet_to_arrive() const {
  const auto expected = std::ranges::count_if(
      agents_, [](const Agent& agent) { return agent.is_awaited && agent.phase == Phase::starting; });
  return std::max(0, awaited_ - arrived_) + static_cast<int>(expected);
}

int AgentRoster::arrived() const {
  const auto expected = std::ranges::count_if(
      agents_, [](const Agent& agent) { return agent.is_awaited && agent.phase != Phase::starting; });
  return arrived_ + static_cast<int>(expected);
}

bool AgentRoster::is_anyone_starting() const {
  return std::ranges::any_of(agents_,
                             [](const Agent& agent) { return agent.phase == Phase::starting && !agent.is_awaited; });
}

bool AgentRoster::is_anyone_held() const {
  return std::ranges::any_of(agents_,
                             [](const Agent& agent) { return agent.is_held && agent.phase == Phase::starting; });
}

void AgentRoster::take_timing(AgentId id) {
  Agent& taken = agent(id);
  const auto own = parts_.gateway.timing(id);
  taken.has_own_timing = own && own->is_possible();
  taken.timing = taken.has_own_timing ? *own : usual_timing_;
  if (own && !taken.has_own_timing)
    parts_.core.log.complain(fmt::format("agent {}", id),
                             "its gateway requests an impossible timing: interval {}, latencies {} and {}",
                             own->sense_interval, own->sense_latency, own->action_latency);
}

/// A gateway may express "never" by any large number.
Step AgentRoster::earliest_effect(AgentId id) const {
  const Step latest = now() + AgentTiming::kMax;
  return std::min(parts_.gateway.earliest_act(id), latest) + agent(id).timing.action_latency;
}

EventKey AgentRoster::earliest_possible_act() const {
  EventKey earliest{std::numeric_limits<Step>::max(), EventKind::act, 0, 0};
  for (AgentId id = 0; id < size(); ++id) {
    if (!is_in_world(id)) continue;
    const Step time = earliest_effect(id);
    // Among agents that may act at the same time the lowest id comes first; its own sequence can only grow.
    if (time < earliest.time) earliest = {time, EventKind::act, id, std::numeric_limits<std::uint64_t>::max()};
  }
  return earliest;
}

bool AgentRoster::may_still_act_before(const EventKey& event) {
  if (event > no_act_before_) no_act_before_ = earliest_possible_act();
  return event > no_act_before_;
}

void AgentRoster::connect(AgentId id, Step first_sense) {
  Agent& newcomer = agent(id);
  // Agents of one interval all sense at once, whenever they arrived.
  if (const Step interval = newcomer.timing.sense_interval, begin = parts_.core.clock.begin(); newcomer.has_own_timing)
    first_sense = begin + (first_sense - begin + interval - 1) / interval * interval;
  newcomer.node = parts_.game_control.make_agent(parts_.scene, id, newcomer.type);
  newcomer.phase = Phase::in_world;
  no_act_before_ = kLongAgo;
  has_had_agents_ = true;
  for (ControlAspect* aspect : parts_.game_control.aspects()) aspect->agent_connected(*newcomer.node);
  if (observer_) observer_->agent_entered(id, *newcomer.node);
  parts_.events.push({first_sense, EventKind::create_sense, id, 0});
  parts_.gateway.expect_sensation(id, first_sense + newcomer.timing.sense_latency);
  if (newcomer.lost_early) leave(id, newcomer);
}

std::optional<AgentId> AgentRoster::agent_arrived(const std::string& type) {
  if (agents_.size() >= kMaxAgents) return std::nullopt;
  const AgentId id = size();
  Agent& newcomer = agents_.emplace_back();
  newcomer.type = type;
  newcomer.arrived = newcomer.connects = true;
  ++arrived_;
  some_connect_ = true;
  if (InputListener* listener = parts_.inputs.listener()) listener->arrived(id, type);
  return id;
}

/// The agent with that id; null, with a line in the log, if there is none.
AgentRoster::Agent* AgentRoster::known(AgentId id) {
  if (id >= 0 && id < size()) return &agent(id);
  parts_.core.log.complain("gateways", "a report about agent {}, which does not exist", id);
  return nullptr;
}

void AgentRoster::agent_ready(AgentId id) {
  Agent* newcomer = known(id);
  if (!newcomer || newcomer->phase != Phase::starting) return;
  if (parts_.inputs.is_restarting()) return newcomers_.push_back(id);
  newcomer->phase = Phase::ready;
  take_timing(id);
  if (!begun_) return;
  report_ready(id);
  connect(id, now() + 1);
}

void AgentRoster::admit_newcomers() {
  for (const AgentId id : std::exchange(newcomers_, {})) agent_ready(id);
}

void AgentRoster::report_ready() {
  for (AgentId id = 0; id < size(); ++id) report_ready(id);
}

/// Before the match agents are reported in the order of their ids, not in the order in which they became ready.
void AgentRoster::report_ready(AgentId id) {
  InputListener* listener = parts_.inputs.listener();
  Agent& newcomer = agent(id);
  if (!listener || newcomer.phase != Phase::ready || newcomer.is_reported_ready) return;
  newcomer.is_reported_ready = true;
  listener->ready(id, newcomer.has_own_timing ? std::optional(newcomer.timing) : std::nullopt);
}

void AgentRoster::agent_acted(AgentId id, Step stamp, std::string_view text) {
  take_act(id, stamp, text);
}

void AgentRoster::agent_acted(AgentId id, Step stamp, std::span<const Action> actions) {
  if (actions.empty()) return;
  if (Agent* acting = known(id); acting && !Act::fits(actions))
    refuse(id, *acting, fmt::format("it has more than {} actions or {} bytes", Act::kMaxActions, Act::kMaxBytes));
  else
    take_act(id, stamp, actions);
}

template <typename Content>
void AgentRoster::take_act(AgentId id, Step stamp, const Content& content) {
  Agent* acting = known(id);
  if (!acting) return;
  // A record has each act at the place where it took effect, which may be after its agent was lost, or later because of
  // a restart.
  if (parts_.inputs.source()) {
    if (acting->node) parts_.events.push_act(now(), id, acting->acts++, stamp, content);
    return;
  }
  if (acting->phase != Phase::in_world) return;
  if (parts_.inputs.is_restarting()) {  // an act of the previous episode
    if (!is_expected(*acting)) return;
    stamp = std::max(stamp, now());
  }
  // None of the server's own gateways does that; but scripts may load others.
  if (stamp > now() + AgentTiming::kMax || stamp < now() - acting->timing.action_latency)
    return refuse(id, *acting,
                  fmt::format("its gateway says that it was sent at step {}, but this is step {}", stamp, now()));
  parts_.events.push_act(stamp + acting->timing.action_latency, id, acting->acts++, stamp, content);
}

void AgentRoster::refuse(AgentId id, Agent& agent, const std::string& why) {
  ++agent.refused;
  parts_.core.log.complain(fmt::format("agent {}", id), "an act refused: {}", why);
}

/// A halt precedes everything else in the next step, because the current one may already be complete.
void AgentRoster::agent_halted(AgentId id) {
  const Agent* halted = known(id);
  if (!halted || halted->phase != Phase::in_world) return;
  parts_.events.push({now() + 1, EventKind::halt, id, halted->acts});
  if (InputListener* listener = parts_.inputs.listener()) listener->halted(id);
}

void AgentRoster::agent_lost(AgentId id, std::string_view reason) {
  Agent* found = known(id);
  if (!found) return;
  Agent& agent = *found;
  if (agent.phase == Phase::leaving || agent.phase == Phase::gone || agent.lost_early) return;
  ++lost_;
  // An agent that has left again does not count as arrived. In a recorded match all that arrived count.
  if (agent.arrived && !begun_ && !parts_.inputs.source()) --arrived_;
  agent.loss = {now(), std::string(reason)};
  report_ready(id);
  if (InputListener* listener = parts_.inputs.listener()) listener->lost(id, reason);
  if (!agent.arrived || lost_lines_.next())
    parts_.core.log.warning("agent {} ({}) lost: {}; the match continues{}", id, agent.type, reason,
                            lost_lines_.is_thinned() ? " (not all are shown)" : "");
  if (agent.phase == Phase::in_world)
    leave(id, agent);
  else if (agent.phase == Phase::ready)
    // It still enters the world with the others, because it is a matter of chance whether its end is noticed before.
    agent.lost_early = true;
  else
    agent.phase = Phase::gone;
}

void AgentRoster::leave(AgentId id, Agent& agent) {
  // Its body leaves when the first act that it can no longer send would have taken effect: that time depends on the
  // agent's messages, not on how far the world happened to be when its end was noticed.
  agent.phase = Phase::leaving;
  InputSource* source = parts_.inputs.source();
  const Step earliest = source ? source->leave_time(id) : earliest_effect(id);
  const Step time = std::max(earliest, now());
  if (agent.loss) agent.loss->time = time;
  if (InputListener* listener = parts_.inputs.listener()) listener->leaves(id, time);
  parts_.events.push({time, EventKind::agent_leaves, id, 0});
}

void AgentRoster::remove(AgentId id, Agent& agent) {
  agent.role = role_of(id);
  agent.refusal = refusal_of(id);
  if (observer_) observer_->agent_left(id);
  for (ControlAspect* aspect : parts_.game_control.aspects()) aspect->agent_disappearing(*agent.node);
  agent.node->parent()->remove(*agent.node);
  agent.phase = Phase::gone;
  if (!agent.arrived || left_lines_.next()) parts_.core.log.debug("agent {} has left the world at step {}", id, now());
}

bool AgentRoster::report(const Event& event) const {
  if (event.key.kind != EventKind::act) return true;
  if (!agent(event.key.agent).node) return false;
  InputListener* listener = parts_.inputs.listener();
  if (!listener) return true;
  if (event.act->has_actions())
    listener->acted(event.key.agent, event.stamp, event.act->actions());
  else
    listener->acted(event.key.agent, event.stamp, event.act->text());
  return true;
}

void AgentRoster::carry_out(const Event& event) {
  const AgentId id = event.key.agent;
  Agent& acting = agent(id);
  if (!acting.node) return;
  switch (event.key.kind) {
    case EventKind::halt:
      parts_.events.remove_acts(id, event.key.sequence);
      acting.node->rest();
      break;
    case EventKind::create_sense:
      if (acting.phase == Phase::in_world) create_sense(id, acting);
      break;
    case EventKind::act:
      if (event.act->has_actions())
        acting.node->act(event.stamp, event.act->actions());
      else
        acting.node->act(event.stamp, event.act->text());
      if (acting.node) acting.complaints = acting.node->complaints();
      break;
    case EventKind::agent_leaves:
      remove(id, acting);
      break;
  }
}

void AgentRoster::create_sense(AgentId id, Agent& agent) {
  const Step generated = now();
  const AgentTiming& timing = agent.timing;
  PerceptWriter& writer = parts_.gateway.begin_sensation(id, generated, generated + timing.sense_latency);
  agent.node->sense(writer);
  ++sensations_;
  parts_.gateway.end_sensation(id, generated + timing.sense_interval + timing.sense_latency);
  parts_.events.push({generated + timing.sense_interval, EventKind::create_sense, id, 0});
}

std::string AgentRoster::role_of(AgentId id) const {
  const Agent& asked = agent(id);
  if (!asked.node) return asked.role;
  for (const ControlAspect* aspect : parts_.game_control.aspects())
    if (std::string role = aspect->role_of(*asked.node); !role.empty()) return role;
  return {};
}

std::string AgentRoster::refusal_of(AgentId id) const {
  const Agent& asked = agent(id);
  if (!asked.node) return asked.refusal;
  for (const ControlAspect* aspect : parts_.game_control.aspects())
    if (std::string why = aspect->refusal_of(*asked.node); !why.empty()) return why;
  return {};
}

std::vector<AgentId> AgentRoster::in_world() const {
  std::vector<AgentId> found;
  for (AgentId id = 0; id < size(); ++id)
    if (is_in_world(id)) found.push_back(id);
  return found;
}

Step AgentRoster::longest_announcement(const std::vector<AgentId>& agents) const {
  Step longest = 0;
  for (const AgentId id : agents) {
    const AgentTiming& timing = agent(id).timing;
    longest = std::max(longest, timing.sense_interval + timing.sense_latency);
  }
  return longest;
}

/// Whether it is in the world, but has no body yet or is not in the game yet.
bool AgentRoster::is_expected(const Agent& agent) const {
  if (!agent.node) return false;
  if (!parts_.core.find_first<Body>(&*agent.node)) return true;
  const auto& aspects = parts_.game_control.aspects();
  return std::any_of(aspects.begin(), aspects.end(),
                     [&](const ControlAspect* aspect) { return aspect->is_expected(*agent.node); });
}

void AgentRoster::void_acts(Step begin) {
  parts_.events.put_off(begin, [this](const EventKey& key) {
    return key.kind == EventKind::agent_leaves || (key.kind == EventKind::act && is_expected(agent(key.agent)));
  });
}

/// An idle agent cannot act before its next sensation, and so not before the step to which the clock was advanced.
bool AgentRoster::is_anyone_thinking() const {
  for (AgentId id = 0; id < size(); ++id)
    if (is_in_world(id) && parts_.gateway.earliest_act(id) < now()) return true;
  return false;
}

void AgentRoster::schedule_senses(const std::vector<AgentId>& agents) {
  const auto queued = std::ranges::count_if(agents, [this](AgentId id) { return !agent(id).has_own_timing; });
  Step served = 0;
  for (const AgentId id : agents) {
    const Agent& sensing = agent(id);
    const Step later =
        sensing.has_own_timing ? sensing.timing.sense_interval - 1 : served++ * usual_timing_.sense_interval / queued;
    const Step first = now() + 1 + later;
    if (sensing.phase != Phase::in_world) continue;
    parts_.events.push({first, EventKind::create_sense, id, 0});
    parts_.gateway.expect_sensation(id, first + sensing.timing.sense_latency);
  }
  no_act_before_ = kLongAgo;
}

}  // namespace spark
