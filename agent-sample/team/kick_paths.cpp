// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/kick_paths.h"

#include <algorithm>
#include <cmath>

namespace rcss3d::agent {
namespace {

constexpr double kPush = 0.1;  // s that a kick pushes

}  // namespace

KickPaths::KickPaths(const BallMotion& motion) : motion_(motion), paths_(kElevations * kPowers) {
  const BallState rest = motion.rolling({}, {});
  for (std::size_t e = 0; e < kElevations; ++e)
    per_power_[e] = motion.kicked(rest, {1, 0}, {kElevationPitch * static_cast<double>(e), 100}).velocity.x / 100;
  kept_ = motion.after(motion.rolling({}, {1, 0}), kPush).velocity.x;
}

KickPath KickPaths::computed(std::size_t elevation, std::size_t power) const {
  const KickCommand kick{kElevationPitch * static_cast<double>(elevation),
                         kPowerPitch * static_cast<double>(power + 1)};
  KickPath path;
  BallState ball = motion_.rolling({}, {});
  for (std::size_t i = 0; i < KickPath::kPoints; ++i) {
    path.points[i] = {static_cast<float>(ball.position.x), static_cast<float>(ball.height),
                      static_cast<float>(ball.velocity.x)};
    ball = i == 0 ? motion_.kicked(ball, {1, 0}, kick) : motion_.after(ball, KickPath::kInterval);
  }
  return path;
}

std::size_t KickPaths::row_of(double elevation) {
  return static_cast<std::size_t>(std::lround(std::clamp(elevation, 0.0, 50.0) / kElevationPitch));
}

const KickPath& KickPaths::of_speed(double elevation, double speed) const {
  const std::size_t e = row_of(elevation);
  const double place = std::clamp(speed / per_power_[e] / kPowerPitch - 1, 0.0, static_cast<double>(kPowers - 1));
  const auto p = static_cast<std::size_t>(std::lround(place));
  std::unique_ptr<const KickPath>& path = paths_[e * kPowers + p];
  if (!path) path = std::make_unique<const KickPath>(computed(e, p));
  return *path;
}

double KickPaths::speed_of(KickCommand kick) const {
  return per_power_[row_of(kick.elevation)] * kick.power;
}

}  // namespace rcss3d::agent
