// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "agent-sample/lib/world.h"
#include "agent-sample/team/race.h"

namespace rcss3d::agent {

/// Parameters of the style of defending; `Settings` has one of these.
struct DefenceSettings {
  double pressing = 1;          ///< number of players who go for the ball at once
  double marking_gap = 1.2;     ///< m between a marked opponent and the marking player
  double cover_gap = 3.0;       ///< m between the ball and the second man behind the first
  double danger_lead = 0.15;    ///< s: we defend while our lead in the race for the ball is below this
  double marking_depth = 0.75;  ///< share of the field's length, from our goal, in which opponents are marked
};

/// The duty of one player while the other team has the ball or is about to get it.
struct Duty {
  enum class Kind {
    press,  ///< to the ball, from our goal's side, to hit it away
    cover,  ///< behind the pressing player, between it and our goal
    mark,   ///< between an opponent and our goal, so that a pass to it is cut off
    hold    ///< its place in the formation
  };
  Kind kind = Kind::hold;
  Vector place;      ///< the goal of the run
  int opponent = 0;  ///< the marked one
};

/// Distributes the duties among all of our players but the keeper; players that see the same get the same result.
class Defence {
 public:
  using Places = std::array<Vector, World::kPlayers + 1>;  ///< by uniform number

  explicit Defence(const DefenceSettings& settings) : settings_(settings) {}

  /// `homes` are the formation's places: for players without a duty, and as the reference for how far others may leave
  /// them.
  void assign(const World& world, const BallCourse& course, const Race& race, const Places& homes);

  /// True while the other team has the ball or is expected to get it.
  bool needed() const { return needed_; }

  const Duty& duty(int number) const { return duties_[static_cast<std::size_t>(number)]; }

 private:
  DefenceSettings settings_;
  int episode_ = -1;
  bool needed_ = false;
  std::array<Duty, World::kPlayers + 1> duties_;
};

}  // namespace rcss3d::agent
