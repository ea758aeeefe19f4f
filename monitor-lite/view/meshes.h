// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "monitor-lite/view/mesh.h"
#include "monitor-lite/view/shader.h"
#include "monitor-lite/view/texture.h"

namespace monitor {

/// The appearance of a mesh.
struct Surface {
  /// The share of the light that it reflects, and its opacity.
  glm::vec4 colour{1.0F};
  /// Added to the lit colour.
  glm::vec3 glow{0.0F};
  /// The image on it. The colours of a grey one darken those of the mesh, others replace them; its opacity, if it has
  /// one, replaces that of `colour`. It must exist until its layer has ended.
  const Texture* texture = nullptr;
  bool repeat_s = true, repeat_t = true;
  /// From the texture coordinates of the mesh to those of the image.
  glm::mat3 placed{1.0F};
  /// An unlit surface with an image shows the image unchanged, whatever the light.
  bool is_lit = true;
};

/// Draws meshes, each transformed by a matrix, in the common light, with or without a texture.
///
/// World frame, metres. Needs a current OpenGL context, also in the destructor.
class Meshes {
 public:
  /// The pixels of a mesh with a transparent image that are drawn.
  enum class Pixels { all, opaque };

  Meshes();

  /// Sets the view for the following meshes. `camera_light`: see shaders/light.glsl.
  void begin(const glm::mat4& view, const glm::vec4& camera_light);
  /// `frame`: from the mesh to the world; it may scale, shear and mirror. Mesh and texture must exist until they are
  /// drawn.
  void add(const Mesh& mesh, const glm::mat4& frame, const Surface& surface, Pixels pixels);
  /// Draws everything added since the last call, in that order; the list is then empty.
  void draw();

 private:
  struct Thing {
    const Mesh* mesh;
    glm::mat4 frame;
    Surface surface;
    Pixels pixels;
  };
  /// A shader, and its uniform locations; -1: it has none of that name.
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
