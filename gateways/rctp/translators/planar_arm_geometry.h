// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace rctp {

/// An arm of two links that moves in a plane: x forward, z up, m, from the foot's joint. Pure geometry.
///
/// Angles are radians, upwards: of the upper link against x, of the lower one against the upper one. With the elbow up
/// the second is negative. Stops bound both; an elbow that can only bend the other way does.
class PlanarArmGeometry {
 public:
  struct Point {
    double x = 0.0, z = 0.0;
  };
  struct Angles {
    double shoulder = 0.0, elbow = 0.0;
  };
  struct Interval {
    double least, most;
    double clamped(double angle) const;
    /// That angle or one that is full turns away from it, within the interval; false if there is none.
    bool contains_turned(double& angle) const;
  };

  /// Lengths > 0; stops may be infinite, and least <= most.
  PlanarArmGeometry(double upper, double lower, Interval shoulder, Interval elbow);

  Point tip(const Angles& angles) const;
  /// The angles at which the tip is nearest to that point: there, if it can be reached.
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
