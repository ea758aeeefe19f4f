// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "commserver/host/home_folder.h"
#include "commserver/host/log_folder.h"
#include "commserver/host/places.h"
#include "server/assembly.h"
#include "server/console.h"
#include "server/file_records.h"
#include "server/match_json.h"
#include "server/options.h"
#include "server/signals.h"
#include "server/summary.h"
#include "spark/agent/gateway_node.h"
#include "spark/command_line/option_table.h"
#include "spark/core/late_mistakes.h"
#include "spark/core/line_limit.h"
#include "spark/sim/simulation.h"

namespace commserver {
class Guardian;
}

namespace spark {
class MonitorHub;
}

namespace server {

class Gateways;
class Programs;
class MatchRecord;
struct TextLogs;

/// One match, from script to summary: an assembly with agents, monitors, logs and signals. Its parts are called once,
/// in this order; those that throw do so with `std::runtime_error` and one clear line, and nothing is left running
/// then.
class Match {
 public:
  /// Both must outlive it.
  Match(const Options& options, commserver::Guardian& guardian);
  ~Match();
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;

  /// Runs the set-up script.
  void set_up();
  /// The script's variables as they can be given on the command line, a line each.
  std::string variables() const;
  /// What `--describe` prints; no match can be played afterwards.
  std::string description(const std::string& name);
  /// Checks and opens all that may fail: agents' programs, sandbox, ports, the folder of the logs. Nothing has been
  /// written yet, and no agent been started.
  void prepare();
  /// Opens the logs in place of the last match's, starts the agents and plays, until the game or somebody ends it and
  /// the agents have left. What fails meanwhile is in match.json, too, before it is thrown.
  void run();
  /// Says how it went; returns the exit status.
  int report();

 private:
  void play();
  void queue_agents();
  void need_descriptors(std::size_t of_gateways);
  spark::Simulation::Options simulation_options();
  void show_live_line();
  spark::GatewayContext gateway_context(const spark::AgentTiming& timing,
                                        std::vector<spark::ConnectingType> connecting);
  void open_monitors();
  void watch_files();
  Options options_in_force() const;
  void write_down_parameters(bool at_end);
  void say_what_was_chosen();
  void begin_record();
  void attach_signals();
  void say_who_may_command();
  void note_command(std::string_view peer, std::string_view command);
  std::string monitors_seen() const;
  std::string commands_of_trainers() const;
  LogLines end_logs();
  void write_report(std::string_view failure);
  MatchEnd how_it_ended(std::string_view failure, const monitor::Ending& ending, const Absence& absence) const;
  void end_at_once(std::string_view why);

  const Options& options_;
  commserver::Guardian& guardian_;
  const commserver::Places places_;
  const commserver::HomeFolder home_;
  Console console_;  // before the core, whose log it shows
  Assembly assembly_;
  spark::LateMistakes late_mistakes_;
  FileRecords files_;              ///< of all that the assembly takes
  spark::NamedValues parameters_;  ///< in force when it began
  bool has_written_parameters_ = false;
  std::optional<Signals> signals_;
  std::unique_ptr<spark::MonitorHub> hub_;
  std::unique_ptr<Programs> programs_;  // before the gateways, which start and end theirs by it
  std::unique_ptr<Gateways> gateways_;
  std::unique_ptr<spark::Simulation> simulation_;
  std::optional<commserver::LogFolder> log_folder_;
  std::shared_ptr<TextLogs> text_logs_;
  std::unique_ptr<MatchRecord> record_;
  spark::RealClock::Time started_{};
  double wall_seconds_ = 0;
  spark::Simulation::Outcome outcome_ = spark::Simulation::Outcome::stopped;
  LogLines logs_;
  spark::LineLimit commands_noted_;  ///< in server.log
  MatchEnd ended_{"stopped", {}};
};

/// Plays one match, or lists files or the script's variables if that is what the options want, and returns the exit
/// status.
int play_match(const Options& options, commserver::Guardian& guardian);

}  // namespace server
