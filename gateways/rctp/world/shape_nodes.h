// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spark/scene/appearance.h"
#include "spark/x3d/names.h"
#include "spark/x3d/node.h"

namespace rctp {

/// Makes nodes from shapes. Each material gets a DEF where it first occurs and a USE from then on, so the nodes have to
/// be in the file in the order in which they were made.
class ShapeNodes {
 public:
  /// Borrows both.
  ShapeNodes(const spark::Appearance& appearance, x3d::UniqueNames& names);

  /// Adds a shape with `pose` in the frame of `parent`: one node, or three for a capsule. Adds nothing if its size
  /// cannot be written to a file.
  void add(x3d::Node& parent, const spark::ShapeAppearance& shape, const spark::Pose& pose, bool is_glass = false);

 private:
  struct Paint {
    std::string name;
    spark::Colour colour{};
    double transparency = 0.0;
    bool is_defined = false;
  };
  x3d::Node appearance(const spark::ShapeAppearance& shape, bool is_glass);
  x3d::Node shape_node(x3d::Node geometry, const spark::ShapeAppearance& shape, bool is_glass);
  Paint& paint_of(const spark::ShapeAppearance& shape, bool is_glass);

  const spark::Appearance& appearance_;
  x3d::UniqueNames& names_;
  std::vector<Paint> paints_;  ///< the materials of `appearance`, then the one of shapes without a material, then glass
};

/// Makes a Transform with that pose; fields with default values are not set.
x3d::Node transform_node(const spark::Pose& pose, const std::string& name = {});

}  // namespace rctp
