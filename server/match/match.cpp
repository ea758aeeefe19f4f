// SPDX-License-Identifier: Apache-2.0
#include "server/match/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <stdexcept>

#include "commserver/agent_database.h"
#include "commserver/guardian/guardian.h"
#include "commserver/host/descriptor_limit.h"
#include "server/engine/search_paths.h"
#include "server/match/agent_port.h"
#include "server/match/agent_table.h"
#include "server/match/brought_gateways.h"
#include "server/match/describe.h"
#include "server/match/gateways.h"
#include "server/match/match_monitors.h"
#include "server/match/match_report.h"
#include "server/match/programs.h"
#include "server/match/text_logs.h"
#include "server/match/watch_lines.h"
#include "server/options/parameters.h"
#include "server/record/match_record.h"
#include "spark/command_line/run_program.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/spades_server.h"

namespace server {

using namespace spark;
namespace {

constexpr std::size_t kMaxNotTaken = 1000;                   ///< octets
constexpr int kWalkOver = 4;                                 ///< exit status
constexpr std::chrono::milliseconds kAgentsMayTidyUp{2000};  ///< from the X message to SIGTERM, as in SPADES

/// A new seed has 48 bits: unique among many thousand matches, and exact in every reader of JSON.
std::uint64_t choose_seed(std::int64_t wanted) {
  if (wanted >= 0) return static_cast<std::uint64_t>(wanted);
  std::random_device random;
  const std::uint64_t high = random() & 0xFFFF'FFFFU, low = random() & 0xFFFFU;
  return high << 16U | low;
}

std::string log_name(const Options& options) {
  const std::filesystem::path file = options.monitor_log_file();
  return file.empty() ? "none" : file.string();
}

/// An upper bound of the agents that are started on this machine: other commservers may start some of them.
std::size_t agents_to_start(const SpadesServer& spades) {
  std::size_t count = 0;
  for (const auto& batch : spades.queue()) count += static_cast<std::size_t>(batch.count);
  return count;
}

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::nanoseconds(std::llround(1e9 * seconds));
}

}  // namespace

Match::Match(const Options& options, commserver::Guardian& guardian)
    : options_(options),
      guardian_(guardian),
      places_(commserver::find_places()),
      home_(commserver::chosen_home_folder(options.home)),
      console_(options.quiet, options.verbose),
      assembly_(choose_seed(options.random_seed)),
      late_mistakes_(assembly_.core.log, options.strict),
      files_(assembly_.core) {
  console_.attach(assembly_.core.log);
}

Match::~Match() {
  if (signals_) signals_->detach();
}

void Match::set_up() {
  Core& core = assembly_.core;
  set_search_paths(core, places_, home_, options_.takes_only_own_files());
  if (!options_.not_taken.empty())
    core.log.warning("not taken from files of --parameters: {} (the command line or --trust_scripts allows it)",
                     printable(fmt::format("{}", fmt::join(options_.not_taken, ", ")), kMaxNotTaken));
  if (!options_.ignored.empty())
    core.log.normal("these engine options have no meaning here and are ignored: {}", fmt::join(options_.ignored, ", "));
  note_files();
  assembly_.scripts();
  signals_.emplace();  // after Ruby, which unblocks signals, and before any thread
  assembly_.run_script(
      {options_.script, options_.profile, options_.variables, options_.strict, options_.script_limit_s});
}

/// Files of the home folder are reported even without --verbose: they may surprise a user who has forgotten them.
void Match::note_files() {
  assembly_.core.files.on_taken([this](const TakenFiles::File& file) {
    files_.note(file);
    const bool from_home = !home_.folder.empty() && file.path.string().starts_with(home_.folder.string() + '/');
    if (from_home)
      assembly_.core.log.normal("{}: {} (home folder)", file.kind, file.path.string());
    else if (text_logs_)  // earlier ones are logged once there is a log
      assembly_.core.log.debug("{}: {}", file.kind, file.path.string());
  });
}

