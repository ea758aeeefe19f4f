// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/check.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/force_source.h"
#include "spark/physics/joint.h"
#include "spark/physics/quick_step.h"
#include "spark/physics/step_listener.h"
#include "spark/physics/world_state.h"

namespace spark {
namespace {

int transforms_above(const Transform& transform) {
  int count = 0;
  for (const Node* node = transform.parent(); node; node = node->parent())
    if (dynamic_cast<const Transform*>(node)) ++count;
  return count;
}

}  // namespace

World::World() {
  start_ode();
  world_ = dWorldCreate();
  threading_.serve(world_);
  contacts_ = dJointGroupCreate(0);
  // The default of a double precision ODE is 1e-10: stiffer contacts than those 0.5.2 was played with.
  dWorldSetCFM(world_, 1e-5);
  dWorldSetERP(world_, 0.2);
  // Room for an island of some hundred contacts from the start, so that no step in ordinary play has to fetch memory.
  const dWorldStepReserveInfo memory{sizeof memory, 1.5f, 1u << 20};
  dWorldSetStepMemoryReservationPolicy(world_, &memory);
}

World::~World() {
  // Objects elsewhere in the tree may outlive this node.
  while (!joints_.empty()) joints_.back()->leave_world();
  while (!colliders_.empty()) colliders_.back()->leave_world();
  while (!bodies_.empty()) bodies_.back()->leave_world();
  dJointGroupDestroy(contacts_);
  dWorldDestroy(world_);
}

Space& World::space() {
  if (!find_space())
    throw Misplaced("there is no oxygen/Space beside the world",
                    [](const Leaf& newcomer) { return dynamic_cast<const Space*>(&newcomer) != nullptr; });
  return *space_;
}

bool World::find_space() {
  if (!space_ && parent()) space_ = parent()->child_of_type<Space>();
  return space_ != nullptr;
}

void World::step(double seconds) {
  if (!stopped_) make_step(seconds);
}

void World::step_stopped(double seconds) {
  SPARK_DEMAND(stopped_);
  make_step(seconds);
}

void World::make_step(double seconds) {
  SPARK_DEMAND(seconds > 0.0 && is_finite(seconds));
  start_ode();
  step_seconds_ = seconds;
  note_newcomers();
  if (!order_valid_) rebuild_order();
  for (ForceSource* source : force_sources_) source->apply_forces();
  if (space_)
    collisions_.run(*space_, cfm());
  else
    collisions_.forget_contacts();
  choose_lone_bodies();
  const bool has_heaps = find_heaps(seconds);
  swept_.begin_step();
  lone_.step(gravity(), seconds);
  if (lone_.leave_some()) {
    collisions_.make_joints(world_, contacts_, lone_);
    lone_.hide();
    step_others(seconds, has_heaps);
  }
  lone_.show(space_ ? space_->id() : nullptr, in_heaps_);
  swept_.end_step(collisions_.groups);
  if (const std::string message = take_ode_message(); !message.empty())
    say_once(said_message_, fmt::format("ODE: {}", message));
  if (const int left = collisions_.left_inside_each_other())
    say_once(said_inside_, fmt::format("more than {} bodies are inside each other; they come apart step by step ({} "
                                       "pairs are left)",
                                       CollisionPass::kMaxInsideEachOther, left));
  dJointGroupEmpty(contacts_);
  for (Body* body : bodies_) body->finish_step(limits_);
  for (StepListener* listener : step_listeners_) listener->step_made(seconds);
}

void World::choose_lone_bodies() {
  if (lone_bodies_ && !quick_)
    lone_.choose(collisions_, erp(), cfm());
  else
    lone_.choose_none();
}

/// Those that are left for ODE. Heaps that somebody has asked for are pushed here and then stepped with those that are
/// alone, if they are such that this can be done.
bool World::find_heaps(double seconds) {
  in_heaps_.clear();
  if (quick_ || !lone_.leave_some() || !heaps_.find(bodies_, joints_, collisions_.touches())) return false;
  if (!lone_bodies_ || quick_step_above() == 0) return true;
  const bool some_left = sphere_heaps_.take(heaps_, collisions_, lone_, erp(), cfm());
  sphere_heaps_.push(lone_, gravity(), seconds, quick_step_iterations());
  return some_left;
}

void World::step_others(double seconds, bool has_heaps) {
  if (quick_)
    make_quick_step(seconds);
  else if (has_heaps)
    step_heaps_apart(seconds);
  else
    dWorldStep(world_, seconds);
}

/// ODE solves all islands of a step in one way, but only those that are enabled.
void World::step_heaps_apart(double seconds) {
  if (!heaps_.was_limit_chosen())
    say_once(said_heap_, fmt::format("a heap with {} contacts; heaps with more than {} are solved by iteration",
                                     heaps_.contacts_of_largest(), heaps_.limit()));
  for (Body* body : bodies_)
    if (heaps_.contains(*body)) in_heaps_.push_back(body);
  for (const bool heaps : {false, true}) {
    resting_.clear();
    for (const Body* body : bodies_)
      if (heaps_.contains(*body) != heaps && body->is_enabled()) resting_.push_back(body->id());
    for (dBodyID body : resting_) dBodyDisable(body);
    if (heaps)
      make_quick_step(seconds);
    else
      dWorldStep(world_, seconds);
    for (dBodyID body : resting_) dBodyEnable(body);
  }
}

void World::say_once(bool& said, const std::string& what) {
  if (!std::exchange(said, true)) core().log.warning("{}: {}", full_path(), what);
}

void World::make_quick_step(double seconds) {
  if (!quick_random_) {
    // Not a stream of the match, which would go on: a world that is put back to its beginning begins with this again.
    RandomStreams streams(core().random.seed());
    quick_random_ = static_cast<std::uint32_t>(streams.stream("quick step " + full_path()).next());
  }
  quick_step(world_, seconds, *quick_random_);
}

void World::rebuild_order() {
  for (Collider* collider : colliders_) {
    collider->add_default_handler();
    collider->place();
  }
  if (find_space()) {
    collisions_.prepare(colliders_, space_->id());
    space_->geoms_changed();
  }

  std::stable_sort(bodies_.begin(), bodies_.end(), [](const Body* a, const Body* b) {
    return transforms_above(a->node()) < transforms_above(b->node());
  });

  lone_.prepare(bodies_);
  swept_.prepare(bodies_, colliders_);

  force_sources_.clear();
  step_listeners_.clear();
  if (parent())
    visit_children_first(*parent(), [this](Leaf& leaf) {
      if (leaf.is_idle()) return;
      if (auto* source = dynamic_cast<ForceSource*>(&leaf)) force_sources_.push_back(source);
      if (auto* listener = dynamic_cast<StepListener*>(&leaf)) step_listeners_.push_back(listener);
    });
  order_valid_ = true;
}

World* World::find(const Leaf& node) {
  for (const Node* above = node.parent(); above; above = above->parent())
    if (auto* world = above->child_of_type<World>()) return world;
  return nullptr;
}

World& World::of(const Leaf& node) {
  if (World* world = find(node)) return *world;
  throw Misplaced("there is no oxygen/World in this scene",
                  [](const Leaf& newcomer) { return dynamic_cast<const World*>(&newcomer) != nullptr; });
}

void World::add(Body& body) {
  bodies_.push_back(&body);
  has_newcomers_ = true;
  invalidate_order();
}

void World::remove(Body& body) {
  std::erase(bodies_, &body);
  invalidate_order();
}

void World::add(Collider& collider) {
  colliders_.push_back(&collider);
  has_newcomers_ = true;
  invalidate_order();
}

void World::remove(Collider& collider) {
  std::erase(colliders_, &collider);
  for (Collider* other : colliders_)
    for (RecorderHandler* recorder : other->recorders()) recorder->forget(collider);
  invalidate_order();
}

void World::geoms_changed() {
  if (space_) space_->geoms_changed();
}

void World::forget(const Space& space) {
  if (space_ == &space) space_ = nullptr;
}

}  // namespace spark
