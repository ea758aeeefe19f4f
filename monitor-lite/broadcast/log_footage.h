// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "monitor-lite/broadcast/footage.h"
#include "monitor-lite/client/ball_trail.h"
#include "monitor-lite/client/log_file.h"

namespace monitor {

/// The match of a log.
class LogFootage final : public Footage {
 public:
  /// Throws as LogFile does, and if there is no frame in it.
  LogFootage(const std::filesystem::path& file, TeamNames names);

  const Game& game() const override { return log_.game(); }
  double begin() const override { return 0.0; }
  double end() const override { return static_cast<double>(log_.size() - 1) * per_frame_; }
  bool is_complete() const override { return true; }
  Snapshot at(double place) override;
  void add_trail(double place, Snapshot& shown) override;
  const std::vector<Moment>& moments() const override { return moments_; }
  double pace(double) const override { return 1.0; }
  void forget_before(double) override {}

  const LogFile& log() const { return log_; }

 private:
  /// The number of frames before a place, plus the fraction of the way to the next.
  double frame_at(double place) const;

  LogFile log_;
  double per_frame_;  ///< s
  std::vector<Moment> moments_;
  BallTrail trail_;
  std::optional<std::size_t> trailed_;  ///< the frame of the trail
};

}  // namespace monitor
