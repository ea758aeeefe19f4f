// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/view/palette.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"
#include "monitor-lite/window/playback.h"

namespace monitor {

/// The bar below a replay: its place, its speed, and its marks (goals and restarts of a match). It can be dragged with
/// the mouse.
class SeekBar {
 public:
  explicit SeekBar(Playback& playback) : playback_(playback) {}

  /// Returns true if the input was for the bar.
  bool handle(const Input& input, const Screen& screen);
  void draw(const Screen& screen, const Palette& palette) const;
  static float height(const Screen& screen) { return 50 * screen.unit(); }

 private:
  static Area whole(const Screen& screen);
  static Area bar(const Screen& screen);
  double place_at(float x, const Area& bar) const;
  float x_of(double place, const Area& bar) const;
  void draw_marks(const Screen& screen, const Palette& palette, const Area& bar) const;

  Playback& playback_;
  bool dragged_ = false;
};

}  // namespace monitor
