// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gateways/rtm/component/value.h"
#include "spark/core/clock.h"

namespace rtm {

/// The view of a robot's camera in one step: rows from the top, each from the left.
struct CameraPicture {
  static constexpr std::size_t kMaxPixels = Value::kMaxElements;  ///< the maximum that a port can send

  spark::Step step = 0;  ///< the step whose world is shown
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  ///< red, green and blue of each pixel
  /// m, along the axis of the camera, of each pixel; 0: nothing before the far plane. Transparent surfaces have no
  /// depth. Empty if no depths were requested.
  std::vector<float> depth;
};

/// The cameras of one robot, for ports that send pictures. All calls come from the robot's worker; another process
/// draws the picture.
class PictureSource {
 public:
  virtual ~PictureSource() = default;

  /// The picture of a camera, numbered as in `RobotMap::cameras`. Several ports may request the same one; it is drawn
  /// once.
  ///
  /// In lock-step it is that of `step`, which has to be the step of the robot's last sensation; the call waits for it,
  /// at most `Rtm.CallTimeout`. Otherwise it is the newest picture, possibly of an earlier step, and the call returns
  /// at once.
  ///
  /// Null if there is none: it did not arrive in time, there is none yet, or the drawing program has ended. That has
  /// been logged in one line, and the port keeps its last picture.
  virtual std::shared_ptr<const CameraPicture> picture(std::size_t camera, spark::Step step, bool with_depth) = 0;
};

}  // namespace rtm
