// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <string_view>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

struct Stage;

/// The point of view on a match. World frame, metres.
struct Camera {
  glm::vec3 eye{0, -60, 30};
  glm::vec3 target{0, 0, 0};
  glm::vec3 up{0, 0, 1};
  float field_of_view = 40.0F;  ///< degrees, vertical
  float nearest = 0.2F;         ///< nearer surfaces are not drawn, m
  float farthest = 1500.0F;     ///< nor are farther ones; not for a map
  bool flat = false;            ///< a map: `field_of_view` is then the height shown, m

  /// From the world to the picture, whose width is `aspect` times its height.
  glm::mat4 matrix(float aspect) const;
  /// The point of the plane at `height`, m, that is visible at a position of the picture: `x` and `y` from -1 to 1, up
  /// is 1. Returns false if the plane is not visible there.
  bool hit(float x, float y, float aspect, float height, glm::vec3& place) const;
  /// The size of a pixel at `place`, m, in a picture of `height` pixels.
  float pixel_size(const glm::vec3& place, int height) const;
};

/// Shares of the picture's height that cameras of the whole field keep free: for the score board at the top, and the
/// bar of a replay at the bottom.
inline constexpr float kFreeAbove = 0.135F;
inline constexpr float kFreeBelow = 0.075F;

/// The cameras that users choose by name.
inline constexpr std::array<std::string_view, 5> kCameraNames{"side", "ball", "left", "right", "top"};

/// `side`: the whole field from the main stand, fitted to the picture; `ball`: some 30 m around the ball, from the same
/// side; `left`, `right`: behind that goal; `top`: a map. Unknown names are `side`.
Camera camera_named(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect);
/// The same cameras for a world without a game: as near as all of it is visible, and slightly from the side, so that
/// boxes show more than one face. `ball` follows `followed`.
Camera camera_named(std::string_view name, const Stage& stage, const glm::vec3& followed, float aspect);

}  // namespace monitor
