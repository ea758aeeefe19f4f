// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

bool straight_goal(Match& match, Side conceding) {
  const TakenRestart& taken = match.taken;
  if (taken.taker < 0) return false;
  const bool is_own_goal = conceding == taken.side;
  // No restart can score an own goal; `indirect` decides which ones can score in the opponents' goal.
  if (!taken.indirect && !(is_own_goal && match.config().indirect_kicks != 0)) return false;
  over_goal_line(match, conceding, taken.side, match.ball.position().y);
  return true;
}

}  // namespace soccer
