// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"
#include "monitor-lite/window/replay.h"

namespace monitor {

/// The bar below a replay: where it is, how fast it goes, where goals and restarts are. The mouse can drag it.
class SeekBar {
 public:
  explicit SeekBar(Replay& replay) : replay_(replay) {}

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

  Replay& replay_;
  bool dragged_ = false;
};

}  // namespace monitor
