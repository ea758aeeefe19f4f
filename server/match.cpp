// SPDX-License-Identifier: Apache-2.0
#include "server/match.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>

#include "commserver/database/agent_database.h"
#include "commserver/guardian/guardian.h"
#include "commserver/host/descriptor_limit.h"
#include "commserver/host/log_folder.h"
#include "commserver/host/places.h"
#include "server/agent_table.h"
#include "server/console.h"
#include "server/gateways.h"
#include "server/log_file.h"
#include "server/options.h"
#include "server/parameters.h"
#include "server/signals.h"
#include "server/watch_lines.h"
#include "spark/agent/agent_aspect.h"
#include "spark/command_line/near_name.h"
#include "spark/core/core.h"
#include "spark/core/standard_streams.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/monitor_system.h"
#include "spark/net/loop.h"
#include "spark/parts/parts.h"
#include "spark/physics/physics_classes.h"
#include "spark/scene/scene.h"
#include "spark/script/script_engine.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "spark/sim/sim_classes.h"
#include "spark/sim/simulation.h"
#include "spark/sim/spades_server.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kAgentsMayTidyUp{2000};  ///< between X and force, as SPADES had it

std::uint64_t choose_seed(std::int64_t wanted) {
  // A fresh seed is kept short, so that people can read it to each other.
  return wanted >= 0 ? static_cast<std::uint64_t>(wanted) : std::random_device{}() % 1000000;
}

void register_classes(ClassRegistry& classes) {
  register_scene_classes(classes);
  register_physics_classes(classes);
  register_agent_classes(classes);
  register_sim_classes(classes);
  register_monitor_classes(classes);
}

std::vector<std::string> names_of(const Variables& variables) {
  std::vector<std::string> names;
  for (const auto& [name, value] : variables.all()) names.push_back(name);
  return names;
}

void run_script(Core& core, ScriptEngine& engine, const Options& options) {
  for (const auto& [name, value] : options.variables) core.variables.override_value(name, value);
  core.variables.choose_profile(options.profile);
  const fs::path script = commserver::named_file("--script", core.script_path.front(), options.script);
  // A script's neighbours are found by their bare names.
  core.script_path.insert(core.script_path.begin(), script.parent_path());
  engine.run_file(script);
  if (core.variables.profile_unused())
    throw std::runtime_error(
        fmt::format("--profile {}: the script {} offers no profiles", options.profile, script.string()));
  if (const auto unused = core.variables.unused_overrides(); !unused.empty())
    throw std::runtime_error(fmt::format("--{}: the script {} creates no such variable{}", unused.front(),
                                         script.string(), did_you_mean(unused.front(), names_of(core.variables))));
}

/// The script's variable, or `usual`; throws if it is outside of the range.
double spades_variable(Core& core, const char* name, double usual, double least, double most, const char* unit) {
  core.variables.set_range(name, least, most, unit);
  return core.variables.real(name).value_or(usual);
}

Simulation::Options simulation_options(Core& core, const Options& options) {
  const double step = spades_variable(core, "Spades.TimePerStep", 0.01, 0.0005, 0.1, "s");
  core.clock.set_step_seconds(step);
  const auto steps = [&](double seconds) { return std::max<Step>(1, std::llround(seconds / step)); };
  Simulation::Options result;
  result.sense_interval = steps(0.2);
  result.sense_latency = steps(0.1);
  result.action_latency = steps(0.1);
  result.frame_interval = static_cast<Step>(spades_variable(core, "Spades.MonitorInterval", 15, 1, 1e6, "steps"));
  result.pace_chosen = options.speed_chosen;
  result.agents_awaited = options.agents_awaited;
  const auto seconds = [](double number) { return std::chrono::nanoseconds(std::llround(1e9 * number)); };
  result.started_may_hold = seconds(options.agent_wall_s);
  if (options.sync) result.arrived_may_hold = seconds(options.sync_budget_s);
  return result;
}

void queue_agents(Core& core, const Options& options) {
  auto* spades = core.find_first<SpadesServer>();
  if (!spades) throw std::runtime_error("the script created no oxygen/SpadesServer");
  if (options.agents.empty() && options.agents_awaited == 0) return;
  spades->clear();
  for (const auto& batch : options.agents)
    if (batch.count > 0) spades->queue_agents(batch.type, batch.count);
  if (options.agents.size() == 1 && options.agents.front().count > 0 && !options.agent_port)
    core.log.normal("--team {}: has no opponent; a second --team adds one", options.agents.front().type);
}

