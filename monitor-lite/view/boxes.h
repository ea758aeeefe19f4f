// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "monitor-lite/view/shader.h"

namespace monitor {

/// Boxes, axis-aligned or rotated, with smooth edges at one sample per pixel: a box is drawn half a pixel smaller, and
/// a rim of one pixel fades out around its visible part. A box thinner than a pixel is a line of that width.
///
/// World frame, metres. Needs a current OpenGL context, also in the destructor.
class Boxes {
 public:
  Boxes();
  ~Boxes();
  Boxes(const Boxes&) = delete;
  Boxes& operator=(const Boxes&) = delete;

  /// Sets the view for the following boxes, in a picture of `size` pixels; `eye` is a direction if its w is 0. Without
  /// smooth edges a box has its exact size.
  void begin(const glm::mat4& view, const glm::vec4& eye, const glm::vec2& size, bool is_smooth);
  /// See shaders/light.glsl; daylight by default.
  void light(const glm::vec4& camera_light);
  void add(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour);
  /// Rotated about its centre.
  void add(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour, const glm::mat3& turn);
  /// Draws everything added since the last call; the list is then empty.
  void draw();
  bool is_empty() const { return bodies_.empty() && rims_.empty(); }

 private:
  struct Corner {
    glm::vec4 place;  ///< after the view
    glm::vec3 normal;
    glm::vec4 colour;
  };
  /// For each axis: -1 or 1 for the visible face, 0 if neither is visible.
  using Faces = std::array<int, 3>;
  /// A corner of the box, with its normal for each visible face.
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
