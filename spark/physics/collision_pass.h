// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <utility>
#include <vector>

#include "spark/physics/collision_groups.h"
#include "spark/physics/heaps.h"

namespace spark {

class Collider;
class LoneBodies;
class RecorderHandler;
class Space;

/// Finds touching colliders, once per step: notifies the recorders, and lists contacts, of which joints are made
/// (behaviour 2.2).
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
  /// Skipped are pairs of bodies that a joint other than a contact holds together, and pairs of colliders whose groups
  /// do not touch. `softness` is the CFM of the world.
  void run(Space& space, double softness);
  /// Instead of `run` where there is no space: nothing touches.
  void forget_contacts() { touches_.clear(); }
  /// A contact joint in `joints` for each contact of the last `run`, but not for those of `lone` bodies.
  void make_joints(dWorldID world, dJointGroupID joints, const LoneBodies& lone) const;

  /// At most that many contacts per pair of shapes; 1 … kMaxContacts.
  bool set_contacts_per_pair(int count);
  int contacts_per_pair() const { return per_pair_; }

  /// What touched in the last `run`, pair by pair, in the order in which joints are made.
  const std::vector<Touch>& touches() const { return touches_; }
  /// A contact of the last `run`: `Touch::begin` and those behind it.
  const dContact& contact(std::size_t number) const { return contacts_[number]; }
  /// Pairs of shapes inside each other that the last `run` left for later.
  int left_inside_each_other() const { return left_; }

  CollisionGroups groups;

 private:
  static void look_at_pair(void* pass, dGeomID geom_a, dGeomID geom_b);
  void look_at_pair(dGeomID geom_a, dGeomID geom_b);
  bool is_left_for_later(Collider& a, Collider& b);
  void note_contacts(int count, Collider& a, const Collider& b);
  void note_watched(Collider& sensor, const std::vector<Collider*>& colliders);

  std::vector<RecorderHandler*> recorders_;
  std::vector<std::pair<dGeomID, dGeomID>> watched_pairs_;
  std::vector<Touch> touches_;
  std::vector<Collider*> inside_each_other_;  ///< have met such in this step
  int left_ = 0;
  int per_pair_ = kDefaultContacts;
  std::vector<dContact> contacts_;  ///< with room for another pair's behind those that are there
  std::size_t contact_count_ = 0;
  double softness_ = 0.0;  ///< during `run`
};

}  // namespace spark
