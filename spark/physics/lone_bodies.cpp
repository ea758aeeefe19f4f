// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/lone_bodies.h"

#include <algorithm>

#include "spark/physics/collision_pass.h"
#include "spark/physics/lone_contact.h"

namespace spark {
namespace {

/// ODE does more with a body that it was told to damp, to limit, to put to sleep or to turn exactly.
bool is_ordinary(dBodyID body) {
  return !dBodyGetFiniteRotationMode(body) && dBodyGetGyroscopicMode(body) && !dBodyGetAutoDisableFlag(body) &&
         dBodyGetLinearDamping(body) == 0.0 && dBodyGetAngularDamping(body) == 0.0 &&
         dBodyGetMaxAngularSpeed(body) == dInfinity;
}

Body* body_of(dBodyID body) {
  return body ? static_cast<Body*>(dBodyGetData(body)) : nullptr;
}

}  // namespace

void LoneBodies::prepare(const std::vector<Body*>& bodies) {
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

void LoneBodies::choose_none() {
  alone_.clear();
  alone_count_ = 0;
  leave_some_ = true;
}

void LoneBodies::choose(const CollisionPass& pass, double erp, double cfm) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Case& its_case = cases_[i];
    its_case.contact = nullptr;
    its_case.is_free = its_case.is_ordinary && bodies_[i]->is_like_sphere() && dBodyIsEnabled(bodies_[i]->id()) &&
                       dBodyGetNumJoints(bodies_[i]->id()) == 0;
    its_case.is_alone = its_case.is_free;
  }
  for (const Touch& touch : pass.touches()) decide(touch, pass);

  alone_.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!cases_[i].is_alone) continue;
    LoneContact& contact = add_step(*bodies_[i]).contact;
    if (cases_[i].contact) describe_contact(*cases_[i].contact, cases_[i].is_second, erp, cfm, contact);
  }
  alone_count_ = alone_.size();
  leave_some_ = alone_count_ < bodies_.size();
}

/// Without a contact.
LoneStep& LoneBodies::add_step(Body& body) {
  LoneStep& step = steps_[alone_.size()];
  step.body = &body.for_lone_step();
  step.has_gravity = dBodyGetGravityMode(body.id());
  step.contact.geom = nullptr;
  alone_.push_back(&body);
  return step;
}

void LoneBodies::decide(const Touch& touch, const CollisionPass& pass) {
  Body *first = body_of(touch.first), *second = body_of(touch.second);
  const dContact& contact = pass.contact(touch.begin);
  if (first && second) {
    cases_[first->number].is_alone = cases_[second->number].is_alone = false;
    return;
  }
  Case& its_case = cases_[(first ? first : second)->number];
  if (touch.contacts > 1 || its_case.contact || !is_solvable_alone(contact.surface)) its_case.is_alone = false;
  its_case.contact = &contact;
  its_case.is_second = second != nullptr;
}

void LoneBodies::take(Body& body) {
  cases_[body.number].is_alone = true;
  add_step(body);
  leave_some_ = alone_.size() < bodies_.size();
}

void LoneBodies::step(Vec3 gravity, double seconds) {
  step_lone_bodies(std::span(steps_).first(alone_.size()), gravity, seconds);
}

void LoneBodies::hide() {
  for (Body* body : alone_) body->disable();
}

void LoneBodies::show(dSpaceID space, const std::vector<Body*>& heaps) {
  if (alone_.empty()) return;
  if (leave_some_)
    for (Body* body : alone_) body->enable();
  if (leave_some_ && space) {
    find_order(space, heaps);
    // What has moved once comes to the front again only after it has been looked at.
    dSpaceClean(space);
  } else {
    order_ = alone_;
  }
  for (Body* body : order_) {
    const dReal* position = dBodyGetPosition(body->id());
    dBodySetPosition(body->id(), position[0], position[1], position[2]);
  }
}

/// The order in which ODE would have stepped all of them: each set of bodies that hang together where the youngest that
/// is awake has its place.
void LoneBodies::find_order(dSpaceID space, const std::vector<Body*>& heaps) {
  find_moved(space);
  order_.clear();
  is_seen_.assign(bodies_.size(), false);
  for (const Body* body : heaps) is_seen_[body->number] = true;
  auto next = moved_.begin();
  for (Body* body : bodies_) {
    if (is_seen_[body->number] || !body->is_enabled()) continue;
    if (cases_[body->number].is_alone) {
      order_.push_back(body);
      continue;
    }
    find_set(*body);
    for (; next != moved_.end() && std::find(set_.begin(), set_.end(), *next) != set_.end(); ++next)
      order_.push_back(*next);
  }
  order_.insert(order_.end(), next, moved_.end());
}

/// Whom ODE has stepped, in its order: their shapes are in front now, the last one's first.
void LoneBodies::find_moved(dSpaceID space) {
  moved_.clear();
  for (int i = 0; i < dSpaceGetNumGeoms(space); ++i) {
    Body* body = body_of(dGeomGetBody(dSpaceGetGeom(space, i)));
    if (!body || !body->is_enabled() || cases_[body->number].is_alone) break;
    if (moved_.empty() || moved_.back() != body) moved_.push_back(body);
  }
  std::reverse(moved_.begin(), moved_.end());
}

/// The bodies that hang together with this one by joints and contacts.
void LoneBodies::find_set(Body& body) {
  set_ = {&body};
  is_seen_[body.number] = true;
  for (std::size_t i = 0; i < set_.size(); ++i) {
    dBodyID of = set_[i]->id();
    for (int k = 0; k < dBodyGetNumJoints(of); ++k) {
      dJointID joint = dBodyGetJoint(of, k);
      if (!dJointIsEnabled(joint)) continue;
      for (const int side : {0, 1}) {
        Body* other = body_of(dJointGetBody(joint, side));
        if (!other || is_seen_[other->number]) continue;
        is_seen_[other->number] = true;
        set_.push_back(other);
      }
    }
  }
}

}  // namespace spark
