// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "gateways/sigverse/sight/vectors.h"

namespace sigverse::sight {

/// The view of a camera: a pyramid with the eye at its apex.
struct View {
  static constexpr double kMaxAspectRatio = 1000.0;

  Vector eye{};
  Axes axes{};                ///< x to the left, y up, z ahead
  double fov = 45.0;          ///< vertical field of view, degrees, above 0 and below 180
  double aspect_ratio = 1.5;  ///< width divided by height, above 0 and at most `kMaxAspectRatio`

  /// Half the vertical and half the horizontal angle of view, rad: tan(horizontal) = tan(vertical) · aspect ratio.
  double half_height() const;
  double half_width() const;
};

/// False if a number is not finite or is out of range.
bool is_valid(const View& view);

/// A camera and the part that carries it.
struct MountedCamera {
  Vector part_place{};
  Quaternion part_turn{1.0, 0.0, 0.0, 0.0};
  // In the frame of the part.
  Vector place{};
  Vector direction{0.0, 0.0, 1.0};  ///< of any length except 0; up is the part's y axis, or as close to it as possible
  std::optional<Quaternion> turn;   ///< overrides the direction; without it the camera does not roll
  double fov = 45.0;
  double aspect_ratio = 1.5;
};

/// Sets `view` and returns an empty text; or returns the reason why the camera sees nothing ("its direction has no
/// length"), and leaves `view` unchanged.
std::string_view find_view(const MountedCamera& camera, View& view);

}  // namespace sigverse::sight
