// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/view/palette.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"
#include "monitor-lite/window/playback.h"

namespace monitor {

/// The bar below a replay: where it is, how fast it goes, where its marks are (goals and restarts of a match). The
/// mouse can drag it.
class SeekBar {
 public:
  explicit SeekBar(Playback& playback) : playback_(playback) {}

  /// True if the input was meant for it.
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
