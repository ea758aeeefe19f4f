// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/walk.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace x3d {
namespace {

/// The grouping nodes, with the field of each that contains the nodes that are drawn.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kGrouping{{{"Transform", "children"},
                                                                                   {"Group", "children"},
                                                                                   {"Joint", "children"},
                                                                                   {"Segment", "children"},
                                                                                   {"Switch", "choice"},
                                                                                   {"Humanoid", "humanoidBody"},
                                                                                   {"HAnimJoint", "children"},
                                                                                   {"HAnimSegment", "children"},
                                                                                   {"HAnimHumanoid", "skeleton"},
                                                                                   {"Anchor", "children"},
                                                                                   {"Billboard", "children"},
                                                                                   {"Collision", "children"},
                                                                                   {"LOD", "level"}}};

std::string_view field_of_children(const SceneNode& node) {
  for (const auto& [type, field] : kGrouping)
    if (node.type == type) return field;
  return {};
}

bool has_transform(const SceneNode& node) {
  return node.type == "Transform" || node.type == "Joint" || node.type == "Humanoid" || node.type == "HAnimJoint" ||
         node.type == "HAnimHumanoid";
}

}  // namespace

const std::vector<const SceneNode*>& drawn_children(const SceneNode& node) {
  static const std::vector<const SceneNode*> none;
  const std::string_view field = field_of_children(node);
  return field.empty() ? none : node.nodes(field);
}

void VisitCount::add(const SceneNode& node) {
  if (++visits_ > kMaxVisits) refuse(node, fmt::format("more than {} nodes are drawn", kMaxVisits));
}

Affine placed_children(const SceneNode& node, const Affine& place) {
  if (!has_transform(node)) return place;
  const Affine below = place * transform_of(node);
  if (!is_finite(below)) refuse(node, fmt::format("the place of this {} is not finite", node.type));
  return below;
}

void for_each_shape(const SceneNode& node, const Affine& place, VisitCount& visits,
                    const std::function<void(const PlacedShape&)>& take) {
  visits.add(node);
  if (node.type == "Shape") return take({place, &node, node.node("geometry")});
  const auto& children = drawn_children(node);
  if (children.empty()) return;
  const Affine below = placed_children(node, place);
  for (const SceneNode* child : children) for_each_shape(*child, below, visits, take);
}

std::vector<PlacedShape> placed_shapes(const std::vector<const SceneNode*>& roots, const Affine& start) {
  std::vector<PlacedShape> shapes;
  VisitCount visits;
  for (const SceneNode* root : roots)
    for_each_shape(*root, start, visits, [&](const PlacedShape& shape) { shapes.push_back(shape); });
  return shapes;
}

}  // namespace x3d
