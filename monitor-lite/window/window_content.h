// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "monitor-lite/window/input.h"

namespace monitor {

/// The content of a window, independent of the source of inputs and the target of its pictures. Needs a current OpenGL
/// context.
class WindowContent {
 public:
  virtual ~WindowContent() = default;

  virtual void handle(const Input& input) = 0;
  /// `now`: seconds of a steady clock.
  virtual void advance(double now) = 0;
  /// Whether a picture would differ from the last one.
  virtual bool needs_picture() const = 0;
  virtual void draw(int width, int height) = 0;

  bool wants_to_quit() const { return quits_; }
  bool is_full_screen() const { return full_screen_; }
  void toggle_full_screen() { full_screen_ = !full_screen_; }
  /// Whether the last picture has to be saved as a file; true once.
  bool takes_picture() { return std::exchange(takes_picture_, false); }
  /// Shows one line to the user.
  virtual void show_message(std::string words) = 0;
  /// The window's title, for example teams and score; empty if there is nothing to name.
  virtual std::string title() const = 0;

 protected:
  // Requests of the user's inputs to the window.
  bool quits_ = false, full_screen_ = false, takes_picture_ = false;
};

}  // namespace monitor
