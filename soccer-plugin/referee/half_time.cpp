// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/rules.h"

namespace soccer {
namespace {

constexpr int kFirstExtraHalf = 3;

/// The last half of normal time.
int last_normal_half(const Match& match) {
  return match.config().single_half_time ? 1 : 2;
}

/// The game time at which a half ends, s. Game time is never reset.
double end_of(const Match& match, int half) {
  const int normal = last_normal_half(match);
  if (half <= normal) return half * match.config().half_time;
  return normal * match.config().half_time + (half - kFirstExtraHalf + 1) * match.config().extra_half_time;
}

/// The next half if all halves are played; 5 after the last.
int next_half(const Match& match, int half) {
  return half < kFirstExtraHalf && half >= last_normal_half(match) ? kFirstExtraHalf : half + 1;
}

void begin_half(Match& match, int half) {
  match.game.set_half(half);
  if (match.config().change_sides) change_sides(match);
  match.game.set_play_mode({Phase::before_kick_off});
}

/// Continues after the last half of normal or extra time.
void end_match(Match& match) {
  if (match.config().shoot_out > 0 && match.game.winner() == Side::none)
    resume_shoot_out(match, Side::none);
  else
    match.game.set_play_mode({Phase::game_over});
}

}  // namespace

void change_sides(Match& match) {
  match.game.change_sides();
  match.ball.change_sides();
  match.offside = {};
  match.forget_play();
}

bool skip_to_half(Match& match, int half) {
  GameStateAspect& game = match.game;
  if (half <= game.half() || half > kFirstExtraHalf + 1) return false;
  if (half < kFirstExtraHalf ? half > last_normal_half(match) : match.config().extra_half_time <= 0) return false;
  while (game.half() < half) {
    game.advance_to(end_of(match, game.half()));
    begin_half(match, next_half(match, game.half()));
  }
  return true;
}

void half_time(Match& match) {
  GameStateAspect& game = match.game;
  const Phase phase = game.play_mode().phase;
  if (phase == Phase::game_over || phase == Phase::penalty_shoot) return;
  if (game.time() < end_of(match, game.half())) return;
  const int next = next_half(match, game.half());
  const bool is_draw = game.score(Side::left) == game.score(Side::right);
  const bool has_extra_time = match.config().extra_half_time > 0 && is_draw;
  if (next < kFirstExtraHalf || (next == kFirstExtraHalf && has_extra_time) || next == kFirstExtraHalf + 1)
    begin_half(match, next);
  else
    end_match(match);
}

}  // namespace soccer
