// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/simulation.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/core/check.h"
#include "spark/core/core.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/frame_listener.h"
#include "spark/sim/run_control.h"

namespace spark {
namespace {

using std::chrono::milliseconds;
/// Longest sleep in one go: a stop request from a signal handler is seen within this time.
constexpr milliseconds kNap{50};
constexpr milliseconds kProgressInterval{200};
/// For agents that connected: as many as can be connected at a time. More are lost only if agents come and go.
constexpr std::uint64_t kMaxLostLines = 100;
constexpr std::size_t kMaxAgents = 10000;  // whoever comes and goes again and again leaves numbers behind

template <typename T>
T& required(T* found, const char* what) {
  if (!found) throw std::runtime_error(fmt::format("the script created no {}", what));
  return *found;
}

}  // namespace

Simulation::Simulation(Core& core, net::Loop& loop, AgentGateway& gateway, CommandQueue& commands,
                       RunControl& run_control, Options options)
    : core_(core),
      loop_(loop),
      gateway_(gateway),
      commands_(commands),
      command_watch_(loop.watch(commands.poll_descriptor())),
      run_control_(run_control),
      options_(std::move(options)),
      lost_lines_(kMaxLostLines) {
  if (const int descriptor = gateway.poll_descriptor(); descriptor >= 0) gateway_watch_ = loop.watch(descriptor);
  game_control_ = required(core_.find_first<GameControlServer>(), "oxygen/GameControlServer");
  scene_ = required(required(core_.find_first<SceneServer>(), "oxygen/SceneServer").active_scene(), "active scene");
  world_ = required(scene_->child_of_type<World>(), "oxygen/World in the active scene");
  game_control_->prepare();
}

Simulation::~Simulation() = default;

void Simulation::start_agent(const std::string& type) {
  gateway_.start(static_cast<AgentId>(agents_.size()), type);
  agents_.emplace_back().type = type;
}

Simulation::Outcome Simulation::run() {
  connect_agents();
  const bool nobody = !agents_.empty() && !has_had_agents_ && !options_.more_may_come;
  if (nobody && !run_control_.stop_requested()) return Outcome::no_agents;
  publish_frame();
  while (!run_control_.stop_requested() && !game_finished()) {
    commands_.run_all();
    gateway_.receive(*this);
    const auto now = loop_.now();
    report_progress(now);
    if (!run_control_.may_step()) {
      pacer_.restart();
      wait_for_input(kNap);
      continue;
    }
    const auto delay = pacer_.delay(core_.clock.now(), core_.clock.step_seconds(), effective_pace(), now);
    if (delay > Pacer::Duration::zero())
      wait_for_input(delay);
    else if (!advance() && !gateway_.has_news())
      wait_for_agents();
  }
  return run_control_.stop_requested() ? Outcome::stopped : Outcome::game_ended;
}

void Simulation::connect_agents() {
  wait_for_ready_agents();
  const auto ready = [](const Agent& agent) { return agent.phase == AgentPhase::ready; };
  const auto all = static_cast<AgentId>(agents_.size());
  Step queued = 0;
  for (AgentId id = 0; id < all; ++id) queued += gateway_.timing(id) ? 0 : 1;
  Step served = 0;
  for (AgentId id = 0; id < all; ++id) {
    if (!ready(agents_[static_cast<std::size_t>(id)])) continue;
    // Agents are served in the order in which they were started, spread evenly over one interval (behaviour 5.2).
    const bool own = gateway_.timing(id).has_value();
    connect(id, core_.clock.now() + 1 + (own ? 0 : served++ * options_.timing.sense_interval / queued));
  }
  begun_ = true;
  run_control_.begin();
}

/// Agents that connect are started by people: there is no limit to how long that takes.
void Simulation::wait_for_arrivals() {
  if (arrived_ < options_.agents_awaited)
    core_.log.normal("waiting for {} agents to connect", options_.agents_awaited - arrived_);
  while (!run_control_.stop_requested() && arrived_ < options_.agents_awaited) {
    commands_.run_all();
    gateway_.receive(*this);
    if (arrived_ < options_.agents_awaited) wait_for_input(kNap);
  }
}

void Simulation::wait_for_ready_agents() {
  wait_for_arrivals();
  const auto limit = loop_.now() + options_.ready_limit;
  const auto starting = [](const Agent& agent) { return agent.phase == AgentPhase::starting; };
  while (!run_control_.stop_requested() && std::any_of(agents_.begin(), agents_.end(), starting)) {
    commands_.run_all();
    gateway_.receive(*this);
    if (loop_.now() >= limit) break;
    if (std::any_of(agents_.begin(), agents_.end(), starting)) wait_for_input(kNap);
  }
  for (std::size_t i = 0; i < agents_.size() && !run_control_.stop_requested(); ++i) {
    if (!starting(agents_[i])) continue;
    agent_lost(static_cast<AgentId>(i), fmt::format("not ready within {} s", options_.ready_limit.count() / 1000.0));
    gateway_.drop(static_cast<AgentId>(i));
  }
}

AgentTiming Simulation::timing_of(AgentId id) {
  const auto own = gateway_.timing(id);
  if (!own) return options_.timing;
  if (own->is_possible()) return *own;
  core_.log.complain(fmt::format("agent {}", id),
                     "its gateway wants an impossible timing: interval {}, latencies {} and {}", own->sense_interval,
                     own->sense_latency, own->action_latency);
  return options_.timing;
}

void Simulation::connect(AgentId id, Step first_sense) {
  Agent& agent = agents_[static_cast<std::size_t>(id)];
  agent.timing = timing_of(id);
  // Of one interval all at once, whenever they came.
  if (const Step interval = agent.timing.sense_interval; gateway_.timing(id))
    first_sense = (first_sense + interval - 1) / interval * interval;
  auto made = core_.classes.create("oxygen/AgentAspect");
  agent.node = static_cast<AgentAspect&>(*made);
  agent.node->set_id(id);
  agent.node->set_name(fmt::format("AgentAspect{}", id));
  scene_->append(std::move(made));
  if (const std::string& effector = game_control_->birth_effector(); !effector.empty()) {
    auto birth = core_.classes.create(effector);
    birth->set_name("_" + effector);
    agent.node->append(std::move(birth));
  }
  agent.phase = AgentPhase::in_world;
  has_had_agents_ = true;
  for (ControlAspect* aspect : game_control_->aspects()) aspect->agent_connected(*agent.node);
  gateway_.agent_entered(id, *agent.node);
  events_.push({first_sense, EventKind::create_sense, id, 0});
  gateway_.expect_sensation(id, first_sense + agent.timing.sense_latency);
  if (agent.lost_early) leave(id, agent);
}

EventKey Simulation::earliest_possible_act() const {
  EventKey earliest{std::numeric_limits<Step>::max(), EventKind::act, 0, 0};
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].phase != AgentPhase::in_world) continue;
    const Step time = gateway_.earliest_act(static_cast<AgentId>(i)) + agents_[i].timing.action_latency;
    // Of agents that may act at the same time the first in id order counts; its own sequence can only grow.
    if (time < earliest.time)
      earliest = {time, EventKind::act, static_cast<AgentId>(i), std::numeric_limits<std::uint64_t>::max()};
  }
  return earliest;
}

