// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/world_state.h"

#include <algorithm>
#include <utility>

#include "spark/core/check.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

template <typename T>
T* find_entry(const std::vector<T*>& objects, std::uint64_t entered_at) {
  const auto at = std::find_if(objects.begin(), objects.end(),
                               [entered_at](const T* object) { return object->entered_at() == entered_at; });
  return at == objects.end() ? nullptr : *at;
}

Collider& collider_of(dGeomID geom) {
  return *static_cast<Collider*>(dGeomGetData(geom));
}

WorldState::ColliderState keep_collider(const Collider& collider) {
  WorldState::ColliderState state{collider.group_name(), collider.is_enabled(), {}};
  for (const RecorderHandler* recorder : collider.recorders()) {
    auto& touching = state.touching.emplace_back();
    for (const Collider* other : recorder->touching()) touching.push_back(other->entered_at());
  }
  return state;
}

}  // namespace

void WorldState::add_newcomers(WorldState&& now) {
  const auto is_new = [this](const auto& entry) { return entry.first > serial; };
  for (auto& entry : now.bodies)
    if (is_new(entry)) bodies.insert(std::move(entry));
  for (auto& entry : now.joints)
    if (is_new(entry)) joints.insert(std::move(entry));
  for (auto& entry : now.colliders)
    if (is_new(entry)) colliders.insert(std::move(entry));
  // In front of all that was there, as `World::put_back` has it.
  const auto known = std::stable_partition(now.space_order.begin(), now.space_order.end(),
                                           [this](std::uint64_t entry) { return entry > serial; });
  space_moved += static_cast<std::size_t>(known - now.space_order.begin());
  space_order.insert(space_order.begin(), now.space_order.begin(), known);
  serial = now.serial;
}

void World::note_newcomers() {
  if (!std::exchange(has_newcomers_, false)) return;
  if (!start_)
    start_ = std::make_unique<WorldState>(keep());
  else
    start_->add_newcomers(keep());
}

void World::put_back_start() {
  note_newcomers();
  put_back(*start_);
}

void World::show_places() {
  if (!order_valid_) rebuild_order();
  for (Body* body : bodies_) body->show_place();
}

WorldState World::keep() {
  WorldState state;
  state.world = this;
  state.world_serial = serial();
  for (const Body* body : bodies_) state.bodies.emplace(body->entered_at(), body->keep());
  for (const Joint* joint : joints_) state.joints.emplace(joint->entered_at(), joint->keep());
  for (const Collider* collider : colliders_) state.colliders.emplace(collider->entered_at(), keep_collider(*collider));
  if (find_space()) {
    const Space::Order order = space_->order();
    for (dGeomID geom : order.geoms) state.space_order.push_back(collider_of(geom).entered_at());
    state.space_moved = order.moved;
  }
  state.order_valid = order_valid_;
  state.gravity = gravity();
  state.erp = erp();
  state.cfm = cfm();
  state.quick = quick_;
  state.quick_iterations = quick_step_iterations();
  state.quick_above = quick_step_above();
  state.quick_random = quick_random_;
  state.serial = last_serial_;
  state.lone_bodies = lone_bodies_;
  state.limits = limits_;
  state.contacts_per_pair = contacts_per_pair();
  state.apart = groups().apart();
  state.groups = groups().size();
  return state;
}

PutBack World::put_back(const WorldState& state) {
  SPARK_DEMAND(state.world == this && state.world_serial == serial());
  if (!order_valid_) rebuild_order();
  put_back_settings(state);
  put_back_joints(state);
  PutBack outcome;
  // In this order a node that is carried by another body's comes after that.
  for (Body* body : bodies_) {
    const auto at = state.bodies.find(body->entered_at());
    if (at == state.bodies.end()) {
      ++outcome.came;
      continue;
    }
    body->put_back(at->second);
    ++outcome.put_back;
  }
  outcome.gone = static_cast<int>(state.bodies.size()) - outcome.put_back;
  put_back_colliders(state);
  order_valid_ = state.order_valid;
  return outcome;
}

void World::put_back_settings(const WorldState& state) {
  set_gravity(state.gravity);
  set_erp(state.erp);
  set_cfm(state.cfm);
  set_quick_step(state.quick);
  set_quick_step_iterations(state.quick_iterations);
  set_quick_step_above(state.quick_above);
  quick_random_ = state.quick_random;
  set_lone_bodies(state.lone_bodies);
  limits_ = state.limits;
  set_contacts_per_pair(state.contacts_per_pair);
  groups().put_back(state.apart, state.groups);
}

void World::put_back_joints(const WorldState& state) {
  std::vector<Joint*> kept;
  bool all_held = true;
  for (Joint* joint : joints_) {
    const auto at = state.joints.find(joint->entered_at());
    if (at != state.joints.end()) {
      kept.push_back(joint);
      all_held = all_held && joint->is_held_as(at->second);
      continue;
    }
    const auto holds_kept = [&](int i) {
      return joint->body(i) && state.bodies.contains(joint->body(i)->entered_at());
    };
    if (holds_kept(0) || holds_kept(1)) joint->release();
  }
  const auto state_of = [&](const Joint* joint) -> const Joint::State& { return state.joints.at(joint->entered_at()); };
  if (!all_held) {
    // ODE walks through the joints of a body in the order in which they were attached. So all are attached again.
    for (Joint* joint : kept) joint->release();
    std::vector<Joint*> order = kept;
    std::sort(order.begin(), order.end(),
              [&](const Joint* a, const Joint* b) { return state_of(a).attached_at < state_of(b).attached_at; });
    for (Joint* joint : order) {
      const Joint::State& then = state_of(joint);
      Body *first = find_entry(bodies_, then.bodies[0]), *second = find_entry(bodies_, then.bodies[1]);
      if ((then.bodies[0] == 0 || first) && (then.bodies[1] == 0 || second)) joint->hold_as(then, first, second);
    }
  }
  for (Joint* joint : kept) joint->put_back(state_of(joint));
}

void World::put_back_colliders(const WorldState& state) {
  for (Collider* collider : colliders_) {
    const auto at = state.colliders.find(collider->entered_at());
    if (at == state.colliders.end()) continue;
    collider->set_group(at->second.group);
    collider->enable(at->second.enabled);
    const std::size_t count = std::min(collider->recorders().size(), at->second.touching.size());
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<Collider*> touching;
      for (const std::uint64_t other : at->second.touching[i])
        if (Collider* found = find_entry(colliders_, other)) touching.push_back(found);
      collider->recorders()[i]->put_back(touching);
    }
  }
  if (!space_) return;
  // What has come since is as if it had come after `keep`: in front of all that was there.
  const Space::Order now = space_->order();
  Space::Order order;
  std::map<std::uint64_t, dGeomID> there;
  for (dGeomID geom : now.geoms) {
    const std::uint64_t entry = collider_of(geom).entered_at();
    there.emplace(entry, geom);
    if (!state.colliders.contains(entry)) order.geoms.push_back(geom);
  }
  order.moved = order.geoms.size();
  for (std::size_t i = 0; i < state.space_order.size(); ++i) {
    const auto at = there.find(state.space_order[i]);
    if (at == there.end()) continue;
    order.geoms.push_back(at->second);
    if (i < state.space_moved) ++order.moved;
    there.erase(at);
  }
  // Those of the state that were not in the space yet come in with the next step, as they did then.
  for (const auto& [entry, geom] : there)
    if (state.colliders.contains(entry)) leave_space(geom);
  space_->set_order(order);
}

}  // namespace spark
