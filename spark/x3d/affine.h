// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/vec3.h"
#include "spark/x3d/scene.h"

namespace x3d {

/// An affine map of points: first `linear`, then `+ translation`. In the units of the file.
struct Affine {
  spark::Mat3 linear = spark::kIdentity3;
  spark::Vec3 translation;

  spark::Vec3 operator*(const spark::Vec3& point) const { return linear * point + translation; }
};
Affine operator*(const Affine& a, const Affine& b);

/// `pose` has no scale or shear, and pose · rest is the whole map.
struct SplitAffine {
  spark::Pose pose;
  Affine rest;  ///< upper triangular, without translation
};
/// The columns of `linear` are made orthonormal one after the other (Gram-Schmidt). If they are not independent, for
/// example because of a scale of 0, any suitable axes are used.
SplitAffine split(const Affine& map);

/// A right-handed rotation about an axis of any length, in radians; none if the axis is zero or not finite.
spark::Mat3 rotation_matrix(const Rotation& rotation);

/// From the frame of the children to that of a Transform (or a Joint or Humanoid, which have the same fields):
/// translation · center · rotation · scaleOrientation · scale · scaleOrientation⁻¹ · center⁻¹.
Affine transform_of(const SceneNode& transform);

bool is_finite(const Affine& map);

}  // namespace x3d
