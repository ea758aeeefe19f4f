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
#include "spark/physics/physics_variables.h"
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

World::World() : solver_(ode_.id(), *this) {
  set_settings({});
}

World::~World() {
  // Objects elsewhere in the tree may outlive this node; ODE's objects must not outlive its world.
  while (!joints_.empty()) joints_.back()->leave_world();
  while (!colliders_.empty()) colliders_.back()->leave_world();
  while (!bodies_.empty()) bodies_.back()->leave_world();
}

void World::linked() {
  WorldSettings settings = settings_;
  read_physics_variables(core().variables, settings);
  set_settings(settings);
}

bool World::set_settings(const WorldSettings& settings) {
  if (!settings.is_valid()) return false;
  settings_ = settings;
  dWorldSetGravity(ode_.id(), settings.gravity.x, settings.gravity.y, settings.gravity.z);
  dWorldSetERP(ode_.id(), settings.erp);
  dWorldSetCFM(ode_.id(), settings.cfm);
  dWorldSetQuickStepNumIterations(ode_.id(), settings.quick_step_iterations);
  return true;
}

bool World::set_touching(const std::string& group_a, const std::string& group_b, bool on) {
  if (group_a.empty() || group_b.empty()) return false;
  groups().set(groups().number_of(group_a), groups().number_of(group_b), on);
  return true;
}

bool World::touching(const std::string& group_a, const std::string& group_b) {
  return groups().may_touch(groups().number_of(group_a), groups().number_of(group_b));
}

bool World::set_bodies_touching(const Body& a, const Body& b, bool on) {
  if (&a == &b || !a.id() || !b.id() || &a.world() != this || &b.world() != this) return false;
  collisions_.passing.set(a, b, !on);
  return true;
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
  start_ode();  // the world may be stepped on another thread than it was made on
  step_seconds_ = seconds;
  note_newcomers();
  if (!order_valid_) rebuild_order();
  for (ForceSource* source : force_sources_) source->apply_forces();
  if (space_)
    collisions_.run(*space_, settings_);
  else
    collisions_.forget_contacts();
  swept_.begin_step();
  contact_meter_.begin_step();
  solver_.step({bodies_, joints_, collisions_, space_ ? space_->id() : nullptr, settings_, seconds, contact_meter_});
  contact_meter_.end_step();
  swept_.end_step(collisions_.groups);
  if (const std::string message = take_ode_message(); !message.empty())
    warn_once(warned_message_, fmt::format("ODE: {}", message));
  if (const int left = collisions_.left_inside_each_other())
    warn_once(warned_inside_,
              fmt::format("more than {} bodies are inside each other; they are separated step by step ({} "
                          "pairs remain)",
                          CollisionPass::kMaxInsideEachOther, left));
  for (Body* body : bodies_) body->finish_step(settings_.limits);
  for (StepListener* listener : step_listeners_) listener->step_made(seconds);
}

void World::warn_once(bool& warned, const std::string& what) {
  if (!std::exchange(warned, true)) core().log.warning("{}: {}", full_path(), what);
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

  // A body writes its node's pose after a step. Nodes higher up come first, because they move those below, which then
  // get their own poses.
  std::stable_sort(bodies_.begin(), bodies_.end(), [](const Body* a, const Body* b) {
    return transforms_above(a->node()) < transforms_above(b->node());
  });

  solver_.prepare(bodies_);
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

WorldObjects World::objects() const {
  return {bodies_, joints_, colliders_, space_};
}

WorldState World::save() {
  find_space();
  WorldState state;
  state.world = this;
  state.world_serial = serial();
  state.serial = last_serial_;
  state.settings = settings_;
  state.quick_random = solver_.quick_random();
  state.apart = groups().apart();
  state.groups = groups().size();
  state.passing = collisions_.passing.pairs();
  state.order_valid = order_valid_;
  save_objects(objects(), state);
  return state;
}

RestoreReport World::restore(const WorldState& state) {
  SPARK_DEMAND(state.world == this && state.world_serial == serial());
  if (!order_valid_) rebuild_order();
  set_settings(state.settings);
  solver_.set_quick_random(state.quick_random);
  groups().restore(state.apart, state.groups);
  collisions_.passing.restore(state.passing, state.serial);
  const RestoreReport report = restore_objects(objects(), state);
  order_valid_ = state.order_valid;
  return report;
}

void World::note_newcomers() {
  if (!std::exchange(has_newcomers_, false)) return;
  if (!start_)
    start_ = std::make_unique<WorldState>(save());
  else
    start_->add_newcomers(save());
}

void World::restore_start() {
  note_newcomers();
  restore(*start_);
}

void World::show_places() {
  if (!order_valid_) rebuild_order();
  for (Body* body : bodies_) body->show_place();
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
  collisions_.passing.forget(body);
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
