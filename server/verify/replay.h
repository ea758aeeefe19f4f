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

/// A match that is played again from its record, without its agents, ports and programs, and what it makes compared
/// with its logs. Writes nothing.
class Replay final : public spark::FrameListener {
 public:
  /// What is said now and then while it takes long, a few times per second of real time: where the match is.
  using Progress = std::function<void(double simulated_seconds, std::uint64_t acts)>;
  /// What comes in at one step may take so long. A record that was made up could have more there than is ever done.
  static constexpr std::chrono::seconds kLongestStep{60};

  /// `folder` has its logs; `monitor_log` is the one to compare with, if it is known which. `caller` is what stands on
  /// the command line (`replay_options`). Throws `std::runtime_error` with one line if it cannot be played again.
  Replay(const std::filesystem::path& folder, const std::filesystem::path& monitor_log, const Options& caller,
         Progress progress);

  /// Throws `std::runtime_error` with one line if the record makes no sense from some line on.
  void play();

  /// Whether the record does not say how the match ended.
  bool is_cut() const { return is_cut_; }
  const RecordedParameters& recorded() const { return recorded_; }
  /// In force here.
  const Options& options() const { return options_; }
  RecordedAgents& agents() { return *agents_; }
  const RecordedAgents& agents() const { return *agents_; }
  int agents_started() const { return simulation_->agents_started(); }
  spark::Step steps() const { return assembly_.core.clock.now(); }
  double seconds_of(spark::Step steps) const {
    return static_cast<double>(steps) * assembly_.core.clock.step_seconds();
  }
  /// The logs that were compared: those of monitors, as many as there are, and hashes.
  const std::vector<std::unique_ptr<LineComparison>>& logs() const { return logs_; }
  /// The monitor log; empty if there is none.
  const std::filesystem::path& monitor_log() const { return monitor_log_; }
  bool is_hash_log(const LineComparison& log) const { return &log == hashes_; }
  /// The line of hashes that names the bodies, when they differed first, or at the end.
  const std::string& names_of_bodies() const { return names_of_bodies_; }
  /// The files that were taken here.
  const std::vector<FileRecord>& files() const { return files_.all(); }
  /// The script variables that are not what the script gives them.
  std::vector<spark::Variables::Changed> changed_variables() const { return assembly_.core.variables.changed(); }
  /// Trainers' commands, in order.
  const std::vector<RecordedCommand>& commands() const { return commands_; }
  /// On the game, from its monitor log; nothing if there is none, or it has no game.
  std::optional<monitor::Report> report() const;
  /// What match.json says of this match, as far as it follows from the record, its parameters and `report`. `how` is
  /// how it says that the match ended, which is taken for a match that did not end by itself.
  nlohmann::ordered_json match_json(const std::string& how, const std::optional<monitor::Report>& report) const;

 private:
  void frame(spark::Step step) override;
  void check_record() const;
  void open_logs(const std::filesystem::path& monitor_log);
  void set_up();
  void command(std::string_view peer, std::string_view text);
  void compare(auto print);
  void take_hashes(std::string_view line);
  void goes_on(spark::Step at);
  void report_progress() const;

  const std::filesystem::path folder_;
  const RecordedParameters recorded_;
  const Options options_;
  Progress progress_;
  std::string line_, names_of_bodies_;
  std::filesystem::path monitor_log_;
  std::vector<std::unique_ptr<LineComparison>> logs_;
  LineComparison* hashes_ = nullptr;  ///< one of them
  Assembly assembly_;
  FileRecords files_;
  std::unique_ptr<RecordedAgents> agents_;
  std::unique_ptr<spark::Simulation> simulation_;
  std::optional<HashLog> hash_log_;
  std::vector<RecordedCommand> commands_;
  spark::Simulation::Outcome outcome_ = spark::Simulation::Outcome::stopped;
  bool is_cut_ = false;
  spark::Step at_ = -1;  ///< the step of the place at which something came in last
  spark::RealClock::Time at_since_{};
  unsigned calls_ = 0;
};

}  // namespace server
