// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "monitor-lite/broadcast/footage.h"

namespace monitor {

/// A live match of a server. Retains everything that may still be shown, for a server much faster than real time the
/// whole match; beyond kMaxBytes the oldest frames are dropped.
class LiveFootage final : public Footage {
 public:
  static constexpr std::size_t kMaxBytes = 96 << 20;
  static constexpr std::size_t kMaxMoments = 20'000;
  /// The newest picture is held back this long, s, so that there is always a frame to move towards.
  static constexpr double kDelay = 0.4;
  /// A server that is faster than real time by this factor is not followed but shown at real time.
  static constexpr double kMaxSpeed = 10.0;

  /// A frame that arrived at `now`, s of a steady clock, with the events up to it.
  void take(const Game& game, const Snapshot& snapshot, const std::vector<Event>& events, double now);
  void complete() { complete_ = true; }

  const Game& game() const override { return game_; }
  double begin() const override { return frames_.empty() ? 0.0 : frames_.front().place; }
  double end() const override { return frames_.empty() ? 0.0 : frames_.back().place; }
  bool is_complete() const override { return complete_; }
  Snapshot at(double place) override;
  void add_trail(double place, Snapshot& shown) override;
  const std::vector<Moment>& moments() const override { return moments_; }
  double pace(double place) const override;
  void forget_before(double place) override;

  std::size_t frames() const { return frames_.size(); }
  // The place and the time of the frame with that index, which must exist.
  double place_of(std::size_t index) const { return frames_[index].place; }
  double time_of(std::size_t index) const { return frames_[index].snapshot.time; }
  /// The usual difference of places of two frames, s.
  double step() const { return step_; }
  /// The number of frames dropped at the beginning.
  std::size_t dropped() const { return dropped_; }

 private:
  struct Frame {
    double place;
    std::size_t bytes;
    Snapshot snapshot;
  };
  /// The last frame that is not after `place`, or the first; there must be one.
  std::size_t index_at(double place) const;
  void measure(double step, double now);
  void drop_first();

  Game game_;
  std::deque<Frame> frames_;
  std::size_t bytes_ = 0;
  std::size_t dropped_ = 0;
  std::vector<Moment> moments_;
  bool complete_ = false;
  double step_ = 0.15;  ///< usual difference of places of two frames, s
  // The pace of the server: seconds of places received since `measured_`, and the arrival of the last frame.
  double server_pace_ = 1.0;
  double come_ = 0.0, measured_ = 0.0, last_ = 0.0;
};

}  // namespace monitor
