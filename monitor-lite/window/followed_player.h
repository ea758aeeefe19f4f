// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <utility>

#include "monitor-lite/client/snapshot.h"
#include "monitor-lite/view/palette.h"
#include "monitor-lite/view/screen.h"

namespace monitor {

/// The player whom the user has selected with a click, and his speed. When teams change sides, he stays selected.
class FollowedPlayer {
 public:
  /// The player nearest to a position in the painter's last picture, if one is near enough; otherwise null.
  static const Player* at(const Screen& screen, const Snapshot& shown, float x, float y);

  void choose(const Player& player, const Snapshot& shown);
  void forget() { who_.reset(); }
  bool is_chosen() const { return who_.has_value(); }
  /// Null if none is selected, or if he is not on the field.
  const Player* in(const Snapshot& shown) const;
  /// Takes the present snapshot, for the speed.
  void see(const Snapshot& shown);
  /// m/s over the last half second of the game; nothing: unknown.
  std::optional<double> speed() const;

  /// Name and speed, in the lower right corner.
  void draw(const Screen& screen, const Palette& palette, const Snapshot& shown, float bottom) const;

 private:
  struct Place {
    double time;
    Point position;
  };
  std::optional<std::pair<Side, int>> who_;  ///< by the side on which his team began
  std::deque<Place> places_;
};

}  // namespace monitor
