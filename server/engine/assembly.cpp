// SPDX-License-Identifier: Apache-2.0
#include "server/engine/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "commserver/host/places.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/near_name.h"
#include "spark/monitor/monitor_system.h"
#include "spark/parts/create_effector.h"
#include "spark/parts/parts.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/physics_variables.h"
#include "spark/scene/scene.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/sim_classes.h"
#include "spark/sim/spades_server.h"
#include "spark/sim/spades_variables.h"
#include "spark/sim/time_limit_aspect.h"

namespace server {

using namespace spark;
namespace {

/// The first T in the tree. Creates one in its usual place if the script has created none.
template <typename T>
T& found_or_made(Core& core, const char* class_name, const char* path) {
  if (T* found = core.find_first<T>()) return *found;
  return dynamic_cast<T&>(core.create(class_name, path));
}

void limit_time(GameControlServer& game, double seconds) {
  if (seconds > 0 && game.init_control_aspect("oxygen/TimeLimitAspect"))
    dynamic_cast<TimeLimitAspect&>(*game.aspects().back()).set_seconds(seconds);
}

std::vector<std::string> names_of(const Variables& variables) {
  std::vector<std::string> names;
  for (const auto& [name, value] : variables.all()) names.push_back(name);
  return names;
}

}  // namespace

Assembly::Assembly(std::uint64_t seed, RealClock& clock) : core(seed), commands(clock), loop(clock) {
  register_scene_classes(core.classes);
  register_physics_classes(core.classes);
  register_agent_classes(core.classes);
  register_parts(core.classes);
  register_sim_classes(core.classes);
  register_monitor_classes(core.classes);
  bound_physics_variables(core.variables);
  bound_spades_variables(core.variables);
}

Assembly::~Assembly() = default;

ScriptEngine& Assembly::scripts() {
  if (scripts_left_) throw ScriptError("this world no longer runs scripts");
  if (!scripts_) {
    scripts_.emplace(core);
    provide_parts(scripts_->bundles());
  }
  return *scripts_;
}

void Assembly::leave_scripts() {
  scripts_.reset();
  scripts_left_ = true;
}

void Assembly::run_script(const SetUp& set_up) {
  try {
    build(set_up);
  } catch (const std::runtime_error&) {
    if (!core.variables.refused()) throw;
  }
  if (core.variables.refused()) throw WrongSetting(*core.variables.refused());
}

void Assembly::build(const SetUp& set_up) {
  for (const auto& [name, value] : set_up.variables) core.variables.override_value(name, value);
  core.variables.choose_profile(set_up.profile);
  const std::filesystem::path script = commserver::named_file("--script", core.script_path, set_up.file);
  // The script may name scripts of its own folder without a path.
  if (std::ranges::find(core.script_path, script.parent_path()) == core.script_path.end())
    core.script_path.insert(core.script_path.begin(), script.parent_path());
  core.module_path.push_back(script.has_parent_path() ? script.parent_path() : ".");
  scripts().be_strict(set_up.strict);
  scripts().limit_time(set_up.limit_s, "--script_limit");
  scripts().run_file(script);
  if (const auto failures = scripts().failures(); failures > 0)
    core.log.warning("{}: {} {} failed in the set-up and returned nil (--strict ends the start at the first)",
                     script.string(), failures, failures == 1 ? "call" : "calls");
  declare_physics_variables(core.variables);  // for scripts that create no world yet
  declare_spades_variables(core.variables);   // for scripts that create no SpadesServer
  if (core.variables.profile_unused())
    core.variables.refuse_override(
        fmt::format("--profile {}: the script {} offers no profiles", set_up.profile, script.string()));
  if (const auto unused = core.variables.unused_overrides(); !unused.empty())
    core.variables.refuse_override(fmt::format("--{}: the script {} creates no such variable{}", unused.front(),
                                               script.string(),
                                               did_you_mean(unused.front(), names_of(core.variables))));
  core.variables.end_set_up();
}

Simulation::Options Assembly::simulation_options() {
  declare_spades_variables(core.variables);  // for worlds without a script
  const auto number = [&](const char* name) { return core.variables.real(name).value(); };
  const double step = number("Spades.TimePerStep");
  core.clock.set_step_seconds(step);
  const auto steps = [&](const char* name) { return static_cast<Step>(std::llround(number(name) / step)); };
  Simulation::Options options;
  options.timing.sense_interval = std::max<Step>(1, steps("Spades.SenseInterval"));
  options.timing.sense_latency = steps("Spades.SenseLatency");
  options.timing.action_latency = steps("Spades.ActionLatency");
  options.frame_interval = static_cast<Step>(number("Spades.MonitorInterval"));
  return options;
}

std::unique_ptr<Simulation> Assembly::make_simulation(AgentGateway& gateway, Simulation::Options options) {
  limit_time(game_control(), core.variables.real_or_default("Spades.EndTime"));
  return std::make_unique<Simulation>(core, loop, gateway, commands, run_control, std::move(options));
}

void Assembly::build_agents(Simulation& simulation, double seconds) {
  const Step end = core.clock.now() + std::llround(seconds / core.clock.step_seconds());
  auto outcome = simulation.run_until(core.clock.now());
  while (outcome == Simulation::Outcome::step_reached) {
    const auto births = core.find_all<CreateEffector>();
    const auto waiting = std::ranges::find_if(births, [](const CreateEffector* birth) { return !birth->used(); });
    if (waiting == births.end()) return;
    if (core.clock.now() >= end)
      throw std::runtime_error(
          fmt::format("{} has not sent (create) within {:g} s", (*waiting)->agent().label(), seconds));
    outcome = simulation.run_until(core.clock.now() + 1);
  }
  throw std::runtime_error("the match ended before all agents had their bodies");
}

MonitorSystem& Assembly::monitor_system() {
  auto& server = found_or_made<MonitorServer>(core, "oxygen/MonitorServer", "/sys/server/monitor");
  if (!server.system()) server.register_monitor_system("BodyMonitor");
  return *server.system();
}

SpadesServer& Assembly::spades() {
  return found_or_made<SpadesServer>(core, "oxygen/SpadesServer", "/sys/server/spades");
}

GameControlServer& Assembly::game_control() {
  return found_or_made<GameControlServer>(core, "oxygen/GameControlServer", "/sys/server/gamecontrol");
}

double Assembly::simulated_seconds() const {
  return static_cast<double>(core.clock.now()) * core.clock.step_seconds();
}

}  // namespace server
