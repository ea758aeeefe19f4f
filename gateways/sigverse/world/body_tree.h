// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/world/body_plan.h"
#include "gateways/sigverse/world/frames.h"

namespace sigverse {

/// A limb in a file: the rigid part below a joint.
struct BodySegment {
  std::string name;   ///< may be empty
  std::string where;  ///< "FILE:LINE"
  /// cm, in the segment's frame, which is that of its joint; nullopt if it has no geometry.
  std::optional<SimpleShape> shape;
  std::optional<double> mass;                    ///< kg, > 0
  std::optional<SigVector> centre_of_mass;       ///< cm
  std::optional<std::array<double, 9>> inertia;  ///< kg·cm², about the centre of mass; not validated
};

/// A joint in a file, with everything that it moves.
struct BodyJoint {
  std::string name;   ///< may be empty
  std::string where;  ///< "FILE:LINE"
  JointPlan::Type type = JointPlan::Type::fixed;
  SigVector axis{0.0, 0.0, 1.0};           ///< of a hinge; of length 1
  SigVector place{};                       ///< cm, in the frame of the parent joint
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};  ///< of length 1
  std::vector<BodySegment> segments;       ///< more than one is an error
  std::vector<BodyJoint> joints;
};

/// A body as read from a body file or an X3D humanoid: nested joints, each with its segment. cm, SIG's frame.
struct BodyTree {
  std::vector<BodySegment> segments;  ///< beside the outermost joints
  std::vector<BodyJoint> joints;

  bool empty() const { return segments.empty() && joints.empty(); }
};

}  // namespace sigverse
