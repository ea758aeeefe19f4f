// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "soccer-plugin/play_mode.h"
#include "soccer-plugin/soccer_config.h"
#include "soccer-plugin/soccer_types.h"
#include "soccer-plugin/team_roster.h"
#include "spark/core/clock.h"
#include "spark/sim/control_aspect.h"

namespace spark {
class AgentAspect;
}

namespace soccer {

class AgentState;
class ObjectState;

/// The state of the game: play mode, clocks, score, teams, and who is on the field. Referee and trainer change it,
/// perceptors and monitor read it. First of the control aspects: its update advances the game clock.
class GameStateAspect : public spark::ControlAspect {
 public:
  // The settings of the game. Valid after prepare().
  const SoccerConfig& config() const { return config_; }

  // Play mode and clocks (behaviour 6.2). Game time is a 32-bit float summed up per step, as agents of 0.5.2 saw it
  // (behaviour 5.5); it stands in BeforeKickOff and GameOver.
  PlayMode play_mode() const { return play_mode_; }
  /// Setting the present mode changes nothing; another one restarts the mode time.
  void set_play_mode(PlayMode mode);
  double time() const { return time_; }
  double mode_time() const;
  double last_mode_change() const { return last_mode_change_; }
  int half() const { return half_; }
  void set_half(int half) { half_ = half; }

  int score(Side side) const { return score_[side]; }
  void add_goal(Side side) { ++score_[side]; }

  TeamRoster& roster() { return roster_; }
  const TeamRoster& roster() const { return roster_; }

  /// KickOff for that side; `none` tosses a coin (stream "coin").
  void kick_off(Side side);
  /// Script method kickOff().
  void kick_off_by_coin() { kick_off(Side::none); }

  /// Everything visible, in scene order: markers, ball, created players in order of connection.
  const std::vector<ObjectState*>& objects() const { return objects_; }
  /// The created players in order of connection, and all agents, created or not.
  const std::vector<AgentState*>& players() const { return players_; }
  const std::vector<spark::AgentAspect*>& agents() const { return agents_; }
  /// Changes whenever a player comes or goes; for code that keeps something per player.
  unsigned players_version() const { return players_version_; }
  AgentState* find_player(spark::AgentId id) const;
  AgentState* find_player(Side side, int unum) const;

  /// Called by ObjectState when it enters the tree and before it leaves it.
  void add(ObjectState& object);
  void remove(ObjectState& object);

  // ControlAspect
  void prepare() override;
  void update(double seconds) override;
  /// As before the first kick-off, with the teams that are there.
  void restart() override;
  void agent_connected(spark::AgentAspect& agent) override;
  void agent_disappearing(spark::AgentAspect& agent) override;
  std::string role_of(const spark::AgentAspect& agent) const override;
  std::string refusal_of(const spark::AgentAspect& agent) const override;
  bool is_expected(const spark::AgentAspect& agent) const override { return role_of(agent).empty(); }
  std::string status() const override;
  std::string waiting_for() const override;
  std::string how_to_give(bool reachable) const override;
  std::vector<std::string> summary() const override;
  bool finished() const override;

  /// Whether monitors have been told to leave, some seconds after the end (behaviour 6.6).
  bool monitors_leave() const;

 private:
  SoccerConfig config_;
  PlayMode play_mode_;
  float time_ = 0.0F;
  float lead_time_ = 0.0F;
  float follow_up_time_ = 0.0F;
  float last_mode_change_ = 0.0F;
  int half_ = 1;
  PerSide<int> score_;
  TeamRoster roster_;
  std::vector<ObjectState*> objects_;
  std::vector<AgentState*> players_;
  std::vector<spark::AgentAspect*> agents_;
  unsigned players_version_ = 0;
};

/// The game state of the server `node` hangs in. Throws `std::runtime_error` if the script created none.
GameStateAspect& game_of(const spark::Leaf& node);

}  // namespace soccer
