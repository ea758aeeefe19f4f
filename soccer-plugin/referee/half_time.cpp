// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {

void half_time(Match& match) {
  GameStateAspect& game = match.game;
  if (game.half() == 1 && game.time() >= match.config().half_time) {
    if (match.config().single_half_time) {
      game.set_play_mode({Phase::game_over});
    } else {
      game.set_half(2);
      game.set_play_mode({Phase::before_kick_off});
    }
  }
  if (game.half() == 2 && game.time() >= 2 * match.config().half_time) game.set_play_mode({Phase::game_over});
}

}  // namespace soccer
