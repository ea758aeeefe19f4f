// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spark/core/agent_id.h"
#include "spark/core/class_registry.h"
#include "spark/core/clock.h"
#include "spark/core/transform.h"

namespace spark {

class AgentAspect;

/// A part of the game that is updated after every step (behaviour 2.5 (5)): clock, bookkeeping, rules. Created by
/// `GameControlServer::init_control_aspect` below that server, named after its class without the prefix, and called in
/// the order of creation.
class ControlAspect : public BaseNode {
 public:
  /// Called once, after script and scene are complete and before the first step: the place to find collaborators and to
  /// read script variables. Throws `std::runtime_error` if something is missing.
  virtual void prepare() {}
  /// Called after each step of `seconds`.
  virtual void update(double seconds) = 0;
  virtual void agent_connected(AgentAspect&) {}
  /// The agent's node is about to leave the tree.
  virtual void agent_disappearing(AgentAspect&) {}

  /// An agent's role in the game, for reports ("left 3"), or empty.
  virtual std::string role_of(const AgentAspect&) const { return {}; }

  /// Why the game has refused the agent's last request to take part; empty if it has not.
  virtual std::string refusal_of(const AgentAspect&) const { return {}; }

  /// Whether the agent still has to send a message before it takes part, which must not be lost.
  virtual bool is_expected(const AgentAspect&) const { return false; }

  /// A short text for the live line ("foo 1:0 bar  PlayOn  12.3 s"), or empty.
  virtual std::string status() const { return {}; }
  /// The action of a person for which the game waits, or empty if none.
  virtual std::string waiting_for() const { return {}; }
  /// How that person does it, for the log line; `reachable`: monitors can connect.
  virtual std::string how_to_give([[maybe_unused]] bool reachable) const { return {}; }
  /// Lines for the summary at the end, each "name: value", or empty.
  virtual std::vector<std::string> summary() const { return {}; }
  /// True once the game is over and the simulation is to end.
  virtual bool finished() const { return false; }

 protected:
  /// Overrides call this last. Unregisters this aspect from the server.
  void unlinking() override;
};

/// /sys/server/gamecontrol: the control aspects, and the effector that every agent starts with.
class GameControlServer : public Node {
 public:
  // Script methods.
  bool init_control_aspect(const std::string& class_name);
  /// Names a class of effector; new agents get the one whose predicate is "create", named `_<Class>`.
  bool init_effector(const std::string& class_name);
  bool init_parser(const std::string& class_name);  ///< accepted for old scripts: there is only one parser

  /// The aspects in the order of their creation. One that a script deletes is not called any more.
  const std::vector<ControlAspect*>& aspects() const { return aspects_; }
  /// Prepares all aspects, in order; those that are created later are prepared at their creation. Called once, before
  /// the first step.
  void prepare();
  /// The function that begins another episode, `Simulation::restart`; set by the simulation.
  using Restart = std::function<std::string(std::optional<std::uint64_t> seed)>;
  void set_restart(Restart restart) { restart_ = std::move(restart); }
  /// To be called between two steps. Without a seed that of the match is used. The result is empty, or the reason why
  /// it is impossible.
  std::string restart_match(std::optional<std::uint64_t> seed) {
    return restart_ ? restart_(seed) : "there is no simulation";
  }
  /// Requests another episode that begins before the next step: for control aspects, which are updated within a step.
  /// `when_begun` is called once it has begun, before it is shown to anyone. A later request of the same step replaces
  /// it.
  struct RestartRequest {
    std::optional<std::uint64_t> seed;  ///< without one: that of the match
    std::function<void()> when_begun;
  };
  void request_restart(RestartRequest request) { restart_request_ = std::move(request); }
  /// Returns the request to the simulation, and clears it.
  std::optional<RestartRequest> take_restart_request() { return std::exchange(restart_request_, {}); }
  /// The node of a new agent in `scene`, named "AgentAspect<id>", with the effector it starts with.
  AgentAspect& make_agent(Node& scene, AgentId id, std::string type = {});
  /// The two types of agents that play against each other, if the match has two types; else empty. Set before
  /// `prepare`.
  const std::vector<std::string>& contestants() const { return contestants_; }
  void set_contestants(std::vector<std::string> types) { contestants_ = std::move(types); }

 private:
  friend class ControlAspect;
  std::vector<ControlAspect*> aspects_;
  std::vector<std::string> contestants_;
  bool prepared_ = false;
  Restart restart_;
  std::optional<RestartRequest> restart_request_;
  std::string birth_effector_;  ///< the class of the effector every agent starts with; empty if none was named
};

}  // namespace spark
