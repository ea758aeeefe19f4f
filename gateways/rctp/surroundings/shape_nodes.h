// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "gateways/x3d/names.h"
#include "gateways/x3d/node.h"
#include "spark/scene/looks.h"

namespace rctp {

/// Shapes as nodes of a file. Each material is defined where it first occurs, and used from then on, so the nodes
/// belong into the file in the order in which they were made.
class ShapeNodes {
 public:
  /// Borrows both.
  ShapeNodes(const spark::Looks& looks, x3d::UniqueNames& names);

  /// The shape in the frame of `parent`, where it stands at `pose`: one node, or three of a capsule. Nothing for sizes
  /// that a file cannot have.
  void add(x3d::Node& parent, const spark::ShapeLook& shape, const spark::Pose& pose, bool is_glass = false);

 private:
  struct Paint {
    std::string name;
    spark::Colour colour{};
    double transparency = 0.0;
    bool is_defined = false;
  };
  x3d::Node appearance(const spark::ShapeLook& shape, bool is_glass);
  x3d::Node shape_node(x3d::Node geometry, const spark::ShapeLook& shape, bool is_glass);
  Paint& paint_of(const spark::ShapeLook& shape, bool is_glass);

  const spark::Looks& looks_;
  x3d::UniqueNames& names_;
  std::vector<Paint> paints_;  ///< of the materials of `looks`, then for shapes without one, then glass
};

/// A Transform at that pose; what is as usual is not set.
x3d::Node transform_node(const spark::Pose& pose, const std::string& name = {});

}  // namespace rctp
