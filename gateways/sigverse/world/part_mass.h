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

/// kg: what is lighter counts as that heavy, but for blind parts. Between it and the greatest mass, a million kg, is a
/// ratio of 1e9; with 1e11 the equations of joints had no solution any more, spins became infinite, and ODE aborts
/// then.
inline constexpr double kMinMass = 1e-3;

/// A part with a shape, and where its frame is in that of the rigid body to which it belongs.
struct CarriedPart {
  const PartPlan* part;
  SigPose frame;
};

/// What the file says that these parts of one rigid body weigh together, kg: the first one 1 kg where it says nothing,
/// of which others that say nothing take their share.
double mass_of(const std::vector<CarriedPart>& parts);

/// Gives the rigid body that mass in kg and the inertia that follows. Parts for which the file says no mass are of one
/// material: what is theirs is spread over their shapes by volume (where they overlap, of twice the density). Centre of
/// mass and inertia of a part are those of the file, else those of its shape. Parts that say a mass keep their share.
///
/// Returns the centre of mass in the frame of the rigid body (m, engine's axes). ODE's bodies have it in their origin,
/// so that is where the body has to be.
spark::Vec3 spread_mass(spark::Body& body, const std::vector<CarriedPart>& parts, double mass);

}  // namespace sigverse
