// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"
#include "monitor-lite/window/match_source.h"

namespace monitor {

/// The trainer's buttons, and ball and players as handles that the mouse drags.
class TrainerPanel {
 public:
  TrainerPanel(MatchSource& match, MatchControl& trainer) : match_(match), trainer_(trainer) {}

  /// `camera` is the one of the picture that the person sees. True if the input was meant for the panel.
  bool handle(const Input& input, const Screen& screen, const Camera& camera);
  void draw(const Screen& screen) const;
  /// Shows what is dragged where the mouse is, and what was dropped where it was, until the server has answered.
  void place(Snapshot& snapshot) const;

  void kick_off(Side side);
  void drop_ball();
  void pause_or_run();
  void step();
  void show_play_modes() { modes_shown_ = !modes_shown_; }
  /// What was sent to the server, or why not; empty if it was returned already.
  std::string take_words() { return std::exchange(words_, {}); }

 private:
  struct Button {
    Area area;
    std::string words;
    std::string key;
    std::function<void(TrainerPanel&)> press;
  };
  /// Ball (side none) or player.
  struct Handle {
    Side side = Side::none;
    int number = 0;
    Point at;
  };
  std::vector<Button> buttons(const Screen& screen) const;
  std::optional<Handle> handle_at(float x, float y, const Screen& screen) const;
  void drag(float x, float y, const Screen& screen, const Camera& camera);
  void drop();
  void send(const std::string& commands, std::string words);
  void say(bool done, std::string words);

  MatchSource& match_;
  MatchControl& trainer_;
  bool modes_shown_ = false;
  std::optional<Handle> dragged_;
  glm::vec2 taken_{0, 0};  ///< where the mouse grabbed it
  bool moved_ = false;     ///< since it was grabbed; a click alone moves nothing
  std::vector<Handle> dropped_;
  std::string words_;
};

}  // namespace monitor
