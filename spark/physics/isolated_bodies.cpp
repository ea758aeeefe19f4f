// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/isolated_bodies.h"

#include <algorithm>

#include "spark/numerics/isolated_contact.h"
#include "spark/physics/collision_pass.h"

namespace spark {
namespace {

/// False for a body for which damping, a maximum speed, auto-disabling or finite rotation is set in ODE.
bool is_ordinary(dBodyID body) {
  return !dBodyGetFiniteRotationMode(body) && dBodyGetGyroscopicMode(body) && !dBodyGetAutoDisableFlag(body) &&
         dBodyGetLinearDamping(body) == 0.0 && dBodyGetAngularDamping(body) == 0.0 &&
         dBodyGetMaxAngularSpeed(body) >= kMaxStepSpin;  // no body reaches this speed
}

}  // namespace

void IsolatedBodies::prepare(const std::vector<Body*>& bodies) {
  bodies_ = bodies;
  std::sort(bodies_.begin(), bodies_.end(),
            [](const Body* a, const Body* b) { return a->entered_at() > b->entered_at(); });
  cases_.assign(bodies_.size(), {});
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i]->number = i;
    cases_[i].is_ordinary = is_ordinary(bodies_[i]->id());
  }
  steps_.resize(bodies_.size());
  choose_none();
}

void IsolatedBodies::choose_none() {
  stepped_.clear();
  isolated_count_ = 0;
  leave_some_ = true;
}

void IsolatedBodies::choose(const CollisionPass& pass, const std::vector<const Body*>& measured, double erp,
                            double cfm) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Case& its_case = cases_[i];
    its_case.contact = nullptr;
    its_case.is_free = its_case.is_ordinary && bodies_[i]->is_like_sphere() && dBodyIsEnabled(bodies_[i]->id()) &&
                       dBodyGetNumJoints(bodies_[i]->id()) == 0;
    its_case.is_stepped = its_case.is_free;
  }
  for (const Body* body : measured) cases_[body->number].is_free = cases_[body->number].is_stepped = false;
  for (const Touch& touch : pass.touches()) decide(touch, pass);

  stepped_.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!cases_[i].is_stepped) continue;
    IsolatedContact& contact = add_step(*bodies_[i]).contact;
    if (cases_[i].contact) describe_contact(*cases_[i].contact, cases_[i].is_second, erp, cfm, contact);
  }
  isolated_count_ = stepped_.size();
  leave_some_ = isolated_count_ < bodies_.size();
}

/// Appends a step without a contact.
IsolatedStep& IsolatedBodies::add_step(Body& body) {
  IsolatedStep& step = steps_[stepped_.size()];
  step.body = &body.for_isolated_step();
  step.has_gravity = dBodyGetGravityMode(body.id());
  step.contact.geom = nullptr;
  stepped_.push_back(&body);
  return step;
}

/// Two bodies that touch depend on each other, so neither is isolated. A body that touches scenery is still isolated if
/// this is its only contact point and an `IsolatedContact` describes it.
void IsolatedBodies::decide(const Touch& touch, const CollisionPass& pass) {
  Body *first = body_of(touch.first), *second = body_of(touch.second);
  const dContact& contact = pass.contact(touch.begin);
  if (first && second) {
    cases_[first->number].is_stepped = cases_[second->number].is_stepped = false;
    return;
  }
  Case& its_case = cases_[(first ? first : second)->number];
  if (touch.contacts > 1 || its_case.contact || !fits_isolated_contact(contact.surface)) its_case.is_stepped = false;
  its_case.contact = &contact;
  its_case.is_second = second != nullptr;
}

void IsolatedBodies::take(Body& body) {
  cases_[body.number].is_stepped = true;
  add_step(body);
  leave_some_ = stepped_.size() < bodies_.size();
}

void IsolatedBodies::step(Vec3 gravity, double seconds) {
  step_isolated_bodies(std::span(steps_).first(stepped_.size()), gravity, seconds);
}

void IsolatedBodies::hide_from_ode() {
  for (Body* body : stepped_) body->disable();
}

void IsolatedBodies::show_to_ode(dSpaceID space, const std::vector<Body*>& islands) {
  if (stepped_.empty()) return;
  if (leave_some_)
    for (Body* body : stepped_) body->enable();
  if (leave_some_ && space) {
    find_order(space, islands);
    // A moved geom comes to the front again only if the space has been cleaned since.
    dSpaceClean(space);
  } else {
    order_ = stepped_;
  }
  // Setting the current position changes no bit, but marks the geoms of the body as moved.
  for (Body* body : order_) {
    const dReal* position = dBodyGetPosition(body->id());
    dBodySetPosition(body->id(), position[0], position[1], position[2]);
  }
}

/// The order in which ODE would have stepped all of them: each island at the place of its youngest enabled body.
void IsolatedBodies::find_order(dSpaceID space, const std::vector<Body*>& islands) {
  find_moved(space);
  order_.clear();
  is_seen_.assign(bodies_.size(), false);
  for (const Body* body : islands) is_seen_[body->number] = true;
  auto next = moved_.begin();
  for (Body* body : bodies_) {
    if (is_seen_[body->number] || !body->is_enabled()) continue;
    if (cases_[body->number].is_stepped) {
      order_.push_back(body);
      continue;
    }
    find_island(*body);
    for (; next != moved_.end() && std::find(island_.begin(), island_.end(), *next) != island_.end(); ++next)
      order_.push_back(*next);
  }
  order_.insert(order_.end(), next, moved_.end());
}

/// The bodies that ODE has stepped, in its order: their geoms are now at the front of the space, the last one's first.
void IsolatedBodies::find_moved(dSpaceID space) {
  moved_.clear();
  for (int i = 0; i < dSpaceGetNumGeoms(space); ++i) {
    Body* body = body_of(dGeomGetBody(dSpaceGetGeom(space, i)));
    if (!body || !body->is_enabled() || cases_[body->number].is_stepped) break;
    if (moved_.empty() || moved_.back() != body) moved_.push_back(body);
  }
  std::reverse(moved_.begin(), moved_.end());
}

/// Collects this body and all bodies that joints and contacts connect to it.
void IsolatedBodies::find_island(Body& body) {
  island_ = {&body};
  is_seen_[body.number] = true;
  for (std::size_t i = 0; i < island_.size(); ++i) {
    dBodyID of = island_[i]->id();
    for (int k = 0; k < dBodyGetNumJoints(of); ++k) {
      dJointID joint = dBodyGetJoint(of, k);
      if (!dJointIsEnabled(joint)) continue;
      for (const int side : {0, 1}) {
        Body* other = body_of(dJointGetBody(joint, side));
        if (!other || is_seen_[other->number]) continue;
        is_seen_[other->number] = true;
        island_.push_back(other);
      }
    }
  }
}

}  // namespace spark
