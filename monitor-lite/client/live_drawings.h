// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "monitor-lite/client/agent_drawings.h"

namespace monitor {

/// The drawings of trainers in a live match, from the client (`Client::on_drawing`).
class LiveDrawings final : public DrawingSource {
 public:
  static constexpr std::size_t kMaxKept = 2000;

  /// `time`: game time of its arrival, s.
  void take(const LiveDrawing& drawing, double time);
  /// Clears everything, because another match has begun.
  void forget() { *this = {}; }

  bool is_empty() const override { return false; }
  const std::vector<PlayerName>& players() const override { return players_; }
  const std::vector<std::string>& layers() const override { return layers_; }
  /// `place`: game time, s.
  std::vector<DrawnShape> at(double place) override;

 private:
  struct Kept {
    double time;
    LiveDrawing drawing;
  };
  std::vector<Kept> kept_;
  std::vector<PlayerName> players_;
  std::vector<std::string> layers_;
};

}  // namespace monitor
