// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstddef>
#include <span>

#include "spark/core/vec3.h"

namespace spark {

/// One contact of a body with what stands still, as ODE's contact joint has it, with friction without a limit.
struct LoneContact {
  const dContactGeom *geom = nullptr;  ///< null for none
  bool is_reversed = false;            ///< the normal points away from the body
  /// ERP of the normal row (the others have no error to correct), then CFM of the rows along the normal and across it.
  double softness[4] = {};
  double bounce = 0.0;
  double least_bounce_speed = dInfinity;  ///< m/s; what comes in faster bounces
};

/// A body whose inertia is that of a sphere, as numbers in ODE's own memory, which a step changes. Vectors are padded
/// to four numbers, of which the last is nobody's; the rotation has three rows of four.
struct LoneBody {
  double *position = nullptr, *quaternion = nullptr, *rotation = nullptr;
  double *velocity = nullptr, *spin = nullptr, *force = nullptr, *torque = nullptr;
  // These four lie side by side.
  double mass = 0.0, inverse_mass = 0.0;        ///< kg, 1/kg
  double inertia = 0.0, inverse_inertia = 0.0;  ///< about any axis, kg·m²
};

/// A step of one body: what decides about it.
struct LoneStep {
  const LoneBody *body = nullptr;
  bool has_gravity = true;
  LoneContact contact;
};

/// Steps bodies that touch no other body, each by itself, as dWorldStep does (ODE 0.16): forces and gravity, the
/// gyroscopic torque, three rows of one contact (normal with ERP, CFM and bounce, two directions of friction at right
/// angles), semi-implicit Euler, forces cleared. `gravity` is in m/s². Geoms of the bodies are not told.
///
/// Equal to ODE's is not only the solution but every operation in its order, so the numbers are the same to the last
/// bit, on any processor that computes in double precision without fusing operations. It takes a twentieth of the time,
/// since several bodies are computed side by side and nothing is looked up, sorted or allocated.
void step_lone_bodies(std::span<const LoneStep> steps, Vec3 gravity, double seconds);

}  // namespace spark
