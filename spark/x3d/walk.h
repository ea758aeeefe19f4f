// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "spark/x3d/affine.h"
#include "spark/x3d/scene.h"

namespace x3d {

/// The number of nodes that one walk visits before it refuses the scene; a node that is used a hundred times counts a
/// hundred times.
inline constexpr std::size_t kMaxVisits = 1'000'000;

/// A Shape and its placement. Borrows from the scene.
struct PlacedShape {
  Affine placed;                        ///< from the shape's frame to the frame in which the walk began
  const SceneNode* shape = nullptr;     ///< never null
  const SceneNode* geometry = nullptr;  ///< null if it has none
};

/// The nodes that are drawn in a grouping node (Group, Transform, Anchor, Billboard, Collision, Switch, LOD, Humanoid,
/// Joint, Segment); empty for any other node.
const std::vector<const SceneNode*>& drawn_children(const SceneNode& node);
/// The frame of a grouping node's children, if `place` is that of the node. Throws `ReadError` if it is not finite.
Affine placed_children(const SceneNode& node, const Affine& place);

/// Counts the nodes of one walk.
class VisitCount {
 public:
  /// Throws `ReadError` at the node after `kMaxVisits`.
  void add(const SceneNode& node);

 private:
  std::size_t visits_ = 0;
};

/// Calls `take` for all shapes that are drawn in a node, which is at `place`.
void for_each_shape(const SceneNode& node, const Affine& place, VisitCount& visits,
                    const std::function<void(const PlacedShape&)>& take);
/// All shapes that are drawn in `roots`, in the order of the file. Joints are in the pose of the file. Throws
/// `ReadError` after `kMaxVisits` nodes, or if a position is not finite.
std::vector<PlacedShape> placed_shapes(const std::vector<const SceneNode*>& roots, const Affine& start = {});

}  // namespace x3d
