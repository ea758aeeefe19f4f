// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "monitor-lite/client/ball_trail.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/client/speech.h"
#include "monitor-lite/window/match_source.h"
#include "monitor-lite/window/playback.h"

namespace monitor {

/// The match of a log, at any speed: one of 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50 times real time. It interpolates
/// between frames.
class Replay final : public MatchSource, public Playback {
 public:
  /// Throws as LogFile does, and if there is no frame in it.
  explicit Replay(const std::filesystem::path& file, TeamNames names = {});

  void advance(double now) override;
  const Game& game() const override { return log_.game(); }
  const Snapshot& snapshot() const override { return shown_; }
  Status status() const override;
  bool has_changed() const override { return changed_; }
  std::vector<Event> take_events() override;
  std::vector<Event> goals() const override;

  std::size_t frames() const override { return log_.size(); }
  double time() const override { return shown_.time; }
  double time_of(std::size_t frame) const override { return log_.time_of(frame); }
  const std::vector<Mark>& marks() const override { return marks_; }
  bool next_mark() override { return seek_next_goal(kBeforeGoal / seconds_per_frame_); }
  bool previous_mark() override {
    return seek_previous_goal(kBeforeGoal / seconds_per_frame_, 1.5 / seconds_per_frame_);
  }
  std::string_view mark_name() const override { return "goal"; }

  const LogFile& log() const { return log_; }
  double seconds_per_frame() const { return seconds_per_frame_; }

 private:
  double place_after(double seconds) const override { return place() + seconds / seconds_per_frame_; }
  void on_seek() override;
  void show();
  void report_events(std::size_t from, std::size_t to);

  LogFile log_;
  std::vector<Mark> marks_;
  double seconds_per_frame_ = 0.15;
  double played_ = 0.0;  ///< s watched; speech bubbles stay while it is paused
  bool changed_ = true;
  std::size_t heard_ = ~std::size_t{0};
  Speech speech_;
  BallTrail trail_;
  std::vector<Event> events_;
  Snapshot shown_;
};

}  // namespace monitor