bool Simulation::advance() {
  const Step now = core_.clock.now();
  EventKey bound = earliest_possible_act();
  while (!events_.empty() && events_.first().time <= now) {
    if (events_.first() > bound) return false;
    Event event = events_.pop();
    realise(event);
    events_.recycle(std::move(event));
    bound = earliest_possible_act();
  }
  if (bound.time <= now) return false;
  step_world();
  run_control_.stepped();
  return true;
}

void Simulation::realise(const Event& event) {
  Agent& agent = agents_[static_cast<std::size_t>(event.key.agent)];
  if (!agent.node) return;
  switch (event.key.kind) {
    case EventKind::halt:
      halt(event.key, agent);
      break;
    case EventKind::create_sense:
      if (agent.phase == AgentPhase::in_world) create_sense(event.key.agent, agent);
      break;
    case EventKind::act:
      if (event.act->has_actions())
        agent.node->act(event.stamp, event.act->actions());
      else
        agent.node->act(event.stamp, event.act->text());
      break;
    case EventKind::agent_leaves:
      remove(event.key.agent, agent);
      break;
  }
}

void Simulation::create_sense(AgentId id, Agent& agent) {
  const Step now = core_.clock.now();
  PerceptWriter& writer = gateway_.begin_sensation(id, now, now + agent.timing.sense_latency);
  agent.node->sense(writer);
  ++sensations_;
  gateway_.end_sensation(id, now + agent.timing.sense_interval + agent.timing.sense_latency);
  events_.push({now + agent.timing.sense_interval, EventKind::create_sense, id, 0});
}

void Simulation::step_world() {
  const double seconds = core_.clock.step_seconds();
  world_->step(seconds);
  core_.clock.advance();
  for (ControlAspect* aspect : game_control_->aspects()) aspect->update(seconds);
  if (core_.clock.now() % options_.frame_interval == 0) publish_frame();
}

void Simulation::publish_frame() {
  for (FrameListener* listener : frame_listeners_) listener->frame(core_.clock.now());
}

std::optional<AgentId> Simulation::agent_arrived(const std::string& type) {
  if (agents_.size() >= kMaxAgents) return std::nullopt;
  agents_.emplace_back().type = type;
  agents_.back().arrived = true;
  ++arrived_;
  return static_cast<AgentId>(agents_.size() - 1);
}

Simulation::Agent* Simulation::known(AgentId id) {
  if (id >= 0 && static_cast<std::size_t>(id) < agents_.size()) return &agents_[static_cast<std::size_t>(id)];
  core_.log.complain("gateways", "one speaks of agent {}, which does not exist", id);
  return nullptr;
}

