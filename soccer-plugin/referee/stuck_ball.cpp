// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "soccer-plugin/referee/rules.h"

namespace soccer {

bool stuck_ball(Match& match) {
  const SoccerConfig& config = match.config();
  if (config.stuck_ball_time <= 0) return false;
  StuckNotes& notes = match.stuck;
  const spark::Vec3 ball = match.ball.position();
  if (!notes.place || length(ball - *notes.place) > config.stuck_ball_radius) notes = {ball, {}, match.game.time()};
  if (match.game.time() - notes.since < config.stuck_ball_time) return false;
  drop_ball(match, ball);
  return true;
}

void lost_ball(Match& match) {
  const SoccerConfig& config = match.config();
  if (config.stuck_ball_time <= 0) return;
  StuckNotes& notes = match.stuck;
  if (!notes.lost_since) notes = {{}, match.game.time(), 0.0};
  if (match.game.time() - *notes.lost_since < config.stuck_ball_time) return;
  const spark::Vec3 left_field_at = match.ball.last_valid_position();
  drop_ball(match, match.on_ground(std::clamp(left_field_at.x, -config.field_length / 2, config.field_length / 2),
                                   std::clamp(left_field_at.y, -config.field_width / 2, config.field_width / 2)));
}

}  // namespace soccer
