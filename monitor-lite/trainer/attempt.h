// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/trainer/set_play.h"

namespace monitor {

/// A placement in an attempt, with its random numbers, m and m/s.
struct Placed {
  Side side = Side::none;  ///< none: the ball
  int number = 0;
  Point place;
  Point velocity;
  std::optional<double> battery{};
};

/// The beginning of an attempt; it depends only on the play, its seed and the number.
struct Beginning {
  int number = 1;              ///< of the attempt
  std::uint64_t episode_seed;  ///< the server's random numbers
  std::vector<Placed> placed;  ///< in the order of the play
};
/// `game` determines the heights of objects on the ground.
Beginning begin_attempt(const SetPlay& play, const Game& game, std::int64_t seed, int number);
/// The trainer's commands for the beginning, without `reset`. `anew`: for servers without `reset`.
std::string commands_for(const SetPlay& play, const Beginning& beginning, bool anew);

/// The result of an attempt.
struct Attempt {
  Beginning beginning;
  std::string outcome;
  double seconds = 0;  ///< of the game
  Point ball_end;
  double ball_top_speed = 0;       ///< m/s
  double ball_way = 0;             ///< m, along the ground
  std::vector<Point> ball_path{};  ///< with a limited number of points
};

/// Follows one attempt, frame by frame.
class AttemptWatch {
 public:
  AttemptWatch(const SetPlay& play, const Game& game, Beginning beginning, const Snapshot& first);
  /// Returns true if that frame has ended it.
  bool see(const Snapshot& now);
  const Attempt& attempt() const { return attempt_; }

 private:
  double seconds_until(const Snapshot& now);
  void follow_ball(const Snapshot& now, double seconds);

  const SetPlay& play_;
  const Game& game_;
  const Snapshot first_;
  Attempt attempt_;
  int frames_ = 0;
  double per_frame_;  ///< s of the game, if known
  double last_time_;
  double last_seconds_ = 0;
  double ball_speed_ = 0;
  Point ball_;
};

}  // namespace monitor
