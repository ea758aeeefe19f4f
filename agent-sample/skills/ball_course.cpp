// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/skills/ball_course.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rcss3d::agent {
namespace {

constexpr double kKickMargin = 0.07;    // m between the surfaces
constexpr double kOnTheGround = 0.05;   // m above the radius
constexpr double kSlowestClimb = 0.15;  // m/s
constexpr int kSteps = 5;               // steps of the server in an interval

/// The motion of a player by interval of a course, computed once.
struct MotionTable {
  MotionTable() {
    for (std::size_t i = 0; i < reach.size(); ++i) {
      const double seconds = static_cast<double>(i) * BallCourse::kInterval;
      reach[i] = player_motion::reach(seconds);
      coast[i] = player_motion::drive({{}, {1, 0}}, {}, seconds).position.x;
    }
  }
  std::array<double, BallCourse::kStates> reach, coast;  // m; m per m/s
};

const MotionTable& motion_table() {
  static const MotionTable table;
  return table;
}

/// The distance along the ground at which player and ball touch; 0 if the ball passes above the player. Both are
/// spheres, so it is sqrt((R + r)² − up²).
double touch_range(const Field& field, double ball_height) {
  const double sum = field.player_radius + field.ball_radius, up = ball_height - field.player_radius;
  return std::abs(up) < sum ? std::sqrt(sum * sum - up * up) : 0;
}

}  // namespace

void BallCourse::predict(const World& world, const BallMotion& motion) {
  const Track& ball = world.ball;
  BallState state{ball.position, ball.velocity, std::max(ball.height, world.field.ball_radius), ball.climb, {}};
  const bool rolls = state.height < world.field.ball_radius + kOnTheGround && std::abs(state.climb) < kSlowestClimb;
  if (rolls) {
    state.height = world.field.ball_radius;
    state.climb = 0;
  }
  state.spin = rolls ? state.velocity : world.ball_spin;
  // At a restart the ball lies on the line, and may seem to lie behind it.
  const bool can_leave = world.field.known() && world.game.play_on();
  const double x = world.field.half_length() + world.field.ball_radius;
  const double y = world.field.half_width() + world.field.ball_radius;
  leaves_field_ = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < kStates; ++i) {
    states_[i] = state;
    Moment& now = moments_[i];
    now.speed = now.limit = state.velocity.length();
    if (!(state.spin == state.velocity)) now.limit = std::max(now.speed, state.spin.length());
    if (i > 0 && state.height == states_[i - 1].height) {
      now.touch = moments_[i - 1].touch;
      now.kick = moments_[i - 1].kick;
    } else {
      now.touch = rcss3d::agent::touch_range(world.field, state.height);
      now.kick = rcss3d::agent::kick_range(world.field, state.height);
    }
    const bool outside = std::abs(state.position.x) > x || std::abs(state.position.y) > y;
    if (outside && can_leave) leaves_field_ = std::min(leaves_field_, static_cast<double>(i) * kInterval);
    state = motion.after_steps(state, kSteps);
  }
}

BallState BallCourse::at(double seconds) const {
  // NaN counts as the beginning, too.
  const double place = seconds > 0 ? std::min(seconds / kInterval, static_cast<double>(kStates - 1)) : 0;
  const auto index = static_cast<std::size_t>(place);
  const BallState &a = (*this)[index], &b = (*this)[index + 1];
  const double share = place - static_cast<double>(index);
  return {a.position + (b.position - a.position) * share, a.velocity + (b.velocity - a.velocity) * share,
          a.height + (b.height - a.height) * share, a.climb + (b.climb - a.climb) * share,
          a.spin + (b.spin - a.spin) * share};
}

Arrival arrival(const BallCourse& course, Motion player, double radius, double height) {
  const MotionTable& table = motion_table();
  const auto missing_at = [&](std::size_t i) {
    const Vector rolls_to = player.position + player.velocity * table.coast[i];
    return distance(course[i].position, rolls_to) - table.reach[i] - radius;
  };
  const double run = player.velocity.length() + player_motion::kTopSpeed;
  for (std::size_t i = 0; i < BallCourse::kStates;) {
    const BallState& ball = course[i];
    const double missing = missing_at(i);
    if (!std::isfinite(missing)) return {};
    if (missing > 0) {
      // The distance shrinks by at most `nearer` in one interval, so the intervals in between need not be checked.
      const double nearer = (run + course.limit(i)) * BallCourse::kInterval;
      const double intervals = missing / nearer;
      if (!(intervals < static_cast<double>(BallCourse::kStates))) break;
      i += std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(intervals)));
      continue;
    }
    if (missing <= 0 && ball.height <= height) {
      double time = static_cast<double>(i) * BallCourse::kInterval;
      if (i > 0 && course[i - 1].height <= height)
        time -= BallCourse::kInterval * missing / (missing - missing_at(i - 1));
      return {time, course.at(time).position};
    }
    ++i;
  }
  const double last = static_cast<double>(BallCourse::kStates - 1) * BallCourse::kInterval;
  const Vector end = course[BallCourse::kStates - 1].position;
  return {std::max(last, player_motion::time_to(player, end, radius)), end};
}

double kick_range(const Field& field, double ball_height) {
  const double range = field.player_radius + field.ball_radius + kKickMargin, up = ball_height - field.player_radius;
  return std::abs(up) < range ? std::sqrt(range * range - up * up) : -1;
}

}  // namespace rcss3d::agent
