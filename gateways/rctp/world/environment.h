// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rctp/world/extent.h"
#include "spark/scene/appearance.h"
#include "spark/x3d/node.h"

namespace rctp {

/// The appearance of a world as nodes of a VRML97 or X3D file.
struct Environment {
  /// One Transform for each object, in the order of the tree of the world, all in the frame of the world. Movers and
  /// cameras always have a name; scenery has one if its node does.
  std::vector<x3d::Node> nodes;
  /// The names of movers and cameras in `nodes`, by number (`spark::MoverList`); empty if one has been removed or is
  /// not shown.
  std::vector<std::string> mover_names;
  /// The notes of the world, unchanged, and those of each shown object after its name and a colon ("foo_11: player left
  /// 11"); no name begins like that.
  std::vector<std::string> notes;
  Extent extent;  ///< around everything but planes; 10 m around the origin if there is nothing
};

/// The part of a world to show, and under which names.
struct EnvironmentChoice {
  /// The names for agents' nodes, by their serials, in place of those in the tree. Nothing else gets these names.
  std::map<std::uint64_t, std::string> robots;
  /// The count of numbers that movers and cameras have been given so far.
  std::size_t numbers = 0;
  /// If given, only movers and cameras below this child of the scene are shown.
  std::optional<std::uint64_t> only;
  double floor_margin = 1.0;  ///< m, by which floors, which are infinite, exceed everything else
};

/// Names are those of the nodes, made legal and distinguished by `_2`, `_3` … in the order of the tree. A camera is
/// named after its owner: NAME_camera, with a Viewpoint "NAME camera".
///
/// May be called on any thread, since `appearance` is plain data.
Environment environment_of(const spark::Appearance& appearance, const EnvironmentChoice& choice);

}  // namespace rctp
