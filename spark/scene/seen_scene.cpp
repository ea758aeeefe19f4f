// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/seen_scene.h"

#include <utility>

#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/scene.h"

namespace spark {

bool SeenScene::refresh(const Scene* scene) {
  if (scene == scene_ && (!scene || scene->core().tree_changes == tree_changes_)) return false;
  scene_ = scene;
  things_.clear();
  bodies_.clear();
  cameras_.clear();
  materials_ = nullptr;
  std::swap(serials_, serials_before_);
  serials_.clear();
  if (scene) {
    tree_changes_ = scene->core().tree_changes;
    materials_ = scene->core().find_first<MaterialServer>();
    collect(*scene, nullptr, kNone);
  }
  return serials_ != serials_before_;
}

void SeenScene::collect(const Node& at, const Leaf* top, std::size_t above) {
  for (const auto& child : at.children()) {
    const Leaf& its_top = top ? *top : *child;
    const bool is_place = add(*child, its_top, above);
    if (const Node* node = child->as_node()) collect(*node, &its_top, is_place ? things_.size() - 1 : above);
  }
}

/// Adds an object; returns whether it is a Transform, which can be the parent frame of others.
bool SeenScene::add(const Leaf& leaf, const Leaf& top, std::size_t above) {
  using Kind = Thing::Kind;
  if (dynamic_cast<const Transform*>(&leaf)) {
    things_.push_back({Kind::transform, &leaf, &top, above});
    return true;
  }
  Kind kind{};
  if (const auto* body = dynamic_cast<const Body*>(&leaf)) {
    if (!body->id()) return false;
    kind = Kind::body;
    bodies_.push_back(body);
  } else if (dynamic_cast<const Collider*>(&leaf)) {
    kind = Kind::collider;
  } else if (dynamic_cast<const SingleMatNode*>(&leaf)) {
    kind = Kind::drawing;
  } else if (dynamic_cast<const Joint*>(&leaf)) {
    kind = Kind::joint;
  } else if (const auto* camera = dynamic_cast<const Camera*>(&leaf)) {
    kind = Kind::camera;
    cameras_.push_back(camera);
  } else {
    return false;
  }
  things_.push_back({kind, &leaf, &top, above});
  serials_.push_back(leaf.serial());
  return false;
}

}  // namespace spark
