// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "agent-sample/lib/world.h"
#include "agent-sample/team/race.h"

namespace rcss3d::agent {

/// Numbers of the style of defending; `Settings` has one of these.
struct DefenceSettings {
  double pressing = 1;          ///< how many go for the ball at once
  double marking_gap = 1.2;     ///< m between a marked opponent and who marks it
  double cover_gap = 3.0;       ///< m between the ball and the second man behind the first
  double danger_lead = 0.15;    ///< s: from which lead of theirs on we defend
  double marking_depth = 0.75;  ///< share of the field's length, from our goal, in which opponents are marked
};

/// What one player does while the other team has the ball or is about to get it.
struct Duty {
  enum class Kind {
    press,  ///< to the ball, from our goal's side, and hit it away
    cover,  ///< behind the one who presses, on the way to our goal
    mark,   ///< between an opponent and our goal, so that a pass to it is cut off
    hold    ///< its place of the formation
  };
  Kind kind = Kind::hold;
  Vector place;      ///< where to be
  int opponent = 0;  ///< who is marked
};

/// Distributes the duties among all of ours but the keeper, the same for all who see the same.
class Defence {
 public:
  using Places = std::array<Vector, World::kPlayers + 1>;  ///< by uniform number

  explicit Defence(const DefenceSettings& settings) : settings_(settings) {}

  /// `homes` are the formation's places, for those who are left over, and the reference of how far others may leave
  /// them.
  void assign(const World& world, const BallCourse& course, const Race& race, const Places& homes);

  /// True while the other team is going to have the ball.
  bool needed() const { return needed_; }

  const Duty& duty(int number) const { return duties_[static_cast<std::size_t>(number)]; }

 private:
  DefenceSettings settings_;
  int episode_ = -1;
  bool needed_ = false;
  std::array<Duty, World::kPlayers + 1> duties_;
};

}  // namespace rcss3d::agent
