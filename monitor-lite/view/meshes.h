// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "monitor-lite/view/mesh.h"
#include "monitor-lite/view/shader.h"
#include "monitor-lite/view/surface.h"

namespace monitor {

/// Draws meshes, each where a matrix says, in the lights of all things, with an image on them or without.
///
/// World frame, metres. Needs a current OpenGL context, also when it goes.
class Meshes {
 public:
  /// Which pixels of a mesh with a clear image are drawn.
  enum class Pixels { all, opaque };

  Meshes();

  /// What follows is seen like this. `camera_light`: see shaders/light.glsl.
  void begin(const glm::mat4& view, const glm::vec4& camera_light);
  /// `frame`: from the mesh to the world; it may scale, shear and mirror. Mesh and texture have to stay until they are
  /// drawn.
  void add(const Mesh& mesh, const glm::mat4& frame, const Surface& surface, Pixels pixels);
  /// Everything added since the last time, in that order; then there is none.
  void draw();

 private:
  struct Thing {
    const Mesh* mesh;
    glm::mat4 frame;
    Surface surface;
    Pixels pixels;
  };
  /// A shader, and where its uniforms stand; -1: it has none of that name.
  struct Kind {
    explicit Kind(const ShaderText& text);
    Shader shader;
    int view, frame, turn, paint, glow, camera_light, placed, shares, least;
  };
  Kind& use(const Thing& thing);
  static void set_image(const Kind& kind, const Thing& thing);

  Kind plain_;
  std::optional<Kind> textured_;  ///< compiled when the first mesh with an image is drawn
  Kind* in_use_ = nullptr;
  glm::mat4 view_{1.0F};
  glm::vec4 camera_light_{0.0F};
  std::vector<Thing> things_;
};

}  // namespace monitor
