// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "spark/core/vec3.h"

namespace sigverse {

/// SIG uses centimetres with y up, this server metres with z up. All conversions are here; they are used only at the
/// boundary, by importers and by `SimObj`. Nothing is validated.
///
/// A SIG vector (x, y, z) is (x, -z, y) here. The axes of bodies are rotated in the same way, so a size (x, y, z)
/// becomes (x, z, y), and a cylinder's axis, y in SIG, is z here. Forces (kg·cm/s²), velocities and accelerations scale
/// like lengths; torques and inertia scale with 1e-4; masses, angles and angular velocities are the same.
using SigVector = std::array<double, 3>;
using SigQuaternion = std::array<double, 4>;  ///< w, x, y, z

/// Returns metres.
double length_to_core(double centimetres);
/// Rotates only, without scaling.
spark::Vec3 turned_to_core(const SigVector& v);
SigVector turned_to_sig(const spark::Vec3& v);
/// Rotates and scales positions, forces, linear velocities and accelerations.
spark::Vec3 to_core(const SigVector& v);
SigVector to_sig(const spark::Vec3& v);
/// Torques.
spark::Vec3 torque_to_core(const SigVector& v);
SigVector torque_to_sig(const spark::Vec3& v);
/// For sizes of boxes, which have no sign.
spark::Vec3 size_to_core(const SigVector& v);
SigQuaternion to_core(const SigQuaternion& q);
/// The rotation matrix for a quaternion in SIG's frame, of any length except 0.
spark::Mat3 rotation_to_core(const SigQuaternion& q);
SigQuaternion to_sig(const SigQuaternion& q);

SigVector sum(const SigVector& a, const SigVector& b);
SigVector difference(const SigVector& a, const SigVector& b);
SigVector cross(const SigVector& a, const SigVector& b);
double magnitude(const SigVector& v);

/// The rotation that first applies b, then a.
SigQuaternion product(const SigQuaternion& a, const SigQuaternion& b);
/// `v` rotated by a quaternion of any length except 0.
SigVector turned(const SigQuaternion& q, const SigVector& v);
/// The inverse rotation, of a quaternion of any length except 0.
SigQuaternion inverse(const SigQuaternion& q);

/// The pose of a frame in another one: its origin, in cm, and its rotation.
struct SigPose {
  SigVector place{};
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};
  bool operator==(const SigPose&) const = default;
};
/// Converts the pose b, given in the frame a, to the frame in which a is given. The resulting quaternion has length 1.
SigPose operator*(const SigPose& a, const SigPose& b);
/// The pose of the outer frame in the inner one.
SigPose inverse(const SigPose& pose);

}  // namespace sigverse
