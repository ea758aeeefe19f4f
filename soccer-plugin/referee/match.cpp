// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/match.h"

#include "soccer-plugin/ball.h"
#include "soccer-plugin/player_moves.h"

namespace soccer {

void Match::place_ball(spark::Vec3 position) {
  ball.ball().place(position);
}

void Match::forget_play() {
  taken = {};
  stuck = {};
  crowd.at_ball.clear();
  crowd.since = {};
}

void Match::keep_away(Side side, spark::Vec3 centre) {
  clear_circle(game, side, centre, config().free_kick_distance, config().clear_distance, random);
}

}  // namespace soccer
