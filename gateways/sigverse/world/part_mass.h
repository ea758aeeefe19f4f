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

/// kg: the minimum mass of a part, except blind ones. Between it and the maximum, a million kg, is a ratio of 1e9; with
/// 1e11 the equations of joints had no solution, spins became infinite, and ODE aborted.
inline constexpr double kMinMass = 1e-3;

/// A part with a shape, and the pose of its frame in that of its rigid body.
struct CarriedPart {
  const PartPlan* part;
  SigPose frame;
};

/// The total mass of these parts of one rigid body, by the file, kg: 1 kg for the first one if the file gives none,
/// which it shares with others that have none.
double mass_of(const std::vector<CarriedPart>& parts);

/// Gives the rigid body that mass in kg and the resulting inertia. Parts without a mass in the file are of one
/// material: their total is spread over their shapes by volume (where they overlap, with twice the density). Centre of
/// mass and inertia of a part are those of the file, otherwise those of its shape. Parts with a mass in the file keep
/// their share.
///
/// Returns the centre of mass in the frame of the rigid body (m, engine's axes). ODE's bodies have it in their origin,
/// so the body has to be placed there.
spark::Vec3 spread_mass(spark::Body& body, const std::vector<CarriedPart>& parts, double mass);

}  // namespace sigverse
