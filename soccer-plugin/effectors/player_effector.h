// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "spark/core/held.h"

namespace soccer {

/// Base of a player's effectors: finds the player's state and the game once, when they are linked.
///
/// Actions that are not allowed at the moment (a kick out of range, a beam during play) are ignored silently, because
/// agents try them all the time; only malformed input is logged as a complaint.
class PlayerEffector : public spark::Effector {
 public:
  AgentState& player() const { return *player_; }
  GameStateAspect& game() const { return *game_; }
  const SoccerConfig& config() const { return game_->config(); }

 protected:
  /// Overrides call this first. Throws unless the agent has its state and the server a game state.
  void linked() override;

  /// Whether the player's centre was at most `slack` (m) above its height when standing, after the last completed step.
  /// This is the meaning of "on the ground" (behaviour 3.5, 3.6).
  bool is_low(double slack) const;
  /// The player's centre after the last completed step, m.
  const spark::Vec3& position() const { return player_->position(); }

 private:
  spark::Held<AgentState> player_{*this};
  spark::Held<GameStateAspect> game_{*this};
};

}  // namespace soccer
