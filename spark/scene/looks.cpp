// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/looks.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "spark/core/transform.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/look_parts.h"
#include "spark/scene/scene.h"
#include "spark/scene/seen_scene.h"

namespace spark {
namespace {

constexpr std::size_t kNone = SeenScene::kNone;

/// Puts together what moves, and then what is seen of it and besides.
class Viewing {
  using Thing = SeenScene::Thing;
  using Kind = Thing::Kind;

 public:
  explicit Viewing(const SeenScene& seen) : seen_(seen), things_(seen.things()), places_(things_.size()) {
    for (std::size_t i = 0; i < things_.size(); ++i) find_movers(i);
    for (std::size_t i = 0; i < things_.size(); ++i) {
      const Thing& thing = things_[i];
      if (thing.kind == Kind::transform)
        begin_place(i);
      else if (thing.kind == Kind::collider)
        add(i, thing.as<Collider>());
      else if (thing.kind == Kind::drawing)
        add_drawing(i);
      else if (thing.kind == Kind::camera)
        add(i, thing.as<Camera>());
    }
    for (const Thing& thing : things_)
      if (thing.kind == Kind::joint) add(thing.as<Joint>());
    std::ranges::sort(looks_.places, {}, &PlaceLook::order);
  }
  Looks take() { return std::move(looks_); }

 private:
  /// What is known of a Transform.
  struct Place {
    std::size_t mover = kNone;     ///< that moves it; of several bodies the first
    std::size_t moved_by = kNone;  ///< the nearest Transform, itself or above, that a body moves
    std::size_t look = kNone;      ///< in `Looks::places`
    bool is_drawn = false;         ///< has drawing nodes of its own
  };

  void find_movers(std::size_t i) {
    const Thing& thing = things_[i];
    if (thing.kind == Kind::body) {
      const auto& body = thing.as<Body>();
      if (thing.above != kNone && places_[thing.above].mover == kNone)
        places_[thing.above].mover = looks_.movers.size();
      by_body_.emplace(&body, looks_.movers.size());
      MoverLook& mover = looks_.movers.emplace_back();
      mover.serial = body.serial();
      mover.path = path_below(*seen_.scene(), body);
      mover.pose = {body.position(), body.rotation()};
      mover.name = body.node().name();
      mover.node = body.node().serial();
      mover.top = thing.top->serial();
      mover.order = thing.above != kNone ? thing.above : i;
    } else if (thing.kind == Kind::drawing && thing.above != kNone && shape_of(thing.as<SingleMatNode>())) {
      places_[thing.above].is_drawn = true;
    }
  }

  void begin_place(std::size_t i) {
    const std::size_t above = things_[i].above;
    places_[i].moved_by = places_[i].mover != kNone ? i : above != kNone ? places_[above].moved_by : kNone;
    if (places_[i].moved_by == kNone && !things_[i].leaf->name().empty()) look_of_place(i);
  }

  /// The place that a shape of the scenery belongs to: a Transform, or the shape itself, in a frame of its own.
  PlaceLook& look_of_place(std::size_t i, const Pose& own = {}) {
    const Thing& thing = things_[i];
    Place& place = places_[i];
    if (place.look == kNone) {
      place.look = looks_.places.size();
      const Pose& pose = thing.kind == Kind::transform ? thing.as<Transform>().world_pose() : own;
      looks_.places.push_back({thing.leaf->name(), thing.leaf->serial(), pose, {}, i});
    }
    return looks_.places[place.look];
  }
  void add_scenery(PlaceLook& place, const ShapeLook& shape) {
    place.shapes.push_back(looks_.scenery.size());
    looks_.scenery.push_back(shape);
  }

