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
  match_.emplace(Match{*game_, *ball_, core().random.stream("referee"), {0, 0, game_->config().ball_radius}, {}});
}

void SoccerRuleAspect::set_play_mode(PlayMode mode) {
  if (is_restart(mode) && mode != match_->game.play_mode()) {
    const spark::Vec3 position = match_->ball.position();
    match_->restart_position = match_->on_ground(position.x, position.y);
  }
  match_->game.set_play_mode(mode);
}

void SoccerRuleAspect::drop_ball_here() {
  drop_ball(*match_, match_->ball.position());
}

void SoccerRuleAspect::update(double) {
  Match& match = *match_;
  half_time(match);
  if (match.game.play_mode() != PlayMode::play_on) match.offside.in_position.clear();
  switch (match.game.play_mode()) {
    case PlayMode::before_kick_off:
      return before_kick_off(match);
    case PlayMode::kick_off_left:
      return kick_off(match, Side::left);
    case PlayMode::kick_off_right:
      return kick_off(match, Side::right);
    case PlayMode::play_on:
      return play_on(match);
    case PlayMode::kick_in_left:
      return restart(match, Restart::kick_in, Side::left);
    case PlayMode::kick_in_right:
      return restart(match, Restart::kick_in, Side::right);
    case PlayMode::corner_kick_left:
      return restart(match, Restart::corner_kick, Side::left);
    case PlayMode::corner_kick_right:
      return restart(match, Restart::corner_kick, Side::right);
    case PlayMode::goal_kick_left:
      return restart(match, Restart::goal_kick, Side::left);
    case PlayMode::goal_kick_right:
      return restart(match, Restart::goal_kick, Side::right);
    case PlayMode::offside_left:
      return restart(match, Restart::offside, Side::left);
    case PlayMode::offside_right:
      return restart(match, Restart::offside, Side::right);
    case PlayMode::free_kick_left:
      return restart(match, Restart::free_kick, Side::left);
    case PlayMode::free_kick_right:
      return restart(match, Restart::free_kick, Side::right);
    case PlayMode::goal_left:
      return goal_pause(match, Side::left);
    case PlayMode::goal_right:
      return goal_pause(match, Side::right);
    case PlayMode::game_over:
      return;  // the ball rolls out; the game state ends the simulation
  }
}

SoccerRuleAspect& referee_of(const spark::Leaf& node) {
  if (auto* referee = node.core().find_first<SoccerRuleAspect>()) return *referee;
  throw std::runtime_error(
      fmt::format("{} needs a referee: the script must call initControlAspect('SoccerRuleAspect')", node.full_path()));
}

}  // namespace soccer
