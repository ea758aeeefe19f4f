// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace rcss3d::agent {

/// A rotation to the left, computed once for all places to be rotated by it.
struct Turn {
  explicit Turn(double radians) : cosine(std::cos(radians)), sine(std::sin(radians)) {}
  double cosine, sine;
};

/// A place on the field or a velocity, in metres and seconds, in the team's own frame: x towards the opponents' goal,
/// y to the left of that, the kick-off spot at 0 0.
struct Vector {
  double x = 0;
  double y = 0;

  Vector operator+(Vector b) const { return {x + b.x, y + b.y}; }
  Vector operator-(Vector b) const { return {x - b.x, y - b.y}; }
  bool operator==(const Vector&) const = default;
  Vector operator*(double factor) const { return {x * factor, y * factor}; }
  double length() const { return std::sqrt(x * x + y * y); }  // std::hypot took a sixth of a player's time
  Vector unit() const {
    const double all = length();
    return all > 1e-9 ? *this * (1 / all) : Vector{1, 0};
  }
  Vector at_most(double limit) const { return length() > limit ? unit() * limit : *this; }
  Vector turned_left() const { return {-y, x}; }
  Vector turned(Turn turn) const { return *this * turn.cosine + turned_left() * turn.sine; }
  Vector turned(double radians) const { return turned(Turn(radians)); }
};

inline double dot(Vector a, Vector b) {
  return a.x * b.x + a.y * b.y;
}
inline double distance(Vector a, Vector b) {
  return (a - b).length();
}

/// The point on the segment between `from` and `to` that is nearest to `place`.
inline Vector nearest_on_line(Vector place, Vector from, Vector to) {
  const Vector along = to - from;
  const double all = dot(along, along), share = all > 0 ? std::clamp(dot(place - from, along) / all, 0.0, 1.0) : 0;
  return from + along * share;
}

inline double squared(double value) {
  return value * value;
}

constexpr double kDegree = 3.14159265358979323846 / 180;

}  // namespace rcss3d::agent