  void add(std::size_t i, const Collider& collider) {
    const bool is_sensor = collider.contact_handlers().empty() && !collider.recorders().empty();
    const std::size_t above = things_[i].above;
    auto shape = shape_of(collider.id());
    if (is_sensor || !shape) return;
    if (shape->kind == ShapeLook::Kind::plane) return add_scenery(look_of_place(i), *shape);
    if (above != kNone && places_[above].is_drawn) return;
    if (dBodyID held = dGeomGetBody(collider.id())) {
      shape->pose.position = to_vec3(dGeomGetOffsetPosition(collider.id()));
      looks_.movers[by_body_.at(static_cast<const Body*>(dBodyGetData(held)))].shapes.push_back(*shape);
      return;
    }
    // Below something that moves, scenery stays where it was placed; elsewhere it is placed before the next step.
    const Pose offset{collider.offset(), kIdentity3};
    if (above == kNone) {
      shape->pose = offset;
      add_scenery(look_of_place(i), *shape);
    } else if (places_[above].moved_by != kNone) {
      shape->pose = {to_vec3(dGeomGetPosition(collider.id())), to_mat3(dGeomGetRotation(collider.id()))};
      add_scenery(look_of_place(i, shape->pose), *shape);
    } else {
      shape->pose = things_[above].as<Transform>().world_pose() * offset;
      add_scenery(look_of_place(above), *shape);
    }
  }

  void add_drawing(std::size_t i) {
    auto shape = shape_of(things_[i].as<SingleMatNode>());
    if (!shape) return;
    paint(*shape, things_[i].as<SingleMatNode>().material());
    const std::size_t above = things_[i].above;
    if (above == kNone) return add_scenery(look_of_place(i), *shape);
    const Pose& pose = things_[above].as<Transform>().world_pose();
    const std::size_t moved_by = places_[above].moved_by;
    if (moved_by == kNone) {
      shape->pose = pose;
      add_scenery(look_of_place(above), *shape);
    } else {
      if (moved_by != above) shape->pose = inverse(things_[moved_by].as<Transform>().world_pose()) * pose;
      looks_.movers[places_[moved_by].mover].shapes.push_back(*shape);
    }
  }

  void paint(ShapeLook& shape, const std::string& name) {
    auto known = std::ranges::find(looks_.materials, name, &MaterialLook::name);
    if (known == looks_.materials.end()) {
      auto material = material_of(name, seen_.materials());
      if (!material) return;
      looks_.materials.push_back(std::move(*material));
      known = looks_.materials.end() - 1;
    }
    shape.material = static_cast<std::size_t>(known - looks_.materials.begin());
    shape.colour = known->colour;
  }

  void add(std::size_t i, const Camera& camera) {
    CameraLook& look = looks_.cameras.emplace_back();
    look.serial = camera.serial();
    look.path = path_below(*seen_.scene(), camera);
    look.pose = camera.view_pose();
    look.field_of_view = camera.smaller_angle();
    look.name = camera.name();
    look.top_name = things_[i].top->name();
    look.top = things_[i].top->serial();
    look.order = i;
  }

  void add(const Joint& joint) {
    if (!joint.is_attached()) return;
    auto look = look_of(joint, [this](const Body* body) { return body ? by_body_.at(body) : JointLook::kWorld; });
    if (!look) return;
    look->path = path_below(*seen_.scene(), joint);
    looks_.joints.push_back(std::move(*look));
  }

  const SeenScene& seen_;
  const std::span<const Thing> things_;
  std::vector<Place> places_;  ///< one for each thing
  Looks looks_;
  std::unordered_map<const Body*, std::size_t> by_body_;
};

}  // namespace

Looks looks_of(const SeenScene& seen) {
  return Viewing(seen).take();
}

Looks looks_of(const Scene& scene) {
  SeenScene seen;
  seen.refresh(&scene);
  return looks_of(seen);
}

std::string path_below(const Leaf& scene, const Leaf& leaf) {
  std::string path;
  for (const Leaf* at = &leaf; at && at != &scene; at = at->parent())
    if (!at->name().empty()) path.insert(0, path.empty() ? at->name() : at->name() + '/');
  return path;
}

}  // namespace spark
