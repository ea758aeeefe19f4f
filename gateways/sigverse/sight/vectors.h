// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

namespace sigverse::sight {

/// x, y, z in cm, y up.
using Vector = std::array<double, 3>;
/// w, x, y, z.
using Quaternion = std::array<double, 4>;

constexpr Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
constexpr Vector operator-(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
constexpr Vector operator*(double factor, const Vector& v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}
constexpr double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
constexpr Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double length(const Vector& v) {
  return std::sqrt(dot(v, v));
}

/// The maximum of valid coordinates and sizes, cm.
inline constexpr double kMaxLength = 1e9;
/// False if a coordinate is not finite or is beyond `kMaxLength`.
inline bool is_place(const Vector& v) {
  return std::abs(v[0]) <= kMaxLength && std::abs(v[1]) <= kMaxLength && std::abs(v[2]) <= kMaxLength;
}

/// Three orthogonal unit vectors: a frame in the world.
struct Axes {
  Vector x{1.0, 0.0, 0.0}, y{0.0, 1.0, 0.0}, z{0.0, 0.0, 1.0};

  /// Converts a vector from the world's frame to this frame, and back.
  constexpr Vector inside(const Vector& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
  constexpr Vector outside(const Vector& v) const { return v[0] * x + v[1] * y + v[2] * z; }
};

}  // namespace sigverse::sight
