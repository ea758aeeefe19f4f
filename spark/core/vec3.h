// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>

namespace spark {

/// A vector or point in metres (or m/s, N …; the caller says which). Right handed, z up.
struct Vec3 {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
  friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vec3 operator*(double s, const Vec3& a) { return a * s; }
};

constexpr double dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const Vec3& a) {
  return std::sqrt(dot(a, a));
}
inline bool is_finite(double x) {
  return std::isfinite(x);
}
inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// A rotation matrix, row by row.
using Mat3 = std::array<double, 9>;
constexpr Mat3 kIdentity3{1, 0, 0, 0, 1, 0, 0, 0, 1};

constexpr Vec3 operator*(const Mat3& m, const Vec3& v) {
  return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
          m[6] * v.x + m[7] * v.y + m[8] * v.z};
}
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
  Mat3 r{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  return r;
}
constexpr Mat3 transposed(const Mat3& m) {
  return {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};
}

/// Position and orientation of one frame in another.
struct Pose {
  Vec3 position;
  Mat3 rotation = kIdentity3;

  friend constexpr Pose operator*(const Pose& a, const Pose& b) {
    return {a.position + a.rotation * b.position, a.rotation * b.rotation};
  }
};
constexpr Pose inverse(const Pose& p) {
  const Mat3 back = transposed(p.rotation);
  return {-(back * p.position), back};
}

}  // namespace spark
