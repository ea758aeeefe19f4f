// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/physics/contact_joint_handler.h"

namespace spark {

/// A ContactJointHandler with all of ODE's friction: of two strengths, with slip, in proportion to the normal force.
///
/// Friction acts in two directions at right angles in the surface. `mu` and `slip1` belong to the first, `mu2` and
/// `slip2` to the second; without a direction of its own a surface has ODE's, which follow from the normal alone.
/// Setting a value switches its mode on. Where this surface meets that of an ordinary handler, both combine as always.
class SurfaceContactHandler : public ContactJointHandler {
 public:
  /// With it a force of friction is at most mu times the normal force, in each of the two directions by itself: a
  /// pyramid, so that it holds up to the square root of two more along its edges than a cone would. Without it, as ODE
  /// has it by default, mu is a force in N per contact point.
  void set_pyramid(bool on) { change().pyramid = on; }
  bool set_mu2(double mu);  ///< 0 … kMaxSize or infinite
  /// A surface with slip gives way with that speed per force of friction (m/s per N and contact
  /// point), 0 … kMaxSize.
  /// Less than the world's CFM has no effect.
  bool set_slip1(double slip);
  bool set_slip2(double slip);
  bool set_slip(double slip) { return set_slip1(slip) && set_slip2(slip); }
  void set_slip_mode(bool on) { change().slip1_mode = change().slip2_mode = on; }
  /// The first direction, in the frame of the shape, of any length from 1e-6 m to kMaxSize; 0, 0, 0 leaves it to ODE.
  bool set_direction(Vec3 direction);
};

}  // namespace spark
