// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "soccer-plugin/player_moves.h"
#include "soccer-plugin/referee/rules.h"

namespace soccer {

void free_kick(Match& match, Side taker, spark::Vec3 place, FreeKick kind) {
  const SoccerConfig& config = match.config();
  // If the place were inside, the other team would have to leave its goal, goalkeeper included.
  const Rectangle area = penalty_area_of(match.game, opponent(taker));
  if (area.contains(place)) place.x = area.border_towards_goal_of(taker) + towards_goal_of(taker) * config.ball_radius;
  match.restart_position = match.on_ground(std::clamp(place.x, -config.field_length / 2, config.field_length / 2),
                                           std::clamp(place.y, -config.field_width / 2, config.field_width / 2));
  match.free_kick = kind;
  match.game.set_play_mode({Phase::free_kick, taker});
}

}  // namespace soccer
