// SPDX-License-Identifier: Apache-2.0
#include "server/scene/scene_tree.h"

#include <cmath>
#include <initializer_list>
#include <string_view>

#include "spark/core/class_name.h"
#include "spark/core/quaternion.h"
#include "spark/core/transform.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"
#include "spark/scene/appearance.h"
#include "spark/scene/appearance_parts.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/scene.h"

namespace server {

using namespace spark;
namespace {

/// Rounds to millionths, without a negative zero, because the last digits of a number depend on the machine's library.
double rounded(double number) {
  constexpr double kOne = 1e6;
  if (!(std::abs(number) < 1e9)) return number;
  const double result = std::round(number * kOne) / kOne;
  return result == 0 ? 0 : result;
}

/// Fills the attributes of an entry; trivial ones are left out.
class Attributes {
 public:
  explicit Attributes(SceneEntry& entry) : entry_(entry) {}

  void add(std::string name, std::initializer_list<double> numbers) {
    SceneEntry::Attribute made{std::move(name), {}};
    for (const double number : numbers) made.values.emplace_back(rounded(number));
    entry_.attributes.push_back(std::move(made));
  }
  void add(std::string name, Vec3 v) { add(std::move(name), {v.x, v.y, v.z}); }
  void add_one(std::string name, double number) {
    entry_.attributes.push_back({std::move(name), {rounded(number)}, false});
  }
  void add_word(std::string name, std::string word) {
    if (!word.empty()) entry_.attributes.push_back({std::move(name), {std::move(word)}, false});
  }
  void add_words(std::string name, std::initializer_list<std::string> words) {
    entry_.attributes.push_back({std::move(name), {words.begin(), words.end()}});
  }
  void add_moved(std::string name, Vec3 v) {
    if (rounded(v.x) != 0 || rounded(v.y) != 0 || rounded(v.z) != 0) add(std::move(name), v);
  }
  void add_pose(const Pose& pose) {
    add("position", pose.position);
    const auto [w, x, y, z] = quaternion_of(pose.rotation);
    if (rounded(w) != 1) add("rotation", {w, x, y, z});
  }

