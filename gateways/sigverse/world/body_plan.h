// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/world/frames.h"

namespace sigverse {

enum class ShapeKind { box, cylinder, sphere };

/// A simple shape, which represents a part in collisions.
struct SimpleShape {
  ShapeKind kind = ShapeKind::box;
  SigVector place{};                 ///< cm, of its centre, in the frame of its part
  SigVector size{10.0, 10.0, 10.0};  ///< cm, each > 0: box x, y, z; cylinder (axis y) radius, length; sphere radius
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};  ///< of its axes, in the frame of its part; of length 1
};

/// A part of an object, in the pose that it has with all joints at 0.
///
/// Its frame is what records, cameras and controllers get as its pose. The frame of a part made from a segment is that
/// of the joint whose child it is; the frame of a part made from a simple shape of a class has its origin in the centre
/// of the shape.
struct PartPlan {
  std::string name;
  SigVector place{};                       ///< cm, of its frame, in the object's frame
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};  ///< of its frame, in the object's frame; of length 1
  /// nullopt for a blind part, which only connects joints: it touches nothing, and records omit it.
  std::optional<SimpleShape> shape;
  /// If set, the part is a further shape of that part, fixed to its rigid body. Most parts are rigid bodies of their
  /// own.
  std::optional<std::size_t> carried_by;

  // The values given in the file; if there are none, they follow from the shape. The mass of the part `body`, including
  // the parts it carries, is the attribute `mass` of the object.
  std::optional<double> mass;                    ///< kg, > 0
  std::optional<SigVector> centre_of_mass;       ///< cm, in its frame
  std::optional<std::array<double, 9>> inertia;  ///< kg·cm², about the centre of mass, row by row, positive definite

  bool is_blind() const { return !shape; }
};

/// A joint between a part and one nearer to the root. Its frame is that of the child with the joint at 0.
struct JointPlan {
  enum class Type {
    fixed,
    hinge,  ///< turns about `axis`
    ball,
    free  ///< unconstrained; the child moves by itself
  };
  std::string name;
  Type type = Type::fixed;
  std::size_t parent = 0, child = 0;  ///< indices of `BodyPlan::parts`; parent < child
  SigVector axis{0.0, 0.0, 1.0};      ///< of a hinge, in the joint's frame; of length 1
};

/// The body of an object as a tree of parts and joints: plain data in cm and SIG's frame.
///
/// The first part is `body`, which always exists, and every other part with a rigid body of its own is the child of
/// exactly one joint. Names of parts are distinct, and so are names of joints.
struct BodyPlan {
  std::vector<PartPlan> parts;  ///< at least one
  std::vector<JointPlan> joints;
};

/// The body of a class that has only simple shapes: the first becomes the part `body`, which carries the others as
/// `body_2`, `body_3` ….
BodyPlan body_of(const std::vector<SimpleShape>& shapes);

}  // namespace sigverse
