// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/visuals/shape_library.h"
#include "gateways/sigverse/visuals/vis_world.h"
#include "gateways/sigverse/window/object_drag.h"
#include "gateways/sigverse/window/steady_stage.h"
#include "monitor-lite/view/camera_rig.h"
#include "monitor-lite/view/font.h"
#include "monitor-lite/view/painter.h"
#include "monitor-lite/view/screen.h"

namespace sigverse::window {

/// Draws the picture of a world, from a camera that the user moves or through the eyes of an agent, with names above
/// the objects and a frame around the selected one. Needs a current OpenGL context.
class SceneView {
 public:
  /// The log outlives it.
  SceneView(visuals::DataFiles files, spark::Log& log) : library_(std::move(files), log) {}

  /// Sets the world to show. `selected` is the name of the object with the frame, or empty. `is_dragged`: the user is
  /// moving an object, so the camera stays where it is.
  void update(const client::World& world, const client::ShapeBase& shapes, std::string_view selected,
              bool is_dragged = false);
  /// Draws the world, `seconds` after the last picture, and starts its overlay, which `painter().end()` ends. The world
  /// is shown in the `free` part of the picture or, through an agent's eyes, in the largest area there that has the
  /// aspect ratio of the agent's view. The rest is dark.
  void draw(int width, int height, const monitor::Area& free, float seconds);
  /// Draws the world over the whole picture.
  void draw(int width, int height, float seconds) {
    draw(width, height, {0, 0, static_cast<float>(width), static_cast<float>(height)}, seconds);
  }
  /// The area that the world had in the last picture.
  const monitor::Area& area() const { return area_; }
  monitor::Painter& painter() { return painter_; }
  const monitor::Painter& painter() const { return painter_; }

  /// The free camera. Moving it ends the view through an agent's eyes.
  monitor::CameraRig& move_camera() { return eye_ = 0, cameras_; }
  const monitor::CameraRig& cameras() const { return cameras_; }
  /// Switches to a camera, 1 to 9, of an object, or back to the free one (0). If that is impossible, returns a line
  /// with the reason, and changes nothing; returns an empty text on success.
  std::string look_through(const client::Object& agent, int camera);
  void look_freely() { eye_ = 0; }
  /// The number of the agent's camera; 0 if the free camera is used.
  int eye() const { return eye_; }
  const std::string& eye_of() const { return eye_of_; }

  bool shows_names() const { return names_; }
  void toggle_names() { names_ = !names_; }

  // These take positions in the last picture, pixels from the top left.
  std::optional<visuals::Sighting> at(float x, float y);
  PictureRay ray(float x, float y) const;
  /// Returns false if the point, cm, is behind the camera.
  bool project(const sight::Vector& place, glm::vec2& pixel) const;
  /// The extent of the world.
  const monitor::Stage& stage() const { return stage_.stage(); }

 private:
  glm::vec3 followed() const;
  void draw_frame(const monitor::Screen& screen);
  void draw_names(const monitor::Screen& screen);
  void draw_outside(const monitor::Screen& screen) const;
  void place(const monitor::Area& free);

  monitor::Font font_;
  monitor::Painter painter_{font_};
  visuals::ShapeLibrary library_;
  visuals::VisWorld vis_world_{painter_, library_};
  monitor::CameraRig cameras_;
  SteadyStage stage_;
  std::vector<std::string> objects_;  ///< names of all objects
  std::string selected_;
  glm::mat3 axes_{1.0F};  ///< of the selected object
  int eye_ = 0;
  std::string eye_of_;
  sight::View eye_view_;  ///< valid while `eye_` is not 0
  bool names_ = true;
  // The last picture.
  visuals::Shot shot_;
  monitor::Area area_{0, 0, 320, 240};
};

}  // namespace sigverse::window
