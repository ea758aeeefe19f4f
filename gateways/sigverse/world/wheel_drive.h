// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "gateways/sigverse/world/frames.h"

namespace sigverse {

/// The two wheels of an object that the world file calls a robot (`type="Robot"`), side by side on its x axis. They
/// move an object without dynamics along its z axis and turn it about its y axis, on exact circular arcs; no obstacle
/// stops it. Plain data: the owner of this object moves the body.
///
/// A setter returns the reason of a refusal, or an empty text.
class WheelDrive {
 public:
  static constexpr double kMaxSize = 1e4;   ///< cm
  static constexpr double kMaxSpeed = 1e4;  ///< rad/s

  /// Radius of the wheels and distance between them, in cm, above 0.
  std::string_view set_wheels(double radius, double distance);
  /// rad/s, from now on; positive means forwards. The wheels must have a size.
  std::string_view set_speeds(double left, double right);
  void stop() { left_ = right_ = 0.0; }
  bool is_turning() const { return left_ != 0.0 || right_ != 0.0; }

  /// The pose after a step of `seconds` from `pose`.
  SigPose after(const SigPose& pose, double seconds) const;

 private:
  double radius_ = 0.0, distance_ = 0.0;  ///< cm; 0 until they are set
  double left_ = 0.0, right_ = 0.0;
};

}  // namespace sigverse
