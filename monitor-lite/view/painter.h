// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "monitor-lite/view/batch.h"
#include "monitor-lite/view/boxes.h"
#include "monitor-lite/view/font.h"
#include "monitor-lite/view/meshes.h"
#include "monitor-lite/view/overlay.h"
#include "monitor-lite/view/rounds.h"
#include "monitor-lite/view/shader.h"

namespace monitor {

/// Draws simple objects with OpenGL 3.3, in any context. Colours are red, green, blue and opacity, 0 to 1.
class Painter {
 public:
  /// Throws `std::runtime_error` if the shaders do not compile. Without a font, text is omitted.
  explicit Painter(Font& font);

  /// The purpose of later pictures. Colours have smooth edges, so the ends of boxes and round shapes are displaced by
  /// parts of a pixel. Depths are those at the middle of each pixel, without colours. The default is colours.
  enum class Output { colours, depths };
  void output(Output output) { output_ = output; }
  /// The light of later pictures: the sun above the main stand and the sky, or one light at the camera and one from
  /// straight above. The default is daylight.
  enum class Lights { day, camera_and_above };
  void lights(Lights lights) { lights_ = lights; }
  /// A larger picture of which this one is a part: its size, and the position of the part's top left corner in it,
  /// pixels.
  struct Whole {
    glm::ivec2 size, corner;
  };
  /// Makes later pictures parts of that one, or, by default, of none. The overlay covers the whole, which has the
  /// background's colour outside the part.
  void within(const std::optional<Whole>& whole) { within_ = whole; }
  /// Begins a picture of that size, seen through `view` (world to picture) from `eye`, or, with a w of 0, from that
  /// direction. Objects are drawn when their layer ends.
  void begin(int width, int height, const glm::mat4& view, const glm::vec4& eye, const glm::vec4& background);

  /// Begins the layer on the ground: drawn in order, without depth tests, because lines so near to the grass would
  /// flicker. Then comes the layer of solid objects, and at last that of transparent ones, from far to near.
  enum class Layer { ground, solid, glass };
  void layer(Layer layer);

  // In the world, m.
  void sphere(const glm::vec3& centre, float radius, const glm::vec4& colour);
  /// A ball, capsule or cylinder, with or without a mark that shows its rotation.
  void round(Rounds::Kind kind, const glm::vec3& centre, float radius, float length, const glm::mat3& turn,
             const glm::vec4& colour, Rounds::Mark mark = Rounds::Mark::shown) {
    rounds_.add(kind, centre, radius, length, turn, colour, mark);
  }
  /// An axis-aligned box.
  void box(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour) {
    boxes_.add(centre, size, colour);
  }
  /// The same, rotated about its centre.
  void box(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour, const glm::mat3& turn) {
    boxes_.add(centre, size, colour, turn);
  }
  /// Triangles, transformed by `frame`. Mesh and texture must exist until their layer has ended. If the texture is
  /// transparent (`Texture::is_clear`), the solid layer draws only its opaque pixels. So such a mesh must also be added
  /// to the glass layer, where the opaque ones hide themselves.
  void mesh(const Mesh& mesh, const glm::mat4& frame, const Surface& surface) {
    meshes_.add(mesh, frame, surface, layer_ == Layer::solid ? Meshes::Pixels::opaque : Meshes::Pixels::all);
  }
  /// A ring, without light, from `inner` to `outer` radius; a disc if `inner` is 0. The outer `soft` share of its
  /// radius fades out.
  void ring(const glm::vec2& centre, float inner, float outer, float height, const glm::vec4& colour,
            float soft = 0.0F);
  /// A panel of net; `size` is 0 along one axis.
  void net(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour);

  // On the picture, or on the whole of which it is a part; pixels from the top left, drawn over everything: see
  // Overlay.
  void begin_overlay();
  /// Draws all that is pending; the picture is complete.
  void end();
  void panel(float x, float y, float width, float height, const glm::vec4& colour) {
    overlay_.panel(x, y, width, height, colour);
  }
  void text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align = 0.0F) {
    overlay_.text(words, x, y, size, colour, align);
  }
  /// Draws text with a dark rim, legible on any ground.
  void outlined_text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align = 0.0F);
  void ribbon(std::span<const Overlay::Knot> knots) { overlay_.ribbon(knots); }
  float text_width(std::string_view words, float size) const { return font_.width(words) * size; }
  /// Computes the pixel of a place in the world; returns false if it is behind the camera.
  bool project(const glm::vec3& place, glm::vec2& pixel) const;

 private:
  /// Objects of one kind, with their shader.
  struct Kind {
    explicit Kind(const ShaderText& text);
    Shader shader;
    Batch batch;
    int view;  ///< location of the uniform
  };
  void set_lights();
  void flush();
  void draw(Kind& kind) const;

  Font& font_;
  Kind balls_, rings_, nets_;
  Boxes boxes_;
  Rounds rounds_;
  Meshes meshes_;
  Overlay overlay_;
  int eye_place_ = -1, mesh_place_ = -1;
  int camera_light_place_ = -1;  ///< of the balls
  Output output_ = Output::colours;
  Lights lights_ = Lights::day;
  glm::vec4 camera_light_{0.0F};  ///< that of the last picture, see shaders/light.glsl
  Layer layer_ = Layer::solid;
  glm::mat4 view_{1.0F};
  glm::vec4 eye_{0, 0, 1, 0};
  std::optional<Whole> within_;
  glm::vec2 size_{1.0F};         ///< of the picture
  Whole whole_{{1, 1}, {0, 0}};  ///< of which it is a part, or the picture itself
};

}  // namespace monitor
