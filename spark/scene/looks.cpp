// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/looks.h"

#include <map>
#include <set>
#include <utility>

#include "spark/core/transform.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/look_parts.h"
#include "spark/scene/scene.h"

namespace spark {
namespace {

Pose world_pose_of(const Leaf& leaf) {
  const auto* transform = leaf.ancestor<Transform>();
  return transform ? transform->world_pose() : Pose{};
}

/// Walks down a scene once for what moves, and once for what is seen of it.
class Viewing {
 public:
  explicit Viewing(const Scene& scene) : scene_(scene) {
    find_movers(scene);
    find_shapes(scene);
    for (const Joint* joint : joints_) {
      auto look = look_of(*joint, [this](const Body* body) { return body ? by_body_.at(body) : JointLook::kWorld; });
      if (!look) continue;
      look->path = path_below(scene_, *joint);
      looks_.joints.push_back(std::move(*look));
    }
  }
  Looks take() { return std::move(looks_); }

 private:
  void find_movers(const Node& at) {
    for (const auto& child : at.children()) {
      if (const auto* body = dynamic_cast<const Body*>(child.get()); body && body->id()) {
        by_body_.emplace(body, looks_.movers.size());
        by_node_.emplace(&body->node(), looks_.movers.size());
        looks_.movers.push_back({body->serial(), path_below(scene_, *body), {body->position(), body->rotation()}, {}});
      } else if (const auto* joint = dynamic_cast<const Joint*>(child.get()); joint && joint->is_attached()) {
        joints_.push_back(joint);
      } else if (const auto* drawn = dynamic_cast<const SingleMatNode*>(child.get()); drawn && shape_of(*drawn)) {
        drawn_.insert(drawn->ancestor<Transform>());
      }
      if (const Node* node = child->as_node()) find_movers(*node);
    }
  }

  void find_shapes(const Node& at) {
    for (const auto& child : at.children()) {
      if (const auto* collider = dynamic_cast<const Collider*>(child.get()))
        add(*collider);
      else if (const auto* drawn = dynamic_cast<const SingleMatNode*>(child.get()))
        add(*drawn);
      if (const Node* node = child->as_node()) find_shapes(*node);
    }
  }

  void add(const Collider& collider) {
    const bool is_sensor = collider.contact_handlers().empty() && !collider.recorders().empty();
    const auto* transform = collider.ancestor<Transform>();
    auto shape = shape_of(collider.id());
    if (is_sensor || !shape) return;
    const bool is_plane = shape->kind == ShapeLook::Kind::plane;
    if (!is_plane && drawn_.contains(transform)) return;
    if (dBodyID held = is_plane ? nullptr : dGeomGetBody(collider.id())) {
      shape->pose.position = to_vec3(dGeomGetOffsetPosition(collider.id()));
      looks_.movers[by_body_.at(static_cast<const Body*>(dBodyGetData(held)))].shapes.push_back(*shape);
      return;
    }
    // Below something that moves, scenery stays where it was placed; elsewhere it is placed before the next step.
    if (!is_plane && mover_above(collider))
      shape->pose = {to_vec3(dGeomGetPosition(collider.id())), to_mat3(dGeomGetRotation(collider.id()))};
    else if (!is_plane)
      shape->pose = world_pose_of(collider) * Pose{collider.offset(), kIdentity3};
    looks_.scenery.push_back(*shape);
  }

  void add(const SingleMatNode& drawn) {
    auto shape = shape_of(drawn);
    if (!shape) return;
    const Pose pose = world_pose_of(drawn);
    if (const Transform* mover = mover_above(drawn)) {
      shape->pose = mover == drawn.ancestor<Transform>() ? Pose{} : inverse(mover->world_pose()) * pose;
      looks_.movers[by_node_.at(mover)].shapes.push_back(*shape);
    } else {
      shape->pose = pose;
      looks_.scenery.push_back(*shape);
    }
  }

  /// The nearest Transform above that a body moves.
  const Transform* mover_above(const Leaf& leaf) const {
    const auto* transform = leaf.ancestor<Transform>();
    while (transform && !by_node_.contains(transform)) transform = transform->ancestor<Transform>();
    return transform;
  }

  const Scene& scene_;
  Looks looks_;
  std::map<const Body*, std::size_t> by_body_;
  std::map<const Transform*, std::size_t> by_node_;  ///< of several bodies at one node the first
  std::set<const Transform*> drawn_;                 ///< those with drawing nodes of their own
  std::vector<const Joint*> joints_;
};

}  // namespace

Looks looks_of(const Scene& scene) {
  return Viewing(scene).take();
}

bool has_look(const Leaf& leaf) {
  return dynamic_cast<const Body*>(&leaf) || dynamic_cast<const Collider*>(&leaf) ||
         dynamic_cast<const Joint*>(&leaf) || dynamic_cast<const SingleMatNode*>(&leaf);
}

std::string path_below(const Leaf& scene, const Leaf& leaf) {
  std::string path;
  for (const Leaf* at = &leaf; at && at != &scene; at = at->parent())
    if (!at->name().empty()) path.insert(0, path.empty() ? at->name() : at->name() + '/');
  return path;
}

}  // namespace spark
