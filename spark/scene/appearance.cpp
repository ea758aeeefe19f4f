// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/appearance.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "spark/core/core.h"
#include "spark/core/transform.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint.h"
#include "spark/scene/appearance_parts.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/noted.h"
#include "spark/scene/scene.h"
#include "spark/scene/seen_scene.h"

namespace spark {
namespace {

constexpr std::size_t kNone = SeenScene::kNone;

/// Builds the list of movers, and then the list of visible shapes.
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
    std::ranges::sort(appearance_.places, {}, &PlaceAppearance::order);
  }
  Appearance take() { return std::move(appearance_); }

 private:
  /// The collected facts about a Transform.
  struct Place {
    std::size_t mover = kNone;     ///< the body that moves it; the first of several
    std::size_t moved_by = kNone;  ///< the nearest Transform, itself or above, that a body moves
    std::size_t index = kNone;     ///< in `Appearance::places`
    bool is_drawn = false;         ///< has drawing nodes of its own
  };

  void find_movers(std::size_t i) {
    const Thing& thing = things_[i];
    if (thing.kind == Kind::body) {
      const auto& body = thing.as<Body>();
      if (thing.above != kNone && places_[thing.above].mover == kNone)
        places_[thing.above].mover = appearance_.movers.size();
      by_body_.emplace(&body, appearance_.movers.size());
      MoverAppearance& mover = appearance_.movers.emplace_back();
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
    if (places_[i].moved_by == kNone && !things_[i].leaf->name().empty()) appearance_of_place(i);
  }

  /// The place that a shape of the scenery belongs to: a Transform, or the shape itself, in a separate frame.
  PlaceAppearance& appearance_of_place(std::size_t i, const Pose& own = {}) {
    const Thing& thing = things_[i];
    Place& place = places_[i];
    if (place.index == kNone) {
      place.index = appearance_.places.size();
      const Pose& pose = thing.kind == Kind::transform ? thing.as<Transform>().world_pose() : own;
      appearance_.places.push_back({thing.leaf->name(), thing.leaf->serial(), pose, {}, i});
    }
    return appearance_.places[place.index];
  }
  void add_scenery(PlaceAppearance& place, const ShapeAppearance& shape) {
    place.shapes.push_back(appearance_.scenery.size());
    appearance_.scenery.push_back(shape);
  }

  void add(std::size_t i, const Collider& collider) {
    const bool is_sensor = collider.contact_handlers().empty() && !collider.recorders().empty();
    const std::size_t above = things_[i].above;
    auto shape = shape_of(collider.id());
    if (is_sensor || !shape) return;
    if (shape->kind == ShapeAppearance::Kind::plane) return add_scenery(appearance_of_place(i), *shape);
    if (above != kNone && places_[above].is_drawn) return;
    if (dBodyID held = dGeomGetBody(collider.id())) {
      shape->pose = {to_vec3(dGeomGetOffsetPosition(collider.id())), collider.turn()};
      appearance_.movers[by_body_.at(static_cast<const Body*>(dBodyGetData(held)))].shapes.push_back(*shape);
      return;
    }
    // Scenery below a moving node stays where it was placed. Elsewhere it follows the Transform above: it will be
    // placed before the next step.
    const Pose offset{collider.offset(), collider.turn()};
    if (above == kNone) {
      shape->pose = offset;
      add_scenery(appearance_of_place(i), *shape);
    } else if (places_[above].moved_by != kNone) {
      shape->pose = {to_vec3(dGeomGetPosition(collider.id())), to_mat3(dGeomGetRotation(collider.id()))};
      add_scenery(appearance_of_place(i, shape->pose), *shape);
    } else {
      shape->pose = things_[above].as<Transform>().world_pose() * offset;
      add_scenery(appearance_of_place(above), *shape);
    }
  }

  void add_drawing(std::size_t i) {
    const auto& drawn = things_[i].as<SingleMatNode>();
    auto shape = shape_of(drawn);
    if (!shape) return;
    paint(*shape, drawn.material());
    const auto put_into = [&](const Pose& frame) { shape->pose = drawn.offset() ? frame * *drawn.offset() : frame; };
    const std::size_t above = things_[i].above;
    if (above == kNone) {
      put_into({});
      return add_scenery(appearance_of_place(i), *shape);
    }
    const Pose& pose = things_[above].as<Transform>().world_pose();
    const std::size_t moved_by = places_[above].moved_by;
    if (moved_by == kNone) {
      put_into(pose);
      add_scenery(appearance_of_place(above), *shape);
    } else {
      put_into(moved_by == above ? Pose() : inverse(things_[moved_by].as<Transform>().world_pose()) * pose);
      appearance_.movers[places_[moved_by].mover].shapes.push_back(*shape);
    }
  }

  void paint(ShapeAppearance& shape, const std::string& name) {
    auto known = std::ranges::find(appearance_.materials, name, &MaterialAppearance::name);
    if (known == appearance_.materials.end()) {
      auto material = material_of(name, seen_.materials());
      if (!material) return;
      appearance_.materials.push_back(std::move(*material));
      known = appearance_.materials.end() - 1;
    }
    shape.material = static_cast<std::size_t>(known - appearance_.materials.begin());
    shape.colour = known->colour;
  }

  void add(std::size_t i, const Camera& camera) {
    CameraAppearance& seen = appearance_.cameras.emplace_back();
    seen.serial = camera.serial();
    seen.path = path_below(*seen_.scene(), camera);
    seen.pose = camera.view_pose();
    seen.field_of_view = camera.smaller_angle();
    seen.name = camera.name();
    seen.top_name = things_[i].top->name();
    seen.top = things_[i].top->serial();
    seen.order = i;
  }

  void add(const Joint& joint) {
    if (!joint.is_attached()) return;
    auto seen = appearance_of_joint(
        joint, [this](const Body* body) { return body ? by_body_.at(body) : JointAppearance::kWorld; });
    if (!seen) return;
    seen->path = path_below(*seen_.scene(), joint);
    appearance_.joints.push_back(std::move(*seen));
  }

  const SeenScene& seen_;
  const std::span<const Thing> things_;
  std::vector<Place> places_;  ///< one for each thing
  Appearance appearance_;
  std::unordered_map<const Body*, std::size_t> by_body_;
};

/// Adds notes of everything below `at`, which belongs to `top`, an object right below the scene, or null.
void add_notes(const Node& at, const Leaf* top, const Scene& scene, std::vector<NoteAppearance>& notes) {
  std::vector<std::string> lines;
  for (const auto& child : at.children()) {
    const Leaf* its_top = &at == &scene ? child.get() : top;
    if (const auto* noted = dynamic_cast<const Noted*>(child.get())) {
      lines.clear();
      noted->add_notes(lines);
      for (std::string& line : lines) notes.push_back({std::move(line), its_top ? its_top->serial() : 0});
    }
    if (const Node* node = child->as_node()) add_notes(*node, its_top, scene, notes);
  }
}

}  // namespace

Appearance appearance_of(const SeenScene& seen) {
  Appearance appearance = Viewing(seen).take();
  if (seen.scene()) add_notes(seen.scene()->core().root(), nullptr, *seen.scene(), appearance.notes);
  return appearance;
}

Appearance appearance_of(const Scene& scene) {
  SeenScene seen;
  seen.refresh(&scene);
  return appearance_of(seen);
}

std::string path_below(const Leaf& scene, const Leaf& leaf) {
  std::string path;
  for (const Leaf* at = &leaf; at && at != &scene; at = at->parent())
    if (!at->name().empty()) path.insert(0, path.empty() ? at->name() : at->name() + '/');
  return path;
}

}  // namespace spark
