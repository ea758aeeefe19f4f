// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/simulation.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "spark/core/core.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/frame_listener.h"
#include "spark/sim/run_control.h"

namespace spark {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{200};

template <typename T>
T& required(T* found, const char* what) {
  if (!found) throw std::runtime_error(fmt::format("the script created no {}", what));
  return *found;
}

/// Holds an object that the script has created: without it there is no simulation.
template <typename T>
Held<T> held(T* found, const char* what) {
  Held<T> hold("the simulation");
  hold = required(found, what);
  return hold;
}

}  // namespace

Simulation::Simulation(Core& core, net::Loop& loop, AgentGateway& gateway, CommandQueue& commands,
                       RunControl& run_control, Options options)
    : core_(core),
      loop_(loop),
      gateway_(gateway),
      commands_(commands),
      run_control_(run_control),
      options_(std::move(options)),
      game_control_(held(core.find_first<GameControlServer>(), "oxygen/GameControlServer")),
      scene_(held(required(core.find_first<SceneServer>(), "oxygen/SceneServer").active_scene(), "active scene")),
      world_(held(scene_->child_of_type<World>(), "oxygen/World in the active scene")),
      inputs_(core.clock),
      agents_({core, gateway, *game_control_, *scene_, events_, inputs_}, options_.timing, options_.agents_awaited),
      waits_({core.log, core.clock, loop, gateway, commands, run_control, agents_, step_meter_},
             {options_.ready_limit, options_.arrival_limit, options_.started_may_hold, options_.arrived_may_hold}),
      restart_({core, *world_, gateway, run_control, agents_, waits_, inputs_}) {
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
    const bool all_lost = agents_.size() > 0 && !has_had_agents() && !options_.more_may_come;
    if (all_lost && !run_control_.stop_requested()) return Outcome::no_agents;
    publish_frames();
    under_way_ = true;
  }
  step_meter_.begin(loop_.now());
  bool stepped = false, has_received = false;
  while (!run_control_.stop_requested() && !game_finished()) {
    if (core_.clock.now() >= end) return Outcome::step_reached;
    commands_.run_all();
    carry_out_restart_request();
    agents_.admit_newcomers();
    if (!std::exchange(has_received, false)) gateway_.receive(agents_);
    const auto now = loop_.now();
    if (std::exchange(stepped, false)) step_meter_.stepped(now);
    report_progress(now);
    if (!run_control_.may_step()) {
      pacer_.restart();
      waits_.for_input(AgentWaits::kNap);
      continue;
    }
    const auto delay = pacer_.delay(core_.clock.now(), core_.clock.step_seconds(), effective_pace(), now);
    if (delay > Pacer::Duration::zero()) {
      waits_.for_input(delay);
      continue;
    }
    const std::uint64_t before = inputs_.events_of_step();
    stepped = advance();
    if (stepped) continue;
    // If no event was carried out, all of this was waiting, however often it was woken up, and is not counted.
    if (inputs_.events_of_step() != before) step_meter_.waits(loop_.now());
    waits_.for_acts();
    has_received = true;
  }
  return run_control_.stop_requested() ? Outcome::stopped : Outcome::game_ended;
}

void Simulation::connect_agents() {
  waits_.for_ready_agents();
  if (yet_to_arrive() > 0 && !run_control_.stop_requested()) return agents_.report_ready();
  agents_.enter();
  run_control_.begin();
}

bool Simulation::advance() {
  const Step now = core_.clock.now();
  while (!events_.empty() && events_.first().time <= now) {
    if (agents_.may_still_act_before(events_.first()) || inputs_.is_due()) return false;
    Event event = events_.pop();
    if (agents_.report(event)) inputs_.count_event();
    agents_.carry_out(event);
    events_.recycle(std::move(event));
  }
  if (agents_.may_still_act_before({now + 1, EventKind::halt}) || inputs_.is_due()) return false;
  step_world();
  run_control_.stepped();
  return true;
}

void Simulation::step_world() {
  const double seconds = core_.clock.step_seconds();
  world_->step(seconds);
  core_.clock.advance();
  inputs_.begin_step();
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

std::string Simulation::restart(std::optional<std::uint64_t> seed) {
  return restart(seed, {});
}

std::string Simulation::restart(std::optional<std::uint64_t> seed, const std::function<void()>& when_begun) {
  if (!under_way_ || inputs_.is_restarting()) return "no match has begun";
  if (std::string problem = restart_.run(seed); !problem.empty()) return problem;
  if (when_begun) {
    when_begun();
    world_->show_places();
  }
  pacer_.restart();
  publish_frames();
  return {};
}

void Simulation::carry_out_restart_request() {
  const auto request = game_control_->take_restart_request();
  if (!request) return;
  if (const std::string problem = restart(request->seed, request->when_begun); !problem.empty())
    core_.log.error("another episode was requested but cannot begin: {}", problem);
}

/// The user's pace; without one real time while the game waits for a person, else no limit.
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

void Simulation::report_progress(Pacer::Time now) {
  if (!options_.progress || now < next_progress_) return;
  next_progress_ = now + kProgressInterval;
  options_.progress();
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
