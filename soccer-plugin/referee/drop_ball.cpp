// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "soccer-plugin/player_moves.h"
#include "soccer-plugin/referee/rules.h"

namespace soccer {

void drop_ball(Match& match, spark::Vec3 position) {
  for (const Side side : {Side::left, Side::right}) {
    const Rectangle area = penalty_area_of(match.game, side);
    if (!area.contains(position)) continue;
    position.x = area.border_towards_goal_of(opponent(side));
    position.y = position.y < 0 ? area.y_min : area.y_max;
    break;
  }
  match.place_ball(position);
  for (const Side side : {Side::left, Side::right}) match.keep_away(side, position);
  match.forget_play();
  match.dropped_at = match.game.time();
  match.game.set_play_mode({Phase::play_on});
}

}  // namespace soccer
