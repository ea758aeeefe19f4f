// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/player_moves.h"
#include "soccer-plugin/referee/rules.h"

namespace soccer {
namespace {

void keep_in_own_halves(Match& match) {
  for (const Side side : {Side::left, Side::right})
    clear_rectangle(match.game, side, half_of(match.game, opponent(side)), match.config().kick_off_clear_distance,
                    match.random);
}

}  // namespace

void before_kick_off(Match& match) {
  match.place_ball(match.on_ground(0, 0));
  keep_in_own_halves(match);
  if (match.config().automatic_kick_off && match.game.mode_time() > match.config().wait_before_kick_off)
    match.game.kick_off(Side::none);
}

void kick_off(Match& match, Side side) {
  keep_in_own_halves(match);
  match.keep_away(opponent(side), {0, 0, 0});
  if (match.is_overdue())
    drop_ball(match, match.ball.position());
  else if (match.touched_since_mode_change())
    begin_play(match);
}

}  // namespace soccer
