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

  /// `camera` is that of the user's picture. Returns true if the input was for the panel.
  bool handle(const Input& input, const Screen& screen, const Camera& camera);
  void draw(const Screen& screen) const;
  /// Moves dragged objects to the mouse, and dropped ones to where they were dropped, until the server has answered.
  void place(Snapshot& snapshot) const;

  void kick_off(Side side);
  void drop_ball();
  void pause_or_run();
  void step();
  void show_play_modes() { modes_shown_ = !modes_shown_; }
  /// A report of what was sent to the server, or why not; empty if it was already returned.
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
  glm::vec2 taken_{0, 0};  ///< the grabbed point
  bool moved_ = false;     ///< since it was grabbed; a click alone moves nothing
  std::vector<Handle> dropped_;
  std::string words_;
};

}  // namespace monitor