/// As many as are started here at most; some of them may be started by other commservers.
std::size_t agents_to_start(Core& core) {
  std::size_t count = 0;
  for (const auto& batch : core.find_first<SpadesServer>()->queue()) count += static_cast<std::size_t>(batch.count);
  return count;
}

/// server.log has everything; actions.log has warnings and errors in the form in which the SPADES engine kept its
/// diary, with the simulated time.
struct TextLogs {
  TextLogs(const fs::path& folder, Console& console)
      : server(folder / "server.log", console), actions(folder / "actions.log", console) {}
  LogFile server, actions;
};

std::shared_ptr<const TextLogs> attach_log_files(Core& core, const fs::path& folder, Console& console) {
  const auto logs = std::make_shared<TextLogs>(folder, console);
  core.log.add_sink(LogLevel::debug, [logs](LogLevel level, std::string_view line) {
    logs->server.write(fmt::format("{}: {}", to_string(level), line));
  });
  core.log.add_sink(LogLevel::warning, [logs, &clock = core.clock](LogLevel level, std::string_view line) {
    const Step now = clock.now();
    logs->actions.write(
        fmt::format("{}[error]Engine{}[10]({}): {}", now, level == LogLevel::error ? "Error" : "Warning", now, line));
  });
  return logs;
}

/// As it can be given on the command line.
std::string as_plain_text(const Value& value) {
  return as_text(value).value_or(describe(value));
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string log_name(const Options& options) {
  const fs::path file = options.monitor_log_file();
  return file.empty() ? "none" : file.string();
}

std::string ends_early(const std::string& problem) {
  return problem.empty() ? std::string() : fmt::format("incomplete: {}", problem);
}

/// The lines about the logs: those that have ended before the match say why.
struct LogLines {
  std::string monitor, server, actions;
};

std::string summary(const Simulation& simulation, const Core& core, const LogLines& logs, double wall_seconds) {
  const double simulated = static_cast<double>(core.clock.now()) * core.clock.step_seconds();
  std::string text = "\n";
  const auto line = [&](std::string_view name, std::string_view value) {
    text += fmt::format("  {:<12} {}\n", name, value);
  };
  for (const std::string& words : simulation.summary()) {
    const auto colon = words.find(": ");
    if (colon == words.npos)
      line(words, "");
    else
      line(words.substr(0, colon), words.substr(colon + 2));
  }
  line("simulated", fmt::format("{:.1f} s", simulated));
  line("wall time", fmt::format("{:.2f} s", wall_seconds));
  line("speed", fmt::format("{:.0f} x real time", wall_seconds > 0 ? simulated / wall_seconds : 0.0));
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const double cpu = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  const auto cycles = static_cast<double>(std::max<std::uint64_t>(1, simulation.sensations()));
  line("server", fmt::format("{:.2f} s CPU, {:.1f} us per sense-act cycle, {} MB", cpu, 1e6 * cpu / cycles,
                             used.ru_maxrss / 1024));
  line("agents", fmt::format("{} started, {} lost", simulation.agents_started(), simulation.agents_lost()));
  line("random seed", fmt::format("{}", core.random.seed()));
  line("log", logs.monitor);
  if (!logs.server.empty()) line("server.log", logs.server);
  if (!logs.actions.empty()) line("actions.log", logs.actions);
  return text;
}

/// A summary that cannot be written does not make the match fail, but it causes a warning.
void print_summary(const std::string& text, Console& console) {
  const int error = write_text(STDOUT_FILENO, text);
  if (error != 0 && error != EPIPE)
    console.show(LogLevel::warning, fmt::format("cannot write the summary: {}", std::strerror(error)));
}

}  // namespace

