// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"

namespace sigverse::window {

/// A line of UTF-8 that a user edits with the keyboard. Letters stay whole; those that can be typed are ASCII.
class TextField {
 public:
  static constexpr std::size_t kMaxOctets = 1000;  ///< that can be typed
  enum class Result { nothing, edited, entered, cancelled, next };

  explicit TextField(std::string text = {}) { set(std::move(text)); }

  /// The cursor is at its end then.
  void set(std::string text);
  const std::string& text() const { return text_; }
  /// For letters and keys only, while it has the focus. `next`: Tab was pressed.
  Result handle(const monitor::Input& input);
  /// With the cursor if it has the focus. Shows the part of the text that has the cursor in it.
  void draw(const monitor::Screen& screen, const monitor::Area& area, float size, bool has_focus) const;

 private:
  std::string text_;
  std::size_t cursor_ = 0;  ///< octets before it
};

}  // namespace sigverse::window
