// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "monitor-lite/view/shader.h"

namespace monitor {

/// A sky around the eye, infinitely far away: colours by the angle from the zenith, as in the Background of VRML97.
/// Needs a current OpenGL context, also in the destructor.
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

  /// Sets the colours, by ascending angles; they are interpolated, with a hard edge at two equal angles. Without
  /// colours the sky is black.
  void set(const std::vector<Stop>& stops);
  /// Covers the picture, regardless of its depths, and writes none. `view`: from the world to the picture.
  void draw(const glm::mat4& view, const glm::vec3& eye) const;

 private:
  Shader shader_;
  unsigned vertices_ = 0, buffer_ = 0, texture_ = 0;
  int back_place_ = -1, eye_place_ = -1;
};

}  // namespace monitor
