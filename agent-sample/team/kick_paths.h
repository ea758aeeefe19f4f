// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "agent-sample/lib/ball_motion.h"

namespace rcss3d::agent {

/// The path of a kicked ball, in time: every 0.1 s from the start of the kick.
struct KickPath {
  static constexpr double kInterval = 0.1;  // s
  static constexpr std::size_t kPoints = 51;

  struct Point {
    float way, height, speed;  ///< m along the ground from where it was kicked, m of the centre, m/s along the ground
  };
  std::array<Point, kPoints> points;
};

/// Paths for all kicks, each computed on first use. A ball that rolls when it is kicked leaves faster or slower than
/// one at rest; its path is that of the power that would have given the same speed, so the table also has powers above
/// 100.
class KickPaths {
 public:
  explicit KickPaths(const BallMotion& motion);

  /// The path of a ball that leaves the kick at that speed, m/s along the ground.
  const KickPath& of_speed(double elevation, double speed) const;

  /// The speed, m/s along the ground, after the push, of a ball that was at rest.
  double speed_of(KickCommand kick) const;

  /// The share of its own speed that a rolling ball retains during the push.
  double kept() const { return kept_; }

 private:
  static constexpr double kElevationPitch = 5;  // degrees
  static constexpr std::size_t kElevations = 11;
  static constexpr double kPowerPitch = 5;
  static constexpr std::size_t kPowers = 30;  // 5 … 150

  static std::size_t row_of(double elevation);

  KickPath computed(std::size_t elevation, std::size_t power) const;

  BallMotion motion_;
  mutable std::vector<std::unique_ptr<const KickPath>> paths_;  // by elevation, then power; null until it is used
  std::array<double, kElevations> per_power_;                   // m/s per unit of power
  double kept_;
};

}  // namespace rcss3d::agent
