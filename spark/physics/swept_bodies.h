// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/core/transform.h"

namespace spark {

class Body;
class BoxCollider;
class Collider;
class CollisionGroups;
class SphereCollider;

/// Keeps fast balls from passing through thin scenery.
///
/// ODE looks for contacts at the positions between two steps. A body that moves farther in a step than an obstacle is
/// thick may be on the other side before it has touched it, or so deep inside that it is pushed out there. A swept body
/// (`Body::set_swept`) with a sphere is therefore checked after every step in which it has moved farther than its
/// radius: if the path of a sphere of half that radius leads into a static box that would push it, the body is moved to
/// the point of entry. It keeps its velocity; it touches the box there, so the next step finds the contact and makes it
/// rebound. The rest of that one step is lost.
///
/// Half the radius is used so that the ball does not pass through a gap between two boxes that is much narrower than
/// it, and so that the contact is certain: with the whole radius the ball would just fail to touch. A body that is that
/// deep inside when the step begins is skipped, because it already has a contact.
///
/// Planes need no such check, because the whole space behind them is solid.
class SweptBodies {
 public:
  /// Call after a change of the scene.
  void prepare(const std::vector<Body*>& bodies, const std::vector<Collider*>& colliders);
  /// Call before a step moves bodies.
  void begin_step();
  /// Call after that, before positions are read.
  void end_step(const CollisionGroups& groups);

 private:
  struct Swept {
    Body* body;
    const SphereCollider* sphere;
    Vec3 begin{};  ///< where it was before the step
  };
  std::vector<Swept> swept_;
  std::vector<const BoxCollider*> obstacles_;
};

}  // namespace spark
