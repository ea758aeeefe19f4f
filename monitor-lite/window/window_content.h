// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/window/input.h"

namespace monitor {

/// What is in a window, wherever inputs come from and whatever its pictures are shown on. Needs a current OpenGL
/// context.
class WindowContent {
 public:
  virtual ~WindowContent() = default;

  virtual void handle(const Input& input) = 0;
  /// `now`: seconds of a clock that goes on evenly.
  virtual void advance(double now) = 0;
  /// Whether a picture would be another than the last one.
  virtual bool needs_picture() const = 0;
  virtual void draw(int width, int height) = 0;

  virtual bool wants_to_quit() const = 0;
  virtual bool is_full_screen() const = 0;
  virtual void toggle_full_screen() = 0;
  /// Whether the picture just drawn is to be kept as a file; asks once.
  virtual bool takes_picture() = 0;
  /// One line for the person.
  virtual void tell(std::string words) = 0;
  /// Teams and score, for the window's title; empty as long as no match was seen.
  virtual std::string title() const = 0;
};

}  // namespace monitor
