// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

void play_on(Match& match) {
  if (goal(match) || ball_out(match)) return;
  offside(match);
}

}  // namespace soccer
