// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

bool back_pass(Match& match) {
  if (!match.config().back_pass) return false;
  const Touch& keeper = match.ball.last_catch();
  if (keeper.agent < 0 || keeper.time != match.game.time()) return false;
  const Touch& kick = match.ball.last_kick();
  if (kick.side != keeper.side || kick.agent == keeper.agent || kick.time < match.dropped_at) return false;
  // The keeper may catch a ball that an opponent has touched on the way. A touch by the body of a team mate, a post or
  // the keeper itself changes nothing.
  const Touch& other = match.ball.last_touch_of(opponent(keeper.side));
  if (other.agent >= 0 && other.time > kick.time) return false;
  free_kick(match, opponent(keeper.side), match.ball.position(), FreeKick::indirect);
  return true;
}

}  // namespace soccer
