// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <utility>
#include <vector>

#include "spark/physics/collision_groups.h"
#include "spark/physics/islands.h"
#include "spark/physics/passing_bodies.h"
#include "spark/physics/world_settings.h"

namespace spark {

class Collider;
class ContactMeter;
class IsolatedBodies;
class RecorderHandler;
class Space;

/// Finds touching colliders, once per step: notifies the recorders, and lists contacts, from which joints are made
/// (behaviour 2.2).
///
/// Most pairs come from the space. Sensors that watch single colliders are not in it; their pairs are in a list, so
/// that a sensor of the size of the scene costs one test per step and not one per body.
class CollisionPass {
 public:
  /// Maximum number of other bodies' shapes with which the shape of a body gets contacts in one step if the centre of
  /// one is inside the other; the rest follow in later steps. Scenery does not count. Bodies that lie, lean or roll
  /// never come near that limit; three hundred bodies in one place would make a hundred thousand useless contacts.
  static constexpr int kMaxInsideEachOther = 8;

  /// Registers all colliders of the world after a change, and adds their geoms to `space` or removes them.
  void prepare(const std::vector<Collider*>& colliders, dSpaceID space);
  /// Skips pairs of bodies that are connected by a joint other than a contact or that pass through each other, and
  /// pairs of colliders whose groups do not touch.
  void run(Space& space, const WorldSettings& settings);
  /// To be called instead of `run` if there is no space: nothing touches.
  void forget_contacts() { touches_.clear(); }
  /// Makes a contact joint in `joints` for each contact of the last `run`, except those of isolated bodies. Contacts of
  /// measured bodies are recorded in `meter`.
  void make_joints(dWorldID world, dJointGroupID joints, const IsolatedBodies& isolated, ContactMeter& meter) const;

  /// The touches of the last `run`, pair by pair, in the order in which joints are made.
  const std::vector<Touch>& touches() const { return touches_; }
  /// A contact of the last `run`: `Touch::begin` and the following ones.
  const dContact& contact(std::size_t number) const { return contacts_[number]; }
  /// Pairs of shapes inside each other that the last `run` postponed.
  int left_inside_each_other() const { return left_; }

  CollisionGroups groups;
  PassingBodies passing;

 private:
  static void look_at_pair(void* pass, dGeomID geom_a, dGeomID geom_b);
  void look_at_pair(dGeomID geom_a, dGeomID geom_b);
  bool is_left_for_later(Collider& a, Collider& b);
  void note_contacts(int count, Collider& a, const Collider& b);
  void note_watched(Collider& sensor, const std::vector<Collider*>& colliders);

  std::vector<RecorderHandler*> recorders_;
  std::vector<std::pair<dGeomID, dGeomID>> watched_pairs_;
  std::vector<Touch> touches_;
  std::vector<Collider*> inside_each_other_;  ///< colliders with such a pair in this step
  int left_ = 0;
  std::vector<dContact> contacts_;  ///< with room for another pair's contacts after the first `contact_count_`
  std::size_t contact_count_ = 0;
  // Used during `run`.
  int per_pair_ = 0;
  double cfm_ = 0.0;
};

}  // namespace spark
