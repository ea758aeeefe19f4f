// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/trainer/set_play.h"

namespace monitor {

/// Where something was put for an attempt: a placement with its numbers drawn, m and m/s.
struct Placed {
  Side side = Side::none;  ///< none: the ball
  int number = 0;
  Point place;
  Point velocity;
  std::optional<double> battery{};
};

/// What an attempt begins with; follows from the play, its seed and the number alone.
struct Beginning {
  int number = 1;              ///< of the attempt
  std::uint64_t episode_seed;  ///< the server's random numbers
  std::vector<Placed> placed;  ///< in the order of the play
};
/// `game` says how high things lie.
Beginning begin_attempt(const SetPlay& play, const Game& game, std::int64_t seed, int number);
/// The trainer's commands that bring it about, without `reset`. `anew`: for servers that have none.
std::string commands_for(const SetPlay& play, const Beginning& beginning, bool anew);

/// How an attempt went.
struct Attempt {
  Beginning beginning;
  std::string outcome;
  double seconds = 0;  ///< of the game
  Point ball_end;
  double ball_top_speed = 0;       ///< m/s
  double ball_way = 0;             ///< m, along the ground
  std::vector<Point> ball_path{};  ///< thinned out
};

/// Follows one attempt, frame by frame.
class AttemptWatch {
 public:
  AttemptWatch(const SetPlay& play, const Game& game, Beginning beginning, const Snapshot& first);
  /// True if that frame has ended it.
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
  double per_frame_;  ///< s of the game, as far as it is known
  double last_time_;
  double last_seconds_ = 0;
  double ball_speed_ = 0;
  Point ball_;
};

}  // namespace monitor
