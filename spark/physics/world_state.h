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

/// What became of the bodies of a state when it was restored.
struct RestoreReport {
  int restored = 0;
  int gone = 0;  ///< bodies of the state that have left the scene since (or left and come back)
  int came = 0;  ///< bodies that have come into the scene since
};

/// The state of a world between two steps, made by `World::save`, which the same world can restore later, any number of
/// times. Plain data.
///
/// It has the bodies (pose, velocities, forces for the coming step, mass, gravity, kinematic, enabled) with the poses
/// of their nodes; the joints (which bodies they hold and how, anchors, axes, parameters, measured forces); of
/// colliders the group, whether they are enabled and what their recorders have recorded; of the world its settings, the
/// random numbers of quick steps and which groups and bodies touch; and the orders in which ODE meets all of this. So
/// the same steps, with the same done to the world before each, give the same bits again.
///
/// It does not have what makes up the scene (shapes and their surfaces, nodes without a body), nor what force sources
/// and other objects remember for themselves.
struct WorldState {
  struct ColliderState {
    std::string group;
    bool enabled = true;
    std::vector<std::vector<std::uint64_t>> touching;  ///< by recorder
  };

  /// Takes over what `now` has of objects that have come since: as if they had been there when this was saved.
  void add_newcomers(WorldState&& now);

  const World* world = nullptr;
  std::uint64_t world_serial = 0;
  std::uint64_t serial = 0;  ///< the last entry that it has
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
  const std::vector<Body*>& bodies;  ///< a body that carries others' nodes comes before them
  const std::vector<Joint*>& joints;
  const std::vector<Collider*>& colliders;
  Space* space;  ///< null if there is none
};

/// Writes the states of the objects to `state`.
void save_objects(const WorldObjects& objects, WorldState& state);
/// Gives the objects the state that `state` has of them (`World::restore`).
RestoreReport restore_objects(const WorldObjects& objects, const WorldState& state);

}  // namespace spark
