// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collision_pass.h"

#include <algorithm>

#include "spark/physics/collider.h"

namespace spark {
namespace {

constexpr unsigned long kMoving = 1;
constexpr unsigned long kScenery = 2;
constexpr unsigned long kWatched = 4;

struct Pass {
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

void look_at_pair(void* data, dGeomID geom_a, dGeomID geom_b) {
  const auto& pass = *static_cast<const Pass*>(data);
  auto& a = *static_cast<Collider*>(dGeomGetData(geom_a));
  auto& b = *static_cast<Collider*>(dGeomGetData(geom_b));
  dBodyID body_a = dGeomGetBody(geom_a), body_b = dGeomGetBody(geom_b);
  if (body_a && body_b && dAreConnectedExcluding(body_a, body_b, dJointTypeContact)) return;

  const bool solid = (body_a || body_b) && !a.contact_handlers().empty() && !b.contact_handlers().empty();
  if (!solid && !wants(a, b) && !wants(b, a)) return;

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
    dJointAttach(dJointCreateContact(pass.world, pass.joints, &contacts[i]), body_a, body_b);
  }
}

/// A sensor whose recorders all watch one collider each: nothing else needs to be tested against it.
bool watches_few(const Collider& collider) {
  return collider.contact_handlers().empty() &&
         std::none_of(collider.recorders().begin(), collider.recorders().end(),
                      [](const RecorderHandler* recorder) { return recorder->watches_all(); });
}

}  // namespace

void choose_collision_partners(const std::vector<Collider*>& colliders) {
  std::vector<const Collider*> watched;
  for (const Collider* collider : colliders)
    for (const RecorderHandler* recorder : collider->recorders())
      if (recorder->watched()) watched.push_back(recorder->watched());

  for (const Collider* collider : colliders) {
    const bool moves = dGeomGetBody(collider->id()) != nullptr;
    unsigned long category = moves ? kMoving : kScenery;
    unsigned long partners = moves ? kMoving | kScenery : kMoving;
    if (watches_few(*collider)) {
      category = 0;
      partners = kWatched;
    }
    if (std::find(watched.begin(), watched.end(), collider) != watched.end()) category |= kWatched;
    dGeomSetCategoryBits(collider->id(), category);
    dGeomSetCollideBits(collider->id(), partners);
  }
}

void run_collision_pass(dWorldID world, dJointGroupID joints, dSpaceID space) {
  Pass pass{world, joints};
  dSpaceCollide(space, &pass, look_at_pair);
}

}  // namespace spark
