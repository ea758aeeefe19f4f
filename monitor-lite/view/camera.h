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
  float nearest = 0.2F;         ///< what is nearer is not seen, m
  float farthest = 1500.0F;     ///< nor what is farther away; not of a map
  bool flat = false;            ///< a map: `field_of_view` is then the height shown, m

  /// From the world to the picture, whose width is `aspect` times its height.
  glm::mat4 matrix(float aspect) const;
  /// Where the plane at `height`, m, is seen at a place of the picture: `x` and `y` from -1 to 1, up is 1. False if it
  /// is not seen there.
  bool hit(float x, float y, float aspect, float height, glm::vec3& place) const;
  /// How large a pixel is at `place`, m, in a picture of `height` pixels.
  float pixel_size(const glm::vec3& place, int height) const;
};

/// Shares of the picture's height where cameras of the whole field show none of it: the score board is above, the bar
/// of a replay below.
inline constexpr float kFreeAbove = 0.135F;
inline constexpr float kFreeBelow = 0.075F;

/// The cameras that people choose by name.
inline constexpr std::array<std::string_view, 5> kCameraNames{"side", "ball", "left", "right", "top"};

/// `side`: the whole field from the main stand, as large as the picture is; `ball`: some 30 m around the ball, from the
/// same side; `left`, `right`: behind that goal; `top`: a map. Unknown names are `side`.
Camera camera_named(std::string_view name, const Game& game, const Snapshot& snapshot, float aspect);
/// The same points of view on a world without a game: as near as all of it is seen, and a bit from the side, so that
/// boxes show more than a face. `ball` looks at `followed`.
Camera camera_named(std::string_view name, const Stage& stage, const glm::vec3& followed, float aspect);

}  // namespace monitor
