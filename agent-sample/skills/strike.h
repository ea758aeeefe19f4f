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

/// A wish: the ball goes from where it is then towards a target, kicked like this.
struct Strike {
  Vector target;               ///< m; only the direction counts, not how far the ball gets
  KickCommand kick;            ///< elevation, power
  double tolerance = 0.06;     ///< rad; a kick that would be farther off is not made
  double earliest = 0;         ///< s from now: not before that, as at a restart that is being prepared
  bool any_direction = false;  ///< as soon as possible, wherever it goes: a last resort
};

/// When and where this agent can kick in a direction.
struct KickChance {
  double time = std::numeric_limits<double>::infinity();  ///< s from the moment the World is for until the kick begins
  BallState ball;                                         ///< the ball then
  Motion player;                                          ///< the agent then
  Vector direction;                                       ///< of the push: from its centre to the ball's

  bool possible() const { return time < std::numeric_limits<double>::infinity(); }
};

/// How this agent gets to the ball so that it can kick it in a direction: straight, or round the ball without touching
/// it. Made once per cycle; all that is asked afterwards is of the same moment, costs some microseconds and changes
/// nothing. World, motion and course have to live as long.
///
/// A kick goes from the player's centre through the ball's, so the agent has to be on the far side of the ball, 0.3125
/// to 0.386 m from its centre, in the very step; at which speed it passes there makes no difference. Where it can be at
/// a moment is a disc round the place to which it would roll by itself (player_motion::reach), and it gets to the edge
/// of that disc by one command held all the time. So the soonest kick is the first moment whose place behind the ball
/// is in the disc, unless the ball is in the way. Then one other command is held before, the best of a fan of
/// directions and durations. Each cycle plans anew, which makes of the two straight commands a curve.
class Approach {
 public:
  Approach(const World& world, const BallMotion& motion, const BallCourse& course);

  /// The soonest kick whose push goes in that direction.
  KickChance chance(Vector push_direction) const;

  /// The soonest kick after which the ball goes to the target. The speed that a rolling ball has already adds to that
  /// of the push; here it is allowed for.
  KickChance chance(const Strike& strike) const;

  /// The soonest kick in any direction, and what it would be.
  const KickChance& soonest() const { return soonest_; }

  /// Acts for that wish: drives, and the kick in the step in which it is due, if that is within this cycle.
  /// Returns what it aims at.
  KickChance act(const Strike& strike, Acts& acts) const;

  const World& world() const { return world_; }
  const BallCourse& course() const { return course_; }

 private:
  class Aim;
  static constexpr double kLatest = 4;  // s behind the soonest kick that an estimate looks for

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
