// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/contact_joint_handler.h"

namespace spark {

/// A ContactJointHandler with all of ODE's friction: two coefficients, slip, proportional to the normal force.
///
/// Friction acts in two directions at right angles in the surface. `mu` and `slip1` belong to the first, `mu2` and
/// `slip2` to the second; a surface without a direction has ODE's, which depend on the normal alone. Setting a value
/// switches its mode on. If this surface touches one of an ordinary handler, both are combined as usual.
class SurfaceContactHandler : public ContactJointHandler {
 public:
  /// If on, a friction force is at most mu times the normal force, in each of the two directions separately: a pyramid,
  /// so that it holds up to the square root of two more along its edges than a cone would. If off, which is ODE's
  /// default, mu is a force in N per contact point.
  void set_pyramid(bool on) { change().pyramid = on; }
  bool set_mu2(double mu);  ///< 0 … kMaxSize or infinite
  /// A surface with slip yields with that speed per friction force (m/s per N and contact point), 0 … kMaxSize. Values
  /// below the world's CFM have no effect.
  bool set_slip1(double slip);
  bool set_slip2(double slip);
  bool set_slip(double slip) { return set_slip1(slip) && set_slip2(slip); }
  void set_slip_mode(bool on) { change().slip1_mode = change().slip2_mode = on; }
  /// The first direction, in the frame of the shape, of any length from 1e-6 m to kMaxSize; with 0, 0, 0 ODE chooses
  /// it.
  bool set_direction(Vec3 direction);
};

}  // namespace spark
