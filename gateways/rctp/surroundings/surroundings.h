// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rctp/surroundings/extent.h"
#include "gateways/x3d/node.h"
#include "spark/scene/looks.h"

namespace rctp {

/// How a world looks, as nodes of a VRML97 or X3D file.
struct Surroundings {
  /// One Transform for each thing, in the order of the tree of the world, all in the frame of the world. Movers and
  /// cameras always have a name, scenery if its node has one.
  std::vector<x3d::Node> nodes;
  /// What movers and cameras are called in there, by number (`spark::MoverList`); empty: it has gone, or is not shown.
  std::vector<std::string> mover_names;
  Extent extent;  ///< around everything but planes; 10 m around the origin if there is nothing
};

struct SurroundingsChoice {
  /// What agents' nodes are called, by their serials, instead of as in the tree. Nothing else gets these names.
  std::map<std::uint64_t, std::string> robots;
  /// How many numbers have been given to movers and cameras.
  std::size_t numbers = 0;
  /// Only movers and cameras that belong to that node right below the scene are shown; nothing: all.
  std::optional<std::uint64_t> only;
};

/// Names are those of the nodes, made legal and told apart by `_2`, `_3` … in the order of the tree. A camera is called
/// after what it belongs to: NAME_camera, with a Viewpoint "NAME camera".
///
/// Any thread: `looks` is plain data.
Surroundings surroundings_of(const spark::Looks& looks, const SurroundingsChoice& choice);

}  // namespace rctp
