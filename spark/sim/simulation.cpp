// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/simulation.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/frame_listener.h"
#include "spark/sim/run_control.h"

namespace spark {
namespace {

/// For agents that connected: as many as can be connected at a time. More are lost only if agents come and go.
constexpr std::uint64_t kMaxLostLines = 100;

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
  game_control_->set_contestants(options_.contestants);
  game_control_->prepare();
  world_->note_newcomers();
  game_control_->set_restart([this](std::optional<std::uint64_t> seed) { return restart(seed); });
}

Simulation::~Simulation() {
  if (game_control_) game_control_->set_restart({});
}

Simulation::Outcome Simulation::run() {
  return run_until(std::numeric_limits<Step>::max());
}

Simulation::Outcome Simulation::run_until(Step end) {
  if (!under_way_) {
    connect_agents();
    if (yet_to_arrive() > 0 && !run_control_.stop_requested()) return Outcome::too_few;
    const bool nobody = !agents_.empty() && !has_had_agents_ && !options_.more_may_come;
    if (nobody && !run_control_.stop_requested()) return Outcome::no_agents;
    publish_frames();
    under_way_ = true;
  }
  step_meter_.begin(loop_.now());
  bool stepped = false, has_received = false;
  while (!run_control_.stop_requested() && !game_finished()) {
    if (core_.clock.now() >= end) return Outcome::step_reached;
    commands_.run_all();
    admit_latecomers();
    if (!std::exchange(has_received, false)) gateway_.receive(*this);
    const auto now = loop_.now();
    if (std::exchange(stepped, false)) step_meter_.stepped(now);
    report_progress(now);
    if (!run_control_.may_step()) {
      pacer_.restart();
      wait_for_input(kNap);
      continue;
    }
    const auto delay = pacer_.delay(core_.clock.now(), core_.clock.step_seconds(), effective_pace(), now);
    if (delay > Pacer::Duration::zero()) {
      wait_for_input(delay);
      continue;
    }
    const std::uint64_t before = events_of_step_;
    stepped = advance();
    if (stepped) continue;
    // Where nothing could happen it has been waiting all the time, however often it was woken up.
    if (events_of_step_ != before) step_meter_.waits(loop_.now());
    wait_for_agents();
    has_received = true;
  }
  return run_control_.stop_requested() ? Outcome::stopped : Outcome::game_ended;
}

EventKey Simulation::earliest_possible_act() const {
  EventKey earliest{std::numeric_limits<Step>::max(), EventKind::act, 0, 0};
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    if (agents_[i].phase != AgentPhase::in_world) continue;
    const Step time = earliest_effect(static_cast<AgentId>(i));
    // Of agents that may act at the same time the first in id order counts; its own sequence can only grow.
    if (time < earliest.time)
      earliest = {time, EventKind::act, static_cast<AgentId>(i), std::numeric_limits<std::uint64_t>::max()};
  }
  return earliest;
}

bool Simulation::may_still_act_before(const EventKey& event) {
  if (event > no_act_before_) no_act_before_ = earliest_possible_act();
  return event > no_act_before_;
}

/// While a restart waits for agents the clock already shows the step with which the next episode begins. What is
/// reported meanwhile comes before anything of that step.
InputPosition Simulation::input_position() const {
  return {core_.clock.now() - (restarting_ ? 1 : 0), events_of_step_};
}

bool Simulation::advance() {
  const Step now = core_.clock.now();
  while (!events_.empty() && events_.first().time <= now) {
    if (may_still_act_before(events_.first()) || is_input_due()) return false;
    Event event = events_.pop();
    if (tell(event)) ++events_of_step_;
    realise(event);
    events_.recycle(std::move(event));
  }
  if (may_still_act_before({now + 1, EventKind::halt}) || is_input_due()) return false;
  step_world();
  run_control_.stepped();
  return true;
}

/// Acts are reported where they take effect, which does not depend on when they were read. False for an act that takes
/// none because its agent has left: it is not recorded, so it must not count either.
bool Simulation::tell(const Event& event) {
  if (event.key.kind != EventKind::act) return true;
  if (!agents_[static_cast<std::size_t>(event.key.agent)].node) return false;
  if (!input_listener_) return true;
  if (event.act->has_actions())
    input_listener_->acted(event.key.agent, event.stamp, event.act->actions());
  else
    input_listener_->acted(event.key.agent, event.stamp, event.act->text());
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
      if (agent.node) agent.complaints = agent.node->complaints();
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
  events_of_step_ = 0;
  for (ControlAspect* aspect : game_control_->aspects()) aspect->update(seconds);
  publish_frames();
}

void Simulation::publish_frames() {
  const Step now = core_.clock.now();
  for (const auto& [listener, interval] : frame_listeners_)
    if ((now - core_.clock.begin()) % interval == 0) listener->frame(now);
}

bool Simulation::game_finished() const {
  return std::any_of(game_control_->aspects().begin(), game_control_->aspects().end(),
                     [](const ControlAspect* aspect) { return aspect->finished(); });
}

}  // namespace spark
