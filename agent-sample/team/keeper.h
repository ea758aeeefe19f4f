// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "agent-sample/lib/acts.h"
#include "agent-sample/lib/drawing.h"
#include "agent-sample/lib/world.h"
#include "agent-sample/team/race.h"

namespace rcss3d::agent {

/// Parameters of the keeper's style; `Settings` has one of these.
struct KeeperSettings {
  double near_line = 0.7;    ///< m in front of the goal line when the ball is far away or at the goal
  double off_line = 3.9;     ///< the most, m in front of the goal line, when the ball is where most shots come from
  double leave_lead = 0.25;  ///< s of lead at a loose ball that it needs to leave the line
  double area_depth = 0;  ///< m, depth of the penalty area, which the server never sends; 0: 0.12 of the field's length
};

/// The goalkeeper (number 1), in open play and at the opponents' restarts. In each cycle it has one of these tasks:
///
///   stand       on the bisector of the shot, farther out the better that covers the goal
///   save        a ball is on its way into the goal: to the point of its course that it reaches best
///   leave       a loose ball, or one at an opponent's feet, that it reaches first within the area
///   distribute  it has the ball: the kick is chosen by the caller
///
/// In all of them it catches whenever a dangerous ball is within reach, at each step between two sensations if World
/// supports that (a ball of 13 m/s is within reach for 0.17 s).
class Keeper {
 public:
  enum class Task { stand, save, leave, distribute };

  explicit Keeper(const KeeperSettings& settings) : settings_(settings) {}

  /// Adds drive and catches. After `distribute` there is no drive yet: the caller kicks the ball like any player, and
  /// has about two seconds for it.
  Task decide(const World& world, const BallCourse& course, const Race& race, Acts& acts, Drawing& drawing);

  /// The place from which it best covers shots from there.
  Vector place_for(const World& world, Vector ball) const;

  /// Whether the place is in its own penalty area, as far as that is known.
  bool in_area(const World& world, Vector place) const;

  /// Whether the ball is on its way into our goal, or just beside it.
  bool is_shot_at(const World& world, const BallCourse& course) const;

  /// Whether the keeper is going to fetch the ball, so that no other player has to. All of our players get the same
  /// result, because `keeper` is the keeper's state.
  bool leaves(const World& world, const BallCourse& course, const Race& race, Motion keeper) const;

 private:
  /// The point at which a ball on its way into our goal crosses the line.
  struct Shot {
    double time;  // s
    Vector place;
  };
  std::optional<Shot> shot(const World& world, const BallCourse& course) const;
  std::optional<Vector> first_sight(const World& world) const;
  std::optional<Vector> expected_shot(const World& world) const;
  static std::optional<Vector> nearest_on_shot(const World& world, Vector place, Vector velocity, double beside,
                                               double share);
  Vector save(const World& world, const BallCourse& course, const Shot& shot) const;
  bool is_dangerous(const World& world, bool shot_comes) const;
  double possible_kick(const World& world);
  void catch_ball(const World& world, const BallCourse& course, bool shot_comes, Vector command, Acts& acts);

  KeeperSettings settings_;
  int episode_ = -1;

  /// The time, s, and place at which the ball was last at an opponent's feet.
  struct AtOpponent {
    double moment = -1e9;
    Vector ball;
  };
  AtOpponent at_opponent_;

  /// The ball's velocity at the moment of the present picture, as predicted one sensation ago.
  struct Expected {
    double moment = -1e9;
    Vector velocity;
  };
  Expected last_;
};

}  // namespace rcss3d::agent
