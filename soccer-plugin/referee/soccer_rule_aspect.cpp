// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/referee/soccer_rule_aspect.h"

#include <fmt/format.h>

#include <stdexcept>

#include "soccer-plugin/referee/rules.h"
#include "spark/core/core.h"

namespace soccer {

void SoccerRuleAspect::prepare() {
  game_ = game_of(*this);
  ball_ = ball_state_of(*this);
  restart();
}

void SoccerRuleAspect::restart() {
  if (game_)
    match_.emplace(Match{*game_, *ball_, core().random.stream("referee"), {0, 0, game_->config().ball_radius}});
}

void SoccerRuleAspect::set_play_mode(PlayMode mode) {
  if (mode.phase == Phase::penalty_shoot) return resume_shoot_out(*match_, mode.side);
  if (mode != match_->game.play_mode()) {
    match_->forget_play();
    match_->free_kick = FreeKick::by_setting;
  }
  if (is_restart(mode.phase) && mode != match_->game.play_mode()) {
    const spark::Vec3 position = match_->ball.position();
    match_->restart_position = match_->on_ground(position.x, position.y);
  }
  match_->game.set_play_mode(mode);
}

void SoccerRuleAspect::shoot_out(Side first) {
  begin_shoot_out(*match_, first);
}

bool SoccerRuleAspect::skip_to_half(int half) {
  return soccer::skip_to_half(*match_, half);
}

void SoccerRuleAspect::change_sides() {
  soccer::change_sides(*match_);
}

void SoccerRuleAspect::drop_ball_here() {
  drop_ball(*match_, match_->ball.position());
}

bool SoccerRuleAspect::is_indirect() const {
  return soccer::is_indirect(*match_);
}

void SoccerRuleAspect::update(double) {
  Match& match = *match_;
  half_time(match);
  const PlayMode mode = match.game.play_mode();
  if (mode.phase != Phase::play_on) {
    match.offside.in_position.clear();
    match.forget_play();
  }
  if (mode.phase != Phase::free_kick) match.free_kick = FreeKick::by_setting;
  switch (mode.phase) {
    case Phase::before_kick_off:
      return before_kick_off(match);
    case Phase::kick_off:
      return kick_off(match, mode.side);
    case Phase::play_on:
      return play_on(match);
    case Phase::kick_in:
    case Phase::corner_kick:
    case Phase::goal_kick:
    case Phase::offside:
    case Phase::free_kick:
      return soccer::restart(match, mode.phase, mode.side);
    case Phase::goal:
      return goal_pause(match, mode.side);
    case Phase::penalty_shoot:
      return penalty_shoot(match, mode.side);
    case Phase::game_over:
      return;  // the ball may roll on; the game state ends the simulation
  }
}

SoccerRuleAspect& referee_of(const spark::Leaf& node) {
  if (auto* referee = node.core().find_first<SoccerRuleAspect>()) return *referee;
  throw std::runtime_error(
      fmt::format("{} needs a referee: the script must call initControlAspect('SoccerRuleAspect')", node.full_path()));
}

}  // namespace soccer