std::string Match::variables() const {
  const Variables& variables = assembly_.core.variables;
  std::string text;
  for (const auto& [name, value] : variables.all()) {
    text += fmt::format("--{} {}\n", name, as_text(value).value_or(spark::describe(value)));
    if (const Variable* described = variables.described(name))
      text += fmt::format("      {}\n", described->description());
  }
  return text;
}

std::string Match::description(const std::string& name) {
  return describe_world(assembly_, name, options_.format);
}

void Match::prepare() {
  assembly_.core.input_limits = options_.limits;
  queue_agents();
  need_descriptors(0);
  commserver::LogFolder::check(options_.log_folder);
  const auto database_file =
      commserver::named_file("--agentdb", paths_of(script_folders(places_, home_)), options_.agent_database);
  auto database = commserver::AgentDatabase::load(database_file);
  assembly_.core.files.note("agent database", database_file);
  assembly_.monitor_system().prepare();
  Simulation::Options simulation = simulation_options();
  monitors_ = std::make_unique<MatchMonitors>(options_, assembly_);
  if (const std::uint16_t port = monitors_->hub().port(); port != 0)
    simulation.monitor_place = fmt::format("port {}", port);
  std::vector<ConnectingType> connecting = connecting_types(options_, database, assembly_.spades());
  provide_agent_port(options_, !connecting.empty(), assembly_.scripts());
  programs_ = std::make_unique<Programs>(options_, places_, guardian_, assembly_.loop.clock(), assembly_.core.log);
  gateways_ = std::make_unique<Gateways>(gateway_context(simulation.timing, std::move(connecting)), options_, places_,
                                         std::move(database), programs_->starter());
  const GatewayTraits& brought = gateways_->brought().traits();
  need_descriptors(brought.own_agents.size());
  const bool real_time = !options_.speed_chosen && brought.wants_real_time;
  assembly_.run_control.set_pace(real_time ? 1.0 : options_.chosen_speed);
  simulation.more_may_come = brought.takes_arrivals;
  if (simulation.agents_awaited > 0) simulation.agents_awaited += brought.arrives_at_once;
  if (options_.agents.size() == 1 && options_.agents.front().count > 0 && !simulation.more_may_come &&
      brought.arrives_at_once == 0)
    assembly_.core.log.normal("--team {}: has no opponent; a second --team adds one", options_.agents.front().type);
  started_ = assembly_.loop.now();
  simulation_ = assembly_.make_simulation(gateways_->gateway(), std::move(simulation));
  simulation_->add_frame_listener(monitors_->hub());
  simulation_->add_frame_listener(monitors_->hub().own_frames(), 1);
}

/// Raises the limit of descriptors, so that it suffices for the queued agents, those that gateways start, and monitors
/// beyond the usual number.
void Match::need_descriptors(std::size_t of_gateways) {
  const std::size_t agents = agents_to_start(assembly_.spades()) + of_gateways;
  const std::size_t monitors =
      static_cast<std::size_t>(std::max(0, options_.monitors.monitors - MonitorLimits{}.monitors));
  commserver::need_descriptors(commserver::descriptors_for(agents) + monitors, guardian_.pid());
}

void Match::queue_agents() {
  SpadesServer& spades = assembly_.spades();
  if (options_.agents.empty() && options_.agents_awaited == 0) return;
  spades.clear();
  for (const auto& batch : options_.agents)
    if (batch.count > 0) spades.queue_agents(batch.type, batch.count);
}

Simulation::Options Match::simulation_options() {
  Simulation::Options result = assembly_.simulation_options();
  result.pace_chosen = options_.speed_chosen;
  result.ready_limit = std::chrono::duration_cast<std::chrono::milliseconds>(options_.limits.ready);
  result.agents_awaited = options_.agents_awaited;
  result.contestants = options_.contestants();
  result.arrival_limit = nanoseconds(options_.wait_s);
  result.started_may_hold = nanoseconds(options_.agent_wall_s);
  result.arrived_may_hold = nanoseconds(options_.sync_budget_s);
  if (console_.has_live_line()) result.progress = [this] { show_live_line(); };
  return result;
}

