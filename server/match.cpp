// SPDX-License-Identifier: Apache-2.0
#include "server/match.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>

#include "server/agent_table.h"
#include "server/bodies_put_back.h"
#include "server/brought_gateways.h"
#include "server/describe.h"
#include "server/file_list.h"
#include "server/gateways.h"
#include "server/match_record.h"
#include "server/parameters.h"
#include "server/programs.h"
#include "server/search_paths.h"
#include "server/text_logs.h"
#include "server/watch_lines.h"
#include "spark/core/last_words.h"
#include "spark/core/standard_streams.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/spades_server.h"

namespace server {

using namespace spark;
namespace {

/// More than a match with people has; actions.log has all of them.
constexpr std::uint64_t kCommandsInServerLog = 1000;
constexpr int kWalkOver = 4;                                 ///< exit status
constexpr std::chrono::milliseconds kAgentsMayTidyUp{2000};  ///< between X and force, as SPADES had it

std::uint64_t choose_seed(std::int64_t wanted) {
  // A fresh seed is kept short, so that people can read it to each other.
  return wanted >= 0 ? static_cast<std::uint64_t>(wanted) : std::random_device{}() % 1000000;
}

std::string log_name(const Options& options) {
  const std::filesystem::path file = options.monitor_log_file();
  return file.empty() ? "none" : file.string();
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
      files_(assembly_.core),
      commands_noted_(kCommandsInServerLog) {
  console_.attach(assembly_.core.log);
}

Match::~Match() {
  if (signals_) signals_->detach();
}

void Match::set_up() {
  Core& core = assembly_.core;
  set_search_paths(core, places_, home_);
  if (!options_.ignored.empty())
    core.log.normal("these engine options have no meaning here and are ignored: {}", fmt::join(options_.ignored, ", "));
  watch_files();
  assembly_.scripts();
  signals_.emplace();  // after Ruby, which unblocks signals, and before any thread
  assembly_.run_script(
      {options_.script, options_.profile, options_.variables, options_.strict, options_.script_limit_s});
}

/// What comes from the home folder may surprise whoever has forgotten it.
void Match::watch_files() {
  assembly_.core.files.on_taken([this](const TakenFiles::File& file) {
    files_.note(file);
    const bool from_home = !home_.folder.empty() && file.path.string().starts_with(home_.folder.string() + '/');
    if (from_home)
      assembly_.core.log.normal("{}: {} (home folder)", file.kind, file.path.string());
    else if (text_logs_)  // before, all are kept until there is a log
      assembly_.core.log.debug("{}: {}", file.kind, file.path.string());
  });
}

std::string Match::variables() const {
  std::string text;
  for (const auto& [name, value] : assembly_.core.variables.all())
    text += fmt::format("--{} {}\n", name, as_text(value).value_or(describe(value)));
  return text;
}

std::string Match::description(const std::string& name) {
  return describe_world(assembly_, name, options_.format);
}

void Match::run() {
  try {
    play();
  } catch (const std::exception& error) {
    if (!log_folder_ || !simulation_) throw;
    hub_->flush();
    write_report(error.what());
    throw;
  }
  write_report({});
}

void Match::play() {
  // From here on there is a match, whose logs take the place of the last one's.
  log_folder_.emplace(options_.log_folder);
  text_logs_ = attach_text_logs(assembly_.core, options_.log_folder, console_);
  parameters_ = parameters_in_force(options_in_force(), assembly_.core.random.seed(), assembly_.core.variables);
  write_down_parameters(false);
  say_what_was_chosen();
  attach_signals();
  begin_record();
  hub_->begin();
  gateways_->begin();
  for (const std::string& type : gateways_->brought().own_agents()) simulation_->start_agent(type);
  for (const auto& batch : assembly_.spades().queue()) {
    const std::string missing = gateways_->missing_program(batch.type);
    for (int i = 0; i < batch.count; ++i) {
      if (missing.empty())
        simulation_->start_agent(batch.type);
      else
        simulation_->miss_agent(batch.type, missing);
    }
  }
  const LastWords last_words([this](std::string_view why) { end_at_once(why); });
  outcome_ = simulation_->run();
  wall_seconds_ = std::chrono::duration<double>(assembly_.loop.now() - started_).count();
  signals_->detach();
  console_.clear_live_line();
  gateways_->gateway().shut_down(kAgentsMayTidyUp);
  programs_->starter().end_all();  // whoever has forgotten his
  if (record_) record_->finish();
  write_down_parameters(true);
  logs_ = end_logs();
  late_mistakes_.end_if_strict();
}

/// Files that another start would look for elsewhere are named in full.
Options Match::options_in_force() const {
  Options result = options_;
  result.home = home_.folder.empty() ? "off" : home_.folder.string();
  if (home_.folder.empty()) return result;
  result.script = assembly_.core.files.first("script");
  result.agent_database = assembly_.core.files.first("agent database");
  return result;
}

/// Most matches take further scene files when their agents come.
void Match::write_down_parameters(bool at_end) {
  if (at_end && !has_written_parameters_) return;  // of which there is a line
  try {
    write_parameters(options_.log_folder / "parameters.xml", parameters_, files_.all(), at_end);
    has_written_parameters_ = true;
  } catch (const std::runtime_error& error) {
    assembly_.core.log.error("{}; the match goes on without it", error.what());
  }
}

void Match::say_what_was_chosen() {
  Core& core = assembly_.core;
  for (const auto& [kind, path] : core.files.all()) core.log.debug("{}: {}", kind, path.string());
  if (options_.random_seed < 0) core.log.normal("random seed {}", core.random.seed());
  if (core.find_first<GameControlServer>()->aspects().empty())
    core.log.normal("nothing ends this world: it runs until it is stopped, or as long as --Spades.EndTime says");
  programs_->report_sandbox();
  if (options_.monitor_port == 0) core.log.normal("monitor port {}", hub_->port());
  if (options_.watch_port == 0) core.log.normal("watch port {}", hub_->watch_port());
  say_who_may_command();
  for (const std::string& notice : gateways_->brought().notices()) core.log.normal("{}", notice);
}

void Match::begin_record() {
  if (!options_.record_acts && options_.hash_interval == 0) return;
  record_ = std::make_unique<MatchRecord>(options_, assembly_, *simulation_);
  if (!options_.record_acts) return;
  for (const auto& gateway : gateways_->brought().all())
    if (const std::string other = gateway->beyond_acts(); !other.empty()) record_->foreign(other);
  hub_->tell({[this](std::string_view peer, std::string_view text) { record_->commanded(peer, text); },
              [this] { record_->joined(); }});
}

void Match::attach_signals() {
  const auto toggle_pause = [this] {
    assembly_.run_control.toggle();
    assembly_.core.log.normal("{} by SIGUSR1", to_string(assembly_.run_control.mode()));
  };
  const auto show_agents = [this] {
    for (const std::string& line : agent_table(*simulation_, gateways_->gateway()))
      assembly_.core.log.normal("{}", line);
  };
  signals_->attach(assembly_.run_control, assembly_.commands, toggle_pause, show_agents);
}

void Match::end_at_once(std::string_view why) {
  if (record_) record_->flush();
  hub_->flush();
  console_.clear_live_line();
  assembly_.core.log.error("{}; the match ends, its logs are complete up to {:.2f} s", why,
                           assembly_.simulated_seconds());
}

LogLines Match::end_logs() {
  LogLines lines{log_name(options_),
                 ends_early(text_logs_->server.problem()),
                 ends_early(text_logs_->actions.problem()),
                 monitors_seen(),
                 commands_of_trainers(),
                 bodies_put_back(assembly_.core, simulation_->world())};
  if (const std::string problem = hub_->end_log(); !problem.empty())
    lines.monitor += fmt::format(", {}", ends_early(problem));
  return lines;
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

namespace {

/// What was asked for instead of a match.
int print_answer(std::string_view text) {
  if (const int error = write_text(STDOUT_FILENO, text); error != 0 && error != EPIPE)
    throw std::runtime_error(std::strerror(error));
  return EXIT_SUCCESS;
}

}  // namespace

int play_match(const Options& options, commserver::Guardian& guardian) {
  if (options.list_files) return print_answer(list_of_files(options));
  if (!options.report.log.empty()) return report_of(options.report, options.quiet);
  Match match(options, guardian);
  match.set_up();
  if (options.list_variables) return print_answer(match.variables());
  if (options.described) return print_answer(match.description(*options.described));
  match.prepare();
  match.run();
  return match.report();
}

}  // namespace server
