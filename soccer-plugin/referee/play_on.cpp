// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

void play_on(Match& match) {
  follow_restart(match);
  if (goal(match) || ball_out(match) || double_touch(match) || back_pass(match) || charge(match) || offside(match) ||
      crowd(match))
    return;
  stuck_ball(match);
}

}  // namespace soccer
