// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <utility>
#include <vector>

#include "spark/physics/collision_groups.h"
#include "spark/physics/heaps.h"

namespace spark {

class Collider;
class RecorderHandler;
class Space;

/// Finds touching colliders, once per step: notifies the recorders and makes contact joints (behaviour 2.2).
///
/// Most pairs come from the space. Sensors that watch single colliders stay out of it; their pairs are kept in a
/// list, so that a sensor the size of the scene costs one test per step and not one per body.
class CollisionPass {
 public:
  static constexpr int kDefaultContacts = 6;  ///< behaviour 2.1
  static constexpr int kMaxContacts = 64;
  /// Of so many shapes with the middle of one inside the other a shape is kept from at a time, the rest comes in later
  /// steps. What lies, leans or rolls never comes near that; three hundred bodies in one place would make a hundred
  /// thousand contacts, none of which is of any use.
  static constexpr int kMaxInsideEachOther = 8;

  /// Registers all colliders of the world after a change, and adds their geoms to `space` or removes them.
  void prepare(const std::vector<Collider*>& colliders, dSpaceID space);
  /// Contact joints go to `joints`. Skipped are pairs of bodies that a joint other than a contact holds together, and
  /// pairs of colliders whose groups do not touch.
  void run(dWorldID world, dJointGroupID joints, Space& space);

  /// At most that many contact joints per pair of shapes; 1 … kMaxContacts.
  bool set_contacts_per_pair(int count);
  int contacts_per_pair() const { return static_cast<int>(contacts_.size()); }

  /// What the contact joints of the last `run` are between.
  const std::vector<Touch>& touches() const { return touches_; }
  /// Pairs of shapes inside each other that the last `run` left for later.
  int left_inside_each_other() const { return left_; }

  CollisionGroups groups;

 private:
  static void look_at_pair(void* pass, dGeomID geom_a, dGeomID geom_b);
  void look_at_pair(dGeomID geom_a, dGeomID geom_b);
  bool is_left_for_later(Collider& a, Collider& b);
  void make_contacts(int count, const Collider& a, const Collider& b);
  void note_watched(Collider& sensor, const std::vector<Collider*>& colliders);

  std::vector<RecorderHandler*> recorders_;
  std::vector<std::pair<dGeomID, dGeomID>> watched_pairs_;
  std::vector<Touch> touches_;
  std::vector<Collider*> inside_each_other_;  ///< have met such in this step
  int left_ = 0;
  std::vector<dContact> contacts_ = std::vector<dContact>(kDefaultContacts);  ///< of the pair that is looked at
  // During `run`.
  dWorldID world_ = nullptr;
  dJointGroupID joints_ = nullptr;
};

}  // namespace spark
