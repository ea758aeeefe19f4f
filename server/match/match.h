// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commserver/host/home_folder.h"
#include "commserver/host/log_folder.h"
#include "commserver/host/places.h"
#include "server/engine/assembly.h"
#include "server/engine/console.h"
#include "server/engine/signals.h"
#include "server/match/summary.h"
#include "server/options/file_records.h"
#include "server/options/options.h"
#include "server/record/match_json.h"
#include "spark/agent/gateway_node.h"
#include "spark/command_line/option_table.h"
#include "spark/core/flush_on_abort.h"
#include "spark/core/late_mistakes.h"
#include "spark/sim/simulation.h"

namespace commserver {
class Guardian;
}

namespace server {

class Gateways;
class MatchMonitors;
class MatchRecord;
class Programs;
struct TextLogs;

/// One match, from set-up script to summary. It owns the world (`Assembly`) and everything around it: monitors, agents'
/// programs, gateways, the simulation, logs and signals.
///
/// The functions are called once each, on one thread, in the order set_up, prepare, run, report; after set_up,
/// `variables` or `description` may be called instead of the rest. Each throws `std::runtime_error` with one line if it
/// fails, and then leaves nothing running.
class Match {
 public:
  /// Both must outlive it.
  Match(const Options& options, commserver::Guardian& guardian);
  ~Match();
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;

  /// Runs the set-up script.
  void set_up();
  /// The script's variables in the form of the command line, one per line, each followed by its description from the
  /// script's table.
  std::string variables() const;
  /// The text that `--describe` prints; no match can be played afterwards.
  std::string description(const std::string& name);
  /// Checks and opens everything that may fail: agents' programs, sandbox, ports, the log folder. It writes nothing and
  /// starts no agent.
  void prepare();
  /// Replaces the logs of the last match, starts the agents and plays until the game, a trainer or a signal ends it and
  /// the agents have left. A failure is written into match.json before it is thrown.
  void run();
  /// Prints the summary; returns the exit status.
  int report();

 private:
  // Before the match.
  void note_files();
  void queue_agents();
  void need_descriptors(std::size_t of_gateways);
  spark::Simulation::Options simulation_options();
  spark::GatewayContext gateway_context(const spark::AgentTiming& timing,
                                        std::vector<spark::ConnectingType> connecting);
  // During the match.
  void play();
  Options options_in_force() const;
  void write_down_parameters(bool at_end);
  void report_choices();
  void begin_record();
  void attach_signals();
  void start_agents();
  void show_live_line();
  void end_at_once(std::string_view why);
  // After the match.
  LogLines end_logs();
  void write_report(std::string_view failure);

  const Options& options_;
  commserver::Guardian& guardian_;
  const commserver::Places places_;
  const commserver::HomeFolder home_;
  Console console_;  // before the core, whose log it shows
  Assembly assembly_;
  spark::LateMistakes late_mistakes_;
  FileRecords files_;              ///< all files that the assembly has read
  spark::NamedValues parameters_;  ///< in force when the match began
  bool has_written_parameters_ = false;
  std::optional<Signals> signals_;
  std::unique_ptr<MatchMonitors> monitors_;
  std::unique_ptr<Programs> programs_;  // before the gateways, which use it to start and end their programs
  std::optional<spark::FlushOnAbort> report_on_abort_;  // a gateway may end the process when it is destroyed
  std::unique_ptr<Gateways> gateways_;
  std::unique_ptr<spark::Simulation> simulation_;
  std::optional<commserver::LogFolder> log_folder_;
  std::shared_ptr<TextLogs> text_logs_;
  std::unique_ptr<MatchRecord> record_;
  spark::RealClock::Time started_{};
  double wall_seconds_ = 0;
  spark::Simulation::Outcome outcome_ = spark::Simulation::Outcome::stopped;
  LogLines logs_;
  MatchEnd ended_{"stopped", {}};
};

/// Plays one match, or prints the script's variables or the reference if the options ask for that. Returns the exit
/// status.
int play_match(const Options& options, commserver::Guardian& guardian);

}  // namespace server
