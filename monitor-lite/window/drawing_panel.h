// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/view/drawing_view.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/window/input.h"

namespace monitor {

/// The drawings of agents in a window: which of them are shown, and a list of players and layers at the edge in which
/// the mouse switches layers on and off.
class DrawingPanel {
 public:
  /// `drawings` outlive this.
  DrawingPanel(DrawingSource& drawings, DrawingChoice choice) : drawings_(drawings), choice_(std::move(choice)) {}

  // What keys do; each returns what is to be said to the person.
  std::string toggle();
  /// All players, then those of the left team, of the right one, then each player.
  std::string next_player(int direction);

  /// True if the input was meant for it.
  bool handle(const Input& input, const Screen& screen);
  /// Whether the list covers that place, pixels.
  bool contains(const Screen& screen, float x, float y) const { return choice_.on && whole(screen).contains(x, y); }
  void draw(const Screen& screen) const;
  /// What is shown at a place of the source.
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