 private:
  SceneEntry& entry_;
};

void add_sizes(Attributes& attributes, const ShapeAppearance& shape) {
  switch (shape.kind) {
    case ShapeAppearance::Kind::sphere:
      return attributes.add_one("radius", shape.sizes[0]);
    case ShapeAppearance::Kind::box:
      return attributes.add("lengths", {shape.sizes[0], shape.sizes[1], shape.sizes[2]});
    case ShapeAppearance::Kind::capsule:
    case ShapeAppearance::Kind::cylinder:
      attributes.add_one("radius", shape.sizes[0]);
      return attributes.add_one("length", shape.sizes[1]);
    case ShapeAppearance::Kind::plane:
      return;
  }
}

void describe(Attributes& attributes, const Body& body) {
  attributes.add_one("mass", body.mass());
  attributes.add_moved("velocity", body.velocity());
  attributes.add_moved("spin", body.angular_velocity() * (180 / M_PI));
  if (body.is_kinematic()) attributes.add_words("kinematic", {});
}

void describe(Attributes& attributes, const Collider& collider) {
  if (dGeomGetClass(collider.id()) == dPlaneClass) {
    dVector4 plane;
    dGeomPlaneGetParams(collider.id(), plane);
    attributes.add("plane", {plane[0], plane[1], plane[2], plane[3]});
  } else if (const auto shape = shape_of(collider.id())) {
    add_sizes(attributes, *shape);
  }
  attributes.add_moved("offset", collider.offset());
  attributes.add_word("group", collider.group_name());
  if (!collider.is_enabled()) attributes.add_words("disabled", {});
}

void describe(Attributes& attributes, const Joint& joint, const Scene& scene) {
  if (!joint.is_attached()) return;
  const auto path = [&](int i) { return joint.body(i) ? path_below(scene, *joint.body(i)) : std::string(); };
  attributes.add_words("bodies", {path(0), path(1)});
  if (const auto* hinge = dynamic_cast<const HingeJoint*>(&joint)) attributes.add_one("angle", hinge->angle());
  if (const auto* slider = dynamic_cast<const SliderJoint*>(&joint)) attributes.add_one("slide", slider->position());
  if (const auto* cross = dynamic_cast<const UniversalJoint*>(&joint))
    attributes.add("angles", {cross->angle(0), cross->angle(1)});
  if (const auto* wheel = dynamic_cast<const Hinge2Joint*>(&joint)) attributes.add_one("angle", wheel->angle(0));
  const bool slides = dynamic_cast<const SliderJoint*>(&joint) != nullptr;
  const double unit = slides ? 1 : 180 / M_PI;
  for (int axis = 0; axis < 2; ++axis) {
    const std::string number = axis == 0 ? "" : "2";
    const double low = joint.parameter(dParamLoStop, axis), high = joint.parameter(dParamHiStop, axis);
    if (std::isfinite(low) && std::isfinite(high) && low != high)
      attributes.add("stops" + number, {low * unit, high * unit});
    if (const double force = joint.parameter(dParamFMax, axis); force != 0)
      attributes.add("motor" + number, {joint.motor_velocity(axis) * unit, force});
  }
}

void describe(Attributes& attributes, const SingleMatNode& drawn) {
  if (const auto* box = dynamic_cast<const BoxShape*>(&drawn)) attributes.add("lengths", box->extents());
  if (const auto* sphere = dynamic_cast<const SphereShape*>(&drawn)) attributes.add_one("radius", sphere->radius());
  if (const auto* capsule = dynamic_cast<const CCylinderShape*>(&drawn)) {
    attributes.add_one("radius", capsule->radius());
    attributes.add_one("length", capsule->length());
  }
  if (const auto* cylinder = dynamic_cast<const CylinderShape*>(&drawn)) {
    attributes.add_one("radius", cylinder->radius());
    attributes.add_one("length", cylinder->length());
  }
  if (drawn.material() != "default") attributes.add_word("material", drawn.material());
  if (drawn.offset()) attributes.add_moved("offset", drawn.offset()->position);
}

SceneEntry entry_of(const Leaf& leaf, const Scene& scene) {
  SceneEntry entry;
  entry.kind = leaf.class_info() ? leaf.class_info()->name() : "";
  entry.name = leaf.name();
  Attributes attributes(entry);
  if (const auto* transform = dynamic_cast<const Transform*>(&leaf)) attributes.add_pose(transform->world_pose());
  if (const auto* body = dynamic_cast<const Body*>(&leaf)) describe(attributes, *body);
  if (const auto* collider = dynamic_cast<const Collider*>(&leaf)) describe(attributes, *collider);
  if (const auto* joint = dynamic_cast<const Joint*>(&leaf)) describe(attributes, *joint, scene);
  if (const auto* drawn = dynamic_cast<const SingleMatNode*>(&leaf)) describe(attributes, *drawn);
  // as_node() only lacks a const version; nothing is changed.
  if (const auto* node = dynamic_cast<const Node*>(&leaf))
    for (const auto& child : node->children()) entry.children.push_back(entry_of(*child, scene));
  return entry;
}

SceneEntry entry_of(const ShapeAppearance& shape) {
  SceneEntry entry{std::string(to_string(shape.kind)), "", {}, {}};
  Attributes attributes(entry);
  add_sizes(attributes, shape);
  attributes.add_pose(shape.pose);
  if (shape.colour) attributes.add("colour", {(*shape.colour)[0], (*shape.colour)[1], (*shape.colour)[2]});
  return entry;
}

}  // namespace

const SceneEntry::Attribute* SceneEntry::find(std::string_view attribute) const {
  for (const Attribute& each : attributes)
    if (each.name == attribute) return &each;
  return nullptr;
}

SceneEntry tree_of(const Scene& scene) {
  return entry_of(scene, scene);
}

std::vector<SceneEntry> appearance_entries(const Scene& scene) {
  const Appearance appearance = appearance_of(scene);
  std::vector<SceneEntry> entries;
  for (const MoverAppearance& mover : appearance.movers) {
    SceneEntry& entry = entries.emplace_back(SceneEntry{"mover", mover.path, {}, {}});
    Attributes(entry).add_pose(mover.pose);
    for (const ShapeAppearance& shape : mover.shapes) entry.children.push_back(entry_of(shape));
  }
  SceneEntry& scenery = entries.emplace_back(SceneEntry{"scenery", "", {}, {}});
  for (const ShapeAppearance& shape : appearance.scenery) scenery.children.push_back(entry_of(shape));
  for (const JointAppearance& joint : appearance.joints) {
    SceneEntry& entry = entries.emplace_back(SceneEntry{std::string(to_string(joint.kind)), joint.path, {}, {}});
    Attributes attributes(entry);
    const auto path = [&](std::size_t i) {
      return i == JointAppearance::kWorld ? std::string() : appearance.movers[i].path;
    };
    attributes.add_words("bodies", {path(joint.movers[0]), path(joint.movers[1])});
    attributes.add("anchor", joint.anchor);
    for (const Vec3& axis : joint.axes) attributes.add("axis", axis);
  }
  return entries;
}

}  // namespace server
