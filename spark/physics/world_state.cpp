// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/world_state.h"

#include <algorithm>
#include <utility>

#include "spark/physics/collider.h"
#include "spark/physics/space.h"

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

WorldState::ColliderState save_collider(const Collider& collider) {
  WorldState::ColliderState state{collider.group_name(), collider.is_enabled(), {}};
  for (const RecorderHandler* recorder : collider.recorders()) {
    auto& touching = state.touching.emplace_back();
    for (const Collider* other : recorder->touching()) touching.push_back(other->entered_at());
  }
  return state;
}

void restore_joints(const WorldObjects& objects, const WorldState& state) {
  std::vector<Joint*> known;
  bool all_held = true;
  for (Joint* joint : objects.joints) {
    const auto at = state.joints.find(joint->entered_at());
    if (at != state.joints.end()) {
      known.push_back(joint);
      all_held = all_held && joint->is_held_as(at->second);
      continue;
    }
    const auto holds_known = [&](int i) {
      return joint->body(i) && state.bodies.contains(joint->body(i)->entered_at());
    };
    if (holds_known(0) || holds_known(1)) joint->release();
  }
  const auto state_of = [&](const Joint* joint) -> const Joint::State& { return state.joints.at(joint->entered_at()); };
  if (!all_held) {
    // ODE visits the joints of a body in the order in which they were attached. So all are attached again.
    for (Joint* joint : known) joint->release();
    std::vector<Joint*> order = known;
    std::sort(order.begin(), order.end(),
              [&](const Joint* a, const Joint* b) { return state_of(a).attached_at < state_of(b).attached_at; });
    for (Joint* joint : order) {
      const Joint::State& then = state_of(joint);
      Body *first = find_entry(objects.bodies, then.bodies[0]), *second = find_entry(objects.bodies, then.bodies[1]);
      if ((then.bodies[0] == 0 || first) && (then.bodies[1] == 0 || second)) joint->hold_as(then, first, second);
    }
  }
  for (Joint* joint : known) joint->restore(state_of(joint));
}

void restore_colliders(const WorldObjects& objects, const WorldState& state) {
  for (Collider* collider : objects.colliders) {
    const auto at = state.colliders.find(collider->entered_at());
    if (at == state.colliders.end()) continue;
    collider->set_group(at->second.group);
    collider->enable(at->second.enabled);
    const std::size_t count = std::min(collider->recorders().size(), at->second.touching.size());
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<Collider*> touching;
      for (const std::uint64_t other : at->second.touching[i])
        if (Collider* found = find_entry(objects.colliders, other)) touching.push_back(found);
      collider->recorders()[i]->restore(touching);
    }
  }
}

void restore_space_order(Space& space, const WorldState& state) {
  // Objects added since go to the front of all earlier ones, as if they had been added right after `save`.
  const Space::Order now = space.order();
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
  // Colliders of the state that were not in the space yet enter it with the next step, as they did then.
  for (const auto& [entry, geom] : there)
    if (state.colliders.contains(entry)) leave_space(geom);
  space.set_order(order);
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
  // In front of all earlier ones, as in `restore_space_order`.
  const auto known = std::stable_partition(now.space_order.begin(), now.space_order.end(),
                                           [this](std::uint64_t entry) { return entry > serial; });
  space_moved += static_cast<std::size_t>(known - now.space_order.begin());
  space_order.insert(space_order.begin(), now.space_order.begin(), known);
  serial = now.serial;
}

void save_objects(const WorldObjects& objects, WorldState& state) {
  for (const Body* body : objects.bodies) state.bodies.emplace(body->entered_at(), body->save());
  for (const Joint* joint : objects.joints) state.joints.emplace(joint->entered_at(), joint->save());
  for (const Collider* collider : objects.colliders)
    state.colliders.emplace(collider->entered_at(), save_collider(*collider));
  if (!objects.space) return;
  const Space::Order order = objects.space->order();
  for (dGeomID geom : order.geoms) state.space_order.push_back(collider_of(geom).entered_at());
  state.space_moved = order.moved;
}

RestoreReport restore_objects(const WorldObjects& objects, const WorldState& state) {
  // Joints first, which move bodies while they are attached.
  restore_joints(objects, state);
  RestoreReport report;
  for (Body* body : objects.bodies) {
    const auto at = state.bodies.find(body->entered_at());
    if (at == state.bodies.end()) {
      ++report.came;
      continue;
    }
    body->restore(at->second);
    ++report.restored;
  }
  report.gone = static_cast<int>(state.bodies.size()) - report.restored;
  restore_colliders(objects, state);
  if (objects.space) restore_space_order(*objects.space, state);
  return report;
}

}  // namespace spark
