// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/visuals/shape_library.h"
#include "gateways/sigverse/visuals/vis_obj.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/painter.h"

namespace sigverse::visuals {

/// Where nothing is.
inline constexpr glm::vec4 kBackground{0.6F, 0.8F, 1.0F, 1.0F};

/// A box around something, along the axes of the drawn world: m, z up.
struct Bounds {
  glm::vec3 low{0.0F}, high{0.0F};
};

/// How a picture is taken. What is drawn has metres and z up (frames.h).
struct Shot {
  monitor::Camera camera;
  float aspect = 4.0F / 3.0F;     ///< of what is seen: pixels need not be square
  int width = 320, height = 240;  ///< pixels, at least 1
  /// The object that has the eye: those of its shapes that are around the eye are not drawn.
  std::string_view own;
  /// With a floor at height 0, which is no object, around that.
  std::optional<Bounds> floor;
};

/// What is seen at a place of a picture.
struct Sighting {
  std::string_view object;  ///< valid until the next update
  sight::Vector place{};    ///< on its surface, SIG
};

/// The whole world as it is drawn, of a server or of a recording alike. Needs a current OpenGL context, also when it
/// goes. Used by one thread.
class VisWorld {
 public:
  /// Both outlive it.
  VisWorld(monitor::Painter& painter, ShapeLibrary& library) : painter_(painter), library_(library) {}

  /// Takes over a world. Objects that are new are made; those that are gone go.
  void update(const client::World& world, const client::ShapeBase& shapes);
  /// Makes what draws an object, a humanoid or a static one by its shape file; where it is comes with
  /// `VisObj::update`. Loads the files of its class.
  std::unique_ptr<VisObj> make(const client::Object& object, const client::ShapeBase& shapes);

  /// Draws a picture: `Painter::begin`, then everything. The caller may draw upon it, and ends it by `Painter::end`.
  /// A light comes from the camera and one from above.
  void draw(const Shot& shot);
  /// The depths of such a picture (`Painter::Output`), without what can be seen through, without floor, and without
  /// the object that has the eye.
  void draw_depths(const Shot& shot);

  /// The object that is seen there, if any: pixels from the top left, (0.5, 0.5) is the middle of the first.
  std::optional<Sighting> at(const Shot& shot, const glm::vec2& pixel);
  /// Around one object; nothing if there is none of that name, or nothing of it.
  std::optional<Bounds> bounds(std::string_view object) const;
  /// Boxes around the shapes of one object, as frames of cubes from (−1, −1, −1) to (1, 1, 1).
  std::vector<glm::mat4> boxes(std::string_view object) const;

 private:
  struct Entry {
    std::string name;
    std::unique_ptr<VisObj> drawn;
    std::size_t update = 0;  ///< the last one that had it
  };
  /// A shape in this picture.
  struct Seen {
    const Entry* entry;
    const DrawnFile* file;
    const monitor::Model::Shape* shape;
    glm::mat4 frame;  ///< in the world
    float away;       ///< from the eye to the middle
  };
  /// What becomes of those shapes of the object with the eye that are not around it.
  enum class Own { shown, hidden };
  /// Finds what the shot may show; glass from far to near.
  void look(const Shot& shot, Own own);
  void draw_floor(const Shot& shot, const Bounds& around);
  void paint(const Seen& seen);

  monitor::Painter& painter_;
  ShapeLibrary& library_;
  std::unordered_map<std::string, Entry> entries_;
  std::vector<const Entry*> order_;  ///< that of the world
  std::size_t updates_ = 0;
  std::vector<Seen> solid_, glass_;  ///< of the picture that is being drawn
};

}  // namespace sigverse::visuals
