// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/referee/rules.h"

namespace soccer {
namespace {

/// s. Game time is a sum of 32-bit floats: a gap of 0.1 s that is measured late in a long half is up to a millisecond
/// off.
constexpr double kClockError = 0.001;

bool is_alone(const GameStateAspect& game, Side side) {
  return std::ranges::count(game.players(), side, &AgentState::side) <= 1;
}

}  // namespace

bool is_indirect(const Match& match) {
  const unsigned settings = match.config().indirect_kicks;
  switch (match.game.play_mode().phase) {
    case Phase::kick_off:
      return (settings & SoccerConfig::kIndirectKickOff) != 0;
    case Phase::kick_in:
      return (settings & SoccerConfig::kIndirectKickIn) != 0;
    case Phase::free_kick:
      if (match.free_kick != FreeKick::by_setting) return match.free_kick == FreeKick::indirect;
      [[fallthrough]];
    case Phase::offside:
      return (settings & SoccerConfig::kIndirectFreeKick) != 0;
    default:
      return false;
  }
}

void begin_play(Match& match) {
  const SoccerConfig& config = match.config();
  const bool indirect = is_indirect(match);
  const Touch& taker = match.ball.last_touch();
  match.taken = {};
  if (config.double_touch || config.indirect_kicks != 0 || indirect)
    match.taken = {taker.agent, taker.side, indirect, taker.time};
  match.game.set_play_mode({Phase::play_on});
}

void follow_restart(Match& match) {
  TakenRestart& taken = match.taken;
  taken.touched_again = false;
  if (taken.taker < 0 || match.ball.touches().empty()) return;
  const auto is_other = [&](const Touch& touch) { return touch.agent != taken.taker; };
  if (std::ranges::any_of(match.ball.touches(), is_other)) {
    taken = {};
    return;
  }
  const double now = match.game.time();
  taken.touched_again = now - taken.last_touch > match.config().double_touch_gap + kClockError;
  taken.last_touch = now;
  // A player without team mates has no one to pass to, so what it does after the restart is ordinary play.
  if (taken.touched_again && is_alone(match.game, taken.side)) taken = {};
}

}  // namespace soccer
