// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "gateways/x3d/node.h"

namespace rctp {

/// When a file was made, and how large the world in it is.
struct WorldSheet {
  std::int64_t step = 0;
  double time = 0.0;  ///< of the simulation, s
  /// Two opposite corners of a box around all there is to see, in the frame of the file (metres, y up): the viewpoint
  /// "overview" has it in view.
  x3d::Vec3f least{-10, 0, -10}, most{10, 2, 10};
};

/// The whole file: the prototypes that it needs, when and what it is, light, sky and a viewpoint from which all can be
/// seen, then the surroundings, then the robot if there is one.
x3d::Document world_file(const WorldSheet& world, std::vector<x3d::Node> surroundings, const RobotSheet* robot);

}  // namespace rctp
