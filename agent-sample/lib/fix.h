// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

/// The noise of vision as the server adds it (behaviour 4.1), standard deviations.
namespace vision_noise {
constexpr double kDistance = 0.000965;           // of the distance
constexpr double kAzimuth = 0.148 * kDegree;     // rad
constexpr double kElevation = 0.1225 * kDegree;  // rad
constexpr double kCalibration = 0.003;           // m along each axis, the same error for the whole match
}  // namespace vision_noise

/// An object is considered gone after this many pictures that should show it but do not.
constexpr int kMissesOfOneGone = 3;

/// The place of a seen object, in the agent's frame, with its uncertainty. The distance is more accurate than the
/// direction, so the error is an ellipse along the line of sight.
struct Fix {
  Vector place;                                    ///< m
  Vector along;                                    ///< direction of the line of sight along the ground
  double along_variance = 0, across_variance = 0;  ///< m^2
  double height = 0, height_variance = 0;          ///< m, m^2
};

}  // namespace rcss3d::agent
