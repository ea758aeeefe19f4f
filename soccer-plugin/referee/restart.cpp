// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/player_moves.h"
#include "soccer-plugin/referee/rules.h"

namespace soccer {
namespace {

void clear_opponents(Match& match, Phase phase, Side taker) {
  if (phase == Phase::goal_kick)
    clear_rectangle(match.game, opponent(taker), penalty_area_of(match.game, taker),
                    match.config().goal_kick_clear_distance, match.random);
  else
    match.keep_away(opponent(taker), match.restart_position);
}

/// What the touch since the mode changed, or its absence, means for the restart.
enum class Verdict { taken, under_way, hold_ball };
Verdict judge(const Match& match, Phase phase, Side taker) {
  if (!match.touched_since_mode_change()) return Verdict::hold_ball;
  switch (phase) {
    case Phase::goal_kick:
      return penalty_area_of(match.game, taker).contains(match.ball.position()) ? Verdict::under_way : Verdict::taken;
    case Phase::free_kick:
      // This does not apply to free kicks that a trainer has set.
      if (match.free_kick == FreeKick::by_setting) return Verdict::taken;
      [[fallthrough]];
    case Phase::offside:
      return match.ball.last_touch().side == taker ? Verdict::taken : Verdict::hold_ball;
    default:
      return Verdict::taken;  // whichever team touched it
  }
}

}  // namespace

void restart(Match& match, Phase phase, Side taker) {
  // The ball keeps rolling for a moment; touches meanwhile count when the pause is over.
  if (match.game.mode_time() < match.config().kick_in_pause_time) return;
  clear_opponents(match, phase, taker);
  if (match.is_overdue()) return drop_ball(match, match.restart_position);
  if (match.is_ball_untouched() && match.free_kick == FreeKick::by_setting) return;
  switch (judge(match, phase, taker)) {
    case Verdict::taken:
      return begin_play(match);
    case Verdict::under_way:
      return;
    case Verdict::hold_ball:
      return match.place_ball(match.restart_position);
  }
}

}  // namespace soccer
