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

namespace spark {

class World;

/// What became of the bodies of a state when it was put back.
struct PutBack {
  int put_back = 0;
  int gone = 0;  ///< bodies of the state that have left the scene since (or left and come back)
  int came = 0;  ///< bodies of the scene that have come since
};

/// What `World::keep` has kept of a world between two steps, to be put back into the same world later, any number of
/// times.
///
/// Kept are bodies (pose, velocities, forces for the coming step, mass, gravity, kinematic, enabled) with the poses of
/// their nodes, joints (which bodies they hold and how, anchors, axes, parameters, measured forces), of colliders their
/// group, whether they are enabled and what their recorders have noted, and of the world gravity, ERP, CFM, the kind of
/// step with its random numbers, who is stepped alone and what is a heap, limits, contacts per pair and which groups
/// touch; also the orders in which ODE meets all of this. So the same steps, with the same done to the world before
/// each, give the same bits again.
///
/// Not kept is what makes up the scene (shapes and their surfaces, nodes without a body) and what force sources and
/// other objects remember for themselves.
struct WorldState {
  struct ColliderState {
    std::string group;
    bool enabled = true;
    std::vector<std::vector<std::uint64_t>> touching;  ///< of each recorder
  };

  /// Takes over what `now` has of objects that have come since: as if they had been there when this was kept.
  void add_newcomers(WorldState&& now);

  const World* world = nullptr;
  std::uint64_t world_serial = 0;
  // By the serial number of their entry.
  std::map<std::uint64_t, Body::State> bodies;
  std::map<std::uint64_t, Joint::State> joints;
  std::map<std::uint64_t, ColliderState> colliders;
  std::vector<std::uint64_t> space_order;
  std::size_t space_moved = 0;
  bool order_valid = false;

  Vec3 gravity;
  double erp = 0.0, cfm = 0.0;
  bool quick = false;
  int quick_iterations = 0, quick_above = 0;
  bool lone_bodies = true;
  MotionLimits limits{};
  std::optional<std::uint32_t> quick_random;
  std::uint64_t serial = 0;  ///< the last entry that it knows
  int contacts_per_pair = 0;
  CollisionGroups::Pairs apart;
  std::size_t groups = 0;
};

}  // namespace spark
