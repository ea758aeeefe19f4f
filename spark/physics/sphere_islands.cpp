// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/sphere_islands.h"

#include "spark/numerics/isolated_contact.h"
#include "spark/physics/collision_pass.h"
#include "spark/physics/isolated_bodies.h"

namespace spark {
namespace {

/// The rows of a contact are independent only if the arm from the centre to the point is parallel to the normal. A
/// perpendicular part that is smaller than this share is rounding.
constexpr double kMaxAcross = 1e-6;

bool lies_along_normal(const dContactGeom& contact, dBodyID body) {
  if (!body) return true;
  const Vec3 arm = to_vec3(contact.pos) - to_vec3(dBodyGetPosition(body)), across = cross(arm, to_vec3(contact.normal));
  return dot(across, across) <= kMaxAcross * kMaxAcross * dot(arm, arm);
}

/// The first of the two that touch, or the second if the first is scenery.
const Body& one_of(const Touch& touch) {
  return *body_of(touch.first ? touch.first : touch.second);
}

bool is_touch_solvable(const Touch& touch, const CollisionPass& pass, double erp, double cfm) {
  for (std::size_t i = touch.begin; i < touch.begin + static_cast<std::size_t>(touch.contacts); ++i) {
    const dContact& contact = pass.contact(i);
    IsolatedContact described;
    describe_contact(contact, false, erp, cfm, described);
    if (!fits_isolated_contact(contact.surface) || described.softness[2] != described.softness[3] ||
        !lies_along_normal(contact.geom, touch.first) || !lies_along_normal(contact.geom, touch.second))
      return false;
  }
  return true;
}

}  // namespace

bool SphereIslands::is_in_suitable(const Touch& touch, Islands& islands) const {
  const Body& body = one_of(touch);
  return islands.contains(body) && is_suitable_[islands.island_of(body)];
}

bool SphereIslands::take(Islands& islands, const CollisionPass& pass, IsolatedBodies& isolated, double erp,
                         double cfm) {
  const std::vector<Body*>& bodies = isolated.bodies();
  is_suitable_.assign(bodies.size(), true);
  for (const Body* body : bodies)
    if (islands.contains(*body) && !isolated.is_free(*body)) is_suitable_[islands.island_of(*body)] = false;
  for (const Touch& touch : pass.touches())
    if (is_in_suitable(touch, islands) && !is_touch_solvable(touch, pass, erp, cfm))
      is_suitable_[islands.island_of(one_of(touch))] = false;

  contacts_.clear();
  numbers_.resize(bodies.size());
  std::uint32_t count = 0;
  for (Body* body : bodies) {
    if (!islands.contains(*body) || !is_suitable_[islands.island_of(*body)]) continue;
    isolated.take(*body);
    numbers_[body->number] = count++;
  }
  for (const Touch& touch : pass.touches())
    if (is_in_suitable(touch, islands)) add(touch, pass, erp, cfm);
  return islands.remove(is_suitable_);
}

void SphereIslands::add(const Touch& touch, const CollisionPass& pass, double erp, double cfm) {
  const bool is_reversed = !touch.first;
  dBodyID other = is_reversed ? nullptr : touch.second;
  IslandContact contact;
  contact.first = numbers_[one_of(touch).number];
  contact.second = other ? numbers_[body_of(other)->number] : IslandContact::kScenery;
  for (std::size_t i = touch.begin; i < touch.begin + static_cast<std::size_t>(touch.contacts); ++i) {
    describe_contact(pass.contact(i), is_reversed, erp, cfm, contact.contact);
    contacts_.push_back(contact);
  }
}

void SphereIslands::push(const IsolatedBodies& isolated, const Vec3& gravity, double seconds, int passes) {
  if (!contacts_.empty()) solver_.push(isolated.taken(), contacts_, gravity, seconds, passes);
}

}  // namespace spark
