// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/window/control_panel.h"
#include "gateways/sigverse/window/log_pane.h"
#include "gateways/sigverse/window/object_drag.h"
#include "gateways/sigverse/window/object_panel.h"
#include "gateways/sigverse/window/scene_view.h"
#include "gateways/sigverse/window/watched_world.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/messages.h"
#include "monitor-lite/window/picture_rate.h"
#include "monitor-lite/window/playback.h"
#include "monitor-lite/window/seek_bar.h"
#include "monitor-lite/window/walk_keys.h"
#include "monitor-lite/window/window_content.h"

namespace sigverse::window {

/// The user interface of a world: its picture, the selected object with its panel, the log, and the server's panel or
/// the bar of the recording.
///
/// Clicking selects an object; it can then be dragged, and its values edited. All changes go to the server through
/// `WorldControl`, and only by an action of the user: a drag is sent when it ends, and not at all if it is cancelled.
/// The window does not depend on where its input comes from or where its pictures go. Needs a current OpenGL context.
class WorldWindow final : public monitor::WindowContent {
 public:
  /// All of these outlive the window. `control` is null if nothing can be changed, `playback` if nothing is played.
  struct Watched {
    WatchedWorld& world;
    WorldControl* control = nullptr;
    monitor::Playback* playback = nullptr;
  };
  /// `choices`: servers that a user may choose from.
  WorldWindow(Watched watched, visuals::DataFiles files, spark::Log& log, std::vector<wire::Address> choices = {});

  void handle(const monitor::Input& input) override;
  void advance(double now) override;
  bool needs_picture() const override;
  void draw(int width, int height) override;
  void show_message(std::string words) override;
  std::string title() const override;

  /// The name of the selected object; empty if there is none.
  const std::string& selected() const { return selected_; }
  void select(std::string object);
  const SceneView& scene() const { return scene_; }
  /// Whether the camera with that name is in use (`CameraRig::name`).
  bool cameras_are(std::string_view name) const { return scene_.cameras().name() == name; }

 private:
  /// A key binding, with its text in the help.
  struct Binding {
    const char* letters;  ///< any of these keys triggers it
    monitor::Key key;
    const char* keys;   ///< names of the keys in the help; null: not in the help
    const char* words;  ///< the description
    void (*act)(WorldWindow&, const monitor::Input&);
    bool repeats = false;       ///< while the key is held
    bool needs_server = false;  ///< not available with a recording
  };
  static const Binding kBindings[];
  /// A mouse button that is held down in the picture.
  struct Press {
    int button;
    glm::vec2 at;
    std::string object;  ///< the object at that position; may be empty
    sight::Vector place{};
    bool moved = false;
  };
  /// An object that was dropped at a new position and that the server does not yet show there.
  struct Dropped {
    std::string object;
    sight::Vector place;
  };

  const client::Object* selected_object() const;
  void handle_key(const monitor::Input& input);
  bool press_key(const monitor::Input& input);
  void handle_mouse(const monitor::Input& input);
  bool handle_panels(const monitor::Input& input);
  void press(const monitor::Input& input);
  void pull(const monitor::Input& input, float right, float down);
  void release(const monitor::Input& input);
  void drop();
  void cancel();
  void look_through(int camera);
  void select_next();
  void take_words();

  void update_scene();
  void draw_panels(const monitor::Screen& screen);
  void draw_caption(const monitor::Screen& screen, const std::string& words) const;
  void draw_display_text(const monitor::Screen& screen) const;
  void draw_help(const monitor::Screen& screen) const;
  std::string right_words() const;
  monitor::Screen screen();
  /// The top of the panels at the bottom, pixels from the top.
  float bottom();
  /// The area for the world, which the panels leave free.
  monitor::Area free_area();
  monitor::Area log_area();

  Watched watched_;
  SceneView scene_;
  monitor::Messages messages_;
  std::optional<ControlPanel> control_panel_;
  std::optional<monitor::SeekBar> seek_bar_;
  ObjectPanel object_panel_;
  LogPane log_pane_;

  std::string selected_;
  std::optional<Press> press_;
  std::optional<ObjectDrag> drag_;
  std::optional<Dropped> dropped_;
  std::optional<LogLine> display_;  ///< a text displayed by a controller
  double display_until_ = 0.0;

  bool help_ = false;
  bool dirty_ = true;        ///< the next picture would differ
  bool scene_dirty_ = true;  ///< the world has changed since it was passed to the scene
  bool rate_shown_ = false;
  monitor::PictureRate picture_rate_;
  double now_ = 0.0;
  std::optional<double> drawn_;  ///< when the last picture was drawn
  float width_ = 1280.0F, height_ = 720.0F;
  float mouse_x_ = -1.0F, mouse_y_ = -1.0F;
  monitor::WalkKeys walk_keys_;
};

}  // namespace sigverse::window
