// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/player_motion.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// The predicted course of the ball if no one touches it: its state every 0.05 s from the moment of `World`. Computed
/// in place, once per cycle, for all users.
class BallCourse {
 public:
  static constexpr double kInterval = 0.05;  // s
  static constexpr std::size_t kStates = 121;

  void predict(const World& world) { predict(world, BallMotion(world.field)); }
  void predict(const World& world, const BallMotion& motion);

  /// State number i is the one after i * kInterval; the last one is used for all later moments.
  const BallState& operator[](std::size_t i) const { return states_[i < kStates ? i : kStates - 1]; }
  BallState at(double seconds) const;

  /// At state number i: its speed, m/s; the larger of that and the speed of its surface, which it cannot exceed within
  /// the next interval; and the distances, from centre to centre along the ground, at which a player touches it (0: it
  /// passes above) and can kick it (negative: it is too high), m.
  double speed(std::size_t i) const { return moments_[i].speed; }
  double limit(std::size_t i) const { return moments_[i].limit; }
  double touch_range(std::size_t i) const { return moments_[i].touch; }
  double kick_range(std::size_t i) const { return moments_[i].kick; }

  /// The time, s, from which no part of the ball is on the field any more; infinite if it stays on the field.
  double leaves_field() const { return leaves_field_; }

 private:
  struct Moment {
    double speed, limit, touch, kick;
  };

  std::array<BallState, kStates> states_;
  std::array<Moment, kStates> moments_;
  double leaves_field_ = 0;
};

/// The time and place at which a player can first be at the ball.
struct Arrival {
  static constexpr double kNever = 1e9;
  double time = kNever;  ///< s from the moment `World` is for
  Vector place;          ///< of the ball at that time
};

/// The first moment at which a player running at full power has the ball within `radius`, and not above `height`.
Arrival arrival(const BallCourse& course, Motion player, double radius, double height = 0.5);

/// The distance from centre to centre, along the ground, at which a player on the floor can kick a ball at that height;
/// negative if it is too high.
double kick_range(const Field& field, double ball_height);

}  // namespace rcss3d::agent
