// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "spark/core/vec3.h"

namespace sigverse {

/// SIG has centimetres and y up, this server metres and z up. These functions are the one place that knows; they are
/// used at the border, by importers and by `SimObj`, and nowhere else. Nothing is checked here.
///
/// A vector (x, y, z) of SIG is (x, -z, y) here; axes of bodies are turned alike, so that a size (x, y, z) becomes
/// (x, z, y), and a cylinder's axis, y there, is z here. Forces (kg·cm/s²), velocities and accelerations scale as
/// lengths do; torques and inertia with 1e-4; masses, angles and angular velocities are the same.
using SigVector = std::array<double, 3>;
using SigQuaternion = std::array<double, 4>;  ///< w, x, y, z

/// Metres.
double length_to_core(double centimetres);
/// Turns only.
spark::Vec3 turned_to_core(const SigVector& v);
SigVector turned_to_sig(const spark::Vec3& v);
/// Turns and scales: places, forces, linear velocities, accelerations.
spark::Vec3 to_core(const SigVector& v);
SigVector to_sig(const spark::Vec3& v);
/// Torques.
spark::Vec3 torque_to_core(const SigVector& v);
SigVector torque_to_sig(const spark::Vec3& v);
/// Sizes of boxes, which have no sign.
spark::Vec3 size_to_core(const SigVector& v);
SigQuaternion to_core(const SigQuaternion& q);
SigQuaternion to_sig(const SigQuaternion& q);

/// The turn b, then a.
SigQuaternion product(const SigQuaternion& a, const SigQuaternion& b);
/// `v` turned by a quaternion of any length but 0.
SigVector turned(const SigQuaternion& q, const SigVector& v);

}  // namespace sigverse
