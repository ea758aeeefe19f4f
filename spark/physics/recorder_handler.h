// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/physics/collision_handler.h"

namespace spark {

/// Records which colliders its collider touched in the last collision pass.
///
/// Scenery (colliders without a body) touches only moving colliders: pairs of scenery are not tested, unless a recorder
/// on one watches the other.
class RecorderHandler : public CollisionHandler {
 public:
  /// Restricts it to touches by `collider`: pairs with others are not even tested. A sensor of the size of the scene
  /// would otherwise cost a test per body and step. When `collider` leaves the scene, no more touches are recorded.
  void watch_only(Collider& collider);
  /// The watched collider; null if it watches all, or if that has left.
  Collider* watched() const { return watched_; }
  bool watches_all() const { return watches_all_; }
  bool wants(const Collider& other) const { return watches_all_ || watched_ == &other; }

  /// The colliders touched in the last pass, each once, in no particular order but the same in every run. Colliders
  /// that have left the scene since are removed.
  const std::vector<Collider*>& touching() const { return touching_; }
  void clear() { touching_.clear(); }
  void restore(const std::vector<Collider*>& touching) { touching_ = touching; }  // keeps its memory
  void record(Collider& other) { touching_.push_back(&other); }

  /// To be called when `collider` leaves the scene.
  void forget(const Collider& collider);

 private:
  bool watches_all_ = true;
  Collider* watched_ = nullptr;
  std::vector<Collider*> touching_;
};

}  // namespace spark
