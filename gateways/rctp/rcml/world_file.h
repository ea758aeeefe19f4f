// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "spark/x3d/node.h"

namespace rcml {

/// The time at which a file was made, and the extent of its world.
struct WorldSheet {
  std::int64_t step = 0;
  double time = 0.0;  ///< of the simulation, s
  /// Opposite corners of a box around all visible things, in the frame of the file (metres, y up). The viewpoint
  /// "overview" shows all of it.
  x3d::Vec3f min{-10, 0, -10}, max{10, 2, 10};
  /// The notes of the world and of the objects in it, one line each.
  std::vector<std::string> notes{};
};

/// Makes the whole file: the prototypes that it needs, time and units, light, sky and an overview viewpoint, the
/// environment, and the robot if there is one.
x3d::Document world_file(const WorldSheet& world, std::vector<x3d::Node> environment, const RobotSheet* robot);

}  // namespace rcml
