// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "gateways/sigverse/world/mass_spread.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"

namespace sigverse {
namespace {

template <typename T>
T& add(spark::Node& below, const char* class_name, const std::string& name) {
  auto made = below.core().classes.create(class_name);
  made->set_name(name);
  return dynamic_cast<T&>(below.append(std::move(made)));
}

spark::Collider& add_collider(spark::Node& below, const SimpleShape& shape, const std::string& name) {
  const double first = length_to_core(shape.size[0]), second = length_to_core(shape.size[1]);
  switch (shape.kind) {
    case PartView::Shape::cylinder: {
      auto& cylinder = add<spark::CylinderCollider>(below, "oxygen/CylinderCollider", name);
      cylinder.set_params(first, second);
      return cylinder;
    }
    case PartView::Shape::sphere: {
      auto& sphere = add<spark::SphereCollider>(below, "oxygen/SphereCollider", name);
      sphere.set_radius(first);
      return sphere;
    }
    case PartView::Shape::box:
      break;
  }
  auto& box = add<spark::BoxCollider>(below, "oxygen/BoxCollider", name);
  box.set_box_lengths(size_to_core(shape.size));
  return box;
}

}  // namespace

void SimObj::build(const ObjectPlan& plan, std::uint32_t id) {
  id_ = id;
  attributes_ = plan.attributes;
  object_name_ = attributes_.text("name");
  class_name_ = attributes_.text("class");
  camera_elements_ = plan.cameras;
  is_wheeled_ = plan.is_wheeled;
  find_live_numbers();
  build_body(plan.shapes);
}

void SimObj::build_body(const std::vector<SimpleShape>& shapes) {
  auto& node = add<spark::Transform>(*this, "oxygen/Transform", "body");
  body_ = add<spark::Body>(node, "oxygen/Body", "physics");
  const double* mass = live_.mass;
  centre_ = spread_mass(*body_, shapes, mass ? *mass : 1.0);
  // The shapes are laid around the centre of mass, which is the body's origin.
  for (std::size_t i = 0; i < shapes.size(); ++i) build_part(node, shapes[i], i);
}

void SimObj::build_part(spark::Node& below, const SimpleShape& shape, std::size_t number) {
  const std::string name = number == 0 ? "body" : fmt::format("body_{}", number + 1);
  spark::Collider& collider = add_collider(below, shape, name);
  collider.set_position(to_core(shape.place) - centre_);
  Part part{name,
            shape.kind,
            shape.size,
            shape.place,
            spark::Held<spark::Collider>(*this),
            spark::Held<spark::RecorderHandler>(*this)};
  part.collider = collider;
  part.recorder = add<spark::RecorderHandler>(collider, "oxygen/RecorderHandler", "recorder");
  parts_.push_back(std::move(part));
}

bool SimObj::start() {
  const auto three = [this](const char* x, const char* y, const char* z) {
    return SigVector{attributes_.number(x), attributes_.number(y), attributes_.number(z)};
  };
  // Both are on where no class says anything.
  const auto is_on = [this](const char* name) { return !attributes_.find(name) || attributes_.is_on(name); };
  const bool is_moved = is_on("dynamics");
  const SigQuaternion turn{attributes_.number("qw"), attributes_.number("qx"), attributes_.number("qy"),
                           attributes_.number("qz")};
  const SigVector place = three("x", "y", "z"), velocity = three("vx", "vy", "vz"), spin = three("avx", "avy", "avz");
  set_dynamics(is_moved);
  // An attitude that is nowhere said, as in a class without a base, is none.
  if (turn != SigQuaternion{} && !set_rotation(turn, false)) return false;
  if (!set_position(place) || !set_collision(is_on("collision"))) return false;
  if (live_.mass && !set_mass(*live_.mass)) return false;
  if (!is_moved) return true;
  return set_linear_velocity(velocity) && set_angular_velocity(spin);
}

PartView SimObj::part(std::size_t number) const {
  const Part& part = parts_.at(number);
  PartView view;
  view.id = static_cast<std::uint32_t>(number + 1);
  view.shape = part.kind;
  view.name = part.name;
  view.place = position();
  view.turn = rotation();
  if (part.offset != SigVector{}) {
    const SigVector away = turned(view.turn, part.offset);
    for (std::size_t i = 0; i < 3; ++i) view.place[i] += away[i];
  }
  view.size = part.size;
  return view;
}

const SimObj::Part* SimObj::part_named(std::string_view name) const {
  if (parts_.empty()) return nullptr;
  if (name.empty()) return &parts_.front();
  const auto at = std::ranges::find(parts_, name, &Part::name);
  return at == parts_.end() ? nullptr : &*at;
}

std::optional<PartView> SimObj::find_part(std::string_view name) const {
  const Part* found = part_named(name);
  if (!found) return std::nullopt;
  return part(static_cast<std::size_t>(found - parts_.data()));
}

bool SimObj::is_touching(std::string_view name) const {
  const Part* part = part_named(name);
  if (!part || !part->recorder) return false;
  return std::ranges::any_of(part->recorder->touching(),
                             [](const spark::Collider* other) { return other->ancestor<SimObj>() != nullptr; });
}

}  // namespace sigverse
