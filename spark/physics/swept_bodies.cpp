// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/swept_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "spark/physics/body.h"
#include "spark/physics/collider.h"

namespace spark {
namespace {

/// The share of the path from `begin` to `end` before it enters a box that is enlarged by `margin` on all sides;
/// `nullopt` if the path does not enter it or begins in it. The slab method: along each axis the path is between the
/// two faces for an interval of its parameter, and inside where all three intervals overlap.
std::optional<double> part_before(const BoxCollider& box, double margin, const Vec3& begin, const Vec3& end) {
  const Vec3 from = box.to_local(begin), delta = box.to_local(end) - from;
  const double starts[] = {from.x, from.y, from.z}, deltas[] = {delta.x, delta.y, delta.z};
  double enters = 0.0, leaves = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    const double half = 0.5 * box.box_length(axis) + margin;
    if (deltas[axis] == 0.0) {
      if (std::abs(starts[axis]) >= half) return std::nullopt;
      continue;
    }
    const double face = std::copysign(half, deltas[axis]);
    enters = std::max(enters, (-face - starts[axis]) / deltas[axis]);
    leaves = std::min(leaves, (face - starts[axis]) / deltas[axis]);
  }
  return enters > 0.0 && enters < leaves ? std::optional(enters) : std::nullopt;
}

}  // namespace

void SweptBodies::prepare(const std::vector<Body*>& bodies, const std::vector<Collider*>& colliders) {
  swept_.clear();
  obstacles_.clear();
  for (Body* body : bodies) {
    if (!body->is_swept()) continue;
    for (const Collider* collider : colliders)
      if (const auto* sphere = dynamic_cast<const SphereCollider*>(collider);
          sphere && dGeomGetBody(sphere->id()) == body->id()) {
        swept_.push_back({body, sphere});
        break;
      }
  }
  if (swept_.empty()) return;
  for (const Collider* collider : colliders)
    if (const auto* box = dynamic_cast<const BoxCollider*>(collider);
        box && !dGeomGetBody(box->id()) && !box->contact_handlers().empty())
      obstacles_.push_back(box);
}

void SweptBodies::begin_step() {
  for (Swept& swept : swept_) swept.begin = swept.body->position();
}

void SweptBodies::end_step(const CollisionGroups& groups) {
  for (const auto& [body, sphere, begin] : swept_) {
    const Vec3 end = body->position(), delta = end - begin;
    const double radius = sphere->radius();
    // The world restores bodies whose position is not finite.
    if (!(dot(delta, delta) > radius * radius) || !is_finite(end)) continue;
    double part = 1.0;
    for (const BoxCollider* box : obstacles_)
      if (box->is_enabled() && groups.may_touch(box->group(), sphere->group()))
        part = std::min(part, part_before(*box, 0.5 * radius, begin, end).value_or(1.0));
    if (part < 1.0) body->set_position(begin + part * delta);
  }
}

}  // namespace spark
