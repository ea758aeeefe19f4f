// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/engine/assembly.h"
#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "spark/agent/agent_aspect.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"

namespace spark {
class GameControlServer;
}

namespace soccer::test {

/// An integer as scripts pass it.
inline spark::Value integer(int i) {
  return std::int64_t{i};
}

/// Gives an assembly the classes of the game, without loading the module, and the server's scripts and scenes.
void provide_game(server::Assembly& assembly);

/// A soccer server without agent processes and scheduling: the object tree that the set-up script and the scene files
/// build, and a step loop with the server's order of calls. The control aspects are prepared; nothing has moved yet.
/// Only one fixture can exist at a time, as there is one Ruby interpreter.
class SoccerFixture {
  std::vector<std::string> log_lines_;  // before the core, which may log until it is gone

 public:
  using Variables = std::vector<std::pair<std::string, spark::Value>>;

  /// `variables` are set as on the command line ("FieldLength", without `Soccer.`). The field is 104 × 68 m and the
  /// ball weighs 0.43 kg unless they say otherwise.
  explicit SoccerFixture(std::uint64_t seed = 1, const Variables& variables = {}, const std::string& profile = {});

  server::Assembly assembly;
  spark::Core& core = assembly.core;
  spark::ScriptEngine& engine = assembly.scripts();

  spark::World& world() { return *world_; }
  GameStateAspect& game() { return *game_; }
  BallStateAspect& ball_state() { return *ball_state_; }
  Ball& ball() { return *ball_; }
  const SoccerConfig& config() const { return game_->config(); }

  /// An agent as it is after its connection: node and create effector only, at `position` (m, world).
  spark::AgentAspect& connect(spark::Vec3 position = {0, 0, 5});
  /// Gives a connected agent its parts with `(create)`, at rest where its node was; no team yet.
  AgentState& create_parts(spark::AgentAspect& agent);
  /// Connects an agent and creates its parts, at rest at `position`.
  AgentState& add_agent(spark::Vec3 position);
  /// A created player that has joined: team "foo" is left, "bar" right; `unum` 0 for the next number.
  AgentState& add_player(Side side, int unum, spark::Vec3 position);
  void disconnect(spark::AgentAspect& agent);

  /// World step, clock, control aspects in the order of their creation (behaviour 2.5).
  void step(int steps = 1);
  /// Carries an act out now; it counts as sent now.
  void act(const AgentState& player, std::string_view text) { act(player.agent(), text); }
  void act(spark::AgentAspect& agent, std::string_view text) { agent.act(core.clock.now(), text); }
  /// One sensation in the form that agents get.
  std::string sense(const AgentState& player) { return sense(player.agent()); }
  std::string sense(spark::AgentAspect& agent);

  /// Move body and node, at rest, so that distance tests see it before the next step.
  void place(AgentState& player, spark::Vec3 position);
  void place_ball(spark::Vec3 position);
  /// The ball on the floor.
  void place_ball(double x, double y) { place_ball({x, y, config().ball_radius}); }

  /// Sets all noise of drive, kick, camera and vision of this player to zero.
  void silence(AgentState& player);

  /// Calls a script method of the object at `path` (below /usr/scene if it does not begin with a slash); demands that
  /// the object exists and that the call is accepted.
  void call(std::string_view path, std::string_view method, const spark::Values& arguments);
  /// The same for a part of a player: call(player, "DriveEffector", "setSigma", {0.0}).
  void call(const AgentState& player, std::string_view part, std::string_view method, const spark::Values& arguments);
  template <typename T>
  T& find(std::string_view path) {
    return dynamic_cast<T&>(find_leaf(path));
  }
  /// The part of a player by its name.
  template <typename T>
  T& part(const AgentState& player, std::string_view name) {
    return dynamic_cast<T&>(find_leaf(std::string(player.agent().name()) + '/' + std::string(name)));
  }

  /// What has been logged, from warnings upwards.
  const std::vector<std::string>& log_lines() const { return log_lines_; }
  bool logged(std::string_view text) const;

 private:
  spark::Leaf& find_leaf(std::string_view path);
  spark::Leaf& make(std::string_view class_name, std::string_view path);

  spark::World* world_ = nullptr;
  spark::GameControlServer* game_control_ = nullptr;
  GameStateAspect* game_ = nullptr;
  BallStateAspect* ball_state_ = nullptr;
  Ball* ball_ = nullptr;
  int agents_ = 0;
};

}  // namespace soccer::test
