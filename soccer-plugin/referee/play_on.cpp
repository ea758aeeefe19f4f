// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

void play_on(Match& match) {
  if (goal(match)) return;
  ball_out(match);
}

}  // namespace soccer
