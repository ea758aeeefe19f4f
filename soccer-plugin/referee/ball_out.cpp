// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "soccer-plugin/referee/rules.h"

namespace soccer {
namespace {

void interrupt(Match& match, Phase restart, Side taker, double x, double y) {
  match.restart_position = match.on_ground(x, y);
  match.game.set_play_mode({restart, taker});
}

}  // namespace

void over_goal_line(Match& match, Side end, Side toucher, double y) {
  const double outwards = towards_goal_of(end);
  const double line = match.config().field_length / 2;
  if (toucher == end) {
    const double corner_y = match.config().field_width / 2 - match.config().corner_kick_inset;
    interrupt(match, Phase::corner_kick, opponent(end), outwards * (line - match.config().corner_kick_inset),
              y > 0 ? corner_y : -corner_y);
  } else {
    interrupt(match, Phase::goal_kick, end, outwards * (line - match.config().goal_kick_distance), 0);
  }
}

bool ball_out(Match& match) {
  if (match.ball.on_field()) return false;
  // There is no team to blame, so play continues.
  if (match.is_ball_untouched()) {
    lost_ball(match);
    return true;
  }

  const spark::Vec3 position = match.ball.position();
  const Side toucher = match.ball.last_touch().side;
  const double side_line = match.config().field_width / 2;
  // Beyond a corner both lines have been crossed.
  const bool over_side_line = std::abs(position.y) >= side_line && match.ball.left_over_side_line();
  if (std::abs(position.x) >= match.config().field_length / 2 && !over_side_line) {
    over_goal_line(match, position.x < 0 ? Side::left : Side::right, toucher, position.y);
  } else if (std::abs(position.y) >= side_line) {
    const spark::Vec3 left_field_at = match.ball.last_valid_position();
    interrupt(match, Phase::kick_in, opponent(toucher), left_field_at.x, left_field_at.y > 0 ? side_line : -side_line);
  } else {
    // The ball is above the field's height, or below the floor.
    match.place_ball(match.ball.last_valid_position());
    return false;
  }
  return true;
}

}  // namespace soccer
