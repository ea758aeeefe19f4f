// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "monitor-lite/view/drawing_view.h"
#include "monitor-lite/view/world_view.h"

namespace monitor {

/// Draws one snapshot of a match: the world, what agents have drawn, the players' numbers and words, and the score
/// board. More may be painted over it before the painter ends the picture.
class MatchView {
 public:
  explicit MatchView(Painter& painter, Palette palette = {})
      : painter_(painter), begun_with_(palette), palette_(palette), world_(painter, palette) {}

  void draw(const Game& game, const Snapshot& snapshot, const Camera& camera, int width, int height);
  /// Whether later pictures have the score board; they do unless this is called with false.
  void show_score_board(bool shown) { score_board_ = shown; }
  /// What later pictures have of the agents' drawings; nothing at first.
  void show_drawings(ShownDrawings drawings) { drawings_ = std::move(drawings); }
  /// The player of later pictures who has a ring of his own and his name above him; nothing: none has.
  void show_followed(std::optional<PlayerName> followed) { followed_ = followed; }

 private:
  void draw_labels(const Player* followed);

  Painter& painter_;
  Palette begun_with_;
  Palette palette_;  ///< of the sides as they are
  WorldView world_;
  bool score_board_ = true;
  ShownDrawings drawings_;
  std::optional<PlayerName> followed_;
  // State of the picture that is being drawn.
  const Game* game_ = nullptr;
  const Snapshot* now_ = nullptr;
  int width_ = 1;
  int height_ = 1;
};

}  // namespace monitor
