// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "monitor-lite/view/shader.h"

namespace monitor {

/// Boxes along the axes, or turned, with edges that are smooth at one sample per pixel: a box is drawn half a pixel
/// smaller, and a rim as wide as a pixel fades out around what is seen of it. One thinner than a pixel is a line that
/// wide.
///
/// World frame, metres. Needs a current OpenGL context, also when it goes.
class Boxes {
 public:
  Boxes();
  ~Boxes();
  Boxes(const Boxes&) = delete;
  Boxes& operator=(const Boxes&) = delete;

  /// What follows is seen like this, in a picture of `size` pixels; `eye` is a direction if its w is 0. Without smooth
  /// edges a box has its own size.
  void begin(const glm::mat4& view, const glm::vec4& eye, const glm::vec2& size, bool is_smooth);
  /// See shaders/light.glsl; as the day has it at first.
  void light(const glm::vec4& camera_light);
  void add(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour);
  /// Turned about its centre.
  void add(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour, const glm::mat3& turn);
  /// Everything added since the last time; then there is none.
  void draw();
  bool is_empty() const { return bodies_.empty() && rims_.empty(); }

 private:
  struct Corner {
    glm::vec4 place;  ///< after the view
    glm::vec3 normal;
    glm::vec4 colour;
  };
  /// For each axis: -1 or 1 if the face at that end is seen, 0 if none of the two is.
  using Faces = std::array<int, 3>;
  /// A corner of the box, and of its face across each axis that is seen the normal it has there.
  struct Knot {
    glm::vec4 place;
    std::array<glm::vec3, 3> normals;
  };

  Faces seen_faces(const glm::vec3& centre, const glm::vec3& half) const;
  Knot knot(const glm::vec3& centre, const glm::vec3& half, const glm::vec3& end, const Faces& seen) const;
  std::array<glm::vec3, 3> normals(const glm::vec4& place, const glm::vec3& half, const Faces& seen) const;
  void add_face(const std::array<Knot, 8>& knots, int axis, int end, const glm::vec4& colour);
  void add_rim(Corner from, Corner to, const glm::vec3& outwards);
  void draw(const std::vector<Corner>& corners) const;

  Shader shader_;
  unsigned vertices_ = 0, buffer_ = 0;
  glm::mat4 view_{1.0F};
  glm::vec4 eye_{0, 0, 1, 0};
  glm::vec2 size_{1.0F};
  float pixel_ = 0.0F;  ///< m, at a depth of 1; 0 without smooth edges
  std::vector<Corner> bodies_, rims_;
};

}  // namespace monitor
