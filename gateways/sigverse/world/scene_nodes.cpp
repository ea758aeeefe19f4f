// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/scene_nodes.h"

#include "spark/physics/collider.h"

namespace sigverse {

spark::Collider& add_collider(spark::Node& below, const SimpleShape& shape, const std::string& name) {
  const double first = length_to_core(shape.size[0]), second = length_to_core(shape.size[1]);
  switch (shape.kind) {
    case ShapeKind::cylinder: {
      auto& cylinder = add_node<spark::CylinderCollider>(below, "oxygen/CylinderCollider", name);
      cylinder.set_params(first, second);
      return cylinder;
    }
    case ShapeKind::sphere: {
      auto& sphere = add_node<spark::SphereCollider>(below, "oxygen/SphereCollider", name);
      sphere.set_radius(first);
      return sphere;
    }
    case ShapeKind::box:
      break;
  }
  auto& box = add_node<spark::BoxCollider>(below, "oxygen/BoxCollider", name);
  box.set_box_lengths(size_to_core(shape.size));
  return box;
}

}  // namespace sigverse
