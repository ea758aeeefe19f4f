// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/penalty_training.h"

#include <fmt/format.h>

#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/player_moves.h"
#include "spark/core/core.h"

namespace soccer {
namespace {

/// The player of a side whose number is first in this order; null if the side has no player.
template <typename Order>
AgentState* first_of(const GameStateAspect& game, Side side, Order order) {
  AgentState* first = nullptr;
  for (AgentState* player : game.players())
    if (player->side == side && (!first || order(player->unum, first->unum))) first = player;
  return first;
}

}  // namespace

bool PenaltyTrainingAspect::set_attempts(int attempts) {
  if (!(attempts >= 1 && attempts <= 10000)) return false;
  attempts_ = attempts;
  return true;
}

bool PenaltyTrainingAspect::set_attempt_time(double seconds) {
  if (!(seconds >= 1.0 && seconds <= 3600.0)) return false;
  attempt_time_ = seconds;
  return true;
}

bool PenaltyTrainingAspect::set_distance(double distance) {
  if (!(distance > 0.0 && distance <= 1000.0)) return false;
  distance_ = distance;
  return true;
}

void PenaltyTrainingAspect::prepare() {
  game_ = game_of(*this);
  ball_ = ball_state_of(*this);
}

void PenaltyTrainingAspect::restart() {
  state_ = State::waiting;
  taken_ = scored_ = 0;
}

double PenaltyTrainingAspect::since(spark::Step step) const {
  return static_cast<double>(core().clock.now() - step) * core().clock.step_seconds();
}

void PenaltyTrainingAspect::update(double) {
  const PlayMode mode = game_->play_mode();
  switch (state_) {
    case State::waiting:
      begin();
      break;
    case State::attempt:
      if (mode == PlayMode{Phase::goal, Side::left})
        end(true);
      else if (mode.phase != Phase::play_on || since(began_) >= attempt_time_)
        end(false);
      break;
    case State::pause:
      if (since(began_) >= kPause) begin();
      break;
    case State::over:
      break;
  }
}

void PenaltyTrainingAspect::begin() {
  const AgentState* attacker = first_of(*game_, Side::left, std::greater<>());
  const AgentState* keeper = first_of(*game_, Side::right, std::less<>());
  state_ = State::waiting;
  if (!attacker || !keeper) return;
  const SoccerConfig& c = game_->config();
  const double line = c.field_length / 2;
  const double spot = line - std::min(distance_, c.field_length - kRunUp - c.agent_radius);
  ball_->ball().place({spot, 0.0, c.ball_radius});
  put_player(*game_, *attacker, {spot - kRunUp, 0.0, c.agent_radius});
  put_player(*game_, *keeper, {line - c.agent_radius, 0.0, c.agent_radius});
  game_->set_play_mode({Phase::play_on});
  state_ = State::attempt;
  began_ = core().clock.now();
}

void PenaltyTrainingAspect::end(bool goal) {
  ++taken_;
  if (goal) ++scored_;
  began_ = core().clock.now();
  state_ = taken_ < attempts_ ? State::pause : State::over;
  if (state_ == State::over) game_->set_play_mode({Phase::game_over});
}

std::string PenaltyTrainingAspect::status() const {
  return fmt::format("penalties {} of {}, {} scored", taken_, attempts_, scored_);
}

std::vector<std::string> PenaltyTrainingAspect::summary() const {
  return {fmt::format("penalties: {} taken, {} scored", taken_, scored_)};
}

}  // namespace soccer
