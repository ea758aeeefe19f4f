// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/view/drawing_view.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"

namespace monitor {

/// The drawings of agents in a window: their selection, and a list of players and layers at the edge in which the mouse
/// switches layers on and off.
class DrawingPanel {
 public:
  /// `drawings` outlive the panel.
  DrawingPanel(DrawingSource& drawings, DrawingChoice choice) : drawings_(drawings), choice_(std::move(choice)) {}

  // The functions of keys; each returns a message for the user.
  std::string toggle();
  /// Cycles through all players, those of the left team, of the right one, and each player.
  std::string next_player(int direction);

  /// Returns true if the input was for the panel.
  bool handle(const Input& input, const Screen& screen);
  /// Whether the list covers that position, pixels.
  bool contains(const Screen& screen, float x, float y) const { return choice_.on && whole(screen).contains(x, y); }
  void draw(const Screen& screen) const;
  /// The drawings at a place of the source.
  ShownDrawings shown_at(double place) const;
  const DrawingChoice& choice() const { return choice_; }

 private:
  std::string who() const;
  Area whole(const Screen& screen) const;
  Area row(const Screen& screen, std::size_t index) const;

  DrawingSource& drawings_;
  DrawingChoice choice_;
};

}  // namespace monitor
