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

/// Draws simple things with OpenGL 3.3, whatever made the context. Colours are red, green, blue and opacity, 0 to 1.
class Painter {
 public:
  /// Throws `std::runtime_error` if the shaders do not compile. Text is left out without a font.
  explicit Painter(Font& font);

  /// What pictures that begin from now on are for. Colours have smooth edges, so the ends of a box and of a round thing
  /// are moved by parts of a pixel. Depths are those of what the middle of each pixel meets, and no colours come with
  /// them. Colours at first.
  enum class Output { colours, depths };
  void output(Output output) { output_ = output; }
  /// What lights the things of pictures that begin from now on: the sun above the main stand and the sky, or one light
  /// that goes with the camera and one from straight above. The day's at first.
  enum class Lights { day, camera_and_above };
  void lights(Lights lights) { lights_ = lights; }
  /// A larger picture of which one is a part: its size, and where in it the part's top left corner is, pixels.
  struct Whole {
    glm::ivec2 size, corner;
  };
  /// Pictures that begin from now on are parts of that one, or, as at first, of none. What lies over the picture lies
  /// over the whole, which has the background's colour elsewhere.
  void within(const std::optional<Whole>& whole) { within_ = whole; }
  /// Begins a picture of that size, seen through `view` (world to picture) from `eye`, or, with a w of 0, from that
  /// direction. Things are drawn when their layer ends.
  void begin(int width, int height, const glm::mat4& view, const glm::vec4& eye, const glm::vec4& background);

  /// What follows lies on the ground: in the order of drawing, without looking at depths, which lines so near to the
  /// grass would fight over. Solid things come then, and at last what can be seen through, from far to near.
  enum class Layer { ground, solid, glass };
  void layer(Layer layer);

  // In the world, m.
  void sphere(const glm::vec3& centre, float radius, const glm::vec4& colour);
  /// A ball, capsule or cylinder, with a mark on it that shows how it is turned, or without.
  void round(Rounds::Kind kind, const glm::vec3& centre, float radius, float length, const glm::mat3& turn,
             const glm::vec4& colour, Rounds::Mark mark = Rounds::Mark::shown) {
    rounds_.add(kind, centre, radius, length, turn, colour, mark);
  }
  /// A box along the axes.
  void box(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour) {
    boxes_.add(centre, size, colour);
  }
  /// The same, turned about its centre.
  void box(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour, const glm::mat3& turn) {
    boxes_.add(centre, size, colour, turn);
  }
  /// Triangles, where `frame` puts them. Mesh and texture have to stay until their layer has ended. If the texture is
  /// clear (`Texture::is_clear`), the layer of solid things has the opaque pixels only. So such a mesh belongs to that
  /// of glass, too, where the opaque ones are hidden by themselves.
  void mesh(const Mesh& mesh, const glm::mat4& frame, const Surface& surface) {
    meshes_.add(mesh, frame, surface, layer_ == Layer::solid ? Meshes::Pixels::opaque : Meshes::Pixels::all);
  }
  /// A ring, without light, from `inner` to `outer` radius; a disc if `inner` is 0. The outer `soft` share of its
  /// radius fades out.
  void ring(const glm::vec2& centre, float inner, float outer, float height, const glm::vec4& colour,
            float soft = 0.0F);
  /// A panel of net; `size` is 0 along one axis.
  void net(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour);

  // On the picture, or the whole of which it is a part, pixels from the top left, drawn over everything: see Overlay.
  void begin_overlay();
  /// Whatever is still to be drawn is drawn; the picture is complete.
  void end();
  void panel(float x, float y, float width, float height, const glm::vec4& colour) {
    overlay_.panel(x, y, width, height, colour);
  }
  void text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align = 0.0F) {
    overlay_.text(words, x, y, size, colour, align);
  }
  /// With a dark rim, to be read on any ground.
  void outlined_text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align = 0.0F);
  void ribbon(std::span<const Overlay::Knot> knots) { overlay_.ribbon(knots); }
  float text_width(std::string_view words, float size) const { return font_.width(words) * size; }
  /// Where a place in the world is on that; false if it is behind the camera.
  bool project(const glm::vec3& place, glm::vec2& pixel) const;

 private:
  /// Things of one kind, and what draws them.
  struct Kind {
    explicit Kind(const ShaderText& text);
    Shader shader;
    Batch batch;
    int view;  ///< where the uniform stands
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
  Whole whole_{{1, 1}, {0, 0}};  ///< of which it is a part, or itself
};

}  // namespace monitor
