// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "agent-sample/lib/acts.h"
#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/geometry.h"
#include "agent-sample/lib/player_motion.h"
#include "agent-sample/lib/world.h"
#include "agent-sample/skills/ball_course.h"

namespace rcss3d::agent {

/// A desired kick: the ball goes from its place at that time towards a target.
struct Strike {
  Vector target;               ///< m; only the direction counts, not the distance
  KickCommand kick;            ///< elevation, power
  double tolerance = 0.06;     ///< rad; a kick with a larger error is not made
  double earliest = 0;         ///< s from now: the earliest time, as at a restart that is being prepared
  bool any_direction = false;  ///< as soon as possible, in any direction: a last resort
};

/// The time and place at which this agent can kick in a direction.
struct KickChance {
  double time = std::numeric_limits<double>::infinity();  ///< s from the moment of the World to the kick's first step
  BallState ball;                                         ///< the ball then
  Motion player;                                          ///< the agent then
  Vector direction;                                       ///< of the push: from its centre to the ball's

  bool possible() const { return time < std::numeric_limits<double>::infinity(); }
};

/// Computes how this agent gets to the ball so that it can kick it in a direction: straight, or around the ball without
/// touching it. Created once per cycle; all queries are for the same moment, take some microseconds and change nothing.
/// World, motion and course must outlive it.
///
/// A kick goes from the player's centre through the ball's, so the agent has to be on the far side of the ball, 0.3125
/// to 0.386 m from its centre, in exactly that step; its speed there does not matter. The places that it can reach by a
/// given moment form a disc around the place to which it would roll freely (player_motion::reach), and one constant
/// command takes it to the edge of that disc. So the earliest kick is at the first moment whose place behind the ball
/// is in the disc, unless the ball is in the way. Then one other command precedes it, the best of a fan of directions
/// and durations. Each cycle plans again, which turns the two straight commands into a curve.
class Approach {
 public:
  Approach(const World& world, const BallMotion& motion, const BallCourse& course);

  /// The earliest kick whose push goes in that direction.
  KickChance chance(Vector push_direction) const;

  /// The earliest kick after which the ball goes to the target. The speed of a rolling ball is added to that of the
  /// push; it is taken into account here.
  KickChance chance(const Strike& strike) const;

  /// The earliest kick in any direction, and its result.
  const KickChance& soonest() const { return soonest_; }

  /// Adds the acts for this kick: drives, and the kick in the step in which it is due, if that is within this cycle.
  /// Returns the kick that it aims for.
  KickChance act(const Strike& strike, Acts& acts) const;

  const World& world() const { return world_; }
  const BallCourse& course() const { return course_; }

 private:
  class Aim;
  static constexpr double kLatest = 4;  // s after the earliest kick up to which an estimate searches

  double from() const;
  KickChance at(double time, Vector push) const;
  template <typename Place>
  void kick_in_time(const Strike& strike, const Aim& aim, const Place& place, Acts& acts) const;

  const World& world_;
  const BallMotion& motion_;
  const BallCourse& course_;
  Motion me_;
  KickChance soonest_;
};

}  // namespace rcss3d::agent
