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

/// Paths for all kicks, each computed when it is asked for first. A ball that rolls when it is kicked leaves faster or
/// slower than one at rest; its path is taken from the power that would have given that speed, so powers above 100 are
/// in the table, too.
class KickPaths {
 public:
  explicit KickPaths(const BallMotion& motion);

  /// The path of a ball that leaves the kick with that speed, m/s along the ground.
  const KickPath& of_speed(double elevation, double speed) const;

  /// m/s along the ground of a ball that was at rest, when the push is over.
  double speed_of(KickCommand kick) const;

  /// Share of its own speed that a rolling ball keeps during the push.
  double kept() const { return kept_; }

 private:
  static constexpr double kElevationPitch = 5;  // degrees
  static constexpr std::size_t kElevations = 11;
  static constexpr double kPowerPitch = 5;
  static constexpr std::size_t kPowers = 30;  // 5 … 150

  static std::size_t row_of(double elevation);

  KickPath computed(std::size_t elevation, std::size_t power) const;

  BallMotion motion_;
  mutable std::vector<std::unique_ptr<const KickPath>> paths_;  // by elevation, then power; empty until it is asked for
  std::array<double, kElevations> per_power_;                   // m/s per unit of power
  double kept_;
};

}  // namespace rcss3d::agent
