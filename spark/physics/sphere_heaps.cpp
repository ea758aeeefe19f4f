// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/sphere_heaps.h"

#include "spark/physics/collision_pass.h"
#include "spark/physics/lone_bodies.h"
#include "spark/physics/lone_contact.h"

namespace spark {
namespace {

/// What lies across the normal makes rows depend on each other. So much, of the arm from the centre to the point, is
/// rounding.
constexpr double kMostAcross = 1e-6;

bool lies_along_normal(const dContactGeom& contact, dBodyID body) {
  if (!body) return true;
  const Vec3 arm = to_vec3(contact.pos) - to_vec3(dBodyGetPosition(body)), across = cross(arm, to_vec3(contact.normal));
  return dot(across, across) <= kMostAcross * kMostAcross * dot(arm, arm);
}

Body& body_of(dBodyID body) {
  return *static_cast<Body*>(dBodyGetData(body));
}

/// It, or the other one where that is scenery.
const Body& one_of(const Touch& touch) {
  return body_of(touch.first ? touch.first : touch.second);
}

bool is_solvable(const Touch& touch, const CollisionPass& pass, double erp, double cfm) {
  for (std::size_t i = touch.begin; i < touch.begin + static_cast<std::size_t>(touch.contacts); ++i) {
    const dContact& contact = pass.contact(i);
    LoneContact described;
    describe_contact(contact, false, erp, cfm, described);
    if (!is_solvable_alone(contact.surface) || described.softness[2] != described.softness[3] ||
        !lies_along_normal(contact.geom, touch.first) || !lies_along_normal(contact.geom, touch.second))
      return false;
  }
  return true;
}

}  // namespace

bool SphereHeaps::is_in_fitting(const Touch& touch, Heaps& heaps) const {
  const Body& body = one_of(touch);
  return heaps.contains(body) && fits_[heaps.set_of(body)];
}

bool SphereHeaps::take(Heaps& heaps, const CollisionPass& pass, LoneBodies& lone, double erp, double cfm) {
  const std::vector<Body*>& bodies = lone.bodies();
  fits_.assign(bodies.size(), true);
  for (const Body* body : bodies)
    if (heaps.contains(*body) && !lone.is_free(*body)) fits_[heaps.set_of(*body)] = false;
  for (const Touch& touch : pass.touches())
    if (is_in_fitting(touch, heaps) && !is_solvable(touch, pass, erp, cfm)) fits_[heaps.set_of(one_of(touch))] = false;

  contacts_.clear();
  numbers_.resize(bodies.size());
  std::uint32_t count = 0;
  for (Body* body : bodies) {
    if (!heaps.contains(*body) || !fits_[heaps.set_of(*body)]) continue;
    lone.take(*body);
    numbers_[body->number] = count++;
  }
  for (const Touch& touch : pass.touches())
    if (is_in_fitting(touch, heaps)) add(touch, pass, erp, cfm);
  return heaps.forget(fits_);
}

void SphereHeaps::add(const Touch& touch, const CollisionPass& pass, double erp, double cfm) {
  const bool is_reversed = !touch.first;
  dBodyID other = is_reversed ? nullptr : touch.second;
  HeapContact contact;
  contact.first = numbers_[one_of(touch).number];
  contact.second = other ? numbers_[body_of(other).number] : HeapContact::kScenery;
  for (std::size_t i = touch.begin; i < touch.begin + static_cast<std::size_t>(touch.contacts); ++i) {
    describe_contact(pass.contact(i), is_reversed, erp, cfm, contact.contact);
    contacts_.push_back(contact);
  }
}

void SphereHeaps::push(const LoneBodies& lone, const Vec3& gravity, double seconds, int passes) {
  if (!contacts_.empty()) solver_.push(lone.taken(), contacts_, gravity, seconds, passes);
}

}  // namespace spark
