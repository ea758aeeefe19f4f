// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>

#include "gateways/sigverse/window/watched_world.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"

namespace sigverse::window {

/// Shows the last log lines of controllers and the server, and texts that controllers display, with the newest at the
/// bottom. The mouse wheel scrolls it.
class LogPane {
 public:
  static constexpr std::size_t kMaxLines = 2000;

  void add(LogLine line);
  bool is_shown() const { return shown_ && !lines_.empty(); }
  void toggle() { shown_ = !shown_; }
  /// Returns true if the input was for the pane.
  bool handle(const monitor::Input& input, const monitor::Area& area);
  void draw(const monitor::Screen& screen, const monitor::Area& area) const;
  /// Its height in a picture, pixels: that of its lines, at most six.
  float height(const monitor::Screen& screen) const;
  const std::deque<LogLine>& lines() const { return lines_; }

 private:
  std::deque<LogLine> lines_;
  bool shown_ = true;
  std::size_t hidden_ = 0;  ///< lines below the visible ones
};

/// The colour of a line.
glm::vec4 colour_of(const LogLine& line);

}  // namespace sigverse::window
