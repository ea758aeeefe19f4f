// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "monitor-lite/client/report.h"
#include "server/engine/assembly.h"
#include "server/options/file_records.h"
#include "server/options/options.h"
#include "server/options/parameters.h"
#include "server/record/hash_log.h"
#include "server/record/line_comparison.h"
#include "server/record/recorded_agents.h"
#include "server/verify/actions_comparison.h"
#include "spark/sim/frame_listener.h"

namespace server {

/// Plays a match again from its record, without its agents, ports and programs, and compares the result with its logs.
/// Writes nothing.
class Replay final : public spark::FrameListener {
 public:
  /// Called a few times per second of real time with the present time in the match.
  using Progress = std::function<void(double simulated_seconds, std::uint64_t acts)>;
  /// Real time that the input of one step may take. A forged record could have more input there than can ever be
  /// processed.
  static constexpr std::chrono::seconds kLongestStep{60};

  /// `folder` has the logs; `monitor_log` is the one to compare with, if the user named one. `caller` has the options
  /// of the command line (`replay_options`). Throws `std::runtime_error` with one line if the match cannot be played
  /// again.
  Replay(const std::filesystem::path& folder, const std::filesystem::path& monitor_log, const Options& caller,
         Progress progress);

  /// Throws `std::runtime_error` with one line if the record is invalid from some line on.
  void play();

  /// Whether the record lacks the end of the match.
  bool is_cut() const { return is_cut_; }
  const RecordedParameters& recorded() const { return recorded_; }
  /// The options of the replay.
  const Options& options() const { return options_; }
  RecordedAgents& agents() { return *agents_; }
  const RecordedAgents& agents() const { return *agents_; }
  int agents_started() const { return simulation_->agents_started(); }
  spark::Step steps() const { return assembly_.core.clock.now(); }
  double seconds_of(spark::Step steps) const {
    return static_cast<double>(steps) * assembly_.core.clock.step_seconds();
  }
  /// The logs that were compared: all monitor logs, and hashes.
  const std::vector<std::unique_ptr<LineComparison>>& logs() const { return logs_; }
  /// The monitor log; empty if there is none.
  const std::filesystem::path& monitor_log() const { return monitor_log_; }
  bool is_hash_log(const LineComparison& log) const { return &log == hashes_; }
  /// The line of hashes that names the bodies, at the first difference, or at the end.
  const std::string& names_of_bodies() const { return names_of_bodies_; }
  /// The files that the replay has read.
  const std::vector<FileRecord>& files() const { return files_.all(); }
  /// The script variables whose values differ from the script's.
  std::vector<spark::Variables::Changed> changed_variables() const { return assembly_.core.variables.changed(); }
  /// Trainers' commands, in order.
  const std::vector<RecordedCommand>& commands() const { return commands_; }
  /// The report on the game, from its monitor log; nothing if there is no log, or no game in it.
  std::optional<monitor::Report> report() const;
  /// The part of match.json that follows from the record, its parameters and `report`. `how` is the recorded end of the
  /// match, which is used for a match that did not end by itself.
  nlohmann::ordered_json match_json(const std::string& how, const std::optional<monitor::Report>& report) const;

 private:
  void frame(spark::Step step) override;
  void check_record() const;
  void open_logs(const std::filesystem::path& monitor_log);
  void set_up();
  void command(std::string_view peer, std::string_view text);
  void compare(auto print);
  void take_hashes(std::string_view line);
  void check_progress(spark::Step at);
  void report_progress() const;

  const std::filesystem::path folder_;
  const RecordedParameters recorded_;
  const Options options_;
  Progress progress_;
  std::string line_, names_of_bodies_;
  std::filesystem::path monitor_log_;
  std::vector<std::unique_ptr<LineComparison>> logs_;
  LineComparison* hashes_ = nullptr;  ///< one of `logs_`
  Assembly assembly_;
  FileRecords files_;
  std::unique_ptr<RecordedAgents> agents_;
  std::unique_ptr<spark::Simulation> simulation_;
  std::optional<HashLog> hash_log_;
  std::vector<RecordedCommand> commands_;
  spark::Simulation::Outcome outcome_ = spark::Simulation::Outcome::stopped;
  bool is_cut_ = false;
  spark::Step at_ = -1;  ///< the step of the latest input
  spark::RealClock::Time at_since_{};
  unsigned calls_ = 0;
};

}  // namespace server
