// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "monitor-lite/view/drawing_view.h"
#include "monitor-lite/view/world_view.h"

namespace monitor {

/// Draws one snapshot of a match: the world, drawings of agents, the players' numbers and words, and the score board.
/// More may be painted over it before the painter ends the picture.
class MatchView {
 public:
  explicit MatchView(Painter& painter, Palette palette = {})
      : painter_(painter), begun_with_(palette), palette_(palette), world_(painter, palette) {}

  void draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height);
  /// Whether later pictures have the score board; they do by default.
  void show_score_board(bool shown) { score_board_ = shown; }
  /// Sets the agents' drawings in later pictures; none by default.
  void show_drawings(ShownDrawings drawings) { drawings_ = std::move(drawings); }
  /// Sets the player with a ring and a name in later pictures; nothing: none.
  void show_followed(std::optional<PlayerName> followed) { followed_ = followed; }

 private:
  void draw_labels(const Player* followed);

  Painter& painter_;
  Palette begun_with_;
  Palette palette_;  ///< of the sides at present
  WorldView world_;
  bool score_board_ = true;
  ShownDrawings drawings_;
  std::optional<PlayerName> followed_;
  // State of the picture in progress.
  const Game* game_ = nullptr;
  const Snapshot* now_ = nullptr;
  int width_ = 1;
  int height_ = 1;
};

}  // namespace monitor
