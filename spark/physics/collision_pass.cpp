// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collision_pass.h"

#include <algorithm>

#include "spark/physics/collider.h"

namespace spark {
namespace {

constexpr unsigned long kMoving = 1;
constexpr unsigned long kScenery = 2;

/// Where contact joints are made.
struct Target {
  dWorldID world;
  dJointGroupID joints;
};

/// Writes only what ODE reads in that mode.
void write_surface(const ContactJointHandler::Surface& from, dSurfaceParameters& to) {
  to.mode = 0;
  to.mu = from.mu;
  if (from.bounce_mode) {
    to.mode |= dContactBounce;
    to.bounce = from.bounce;
    to.bounce_vel = from.min_bounce_velocity;
  }
  if (from.soft_erp_mode) {
    to.mode |= dContactSoftERP;
    to.soft_erp = from.soft_erp;
  }
  if (from.soft_cfm_mode) {
    to.mode |= dContactSoftCFM;
    to.soft_cfm = from.soft_cfm;
  }
}

bool wants(const Collider& collider, const Collider& other) {
  return std::any_of(collider.recorders().begin(), collider.recorders().end(),
                     [&](const RecorderHandler* recorder) { return recorder->wants(other); });
}

void record(const Collider& collider, Collider& other) {
  for (RecorderHandler* recorder : collider.recorders())
    if (recorder->wants(other)) recorder->record(other);
}

/// Whether contacts move it.
bool yields(dBodyID body) {
  return body && !dBodyIsKinematic(body);
}

void look_at_pair(void* data, dGeomID geom_a, dGeomID geom_b) {
  const auto& target = *static_cast<const Target*>(data);
  auto& a = *static_cast<Collider*>(dGeomGetData(geom_a));
  auto& b = *static_cast<Collider*>(dGeomGetData(geom_b));
  dBodyID body_a = dGeomGetBody(geom_a), body_b = dGeomGetBody(geom_b);
  if (body_a && body_b && dAreConnectedExcluding(body_a, body_b, dJointTypeContact)) return;

  const bool solid =
      (yields(body_a) || yields(body_b)) && !a.contact_handlers().empty() && !b.contact_handlers().empty();
  if (!solid && !wants(a, b) && !wants(b, a)) return;

  constexpr int kMaxContacts = CollisionPass::kMaxContacts;
  dContact contacts[kMaxContacts];
  const int count = dCollide(geom_a, geom_b, solid ? kMaxContacts : 1, &contacts[0].geom, sizeof(dContact));
  if (count == 0) return;
  if (!a.recorders().empty()) record(a, b);
  if (!b.recorders().empty()) record(b, a);
  if (!solid) return;
  const auto surface =
      ContactJointHandler::combine(a.contact_handlers().front()->surface(), b.contact_handlers().front()->surface());
  for (int i = 0; i < count; ++i) {
    write_surface(surface, contacts[i].surface);
    dJointAttach(dJointCreateContact(target.world, target.joints, &contacts[i]), body_a, body_b);
  }
}

/// A sensor whose recorders all watch one collider each.
bool watches_few(const Collider& collider) {
  return collider.contact_handlers().empty() &&
         std::none_of(collider.recorders().begin(), collider.recorders().end(),
                      [](const RecorderHandler* recorder) { return recorder->watches_all(); });
}

/// Moves the geom to `space`; null for none.
void put_into(dSpaceID space, dGeomID geom) {
  dSpaceID now = dGeomGetSpace(geom);
  if (now == space) return;
  if (now) dSpaceRemove(now, geom);
  if (space) dSpaceAdd(space, geom);
}

}  // namespace

void CollisionPass::prepare(const std::vector<Collider*>& colliders, dSpaceID space) {
  recorders_.clear();
  watched_pairs_.clear();
  for (Collider* collider : colliders) {
    recorders_.insert(recorders_.end(), collider->recorders().begin(), collider->recorders().end());
    note_watched(*collider, colliders);
    put_into(watches_few(*collider) ? nullptr : space, collider->id());
    const bool moves = dGeomGetBody(collider->id()) != nullptr;
    dGeomSetCategoryBits(collider->id(), moves ? kMoving : kScenery);
    dGeomSetCollideBits(collider->id(), moves ? kMoving | kScenery : kMoving);
  }
}

void CollisionPass::note_watched(Collider& sensor, const std::vector<Collider*>& colliders) {
  for (const RecorderHandler* recorder : sensor.recorders()) {
    const Collider* watched = recorder->watched();
    if (std::find(colliders.begin(), colliders.end(), watched) == colliders.end()) continue;
    const bool both_scenery = !dGeomGetBody(sensor.id()) && !dGeomGetBody(watched->id());
    const bool met_in_space = !watches_few(sensor) && !watches_few(*watched) && !both_scenery;
    const std::pair pair(sensor.id(), watched->id()), turned(watched->id(), sensor.id());
    const bool known = std::any_of(watched_pairs_.begin(), watched_pairs_.end(),
                                   [&](const auto& other) { return other == pair || other == turned; });
    if (!met_in_space && !known) watched_pairs_.push_back(pair);
  }
}

void CollisionPass::run(dWorldID world, dJointGroupID joints, dSpaceID space) {
  for (RecorderHandler* recorder : recorders_) recorder->clear();
  Target target{world, joints};
  dSpaceCollide(space, &target, look_at_pair);
  for (const auto& [sensor, watched] : watched_pairs_)
    if (dGeomIsEnabled(sensor) && dGeomIsEnabled(watched)) look_at_pair(&target, sensor, watched);
}

}  // namespace spark
