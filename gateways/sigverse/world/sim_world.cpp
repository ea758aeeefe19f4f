// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/sim_world.h"

#include <fmt/format.h>

#include <utility>

#include "gateways/sigverse/world/world_files.h"
#include "gateways/sigverse/world/world_reader.h"
#include "spark/core/core.h"
#include "spark/physics/collider.h"
#include "spark/physics/surface_contact_handler.h"
#include "spark/physics/world.h"

namespace sigverse {
namespace {

double friction(double mu) {
  return mu < 0.0 ? dInfinity : mu;
}

void add_surface(spark::Node& collider, const WorldPlan::Contact& contact) {
  auto made = collider.core().classes.create("oxygen/SurfaceContactHandler");
  made->set_name("surface");
  auto& surface = dynamic_cast<spark::SurfaceContactHandler&>(*made);
  surface.set_pyramid(true);
  surface.set_mu(friction(contact.mu));
  if (contact.mu2 != 0.0) surface.set_mu2(friction(contact.mu2));
  surface.set_slip1(contact.slip1);
  surface.set_slip2(contact.slip2);
  surface.set_soft_erp_mode(true);
  surface.set_soft_erp(contact.soft_erp);
  surface.set_soft_cfm_mode(true);
  surface.set_soft_cfm(contact.soft_cfm);
  surface.set_bounce_mode(contact.bounce > 0.0);
  surface.set_bounce_value(contact.bounce);
  surface.set_min_bounce_velocity(length_to_core(contact.bounce_velocity));
  collider.append(std::move(made));
}

}  // namespace

SimWorld::SimWorld() = default;
SimWorld::~SimWorld() = default;

void SimWorld::linked() {
  world_ = spark::World::of(*this);
  world_->invalidate_order();
}

void SimWorld::unlinking() {
  if (world_) world_->invalidate_order();
}

void SimWorld::load(const std::string& file) {
  const spark::Value* variable = core().variables.find("Sig.MissingClass");
  const std::string missing = variable ? spark::as_text(*variable).value_or("") : std::string();
  if (!missing.empty() && missing != "error" && missing != "box" && missing != "shape")
    throw WorldFileError(
        fmt::format("Sig.MissingClass is '{}'; it has to be error, box or shape", spark::printable(missing)));
  WorldFiles files(core());
  const WorldPlan plan = read_world(file, files,
                                    missing == "box"     ? MissingClass::box
                                    : missing == "shape" ? MissingClass::shape
                                                         : MissingClass::error,
                                    core().random);
  build(plan, files.world_folder());
}

void SimWorld::build(const WorldPlan& plan, const std::string& folder) {
  if (!world_ || !parent()) throw WorldFileError("a world file needs a scene with an oxygen/World and an oxygen/Space");
  if (std::exchange(is_loaded_, true)) throw WorldFileError("this SimWorld has already loaded a world file");
  for (const std::string& warning : plan.warnings) core().log.warning("{}", warning);
  world_name_ = plan.name;
  folder_ = folder;
  shapes_ = plan.shapes;
  step_seconds_ = step_length_ = plan.step_seconds;
  autostep_ = plan.is_autostep;
  set_physics(plan);
  build_ground(plan.contact);
  for (const ObjectPlan& object : plan.objects) build_object(object, plan.contact);
  world_->set_stopped(!autostep_);
  for (SimObj* object : objects_) {
    object->set_listener(&links_);
    if (object->is_wheeled()) wheels_.emplace(object->id(), WheelDrive());
    object->save();
  }
  state_ = world_->save();
}

void SimWorld::set_physics(const WorldPlan& plan) {
  world_->set_gravity(to_core(plan.gravity));
  world_->set_erp(plan.erp);
  world_->set_cfm(plan.cfm);
  world_->set_quick_step(plan.is_quick);
  world_->set_contacts_per_pair(kContactsPerPair);
}

/// The ground is not an object, so controllers are not notified of contacts with it.
void SimWorld::build_ground(const WorldPlan::Contact& contact) {
  auto made = core().classes.create("oxygen/PlaneCollider");
  made->set_name("ground");
  auto& ground = dynamic_cast<spark::PlaneCollider&>(append(std::move(made)));
  ground.set_params(0.0, 0.0, 1.0, 0.0);
  add_surface(ground, contact);
}

void SimWorld::build_object(const ObjectPlan& plan, const WorldPlan::Contact& contact) {
  const std::string name(plan.attributes.text("name"));
  if (parent()->child(name))
    throw WorldFileError(fmt::format("{}: the object cannot be called '{}': the scene has a node with that name",
                                     plan.where, spark::printable(name)));
  auto made = core().classes.create("SimObj");
  made->set_name(name);
  auto& object = dynamic_cast<SimObj&>(parent()->append(std::move(made)));
  objects_.push_back(&object);
  held_objects_.emplace_back(*this) = object;
  object.build(plan, static_cast<std::uint32_t>(objects_.size()));
  by_name_.emplace(object.object_name(), &object);
  for (std::size_t i = 0; i < object.part_count(); ++i) {
    spark::Collider& collider = object.collider(i);
    add_surface(collider, contact);
    parts_.emplace(&collider, PartOf{&object, object.part(i).name});
  }
  if (!object.start())
    throw WorldFileError(fmt::format("{}: {}: {}", plan.where, spark::printable(name), object.complaint()));
}

SimObj* SimWorld::find(std::string_view name) const {
  const auto at = by_name_.find(name);
  return at == by_name_.end() ? nullptr : at->second;
}

bool SimWorld::step(double seconds, bool quick) {
  if (autostep_ || !world_ || !(seconds >= WorldPlan::kMinStep && seconds <= WorldPlan::kMaxStep)) return false;
  const bool is_always_quick = world_->is_quick_step();
  world_->set_quick_step(is_always_quick || quick);
  world_->step_stopped(seconds);
  world_->set_quick_step(is_always_quick);
  return true;
}

void SimWorld::reset() {
  if (!is_loaded_) return;
  links_.clear();
  for (auto& [id, wheels] : wheels_) wheels = {};
  world_->restore(state_);
  for (SimObj* object : objects_) object->restore();
  time_before_ = 0.0;
  steps_ = 0;
  ++resets_;
}

WheelDrive* SimWorld::wheels(const SimObj& object) {
  const auto at = wheels_.find(object.id());
  return at == wheels_.end() ? nullptr : &at->second;
}

/// Wheels have no effect on an object that the physics moves or that is held.
void SimWorld::drive(SimObj& object, WheelDrive& wheels) {
  if (!wheels.is_turning() || object.is_moved_by_physics() || object.is_held()) return;
  if (object.put(wheels.after(object.pose(), world_->step_seconds())))
    links_.object_moved(object);
  else
    wheels.stop();
}

void SimWorld::apply_forces() {
  const double seconds = world_->step_seconds();
  auto wheels = wheels_.begin();
  for (SimObj* object : objects_) {
    if (wheels != wheels_.end() && wheels->first == object->id()) drive(*object, (wheels++)->second);
    object->begin_step(seconds);
  }
  // An object that has moved may carry others that were handled before it.
  for (const SimObj* object : objects_) object->settle();
}

void SimWorld::step_made(double seconds) {
  if (seconds != step_length_) {
    time_before_ = time();
    steps_ = 0;
    step_length_ = seconds;
  }
  ++steps_;
  links_.step_made(seconds);
  for (SimObj* object : objects_) {
    object->forget_step();
    object->find_collisions(parts_);
  }
}

void SimWorld::register_class(spark::ClassRegistry& classes) {
  classes
      .add<SimWorld>("SimWorld", "oxygen/BaseNode",
                     "A world of SIGVerse: reads world files, builds their objects below the scene.")
      .method("load", &SimWorld::load, "file", "Reads a world file and builds what is in it.")
      .method("reset", &SimWorld::reset, "", "Restores everything to the state in which it was loaded.")
      .method("step", &SimWorld::step, "length (s, 0.0005 to 0.1), quick",
              "Makes one step, in a world without autostep.")
      .method("getTime", &SimWorld::time, "", "Seconds since the last reset.")
      .method("getStepSize", &SimWorld::step_seconds, "", "The length of steps that the file asks for, in s.")
      .method("isAutostep", &SimWorld::is_autostep, "", "Whether time runs by itself.")
      .method("getWorldName", &SimWorld::world_name, "", "The name of the world in the file.")
      .method("getFolder", &SimWorld::folder, "", "The folder of the file.");
}

}  // namespace sigverse
