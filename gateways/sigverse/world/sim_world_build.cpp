// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/core.h"
#include "spark/physics/collider.h"
#include "spark/physics/surface_contact_handler.h"
#include "spark/physics/world.h"

namespace sigverse {
namespace {

double friction(double mu) {
  return mu < 0.0 ? dInfinity : mu;
}

}  // namespace

void SimWorld::build(const WorldPlan& plan, const std::string& folder) {
  if (!world_ || !parent()) throw WorldFileError("a world file needs a scene with an oxygen/World and an oxygen/Space");
  if (std::exchange(is_loaded_, true)) throw WorldFileError("this SimWorld has loaded a world file already");
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
  for (SimObj* object : objects_) object->keep();
  state_ = world_->keep();
}

void SimWorld::set_physics(const WorldPlan& plan) {
  world_->set_gravity(to_core(plan.gravity));
  world_->set_erp(plan.erp);
  world_->set_cfm(plan.cfm);
  world_->set_quick_step(plan.is_quick);
  world_->set_contacts_per_pair(kContactsPerPair);
}

void SimWorld::add_surface(spark::Node& collider, const WorldPlan::Contact& contact) {
  auto made = core().classes.create("oxygen/SurfaceContactHandler");
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

/// No object, so nobody hears of it.
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
    throw WorldFileError(fmt::format("{}: the object cannot be called '{}': the scene has a node of that name",
                                     plan.where, spark::printable(name)));
  auto made = core().classes.create("SimObj");
  made->set_name(name);
  auto& object = dynamic_cast<SimObj&>(parent()->append(std::move(made)));
  objects_.push_back(&object);
  held_objects_.emplace_back(*this) = object;
  object.build(plan, static_cast<std::uint32_t>(objects_.size()));
  by_name_.emplace(object.object_name(), &object);
  for (const SimObj::Part& part : object.parts_) {
    add_surface(*part.collider, contact);
    parts_.emplace(part.collider.get(), PartOf{&object, part.name});
  }
  if (!object.start())
    throw WorldFileError(fmt::format("{}: {}: {}", plan.where, spark::printable(name), object.complaint()));
}

}  // namespace sigverse
