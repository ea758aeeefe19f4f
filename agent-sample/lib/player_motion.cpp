// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/player_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rcss3d::agent::player_motion {
namespace {

constexpr double kClose = 1e-3;  // m from a place that count as being there

/// The share of a velocity that is left after so many seconds with the motor off.
double left_after(double seconds) {
  return std::exp(-kDrag * seconds);
}

/// The distance, m, in which a player of speed v stops with full power against its motion. It stops at the time t at
/// which left_after(t) = kTopSpeed/(v + kTopSpeed).
double stopping_distance(double speed) {
  return kFreeRoll * speed - kTopSpeed / kDrag * std::log1p(speed / kTopSpeed);
}

/// The commands of this interval and the next one that together lead to rest at the place.
///
/// With d = left_after(interval), A = reach(interval), B = kTopSpeed (1 − d) and F = kFreeRoll, twice applying
/// x' = x + F (1 − d) v + A u, v' = d v + B u and setting the end to (place, 0) gives two linear equations.
struct TwoCommands {
  Vector first, second;
};
TwoCommands commands_to_rest_in_two(Motion from, Vector place, double interval) {
  const double d = left_after(interval), roll = kFreeRoll * (1 - d), a = reach(interval), b = kTopSpeed * (1 - d);
  const Vector gap = place - from.position - from.velocity * (roll * (1 + d));
  // gap = (a + roll b) first + a second; 0 = d² v + d b first + b second
  const Vector first = (gap + from.velocity * (a * d * d / b)) * (1 / (a + roll * b - a * d));
  const Vector second = from.velocity * (-d * d / b) - first * d;
  return {first, second};
}

}  // namespace

Motion drive(Motion from, Vector command, double seconds) {
  const double d = left_after(seconds), roll = kFreeRoll * (1 - d);
  return {from.position + from.velocity * roll + command * (kTopSpeed * (seconds - roll)),
          from.velocity * d + command * (kTopSpeed * (1 - d))};
}

Motion step(Motion from, Vector command) {
  constexpr double kStep = 0.01;  // s
  static const double d = left_after(kStep), roll = kFreeRoll * (1 - d);
  return {from.position + from.velocity * roll + command * (kTopSpeed * (kStep - roll)),
          from.velocity * d + command * (kTopSpeed * (1 - d))};
}

double reach(double seconds) {
  return kTopSpeed * (seconds - kFreeRoll * (1 - left_after(seconds)));
}

/// Returns the time at which the disc of reachable positions touches the place. The gap between them closes no faster
/// than the greater of top speed and own speed, so advancing by gap / that speed never skips the first contact, even if
/// the player rolls past the place.
double time_to(Motion from, Vector place, double radius) {
  constexpr int kTries = 200;
  const double fastest = std::max(kTopSpeed, from.velocity.length());
  double seconds = 0;
  for (int i = 0; i < kTries; ++i) {
    const double roll = kFreeRoll * (1 - left_after(seconds));
    const double gap = distance(place, from.position + from.velocity * roll) - kTopSpeed * (seconds - roll) - radius;
    if (gap < kClose) return seconds;
    seconds += gap / fastest;
  }
  return std::isfinite(seconds) ? seconds : std::numeric_limits<double>::infinity();
}

double time_at_least(Motion from, Vector place, double radius) {
  return (distance(place, from.position) - radius - kClose) / std::max(kTopSpeed, from.velocity.length());
}

Vector command_to(Motion from, Vector place, double seconds) {
  const Vector gap = place - drive(from, {}, seconds).position;
  const double range = reach(seconds);
  return range > 1e-9 ? (gap * (1 / range)).at_most(1) : gap.unit();
}

/// Far from the place, returns the fastest command after which full braking still stops there; motion across that
/// direction is braked first. Close to it, returns the first of two commands that end exactly there.
Vector command_to_rest(Motion from, Vector place, double interval) {
  const TwoCommands both = commands_to_rest_in_two(from, place, interval);
  if (both.first.length() <= 1 && both.second.length() <= 1) return both.first;
  const double d = left_after(interval), b = kTopSpeed * (1 - d);
  const Vector gap = place - from.position, along = gap.unit(), aside = along.turned_left();
  const double braking = std::clamp(-dot(from.velocity, aside) * d / b, -0.9, 0.9);
  const double most = std::sqrt(1 - braking * braking);
  double low = -most, high = most;
  for (int i = 0; i < 20; ++i) {
    const double share = (low + high) / 2;
    const Motion then = drive(from, along * share, interval);
    const double speed = dot(then.velocity, along), run = dot(then.position - from.position, along);
    const bool too_far = run + (speed > 0 ? stopping_distance(speed) : 0) > gap.length();
    (too_far ? high : low) = share;
  }
  return along * low + aside * braking;
}

}  // namespace rcss3d::agent::player_motion
