// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"

namespace sigverse::window {

/// A line of UTF-8 text that a user edits with the keyboard. Characters are never split; only ASCII can be typed.
class TextField {
 public:
  static constexpr std::size_t kMaxOctets = 1000;  ///< typing stops at this length
  enum class Result { nothing, edited, entered, cancelled, next };

  explicit TextField(std::string text = {}) { set(std::move(text)); }

  /// Moves the cursor to the end.
  void set(std::string text);
  const std::string& text() const { return text_; }
  /// Called only for letters and keys, while the field has the focus. `next`: Tab was pressed.
  Result handle(const monitor::Input& input);
  /// Draws the part of the text that contains the cursor, and the cursor if the field has the focus.
  void draw(const monitor::Screen& screen, const monitor::Area& area, float size, bool has_focus) const;

 private:
  std::string text_;
  std::size_t cursor_ = 0;  ///< octets before the cursor
};

}  // namespace sigverse::window
