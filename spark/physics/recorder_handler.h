// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/physics/collision_handler.h"

namespace spark {

/// Remembers which colliders its collider touched in the last collision pass.
///
/// Scenery (colliders without a body) touches only moving colliders: pairs of scenery are not tested, unless a recorder
/// on one watches the other.
class RecorderHandler : public CollisionHandler {
 public:
  /// Only touches by `collider` matter from now on: pairs with anything else are not even tested. A sensor the size of
  /// the scene would otherwise cost a test per body and step. When `collider` leaves the scene, no touches are recorded
  /// any more.
  void watch_only(Collider& collider);
  /// The watched collider; null if all are watched, or if it has left.
  Collider* watched() const { return watched_; }
  bool watches_all() const { return watches_all_; }
  bool wants(const Collider& other) const { return watches_all_ || watched_ == &other; }

  /// The colliders touched in the last pass, each once, in no particular order but the same in every run. A collider
  /// that has left the scene since is not among them.
  const std::vector<Collider*>& touching() const { return touching_; }
  void clear() { touching_.clear(); }
  void restore(const std::vector<Collider*>& touching) { touching_ = touching; }  // and keeps its memory
  void record(Collider& other) { touching_.push_back(&other); }

  /// `collider` leaves the scene.
  void forget(const Collider& collider);

 private:
  bool watches_all_ = true;
  Collider* watched_ = nullptr;
  std::vector<Collider*> touching_;
};

}  // namespace spark
