// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/window/input.h"

namespace monitor {

/// The content of a window, independent of where inputs come from and what its pictures are shown on. Needs a current
/// OpenGL context.
class WindowContent {
 public:
  virtual ~WindowContent() = default;

  virtual void handle(const Input& input) = 0;
  /// `now`: seconds of a steady clock.
  virtual void advance(double now) = 0;
  /// Whether a picture would differ from the last one.
  virtual bool needs_picture() const = 0;
  virtual void draw(int width, int height) = 0;

  virtual bool wants_to_quit() const = 0;
  virtual bool is_full_screen() const = 0;
  virtual void toggle_full_screen() = 0;
  /// Whether the picture just drawn is to be saved as a file; true once.
  virtual bool takes_picture() = 0;
  /// One line for the person.
  virtual void show_message(std::string words) = 0;
  /// What is shown, for the window's title: teams and score, say; empty as long as there is nothing to name.
  virtual std::string title() const = 0;
};

}  // namespace monitor