GatewayContext Match::gateway_context(const AgentTiming& timing, std::vector<ConnectingType> connecting) {
  return {assembly_.core,
          assembly_.loop,
          assembly_.run_control,
          assembly_.commands,
          programs_->starter(),
          late_mistakes_,
          options_.log_folder,
          timing,
          {nanoseconds(options_.think_limit_s), options_.sync, nanoseconds(options_.sync_timeout_s)},
          std::move(connecting)};
}

void Match::run() {
  // From here on the logs of this match replace those of the last one.
  log_folder_.emplace(options_.log_folder);
  text_logs_ = attach_text_logs(assembly_.core, options_.log_folder, console_);
  monitors_->attach(text_logs_);
  try {
    play();
  } catch (const std::exception& error) {
    monitors_->hub().flush();
    write_report(error.what());
    report_on_abort_.emplace(
        [this, failure = std::string(error.what())](std::string_view) { assembly_.core.log.error("{}", failure); });
    throw;
  }
  write_report({});
}

void Match::play() {
  parameters_ = parameters_in_force(options_in_force(), assembly_.core.random.seed(), assembly_.core.variables);
  write_down_parameters(false);
  report_choices();
  attach_signals();
  begin_record();
  monitors_->hub().begin();
  gateways_->begin();
  start_agents();
  const FlushOnAbort flush_on_abort([this](std::string_view why) { end_at_once(why); });
  outcome_ = simulation_->run();
  wall_seconds_ = std::chrono::duration<double>(assembly_.loop.now() - started_).count();
  signals_->detach();
  console_.clear_live_line();
  gateways_->gateway().shut_down(kAgentsMayTidyUp);
  programs_->starter().end_all();  // programs that a gateway has left running
  if (record_) record_->finish();
  write_down_parameters(true);
  logs_ = end_logs();
  late_mistakes_.end_if_strict();
}

/// The options as given, but with full paths for files that a later start might find in another folder.
Options Match::options_in_force() const {
  Options result = options_;
  result.home = home_.folder.empty() ? "off" : home_.folder.string();
  if (home_.folder.empty()) return result;
  result.script = assembly_.core.files.first("script");
  result.agent_database = assembly_.core.files.first("agent database");
  return result;
}

/// Called twice, because most matches read further scene files when their agents connect.
void Match::write_down_parameters(bool at_end) {
  if (at_end && !has_written_parameters_) return;  // the first failure has been logged
  try {
    write_parameters(options_.log_folder / "parameters.xml", parameters_, files_.all(), at_end);
    has_written_parameters_ = true;
  } catch (const std::runtime_error& error) {
    assembly_.core.log.error(
        "{}; {}", error.what(),
        at_end ? "it names only the files loaded at the beginning of the match" : "the match continues without it");
  }
}

/// Logs what the options left open, such as the seed, and who can do what in this match.
void Match::report_choices() {
  Core& core = assembly_.core;
  for (const auto& [kind, path] : core.files.all()) core.log.debug("{}: {}", kind, path.string());
  if (options_.random_seed < 0) core.log.normal("random seed {}", core.random.seed());
  if (core.find_first<GameControlServer>()->aspects().empty())
    core.log.normal("nothing ends this world: it runs until it is stopped, or until --Spades.EndTime");
  programs_->report_sandbox();
  monitors_->report_access();
  for (const std::string& notice : gateways_->brought().traits().notices) core.log.normal("{}", notice);
}

void Match::begin_record() {
  if (!options_.record_acts && options_.hash_interval == 0) return;
  record_ = std::make_unique<MatchRecord>(options_, assembly_, *simulation_);
  if (!options_.record_acts) return;
  for (const std::string& other : gateways_->brought().traits().beyond_acts) record_->foreign(other);
  monitors_->hub().report_inputs(
      {[this](std::string_view peer, std::string_view text) { record_->commanded(peer, text); },
       [this] { record_->joined(); }});
}

