// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "spark/core/vec3.h"

namespace sigverse {

/// SIG uses centimetres with y up, this server metres with z up. All conversions are here; they are used at the
/// boundary, by importers and by `SimObj`, and nowhere else. Nothing is validated.
///
/// A vector (x, y, z) of SIG is (x, -z, y) here; axes of bodies are rotated alike, so that a size (x, y, z) becomes (x,
/// z, y), and a cylinder's axis, y there, is z here. Forces (kg·cm/s²), velocities and accelerations scale as lengths
/// do; torques and inertia with 1e-4; masses, angles and angular velocities are the same.
using SigVector = std::array<double, 3>;
using SigQuaternion = std::array<double, 4>;  ///< w, x, y, z

/// Metres.
double length_to_core(double centimetres);
/// Rotates only.
spark::Vec3 turned_to_core(const SigVector& v);
SigVector turned_to_sig(const spark::Vec3& v);
/// Rotates and scales: places, forces, linear velocities, accelerations.
spark::Vec3 to_core(const SigVector& v);
SigVector to_sig(const spark::Vec3& v);
/// Torques.
spark::Vec3 torque_to_core(const SigVector& v);
SigVector torque_to_sig(const spark::Vec3& v);
/// Sizes of boxes, which have no sign.
spark::Vec3 size_to_core(const SigVector& v);
SigQuaternion to_core(const SigQuaternion& q);
/// The matrix of a rotation, given in SIG's frame by a quaternion of any length but 0.
spark::Mat3 rotation_to_core(const SigQuaternion& q);
SigQuaternion to_sig(const SigQuaternion& q);

SigVector sum(const SigVector& a, const SigVector& b);
SigVector difference(const SigVector& a, const SigVector& b);
SigVector cross(const SigVector& a, const SigVector& b);
double magnitude(const SigVector& v);

/// The rotation b, then a.
SigQuaternion product(const SigQuaternion& a, const SigQuaternion& b);
/// `v` rotated by a quaternion of any length but 0.
SigVector turned(const SigQuaternion& q, const SigVector& v);
/// The inverse rotation; like `turned` for a quaternion of any length but 0.
SigQuaternion inverse(const SigQuaternion& q);

/// A frame in another one: its origin, in cm, and its attitude.
struct SigPose {
  SigVector place{};
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};
  bool operator==(const SigPose&) const = default;
};
/// Converts the pose b from the frame a to that in which a is given. The result's quaternion has length 1.
SigPose operator*(const SigPose& a, const SigPose& b);
/// The outer frame in the inner one.
SigPose inverse(const SigPose& pose);

}  // namespace sigverse
