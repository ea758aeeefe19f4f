// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gateways/rtm/component/value.h"
#include "spark/core/clock.h"

namespace rtm {

/// What a camera of a robot sees in one step: rows from the top, each from the left.
struct CameraPicture {
  static constexpr std::size_t kMaxPixels = Value::kMaxElements;  ///< more cannot be sent by a port

  spark::Step step = 0;  ///< the world is shown as it was in this step
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  ///< red, green and blue of each pixel
  /// m, along the axis of the camera, of each pixel; 0: nothing before the far plane. What can be seen through has no
  /// depth. Empty where no depths were asked for.
  std::vector<float> depth;
};

/// The cameras of one robot, for ports that send pictures. All calls are for the robot's worker; the picture is drawn
/// by another process.
class PictureSource {
 public:
  virtual ~PictureSource() = default;

  /// The picture of a camera, counted in `RobotMap::cameras`. Several ports may ask for the same one; it is drawn once.
  ///
  /// In lock-step it is that of `step`, which has to be the step of the robot's last sensation; the call waits for it,
  /// at most `Rtm.CallTimeout`. Otherwise the newest picture counts, which may be one of an earlier step, and the call
  /// returns at once.
  ///
  /// Null if there is none: it did not come in time, or not yet; or the program that draws has gone. One line has been
  /// written then, and the port keeps its last picture.
  virtual std::shared_ptr<const CameraPicture> picture(std::size_t camera, spark::Step step, bool with_depth) = 0;
};

}  // namespace rtm
