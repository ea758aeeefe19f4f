// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/window/text_field.h"
#include "gateways/sigverse/window/watched_world.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"

namespace sigverse::window {

/// The panel below the picture, which shows and controls the server. Nothing is sent unless a button is pressed, and
/// the button that ends the server has to be pressed twice.
class ControlPanel {
 public:
  /// `choices`: servers to choose from, except the one that is connected.
  ControlPanel(WorldControl& control, std::vector<wire::Address> choices);

  /// Returns true if the input was for the panel. While a field has the focus, all keys are for the panel.
  bool handle(const monitor::Input& input, const monitor::Screen& screen, double now);
  /// Resets a button that has waited too long for its second press; returns true if that is visible.
  bool expire(double now);
  bool has_focus() const { return focus_ != nullptr; }
  /// `status`: of the world; `right` is shown right-aligned in the same line.
  void draw(const monitor::Screen& screen, const monitor::Status& status, const std::string& right) const;
  static float height(const monitor::Screen& screen) { return 70 * screen.unit(); }
  /// The message about the last action, for the user. Empty if it was returned before.
  std::string take_words() { return std::exchange(words_, {}); }

 private:
  enum class Action { connect, choose, start, stop, reset, restart, end };
  struct Button {
    monitor::Area area;
    std::string words;
    Action action;
    bool is_possible;
  };
  /// The layout on a screen.
  struct Layout {
    monitor::Area whole, host, port;
    std::vector<Button> buttons;
    std::vector<monitor::Area> choices;  ///< empty unless they are shown
  };
  Layout layout(const monitor::Screen& screen) const;
  bool press(float x, float y, const Layout& layout, double now);
  bool press_key(const monitor::Input& input);
  void act(Action action, double now);
  void connect();
  void connect(const wire::Address& server);
  void control(wire::SimCommand command, const char* words);

  WorldControl& control_;
  std::vector<wire::Address> choices_;
  TextField host_, port_;
  TextField* focus_ = nullptr;
  bool choices_shown_ = false;
  static constexpr double kNever = -1e9;
  double end_pressed_ = kNever;  ///< when it was pressed
  double now_ = 0.0;
  std::string words_;
};

}  // namespace sigverse::window
