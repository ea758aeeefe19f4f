// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "soccer-plugin/game_clock.h"
#include "soccer-plugin/play_mode.h"
#include "soccer-plugin/shoot_out.h"
#include "soccer-plugin/soccer_config.h"
#include "soccer-plugin/soccer_types.h"
#include "soccer-plugin/team_roster.h"
#include "spark/core/agent_id.h"
#include "spark/core/clock.h"
#include "spark/scene/noted.h"
#include "spark/sim/control_aspect.h"

namespace spark {
class AgentAspect;
}

namespace soccer {

class AgentState;
class ObjectState;

/// The state of the game: play mode, clocks, score, teams, and players. Referee and trainer change it; perceptors and
/// monitor read it. The first control aspect: its update advances the game clock.
class GameStateAspect : public spark::ControlAspect, public spark::Noted {
 public:
  // The settings of the game. Valid after prepare().
  const SoccerConfig& config() const { return config_; }

  // Play mode and clocks (behaviour 6.2). Game time (`GameClock`) is stopped in BeforeKickOff and GameOver.
  PlayMode play_mode() const { return play_mode_; }
  /// Setting the present mode has no effect; setting another one restarts the mode time.
  void set_play_mode(PlayMode mode);
  double time() const { return time_.seconds(); }
  double mode_time() const;
  double last_mode_change() const { return last_mode_change_; }
  /// Sets the game time to `seconds` if it is less.
  void advance_to(double seconds) { time_.advance_to(seconds); }
  /// 1 and 2; 3 and 4 in extra time. A shoot-out belongs to the last half that was played.
  int half() const { return half_; }
  void set_half(int half);
  /// The present side of the team that began that half; `none` if no kick-off has begun it.
  Side began_half(int half) const;

  int score(Side side) const { return score_[side]; }
  void add_goal(Side side);
  /// Whether the match may have a shoot-out; otherwise its play modes are hidden from agents and monitors.
  bool has_shoot_out() const { return config_.shoot_out > 0; }
  const ShootOut& shoot_out() const { return shoot_out_; }
  /// Begins a shoot-out, and discards an earlier one; `none` tosses a coin (stream "coin").
  void begin_shoot_out(Side first);
  /// `shooter`: uniform number of the player who takes the attempt; 0 if the team has no player.
  void begin_attempt(int shooter);
  void end_attempt(Side side, bool scored);
  /// Draws the winner of a shoot-out that cannot be decided otherwise (stream "coin").
  void draw_lot();
  /// The side that leads by goals or, if these are equal, has won the shoot-out; `none` if it is a draw.
  Side winner() const;

  /// Swaps the sides of the teams, with their names, numbers and goals. Every player keeps its place in its own frame,
  /// at rest, and learns its new side from its next GameState percept. Only the referee may call this, because it also
  /// updates records of sides elsewhere.
  void change_sides();
  bool sides_changed() const { return sides_changed_; }
  /// The present side of the team that began the match on the left.
  Side home() const { return sides_changed_ ? Side::right : Side::left; }

  TeamRoster& roster() { return roster_; }
  const TeamRoster& roster() const { return roster_; }

  /// Sets KickOff for that side. With `none` the rules decide: with SecondHalfKickOff the other team begins a second
  /// half, otherwise a coin is tossed (stream "coin").
  void kick_off(Side side);
  /// Script method kickOff().
  void kick_off_by_coin() { kick_off(Side::none); }

  /// All visible objects, in scene order: markers, the ball, and the created players in order of connection.
  const std::vector<ObjectState*>& objects() const { return objects_; }
  /// The created players in order of connection, and all agents, created or not.
  const std::vector<AgentState*>& players() const { return players_; }
  const std::vector<spark::AgentAspect*>& agents() const { return agents_; }
  /// Changes whenever a player joins or leaves; for code that stores something for each player.
  unsigned players_version() const { return players_version_; }
  AgentState* find_player(spark::AgentId id) const;
  AgentState* find_player(Side side, int unum) const;

  /// Called by ObjectState when it enters the tree and before it leaves it.
  void add(ObjectState& object);
  void remove(ObjectState& object);

  // ControlAspect
  void prepare() override;
  void update(double seconds) override;
  /// Restores the state before the first kick-off, with the present teams.
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

  /// The settings of the game by name; then teams, score and half:
  ///
  ///     FieldLength 105
  ///     team left foo
  ///     score 1 0
  ///     half 1
  void add_notes(std::vector<std::string>& notes) const override;

  /// Whether monitors have to leave, which is the case some seconds after the end (behaviour 6.6).
  bool monitors_leave() const;

 private:
  Side toss_coin();
  /// The side of a kick-off for which no side was named, if no coin has to be tossed; `none` if one has to.
  Side kick_off_in_turn() const;
  void exchange_sides();

  SoccerConfig config_;
  PlayMode play_mode_;
  GameClock time_, lead_time_, follow_up_time_;
  double last_mode_change_ = 0.0;
  static constexpr int kHalves = 4;

  int half_ = 1;
  std::array<Side, kHalves> began_{};  ///< the side that began each half
  bool half_is_under_way_ = false;     ///< it has had play modes other than kick-offs
  PerSide<int> score_;
  ShootOut shoot_out_;
  bool sides_changed_ = false;
  TeamRoster roster_;
  std::vector<ObjectState*> objects_;
  std::vector<AgentState*> players_;
  std::vector<spark::AgentAspect*> agents_;
  unsigned players_version_ = 0;
};

/// The game state of `node`'s server. Throws `std::runtime_error` if the script created none.
GameStateAspect& game_of(const spark::Leaf& node);

}  // namespace soccer
