// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/view/world_view.h"

namespace monitor {

/// Draws one snapshot of a match: the world, the players' numbers and words, and the score board. More may be painted
/// over it before the painter ends the picture.
class MatchView {
 public:
  explicit MatchView(Painter& painter, Palette palette = {})
      : painter_(painter), palette_(palette), world_(painter, palette) {}

  void draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height);
  /// Whether later pictures have the score board; they do unless told otherwise.
  void show_score_board(bool shown) { score_board_ = shown; }

 private:
  void draw_labels();

  Painter& painter_;
  Palette palette_;
  WorldView world_;
  bool score_board_ = true;
  // Of the picture that is being drawn.
  const Game* game_ = nullptr;
  const Snapshot* now_ = nullptr;
  int width_ = 1;
  int height_ = 1;
};

}  // namespace monitor
