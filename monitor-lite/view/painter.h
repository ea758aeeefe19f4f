// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <string_view>
#include <vector>

#include "monitor-lite/view/font.h"
#include "monitor-lite/view/shader.h"

namespace monitor {

/// Draws simple things with OpenGL 3.3, whatever made the context. Colours are red, green, blue and opacity, 0 to 1.
class Painter {
 public:
  /// Throws `std::runtime_error` if the shaders do not compile. Text is left out without a font.
  explicit Painter(const Font& font);
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  /// Begins a picture of that size, seen through `view` (world to picture) from `eye`, or, with a w of 0, from that
  /// direction. Things are drawn when their layer ends.
  void begin(int width, int height, const glm::mat4& view, const glm::vec4& eye, const glm::vec4& background);

  /// What follows lies on the ground: in the order of drawing, without looking at depths, which lines so near to the
  /// grass would fight over. Solid things come then, and at last what can be seen through.
  enum class Layer { ground, solid, glass };
  void layer(Layer layer);

  // In the world, m.
  void sphere(const glm::vec3& centre, float radius, const glm::vec4& colour);
  /// A box along the axes.
  void box(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour);
  /// A ring, without light, from `inner` to `outer` radius; a disc if `inner` is 0.
  void ring(const glm::vec2& centre, float inner, float outer, float height, const glm::vec4& colour);

  // On the picture, pixels from the top left, drawn over everything.
  void begin_overlay();
  /// Whatever is still to be drawn is drawn; the picture is complete.
  void end();
  void panel(float x, float y, float width, float height, const glm::vec4& colour);
  /// `x` is the left end, the middle or the right end for `align` 0, 0.5 and 1; `y` the middle of the line.
  void text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align = 0.0F);
  /// With a dark rim, to be read on any ground.
  void outlined_text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align = 0.0F);
  float text_width(std::string_view words, float size) const { return font_.width(words) * size; }
  /// Where a place in the world is on the picture; false if it is behind the camera.
  bool project(const glm::vec3& place, glm::vec2& pixel) const;

 private:
  /// Triangles of a thing of unit size.
  struct Mesh {
    unsigned vertices = 0;
    unsigned buffer = 0;
    int count = 0;
  };
  /// One of many things that are drawn with one call.
  struct Thing {
    glm::vec3 centre;
    float inner;  ///< of a ring: share of the outer radius
    glm::vec3 size;
    glm::vec4 colour;
  };
  struct Corner {
    glm::vec2 place;
    glm::vec2 letter;
    glm::vec4 colour;
  };
  struct Batch {
    Mesh mesh;
    std::vector<Thing> things;
  };
  struct Vertex;
  void make(Batch& batch, const std::vector<Vertex>& corners);
  void flush();
  void draw(Batch& batch) const;
  void add_square(const glm::vec4& place, const glm::vec4& letter, const glm::vec4& colour);

  const Font& font_;
  Shader solid_, balls_, rings_, letters_;
  int view_place_ = -1, ball_view_place_ = -1, ring_view_place_ = -1, eye_place_ = -1, size_place_ = -1;
  unsigned glyphs_ = 0;  ///< texture
  Batch sphere_, box_, ring_;
  unsigned things_ = 0;  ///< buffer of what is drawn with one call
  unsigned overlay_vertices_ = 0, overlay_buffer_ = 0;
  std::vector<Corner> overlay_;
  glm::mat4 view_{1.0F};
  glm::vec4 eye_{0, 0, 1, 0};
  glm::vec2 size_{1.0F};
};

}  // namespace monitor
