// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/node.h"
#include "spark/core/vec3.h"

namespace spark {

/// A node that may be part of a scene. Its script method `importScene` is registered by `spark/scene`.
class BaseNode : public Node {};

/// Rx·Ry·Rz of three angles in degrees, the form of rotations in scripts and scene files.
Mat3 rotation_from_degrees(Vec3 degrees);

/// A node with a pose. It is in this room because physics moves it, scene files set it and perceptors read it.
class Transform : public BaseNode {
 public:
  const Pose& local_pose() const { return local_; }
  /// The pose in the world frame. For a node that a body moves, this is the pose at the end of the last step: a
  /// teleport of the body is visible only after the next step (behaviour 2.5).
  const Pose& world_pose() const { return world_; }

  void set_local_pose(const Pose& pose);
  void set_world_pose(const Pose& pose) {
    world_ = pose;
    if (parent_transform_ || transforms_below_ > 0)
      update_local();
    else
      local_ = pose;
  }

  /// Moves its children, all of which are Transforms, to its parent, with unchanged world poses. Returns false and
  /// changes nothing if it has other children, no children or no parent.
  bool give_children_away();
  /// Whether it only transforms its children, so that it can be removed from the tree.
  virtual bool is_dispensable() const { return !is_held(); }

  // Script methods. Angles in degrees, rotation Rx·Ry·Rz.
  void set_local_pos(Vec3 position);
  void set_local_rotation(Vec3 degrees);

 protected:
  void linked() override;
  void unlinking() override;

 private:
  void update_world();
  void update_local();
  static void update_below(Node& node);

  Transform* parent_transform_ = nullptr;
  int transforms_below_ = 0;  ///< usually 0: then a moved body need not search its children
  Pose local_;
  Pose world_;
};

}  // namespace spark
