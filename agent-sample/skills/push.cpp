// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/skills/push.h"

#include <algorithm>
#include <cmath>

namespace rcss3d::agent {
namespace {

constexpr int kKickSteps = 10;
constexpr double kStep = 0.01;       // s
constexpr double kFirstGap = 0.065;  // m between the surfaces when a kick begins, of 0.0735 at which it can begin
constexpr double kHardImpact = 2;    // m/s: slower balls do not bounce
// The ball leaves a body with 0.8 of the speed of the impact, and still spins forwards. Friction at the floor turns
// that into rolling at (5·velocity + 2·spin)/7, here (5·0.8 − 2)/7.
constexpr double kReturned = 2.0 / 7;

}  // namespace

double speed_returned(double closing, KickGain kick) {
  const double per_step = kick.gained / kKickSteps, drag = (1 - kick.kept) / kKickSteps;
  double speed = -closing, gap = kFirstGap - closing * kStep / 2;
  for (int i = 0; i < kKickSteps; ++i) {
    if (gap <= 0 && speed < 0) speed = speed < -kHardImpact ? -kReturned * speed : 0;
    speed += per_step - drag * speed;
    gap += speed * kStep;
  }
  return speed;
}

Push push_towards(Vector ball_velocity, Vector wanted, KickGain kick) {
  constexpr double kMaxSideways = 0.97;
  const Vector along = wanted.unit(), across = along.turned_left();
  const double ahead = kick.kept * dot(ball_velocity, along), aside = kick.kept * dot(ball_velocity, across);
  // If the ball moves against the push, it bounces off the body and gains speed; how much depends on the direction,
  // which is found by iteration.
  double gained = kick.gained, sideways = 0, forwards = 1;
  for (int i = 0; i < 3; ++i) {
    sideways = std::clamp(-aside / std::max(1e-6, gained), -kMaxSideways, kMaxSideways);
    forwards = std::sqrt(1 - sideways * sideways);
    const double closing = -(ahead * forwards + aside * sideways) / kick.kept;
    const double wasted = closing > 0.5 ? speed_returned(closing, kick) + kick.kept * closing : kick.gained;
    gained = std::max(kick.gained, wasted);
    if (gained <= kick.gained) break;
  }
  return {along * forwards + across * sideways, ahead + gained * forwards, std::abs(aside + gained * sideways)};
}

}  // namespace rcss3d::agent