int play_match(const Options& options, commserver::Guardian& guardian) {
  Core core(choose_seed(options.random_seed));
  Console console(options.quiet, options.verbose);
  console.attach(core.log);
  const commserver::Places places = commserver::find_places();
  core.script_path = {places.scripts};
  core.scene_path = {places.scenes};
  core.module_path = {places.modules};

  if (!options.ignored.empty())
    core.log.normal("these engine options have no meaning here and are ignored: {}", fmt::join(options.ignored, ", "));

  ScriptEngine engine(core);
  provide_parts(engine.bundles());
  Signals signals;
  register_classes(core.classes);
  run_script(core, engine, options);
  if (options.list_variables) {
    std::string text;
    for (const auto& [name, value] : core.variables.all()) text += fmt::format("--{} {}\n", name, as_plain_text(value));
    if (const int error = write_text(STDOUT_FILENO, text); error != 0 && error != EPIPE)
      throw std::runtime_error(std::strerror(error));
    return EXIT_SUCCESS;
  }
  queue_agents(core, options);
  commserver::need_descriptors(commserver::descriptors_for(agents_to_start(core)), guardian.pid());
  commserver::LogFolder::check(options.log_folder);

  auto database =
      commserver::AgentDatabase::load(commserver::named_file("--agentdb", places.scripts, options.agent_database));
  auto* monitor_server = core.find_first<MonitorServer>();
  if (!monitor_server || !monitor_server->system()) throw std::runtime_error("the script registered no monitor system");
  monitor_server->system()->prepare();

  Simulation::Options sim_options = simulation_options(core, options);
  CommandQueue commands;
  RunControl run_control;
  run_control.set_pace(options.speed);
  MonitorHub::Options hub_options;
  hub_options.port = options.monitor_port;
  hub_options.address = options.monitor_address;
  hub_options.log_file = options.monitor_log_file();
  MonitorHub hub(hub_options, *monitor_server->system(), commands, run_control, core.log);
  sim_options.more_may_come = options.agent_port.has_value();
  if (hub.port() != 0) sim_options.monitor_place = fmt::format("port {}", hub.port());

  net::Loop loop;
  Gateways gateways(core, loop, options, places, std::move(database), guardian);
  AgentGateway& gateway = gateways.gateway();

  Simulation* shown = nullptr;
  const auto started = Clock::now();
  if (console.has_live_line())
    sim_options.progress = [&] {
      const std::chrono::duration<double> wall = Clock::now() - started;
      const double simulated = static_cast<double>(core.clock.now()) * core.clock.step_seconds();
      console.show_live_line(fmt::format("{}  simulated {:.1f} s, {:.0f} x real time", shown->status(), simulated,
                                         simulated / wall.count()));
    };
  Simulation simulation(core, loop, gateway, commands, run_control, sim_options);
  shown = &simulation;
  simulation.add_frame_listener(hub);

  // From here on there is a match, whose logs take the place of the last one's.
  const commserver::LogFolder log_folder(options.log_folder);
  const auto text_logs = attach_log_files(core, options.log_folder, console);
  try {
    write_parameters(options.log_folder / "parameters.xml",
                     parameters_in_force(options, core.random.seed(), core.variables));
  } catch (const std::runtime_error& error) {
    core.log.error("{}; the match goes on without it", error.what());
  }
  if (options.random_seed < 0) core.log.normal("random seed {}", core.random.seed());
  if (!gateways.sandbox_line().empty()) core.log.normal("{}", gateways.sandbox_line());
  if (options.monitor_port == 0) core.log.normal("monitor port {}", hub.port());
  if (options.agent_port == 0) core.log.normal("agent port {}", gateways.agent_port());
  const auto toggle_pause = [&] {
    run_control.toggle();
    core.log.normal("{} by SIGUSR1", to_string(run_control.mode()));
  };
  const auto show_agents = [&] {
    for (const std::string& line : agent_table(simulation, gateway)) core.log.normal("{}", line);
  };
  signals.attach(run_control, commands, toggle_pause, show_agents);
  hub.begin();
  gateways.wait_for_commservers(commands, run_control);
  for (const auto& batch : core.find_first<SpadesServer>()->queue())
    for (int i = 0; i < batch.count; ++i) simulation.start_agent(batch.type);
  const auto outcome = simulation.run();
  const std::chrono::duration<double> wall = Clock::now() - started;
  signals.detach();
  console.clear_live_line();
  gateway.shut_down(kAgentsMayTidyUp);
  LogLines logs{log_name(options), ends_early(text_logs->server.problem()), ends_early(text_logs->actions.problem())};
  if (const std::string problem = hub.end_log(); !problem.empty())
    logs.monitor += fmt::format(", {}", ends_early(problem));

  if (outcome == Simulation::Outcome::no_agents) {
    core.log.error("no agent could be started: there is no match");
    return EXIT_FAILURE;
  }
  if (outcome == Simulation::Outcome::stopped) {
    core.log.normal("stopped by {} after {:.1f} simulated seconds; the log is {}", name_of_signal(signals.ending()),
                    static_cast<double>(core.clock.now()) * core.clock.step_seconds(), logs.monitor);
    if (!options.quiet) print_summary(fmt::format("{}\n", fmt::join(watch_lines(options, places), "\n")), console);
    return 128 + signals.ending();
  }
  if (!options.quiet)
    print_summary(
        fmt::format("{}\n{}\n\n{}\n", summary(simulation, core, logs, wall.count()),
                    fmt::join(agent_table(simulation, gateway), "\n"), fmt::join(watch_lines(options, places), "\n")),
        console);
  return simulation.agents_started() > 0 && !simulation.has_had_agents() ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace server
