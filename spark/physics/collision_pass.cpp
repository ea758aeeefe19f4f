// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/collision_pass.h"

#include <algorithm>

#include "spark/numerics/ode_library.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/contact_meter.h"
#include "spark/physics/isolated_bodies.h"
#include "spark/physics/space.h"

namespace spark {
namespace {

constexpr unsigned long kMoving = 1;
constexpr unsigned long kScenery = 2;

/// Turns a direction from the frame of the shape to that of the world. Planes have no frame of their own.
Vec3 turned_with(dGeomID geom, const Vec3& direction) {
  if (dGeomGetClass(geom) == dPlaneClass || direction == Vec3()) return direction;
  return to_mat3(dGeomGetRotation(geom)) * direction;
}

/// The direction of friction in the frame of the world: that of the first surface, or of the second if the first has
/// none.
Vec3 direction_of(const Collider& a, const Collider& b) {
  const ContactJointHandler::Surface &surface_a = a.contact_handlers().front()->surface(),
                                     &surface_b = b.contact_handlers().front()->surface();
  return surface_a.has_direction() ? turned_with(a.id(), surface_a.direction)
                                   : turned_with(b.id(), surface_b.direction);
}

/// Projects the direction of friction onto the touched surface. If it is perpendicular to that surface there is no
/// direction, and ODE chooses one.
void lay_direction(const Vec3& direction, dContact& contact) {
  const Vec3 normal = to_vec3(contact.geom.normal);
  const Vec3 along = direction - normal * dot(normal, direction);
  const double size = length(along);
  if (!(size > 1e-3)) return;
  contact.surface.mode |= dContactFDir1;
  contact.fdir1[0] = along.x / size;
  contact.fdir1[1] = along.y / size;
  contact.fdir1[2] = along.z / size;
}

bool wants(const Collider& collider, const Collider& other) {
  return std::any_of(collider.recorders().begin(), collider.recorders().end(),
                     [&](const RecorderHandler* recorder) { return recorder->wants(other); });
}

void record(const Collider& collider, Collider& other) {
  for (RecorderHandler* recorder : collider.recorders())
    if (recorder->wants(other)) recorder->record(other);
}

/// Whether contacts can move the body. False for scenery.
bool yields(dBodyID body) {
  return body && !dBodyIsKinematic(body);
}

/// Whether it is a sensor whose recorders watch one collider each.
bool watches_few(const Collider& collider) {
  return collider.contact_handlers().empty() &&
         std::none_of(collider.recorders().begin(), collider.recorders().end(),
                      [](const RecorderHandler* recorder) { return recorder->watches_all(); });
}

/// Moves the geom to `space`; null removes it from its space.
void put_into(dSpaceID space, dGeomID geom) {
  dSpaceID now = dGeomGetSpace(geom);
  if (now == space) return;
  leave_space(geom);
  if (space) dSpaceAdd(space, geom);
}

}  // namespace

void CollisionPass::prepare(const std::vector<Collider*>& colliders, dSpaceID space) {
  recorders_.clear();
  watched_pairs_.clear();
  for (Collider* collider : colliders) {
    collider->met_surface.forget();
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

void CollisionPass::run(Space& space, const WorldSettings& settings) {
  for (RecorderHandler* recorder : recorders_) recorder->clear();
  per_pair_ = settings.contacts_per_pair;
  cfm_ = settings.cfm;
  touches_.clear();
  contact_count_ = 0;
  left_ = 0;
  space.collide(this, look_at_pair);
  for (const auto& [sensor, watched] : watched_pairs_)
    if (dGeomIsEnabled(sensor) && dGeomIsEnabled(watched)) look_at_pair(sensor, watched);
  for (Collider* collider : inside_each_other_) collider->inside_each_other = 0;
  inside_each_other_.clear();
}

void CollisionPass::look_at_pair(void* pass, dGeomID geom_a, dGeomID geom_b) {
  static_cast<CollisionPass*>(pass)->look_at_pair(geom_a, geom_b);
}

void CollisionPass::look_at_pair(dGeomID geom_a, dGeomID geom_b) {
  auto& a = *static_cast<Collider*>(dGeomGetData(geom_a));
  auto& b = *static_cast<Collider*>(dGeomGetData(geom_b));
  if (!groups.may_touch(a.group(), b.group())) return;
  dBodyID body_a = dGeomGetBody(geom_a), body_b = dGeomGetBody(geom_b);
  if (body_a && body_b && dAreConnectedExcluding(body_a, body_b, dJointTypeContact)) return;
  if (!passing.is_empty() && body_a && body_b && passing.contains(*body_of(body_a), *body_of(body_b))) return;

  bool solid = (yields(body_a) || yields(body_b)) && !a.contact_handlers().empty() && !b.contact_handlers().empty();
  if (solid && body_a && body_b && is_left_for_later(a, b)) solid = false;
  if (!solid && !wants(a, b) && !wants(b, a)) return;

  const int max_contacts = solid ? per_pair_ : 1;
  // dCollide writes up to `max_contacts` contacts after the last used one, whether they are used or not.
  if (contacts_.size() < contact_count_ + static_cast<std::size_t>(max_contacts))
    contacts_.resize(2 * contact_count_ + WorldSettings::kMaxContactsPerPair);
  if (body_a && body_a == body_b) return;
  const int count =
      find_contacts(a.contact_shape(), geom_a, b.contact_shape(), geom_b, max_contacts, &contacts_[contact_count_]);
  if (count == 0) return;
  if (!a.recorders().empty()) record(a, b);
  if (!b.recorders().empty()) record(b, a);
  if (solid) note_contacts(count, a, b);
}

bool CollisionPass::is_left_for_later(Collider& a, Collider& b) {
  const Vec3 middle_a = to_vec3(dGeomGetPosition(a.id())), middle_b = to_vec3(dGeomGetPosition(b.id()));
  if (a.point_depth(middle_b) <= 0.0 && b.point_depth(middle_a) <= 0.0) return false;
  for (Collider* collider : {&a, &b}) {
    if (collider->inside_each_other < kMaxInsideEachOther) continue;
    ++left_;
    return true;
  }
  for (Collider* collider : {&a, &b})
    if (++collider->inside_each_other == 1) inside_each_other_.push_back(collider);
  return false;
}

void CollisionPass::note_contacts(int count, Collider& a, const Collider& b) {
  const ContactJointHandler &handler_a = *a.contact_handlers().front(), &handler_b = *b.contact_handlers().front();
  const dSurfaceParameters& surface = a.met_surface.of(handler_a, handler_b, cfm_);
  touches_.push_back({dGeomGetBody(a.id()), dGeomGetBody(b.id()), count, contact_count_});
  for (int i = 0; i < count; ++i) {
    dContact& contact = contacts_[contact_count_++];
    contact.surface = surface;
    if (a.met_surface.has_direction()) lay_direction(direction_of(a, b), contact);
  }
}

void CollisionPass::make_joints(dWorldID world, dJointGroupID joints, const IsolatedBodies& isolated,
                                ContactMeter& meter) const {
  meter.expect(contact_count_);
  for (const Touch& touch : touches_) {
    if (isolated.contains(touch.first) || isolated.contains(touch.second)) continue;
    const bool is_measured = meter.measures(touch);
    for (int i = 0; i < touch.contacts; ++i) {
      const dContact& contact = contacts_[touch.begin + static_cast<std::size_t>(i)];
      dJointID joint = dJointCreateContact(world, joints, &contact);
      dJointAttach(joint, touch.first, touch.second);
      if (is_measured) meter.note(joint, touch, contact);
    }
  }
}

}  // namespace spark
