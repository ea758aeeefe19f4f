// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "monitor-lite/view/camera_rig.h"
#include "monitor-lite/view/match_view.h"
#include "monitor-lite/window/drawing_panel.h"
#include "monitor-lite/window/followed_player.h"
#include "monitor-lite/window/input.h"
#include "monitor-lite/window/match_source.h"
#include "monitor-lite/window/messages.h"
#include "monitor-lite/window/picture_rate.h"
#include "monitor-lite/window/replay.h"
#include "monitor-lite/window/seek_bar.h"
#include "monitor-lite/window/trainer_panel.h"
#include "monitor-lite/window/walk_keys.h"
#include "monitor-lite/window/window_content.h"

namespace monitor {

/// The user interface: a match, cameras, the bar of a replay, the buttons of a trainer, messages and help.
///
/// It is independent of the source of its inputs and the target of its pictures. Needs a current OpenGL context.
class Viewer final : public WindowContent {
 public:
  /// Exactly one match; `replay` or `trainer` only if that match is or has one, `drawings` if there are any, `past`
  /// only if it is a live match in which the user can go back.
  struct Watched {
    MatchSource& match;
    Replay* replay = nullptr;
    MatchControl* trainer = nullptr;
    DrawingSource* drawings = nullptr;
    DrawingChoice choice{};  ///< of drawings, initially
    Playback* past = nullptr;
  };
  Viewer(Watched watched, const Palette& palette, std::string_view camera);

  void handle(const Input& input) override;
  void advance(double now) override;
  bool needs_picture() const override;
  void draw(int width, int height) override;
  void show_message(std::string words) override;
  std::string title() const override;
  /// Whether the card with the scorers is visible: at full time, or on request.
  bool shows_card() const;

  const CameraRig& cameras() const { return cameras_; }
  const FollowedPlayer& followed() const { return followed_; }
  bool shows_help() const { return help_; }

 private:
  enum class For { all, trainer, drawings };
  /// A key binding with its text in the help. Those of a replay are in playback_keys.h.
  struct Binding {
    For who;
    const char* letters;  ///< any of these keys
    Key key;
    const char* keys;   ///< their names in the help; null: not in the help
    const char* words;  ///< the description
    void (*act)(Viewer&, const Input&);
    bool repeats = false;  ///< repeats while the key is held
  };
  static const Binding kBindings[];

  /// The status of the match, or that the game is over, which the stream shows some seconds before its end.
  Status status() const;
  bool is_over() const;
  void draw_card_of_match(const Screen& screen) const;
  bool offers(For who) const;
  /// The playback that the keys and the bar of replays control; null: none.
  Playback* playback() const { return watched_.replay ? watched_.replay : watched_.past; }
  bool is_behind() const { return watched_.past && !watched_.past->is_live(); }
  bool has_bar() const { return watched_.replay || is_behind(); }
  bool press(const Input& input);
  bool handle_panels(const Input& input);
  void handle_mouse(const Input& input);
  bool is_click(const Input& input);
  void choose_player(float x, float y);
  void choose_player_camera(std::string_view name);
  void leave_one();
  void draw_help(const Screen& screen) const;
  Screen screen();

  Watched watched_;
  Font font_;
  Painter painter_{font_};
  Palette palette_;
  MatchView view_;
  CameraRig cameras_;
  FollowedPlayer followed_;
  Messages messages_;
  std::optional<SeekBar> seek_bar_;
  std::optional<TrainerPanel> trainer_panel_;
  std::optional<DrawingPanel> drawing_panel_;

  bool help_ = false;
  bool card_toggled_ = false;  ///< the card is shown although it is not full time, or hidden although it is
  bool was_over_ = false;
  bool rate_shown_ = false;
  PictureRate picture_rate_;
  bool dirty_ = true;
  double now_ = 0.0;
  std::optional<double> drawn_;  ///< when
  std::string status_;           ///< as last drawn
  Camera camera_;                ///< of the last picture
  float width_ = 1280.0F, height_ = 720.0F;
  float mouse_x_ = -1.0F, mouse_y_ = -1.0F;
  std::optional<glm::vec2> pressed_;  ///< where the left button went down, while it may still become a click
  int turning_ = 0;                   ///< the button that rotates (1) or shifts (2, 3) the camera
  WalkKeys walk_keys_;
};

}  // namespace monitor
