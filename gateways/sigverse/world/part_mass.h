// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/sigverse/world/body_plan.h"
#include "gateways/sigverse/world/frames.h"
#include "spark/core/vec3.h"

namespace spark {
class Body;
}

namespace sigverse {

/// kg: the minimum mass of a part, except blind ones. The ratio between it and the maximum, a million kg, is 1e9; with
/// 1e11 the equations of joints had no solution, spins became infinite, and ODE aborted.
inline constexpr double kMinMass = 1e-3;

/// A part with a shape, and the pose of its frame in the frame of its rigid body.
struct CarriedPart {
  const PartPlan* part;
  SigPose frame;
};

/// The total mass, in kg, of the parts of one rigid body. Parts for which the file gives no mass share the mass of the
/// first part; if the file gives none for the first part either, that is 1 kg.
double mass_of(const std::vector<CarriedPart>& parts);

/// Gives the rigid body that mass, in kg, and the resulting inertia. Parts without a mass in the file are made of one
/// material: their total is distributed over their shapes by volume (with twice the density where they overlap). Centre
/// of mass and inertia of a part are those of the file, otherwise those of its shape. Parts with a mass in the file
/// keep their share of the total.
///
/// Returns the centre of mass in the frame of the rigid body (m, engine axes). In ODE it is the origin of a body, so
/// the caller has to place the body there.
spark::Vec3 spread_mass(spark::Body& body, const std::vector<CarriedPart>& parts, double mass);

}  // namespace sigverse
