// SPDX-License-Identifier: Apache-2.0
#include "spark/core/transform.h"

#include <cmath>
#include <numbers>

namespace spark {

Mat3 rotation_from_degrees(Vec3 degrees) {
  const double factor = std::numbers::pi / 180.0;
  const double sx = std::sin(degrees.x * factor), cx = std::cos(degrees.x * factor);
  const double sy = std::sin(degrees.y * factor), cy = std::cos(degrees.y * factor);
  const double sz = std::sin(degrees.z * factor), cz = std::cos(degrees.z * factor);
  const Mat3 rx{1, 0, 0, 0, cx, -sx, 0, sx, cx};
  const Mat3 ry{cy, 0, sy, 0, 1, 0, -sy, 0, cy};
  const Mat3 rz{cz, -sz, 0, sz, cz, 0, 0, 0, 1};
  return rx * ry * rz;
}

void Transform::linked() {
  parent_transform_ = ancestor<Transform>();
  if (parent_transform_) ++parent_transform_->transforms_below_;
  update_world();
}

void Transform::unlinking() {
  if (parent_transform_) --parent_transform_->transforms_below_;
  parent_transform_ = nullptr;
}

void Transform::set_local_pose(const Pose& pose) {
  local_ = pose;
  update_world();
}

void Transform::update_local() {
  local_ = parent_transform_ ? inverse(parent_transform_->world_) * world_ : world_;
  if (transforms_below_ > 0) update_below(*this);
}

bool Transform::give_children_away() {
  if (!parent() || !is_linked() || children().empty()) return false;
  for (const auto& child : children())
    if (!dynamic_cast<const Transform*>(child.get())) return false;
  for (const auto& child : children()) {
    auto& given = static_cast<Transform&>(*child);
    given.local_ = local_ * given.local_;
    given.parent_transform_ = parent_transform_;
    --transforms_below_;
    if (parent_transform_) ++parent_transform_->transforms_below_;
  }
  parent()->take_children_of(*this);
  return true;
}

void Transform::set_local_pos(Vec3 position) {
  set_local_pose({position, local_.rotation});
}

void Transform::set_local_rotation(Vec3 degrees) {
  set_local_pose({local_.position, rotation_from_degrees(degrees)});
}

void Transform::update_world() {
  world_ = parent_transform_ ? parent_transform_->world_ * local_ : local_;
  if (transforms_below_ > 0) update_below(*this);
}

void Transform::update_below(Node& node) {
  for (const auto& child : node.children()) {
    if (auto* transform = dynamic_cast<Transform*>(child.get()))
      transform->update_world();
    else if (Node* inner = child->as_node())
      update_below(*inner);
  }
}

}  // namespace spark
