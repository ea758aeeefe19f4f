// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace sample {

// Separate from agent-sample/lib, because the behaviour of agenttest-0.1 must not change by a bit.

/// A rotation to the left, computed once for all places that are rotated by it.
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
  Vector operator*(double factor) const { return {x * factor, y * factor}; }
  double length() const { return std::hypot(x, y); }
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

constexpr double kDegree = 3.14159265358979323846 / 180;

}  // namespace sample
