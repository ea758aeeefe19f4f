// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace rctp {

/// The geometry of an arm of two links that moves in a plane: x forward, z up, m, from the shoulder.
///
/// Angles are in radians, positive upwards: of the upper link relative to x, of the lower one relative to the upper
/// one. With the elbow up the second is negative. Both are limited by stops; if they allow only downward bends, the
/// elbow bends downwards.
class PlanarArmGeometry {
 public:
  struct Point {
    double x = 0.0, z = 0.0;
  };
  struct Angles {
    double shoulder = 0.0, elbow = 0.0;
  };
  struct Interval {
    double min, max;
    double clamped(double angle) const;
    /// Replaces `angle` by the equal angle (modulo full turns) in the interval; returns false if the interval has none.
    bool contains_turned(double& angle) const;
  };

  /// Lengths have to be positive; stops may be infinite.
  PlanarArmGeometry(double upper, double lower, Interval shoulder, Interval elbow);

  Point tip(const Angles& angles) const;
  /// The angles at which the tip is at that point, or as near to it as possible.
  Angles nearest(const Point& point) const;
  double reach() const { return upper_ + lower_; }
  const Interval& shoulder() const { return shoulder_; }
  const Interval& elbow() const { return elbow_; }

 private:
  Angles with_elbow(const Point& point, double elbow) const;
  Angles with_shoulder(const Point& point, double shoulder) const;
  double distance(const Angles& angles, const Point& point) const;

  double upper_, lower_;
  Interval shoulder_, elbow_;
};

}  // namespace rctp