void Match::attach_signals() {
  const auto toggle_pause = [this] {
    assembly_.run_control.toggle();
    assembly_.core.log.normal("{} by SIGUSR1 at {:.2f} s", to_string(assembly_.run_control.mode()),
                              assembly_.simulated_seconds());
  };
  const auto show_agents = [this] {
    for (const std::string& line : agent_table(*simulation_, gateways_->gateway()))
      assembly_.core.log.normal("{}", line);
  };
  signals_->attach(assembly_.run_control, assembly_.commands, toggle_pause, show_agents);
}

void Match::start_agents() {
  for (const std::string& type : gateways_->brought().traits().own_agents) simulation_->start_agent(type);
  for (const auto& batch : assembly_.spades().queue()) {
    const std::string missing = gateways_->missing_program(batch.type);
    for (int i = 0; i < batch.count; ++i) {
      if (missing.empty())
        simulation_->start_agent(batch.type);
      else
        simulation_->miss_agent(batch.type, missing);
    }
  }
}

void Match::show_live_line() {
  const double simulated = assembly_.simulated_seconds();
  console_.show_live_line(
      fmt::format("{}  simulated {:.1f} s, {}", simulation_->status(), simulated,
                  times_real_time(simulated, std::chrono::duration<double>(assembly_.loop.now() - started_).count())));
}

/// Called when a library is about to abort the process.
void Match::end_at_once(std::string_view why) {
  if (record_) record_->flush();
  monitors_->hub().flush();
  console_.clear_live_line();
  assembly_.core.log.error("{}; the match ends, its logs are complete up to {:.2f} s", why,
                           assembly_.simulated_seconds());
}

LogLines Match::end_logs() {
  LogLines lines{log_name(options_),
                 ends_early(text_logs_->server.problem()),
                 ends_early(text_logs_->actions.problem()),
                 monitors_->monitors_seen(),
                 monitors_->commands_of_trainers(),
                 restored_bodies(assembly_.core, simulation_->world())};
  if (const std::string problem = monitors_->hub().end_log(); !problem.empty())
    lines.monitor += fmt::format(", {}", ends_early(problem));
  return lines;
}

void Match::write_report(std::string_view failure) {
  text_logs_->end_actions();  // later lines, such as one about a monitor that leaves, belong to no match
  ended_ = write_match_json({options_, parameters_, assembly_.core, *simulation_, gateways_->gateway(), outcome_,
                             wall_seconds_, signals_->ending(), failure});
}

int Match::report() {
  Core& core = assembly_.core;
  const auto how_to_watch = [&] { return fmt::format("{}\n", fmt::join(watch_lines(options_, places_), "\n")); };
  if (outcome_ == Simulation::Outcome::no_agents && ended_.how == "failed") {
    core.log.error("no agent could be started: there is no match");
    return EXIT_FAILURE;
  }
  if (outcome_ == Simulation::Outcome::stopped) {
    core.log.normal("stopped by {} after {:.1f} simulated seconds; the log is {}", name_of_signal(signals_->ending()),
                    assembly_.simulated_seconds(), logs_.monitor);
    if (!options_.quiet) print_summary(how_to_watch(), console_);
    return 128 + signals_->ending();
  }
  if (!options_.quiet)
    print_summary(
        fmt::format(
            "{}\n{}\n\n{}",
            summary(*simulation_, assembly_.simulated_seconds(), wall_seconds_, core.random.seed(),
                    ended_.how == "played" ? std::string() : fmt::format("{}: {}", ended_.how, ended_.why), logs_),
            fmt::join(agent_table(*simulation_, gateways_->gateway()), "\n"), how_to_watch()),
        console_);
  if (ended_.how == "walk-over") return kWalkOver;
  return ended_.how == "failed" ? EXIT_FAILURE : EXIT_SUCCESS;
}

int play_match(const Options& options, commserver::Guardian& guardian) {
  Match match(options, guardian);
  match.set_up();
  if (options.list_variables) return print_answer(match.variables());
  if (options.described) return print_answer(match.description(*options.described));
  match.prepare();
  match.run();
  return match.report();
}

}  // namespace server
