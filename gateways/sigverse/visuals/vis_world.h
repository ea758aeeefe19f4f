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

/// The colour of the background.
inline constexpr glm::vec4 kBackground{0.6F, 0.8F, 1.0F, 1.0F};

/// An axis-aligned bounding box in the drawn world: m, z up.
struct Bounds {
  glm::vec3 low{0.0F}, high{0.0F};
};

/// The parameters of a picture. The drawn world is in metres with z up (frames.h).
struct Shot {
  monitor::Camera camera;
  float aspect = 4.0F / 3.0F;     ///< of the view: pixels need not be square
  int width = 320, height = 240;  ///< pixels, at least 1
  /// The object that has the camera: those of its shapes that contain the eye are not drawn.
  std::string_view own;
  /// If set, a floor is drawn at height 0 around these bounds; the floor is not an object.
  std::optional<Bounds> floor;
};

/// What is visible at a position in a picture.
struct Sighting {
  std::string_view object;  ///< valid until the next update
  sight::Vector place{};    ///< on its surface, in SIG's frame
};

/// The whole drawn world, of a server or of a recording. Needs a current OpenGL context, even in the destructor. Used
/// by one thread.
class VisWorld {
 public:
  /// Both outlive this object.
  VisWorld(monitor::Painter& painter, ShapeLibrary& library) : painter_(painter), library_(library) {}

  /// Updates the world. Drawn objects are created and removed as needed.
  void update(const client::World& world, const client::ShapeBase& shapes);
  /// Makes the drawing of an object, as a humanoid or a static one depending on its shape file; `VisObj::update` sets
  /// its pose. Loads the files of its class.
  std::unique_ptr<VisObj> make(const client::Object& object, const client::ShapeBase& shapes);

  /// Draws a picture: `Painter::begin`, then everything. The caller may draw on top of it, and ends it with
  /// `Painter::end`. One light is at the camera and one above.
  void draw(const Shot& shot);
  /// Draws the depths of such a picture (`Painter::Output`), without transparent surfaces, the floor and the object
  /// that has the camera.
  void draw_depths(const Shot& shot);

  /// The object that is visible there, if any: in pixels from the top left, (0.5, 0.5) is the middle of the first
  /// pixel.
  std::optional<Sighting> at(const Shot& shot, const glm::vec2& pixel);
  /// The bounds of one object; nullopt if there is no such object or nothing of it is drawn.
  std::optional<Bounds> bounds(std::string_view object) const;
  /// Boxes around the shapes of one object, as the frames that map the cube from (−1, −1, −1) to (1, 1, 1) to them.
  std::vector<glm::mat4> boxes(std::string_view object) const;

 private:
  struct Entry {
    std::string name;
    std::unique_ptr<VisObj> drawn;
    std::size_t update = 0;  ///< the last update that contained the object
  };
  /// A shape in the present picture.
  struct Seen {
    const Entry* entry;
    const DrawnFile* file;
    const monitor::Model::Shape* shape;
    glm::mat4 frame;  ///< in the world
    float away;       ///< distance from the eye to its middle
  };
  /// Whether to show shapes of the object with the camera that do not contain the eye.
  enum class Own { shown, hidden };
  /// Collects the shapes for a shot; transparent ones are sorted from far to near.
  void look(const Shot& shot, Own own);
  void draw_floor(const Shot& shot, const Bounds& around);
  void paint(const Seen& seen);

  monitor::Painter& painter_;
  ShapeLibrary& library_;
  std::unordered_map<std::string, Entry> entries_;
  std::vector<const Entry*> order_;  ///< in the order of the objects
  std::size_t updates_ = 0;
  std::vector<Seen> solid_, glass_;  ///< of the present picture
};

}  // namespace sigverse::visuals
