// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "agent-sample/lib/world.h"
#include "agent-sample/skills/ball_course.h"

namespace rcss3d::agent {

/// Determines who is first at the ball, on either side. All of our players that see the same get the same result, so
/// that exactly one goes. The player who went last time gets a small bonus, so that two equals do not alternate.
class Race {
 public:
  void run(const World& world, const BallCourse& course);

  int ours() const { return ours_; }      ///< number of our first player, or 0; the keeper only if it is alone
  int second() const { return second_; }  ///< number of our second player, or 0
  int theirs() const { return theirs_; }  ///< number of their first player, or 0

  const Arrival& of_mate(int number) const { return mates_[static_cast<std::size_t>(number)]; }  ///< this one included
  const Arrival& of_opponent(int number) const { return opponents_[static_cast<std::size_t>(number)]; }

  /// The time, s, by which we are there before them (negative: after them).
  double lead() const { return opponents_[index(theirs_)].time - mates_[index(ours_)].time; }

 private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  int episode_ = -1;
  int ours_ = 0, second_ = 0, theirs_ = 0;
  std::array<Arrival, World::kPlayers + 1> mates_, opponents_;  // number 0: no player, never arrives
};

}  // namespace rcss3d::agent
