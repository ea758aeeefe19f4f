// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spark/physics/body.h"
#include "spark/physics/collision_groups.h"
#include "spark/physics/joint.h"
#include "spark/physics/passing_bodies.h"
#include "spark/physics/world_settings.h"

namespace spark {

class Collider;
class Space;
class World;

/// Statistics about the bodies of a restored state.
struct RestoreReport {
  int restored = 0;
  int gone = 0;  ///< bodies of the state that have left the scene since (or left and returned)
  int came = 0;  ///< bodies that were added to the scene since
};

/// The state of a world between two steps, made by `World::save`, which the same world can restore later, any number of
/// times. Plain data.
///
/// It has the bodies (pose, velocities, forces for the coming step, mass, gravity, kinematic, enabled) with the poses
/// of their nodes; the joints (which bodies they connect and how, anchors, axes, parameters, measured forces); of
/// colliders the group, whether they are enabled and the content of their recorders; of the world its settings, the
/// random numbers of quick steps and which groups and bodies touch; and the orders in which ODE processes all of this.
/// So the same steps, with the same input before each, give the same bits again.
///
/// It does not have the structure of the scene (shapes and their surfaces, nodes without a body), nor the internal
/// state of force sources and other objects.
struct WorldState {
  struct ColliderState {
    std::string group;
    bool enabled = true;
    std::vector<std::vector<std::uint64_t>> touching;  ///< by recorder
  };

  /// Adds the objects of `now` that are not in this state, as if they had existed when this was saved.
  void add_newcomers(WorldState&& now);

  const World* world = nullptr;
  std::uint64_t world_serial = 0;
  std::uint64_t serial = 0;  ///< the last entry in the state
  WorldSettings settings;
  std::optional<std::uint32_t> quick_random;
  CollisionGroups::Pairs apart;
  std::size_t groups = 0;
  PassingBodies::Pairs passing;
  bool order_valid = false;

  // By the serial number of their entry.
  std::map<std::uint64_t, Body::State> bodies;
  std::map<std::uint64_t, Joint::State> joints;
  std::map<std::uint64_t, ColliderState> colliders;
  std::vector<std::uint64_t> space_order;
  std::size_t space_moved = 0;
};

/// The objects of a world. Borrowed.
struct WorldObjects {
  const std::vector<Body*>& bodies;  ///< a body whose node is above another's comes before it
  const std::vector<Joint*>& joints;
  const std::vector<Collider*>& colliders;
  Space* space;  ///< null if there is none
};

/// Writes the states of the objects to `state`.
void save_objects(const WorldObjects& objects, WorldState& state);
/// Restores the objects that are in `state` (`World::restore`).
RestoreReport restore_objects(const WorldObjects& objects, const WorldState& state);

}  // namespace spark