void Simulation::agent_ready(AgentId id) {
  Agent* agent = known(id);
  if (!agent || agent->phase != AgentPhase::starting) return;
  agent->phase = AgentPhase::ready;
  if (begun_) connect(id, core_.clock.now() + 1);
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
  if (!agent || agent->phase != AgentPhase::in_world) return;
  const Step now = core_.clock.now();
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
  if (agent && agent->phase == AgentPhase::in_world)
    events_.push({core_.clock.now() + 1, EventKind::halt, id, agent->acts});
}

void Simulation::halt(const EventKey& key, Agent& agent) {
  events_.remove_acts(key.agent, key.sequence);
  agent.node->rest();
}

void Simulation::agent_lost(AgentId id, std::string_view reason) {
  if (!known(id)) return;
  Agent& agent = agents_[static_cast<std::size_t>(id)];
  if (agent.phase == AgentPhase::leaving || agent.phase == AgentPhase::gone || agent.lost_early) return;
  ++lost_;
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
  const Step time = std::max(gateway_.earliest_act(id) + agent.timing.action_latency, core_.clock.now());
  events_.push({time, EventKind::agent_leaves, id, 0});
}

void Simulation::remove(AgentId id, Agent& agent) {
  gateway_.agent_left(id);
  for (ControlAspect* aspect : game_control_->aspects()) aspect->agent_disappearing(*agent.node);
  agent.node->parent()->remove(*agent.node);
  agent.phase = AgentPhase::gone;
  core_.log.debug("agent {} has left the world at step {}", id, core_.clock.now());
}

std::optional<double> Simulation::effective_pace() {
  if (options_.pace_chosen || run_control_.pace()) return run_control_.pace();
  for (const ControlAspect* aspect : game_control_->aspects()) {
    const std::string wanted = aspect->waiting_for();
    if (wanted.empty()) continue;
    if (!waiting_announced_) {
      const std::string how = aspect->how_to_give(!options_.monitor_place.empty());
      core_.log.normal("waiting for a {}{}{}{}", wanted,
                       options_.monitor_place.empty() ? "" : " on " + options_.monitor_place, how.empty() ? "" : ": ",
                       how);
    }
    waiting_announced_ = true;
    return 1.0;
  }
  waiting_announced_ = false;
  return std::nullopt;
}

bool Simulation::game_finished() const {
  return std::any_of(game_control_->aspects().begin(), game_control_->aspects().end(),
                     [](const ControlAspect* aspect) { return aspect->finished(); });
}

void Simulation::report_progress(Pacer::Time now) {
  if (!options_.progress || now < next_progress_) return;
  next_progress_ = now + kProgressInterval;
  options_.progress();
}

/// The clock stands because somebody may still act in the next step. The time is charged to those for whom it stands.
void Simulation::wait_for_agents() {
  using Nanoseconds = std::chrono::nanoseconds;
  holders_.clear();
  if (options_.started_may_hold > Nanoseconds::zero() ||
      (options_.arrived_may_hold > Nanoseconds::zero() && arrived_ > 0))
    for (std::size_t i = 0; i < agents_.size(); ++i)
      if (agents_[i].phase == AgentPhase::in_world &&
          gateway_.earliest_act(static_cast<AgentId>(i)) + agents_[i].timing.action_latency <= core_.clock.now())
        holders_.push_back(static_cast<AgentId>(i));
  if (holders_.empty()) return wait_for_input(kNap);
  const auto begin = loop_.now();
  wait_for_input(kNap);
  const Nanoseconds stood = loop_.now() - begin;
  for (const AgentId id : holders_) charge(id, stood / static_cast<std::int64_t>(holders_.size()));
}

void Simulation::charge(AgentId id, std::chrono::nanoseconds time) {
  Agent& agent = agents_[static_cast<std::size_t>(id)];
  const auto limit = agent.arrived ? options_.arrived_may_hold : options_.started_may_hold;
  agent.held += time;
  if (!agent.may_hold || limit == limit.zero() || agent.held < limit) return;
  agent.may_hold = false;
  const double seconds = std::chrono::duration<double>(limit).count();
  if (gateway_.wait_no_longer(id)) {
    core_.log.warning("agent {} ({}) has held up the match for {:g} s in total; the world no longer waits for it", id,
                      agent.type, seconds);
    return;
  }
  agent_lost(id, fmt::format("has held up the match for {:g} s in total", seconds));
  gateway_.drop(id);
}

void Simulation::wait_for_input(Pacer::Duration longest) {
  loop_.wait(std::min<Pacer::Duration>(longest, kNap));
}

std::string Simulation::status() const {
  std::string text;
  for (const ControlAspect* aspect : game_control_->aspects()) {
    const std::string words = aspect->status();
    if (!text.empty() && !words.empty()) text += "  ";
    text += words;
  }
  return text;
}

std::vector<std::string> Simulation::summary() const {
  std::vector<std::string> lines;
  for (const ControlAspect* aspect : game_control_->aspects()) {
    const auto more = aspect->summary();
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

}  // namespace spark
