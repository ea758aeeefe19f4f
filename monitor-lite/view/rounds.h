// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "monitor-lite/view/shader.h"

namespace monitor {

/// Balls, capsules and cylinders in any attitude, each with an optional mark that makes rolling visible: a belt around
/// a ball, a stripe along the others. Each is computed per pixel from its geometry, with smooth edges at any distance.
///
/// World frame, metres. Needs a current OpenGL context, also in the destructor.
class Rounds {
 public:
  enum class Kind { ball, capsule, cylinder };
  enum class Mark { shown, none };

  Rounds();
  ~Rounds();
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  /// Sets the view for the following shapes, in a picture of `height` pixels; `eye` is a direction if its w is 0.
  /// Without smooth edges a pixel shows what the ray through its middle hits.
  void begin(const glm::mat4& view, const glm::vec4& eye, float height, bool is_smooth);
  /// See shaders/light.glsl; daylight by default.
  void light(const glm::vec4& camera_light);
  /// `length`: of the cylindrical part, along the z of `turn`.
  void add(Kind kind, const glm::vec3& centre, float radius, float length, const glm::mat3& turn,
           const glm::vec4& colour, Mark mark = Mark::shown);
  /// Draws everything added since the last call; the list is then empty.
  void draw();

 private:
  struct Thing {
    glm::vec4 centre;  ///< w: the kind
    glm::vec4 turn;    ///< quaternion x, y, z, w
    glm::vec3 sizes;   ///< radius, half the length; 1 if it has no mark
    glm::vec4 colour;
  };

  Shader shader_;
  unsigned vertices_ = 0, cube_ = 0, buffer_ = 0;
  int view_place_ = -1, eye_place_ = -1, pixel_place_ = -1, spread_place_ = -1;
  glm::mat4 view_{1.0F};
  glm::vec4 eye_{0, 0, 1, 0};
  float pixel_ = 0.0F;   ///< m, at a depth of 1
  float spread_ = 1.0F;  ///< of the rays of a pixel; 0: all through its middle
  std::vector<Thing> things_;
};

}  // namespace monitor
