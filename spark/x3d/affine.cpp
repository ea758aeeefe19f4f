// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/affine.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace x3d {

using spark::Mat3;
using spark::Vec3;
// Matrices are std::arrays, so argument-dependent look-up does not find their operators in namespace spark.
using spark::operator*;  // NOLINT(misc-unused-using-decls): without it this does not compile

namespace {

Vec3 column(const Mat3& matrix, std::size_t i) {
  return {matrix[i], matrix[3 + i], matrix[6 + i]};
}

Vec3 as_vector(const Vec3f& vector) {
  return {vector.x, vector.y, vector.z};
}

/// Whether `part` of a vector of that length exceeds the rounding error.
bool is_something(const Vec3& part, double of_length) {
  constexpr double kRounding = 1e-12;
  return spark::length(part) > kRounding * of_length;
}

Vec3 normalized(const Vec3& vector) {
  return vector * (1.0 / spark::length(vector));
}

Vec3 perpendicular(const Vec3& to) {
  const Vec3 axis = std::abs(to.x) < 0.6 * spark::length(to) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  return normalized(spark::cross(to, axis));
}

/// The direction of the new x axis. No number that a float holds overflows.
Vec3 first_axis(const std::array<Vec3, 3>& columns) {
  const auto& [a, b, c] = columns;
  if (is_something(a, 0)) return normalized(a);
  if (is_something(b, 0) && is_something(spark::cross(b, c), spark::length(b) * spark::length(c)))
    return normalized(spark::cross(b, c));
  if (is_something(b, 0)) return perpendicular(b);
  return is_something(c, 0) ? perpendicular(c) : Vec3{1, 0, 0};
}

}  // namespace

Affine operator*(const Affine& a, const Affine& b) {
  return {a.linear * b.linear, a * b.translation};
}

/// A QR decomposition by Gram-Schmidt: map.linear = rotation · (upper triangular). Columns that are zero, or linearly
/// dependent, are replaced by perpendicular directions.
SplitAffine split(const Affine& map) {
  const std::array<Vec3, 3> columns{column(map.linear, 0), column(map.linear, 1), column(map.linear, 2)};
  const Vec3 x = first_axis(columns);
  Vec3 y = columns[1] - spark::dot(x, columns[1]) * x;
  if (!is_something(y, spark::length(columns[1]))) {
    y = spark::cross(columns[2], x);
    if (!is_something(y, spark::length(columns[2]))) y = perpendicular(x);
  }
  y = normalized(y);
  const Vec3 z = spark::cross(x, y);
  const Mat3 rotation{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  Mat3 rest = spark::transposed(rotation) * map.linear;
  rest[3] = rest[6] = rest[7] = 0;
  return {{map.translation, rotation}, {rest, {}}};
}

/// Rodrigues' formula for the unit axis a: cos φ · 1 + (1 − cos φ) a aᵀ + sin φ [a]×.
Mat3 rotation_matrix(const Rotation& rotation) {
  const Vec3 axis{rotation.x, rotation.y, rotation.z};
  const double length = spark::length(axis);
  if (!(length > 0) || !std::isfinite(length) || !std::isfinite(rotation.angle)) return spark::kIdentity3;
  const auto [x, y, z] = axis * (1.0 / length);
  const double c = std::cos(static_cast<double>(rotation.angle)), s = std::sin(static_cast<double>(rotation.angle));
  const double t = 1 - c;
  return {t * x * x + c,     t * x * y - s * z, t * x * z + s * y, t * x * y + s * z, t * y * y + c,
          t * y * z - s * x, t * x * z - s * y, t * y * z + s * x, t * z * z + c};
}

/// VRML97 transforms a point by T · C · R · SR · S · SR⁻¹ · C⁻¹ (translation, center, rotation, scaleOrientation,
/// scale).
Affine transform_of(const SceneNode& transform) {
  const Vec3 translation = as_vector(transform.vector("translation", {}));
  const Vec3 center = as_vector(transform.vector("center", {}));
  const Vec3f scale = transform.vector("scale", {1, 1, 1});
  const Mat3 rotation = rotation_matrix(transform.rotation("rotation", {}));
  Mat3 scaled{scale.x, 0, 0, 0, scale.y, 0, 0, 0, scale.z};
  // A uniform scale has no orientation, and must not get one by rounding.
  if (transform.find("scaleOrientation") && (scale.x != scale.y || scale.y != scale.z)) {
    const Mat3 orientation = rotation_matrix(transform.rotation("scaleOrientation", {}));
    scaled = orientation * scaled * spark::transposed(orientation);
  }
  const Mat3 linear = rotation * scaled;
  return {linear, translation + center - linear * center};
}

bool is_finite(const Affine& map) {
  return std::ranges::all_of(map.linear, [](double one) { return std::isfinite(one); }) &&
         spark::is_finite(map.translation);
}

}  // namespace x3d
