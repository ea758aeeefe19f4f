// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <utility>
#include <vector>

namespace spark {

class Collider;
class RecorderHandler;

/// Finds touching colliders, once per step: notifies the recorders and makes contact joints (behaviour 2.2).
///
/// Most pairs come from ODE's space. Sensors that watch single colliders stay out of it; their pairs are kept in a
/// list, so that a sensor the size of the scene costs one test per step and not one per body.
class CollisionPass {
 public:
  /// Maximum contact joints per pair of shapes (behaviour 2.1).
  static constexpr int kMaxContacts = 6;

  /// Registers all colliders of the world after a change, and adds their geoms to `space` or removes them.
  void prepare(const std::vector<Collider*>& colliders, dSpaceID space);
  /// Contact joints go to `joints`. Pairs of bodies that a joint other than a contact holds together are skipped.
  void run(dWorldID world, dJointGroupID joints, dSpaceID space);

 private:
  void note_watched(Collider& sensor, const std::vector<Collider*>& colliders);

  std::vector<RecorderHandler*> recorders_;
  std::vector<std::pair<dGeomID, dGeomID>> watched_pairs_;
};

}  // namespace spark
