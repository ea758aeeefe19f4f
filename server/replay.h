// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "server/assembly.h"
#include "server/options.h"
#include "server/record/hash_log.h"
#include "server/record/line_comparison.h"
#include "server/record/recorded_agents.h"
#include "server/signals.h"
#include "spark/sim/frame_listener.h"

namespace server {

/// A match that is played again from its record, without its agents, ports and programs, and what it makes compared
/// with its logs. Writes nothing.
class Replay final : public spark::FrameListener {
 public:
  /// `folder` has its logs. Throws `std::runtime_error` with one line if it cannot be played again.
  explicit Replay(const std::filesystem::path& folder);

  /// Throws `std::runtime_error` with one line if a signal ends it, or the record makes no sense from some line on.
  void play();

  bool is_true() const;
  /// Whether the logs go on where the record has ended.
  bool goes_beyond() const;
  /// Whether the record does not say how the match ended.
  bool is_cut() const { return is_cut_; }
  const RecordedAgents& agents() const { return *agents_; }
  int agents_started() const { return simulation_->agents_started(); }
  spark::Step steps() const { return assembly_.core.clock.now(); }
  double seconds_of(spark::Step steps) const {
    return static_cast<double>(steps) * assembly_.core.clock.step_seconds();
  }
  /// Null: the match wrote none.
  const LineComparison* monitor_log() const { return monitor_log_.get(); }
  const LineComparison* hashes() const { return hashes_.get(); }
  /// The line of hashes that names the bodies, when they differed first, or at the end.
  const std::string& names_of_bodies() const { return names_of_bodies_; }

 private:
  void frame(spark::Step step) override;
  void set_up();
  void compare(LineComparison& with, auto print);
  void take_hashes(std::string_view line);

  const Options options_;
  std::string line_, names_of_bodies_;
  std::unique_ptr<LineComparison> monitor_log_, hashes_;
  std::unique_ptr<RecordedAgents> agents_;
  Assembly assembly_;
  std::optional<Signals> signals_;
  std::unique_ptr<spark::Simulation> simulation_;
  std::optional<HashLog> hash_log_;
  bool is_cut_ = false;
};

}  // namespace server
