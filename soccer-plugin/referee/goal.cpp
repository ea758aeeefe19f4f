// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

bool goal(Match& match) {
  const Side conceding = match.ball.entered_goal_of();
  if (conceding == Side::none) return false;
  if (straight_goal(match, conceding)) return true;
  const Side scorer = opponent(conceding);
  match.game.add_goal(scorer);
  match.game.set_play_mode({Phase::goal, scorer});
  return true;
}

void goal_pause(Match& match, Side scorer) {
  if (match.game.mode_time() < match.config().goal_pause_time) return;
  match.place_ball(match.on_ground(0, 0));
  match.game.kick_off(opponent(scorer));
}

}  // namespace soccer
