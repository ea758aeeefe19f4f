// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "monitor-lite/view/shader.h"

namespace monitor {

/// A sky around the eye, infinitely far away: colours by the angle from the zenith, as the Background of VRML97 has
/// them. Needs a current OpenGL context, also when it goes.
class Dome {
 public:
  struct Stop {
    float angle;  ///< from the zenith, radians, 0 to π
    glm::vec3 colour;
  };

  Dome();
  ~Dome();
  Dome(const Dome&) = delete;
  Dome& operator=(const Dome&) = delete;

  /// The colours, by ascending angles; between two of them one fades into the other, at the same angle there is an
  /// edge. None: black.
  void set(const std::vector<Stop>& stops);
  /// Covers the picture, whatever its depth is, and leaves no depth. `view`: from the world to the picture.
  void draw(const glm::mat4& view, const glm::vec3& eye) const;

 private:
  Shader shader_;
  unsigned vertices_ = 0, buffer_ = 0, texture_ = 0;
  int back_place_ = -1, eye_place_ = -1;
};

}  // namespace monitor
