// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

bool double_touch(Match& match) {
  if (!match.config().double_touch || !match.taken.touched_again) return false;
  free_kick(match, opponent(match.taken.side), match.ball.position(), FreeKick::indirect);
  return true;
}

}  // namespace soccer
