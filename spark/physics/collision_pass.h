// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <vector>

namespace spark {

class Collider;

/// At most so many contact joints per pair of shapes (behaviour 2.1).
constexpr int kMaxContacts = 6;

/// Tells ODE which pairs are worth a look, by category bits: not scenery against scenery, and of the sensors that watch
/// one collider only, none with anything else.
void choose_collision_partners(const std::vector<Collider*>& colliders);

/// Finds all touching pairs in `space`, tells the recorders and makes contact joints in `joints` (behaviour 2.2). Pairs
/// of bodies that a joint other than a contact holds together are skipped.
void run_collision_pass(dWorldID world, dJointGroupID joints, dSpaceID space);

}  // namespace spark
