// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/vec3.h"

namespace spark {
class Body;
}

namespace sigverse {

/// Gives the body that mass in kg, spread over the shapes by volume, as if all were of one stuff (where they overlap,
/// of twice as much), and the inertia that follows. The answer is where the centre of mass is then, in the object's
/// frame (core): ODE's bodies have it in their origin, so that is where the body has to be.
spark::Vec3 spread_mass(spark::Body& body, const std::vector<SimpleShape>& shapes, double mass);

}  // namespace sigverse
