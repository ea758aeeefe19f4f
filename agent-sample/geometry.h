// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace sample {

/// A place on the field or a velocity, in metres and seconds, in the team's own frame: x towards the opponents' goal,
/// y to the left of that, the kick-off spot at 0 0.
struct Vector {
  double x = 0;
  double y = 0;

  Vector operator+(Vector b) const { return {x + b.x, y + b.y}; }
  Vector operator-(Vector b) const { return {x - b.x, y - b.y}; }
  Vector operator*(double factor) const { return {x * factor, y * factor}; }
  double length() const { return std::hypot(x, y); }
  Vector unit() const { return length() > 1e-9 ? *this * (1 / length()) : Vector{1, 0}; }
  Vector at_most(double limit) const { return length() > limit ? unit() * limit : *this; }
  Vector turned_left() const { return {-y, x}; }
  Vector turned(double radians) const { return *this * std::cos(radians) + turned_left() * std::sin(radians); }
};

inline double dot(Vector a, Vector b) {
  return a.x * b.x + a.y * b.y;
}
inline double distance(Vector a, Vector b) {
  return (a - b).length();
}

constexpr double kDegree = 3.14159265358979323846 / 180;

}  // namespace sample
