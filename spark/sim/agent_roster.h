// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/core/held.h"
#include "spark/core/line_limit.h"
#include "spark/sim/event_queue.h"
#include "spark/sim/input_tracker.h"

namespace spark {

class AgentAspect;
class GameControlServer;
class Scene;
struct Core;

/// The agents of a simulation: how they enter and leave the world, and their sensations and acts.
///
/// An agent is starting until its gateway reports it ready, then in the world, and leaving or gone once it is lost. Ids
/// count from 0 in the order in which agents were started or have connected, and are never reused.
///
/// Gateways report to this class (`AgentGatewayListener`). It turns reports into events in the simulation's queue, and
/// carries them out when the simulation has reached their time; it never advances the clock. Owns the records of the
/// agents and borrows everything else. Time is counted in steps. Used on the simulation thread.
class AgentRoster final : public AgentGatewayListener {
 public:
  /// The parts of the simulation that it borrows; all of them outlive the roster.
  struct Parts {
    Core& core;
    AgentGateway& gateway;
    GameControlServer& game_control;
    Scene& scene;
    EventQueue& events;
    InputTracker& inputs;
  };
  /// `usual`: the timing of agents whose gateway defines none (behaviour 5.1). `awaited`: how many must connect before
  /// the match begins.
  AgentRoster(const Parts& parts, const AgentTiming& usual, int awaited)
      : parts_(parts), observer_(parts.gateway.traits().observer), usual_timing_(usual), awaited_(awaited) {}

  /// Why an agent was lost, and when its body left the world, or when it was lost if it never had one.
  struct Loss {
    Step time = 0;
    std::string reason;
  };

  /// Starts an agent of that type. Throws if it cannot be started.
  void start(const std::string& type);
  /// Adds an agent that was to be started and cannot be: it has an id and is lost.
  void miss(const std::string& type, std::string_view why);
  /// Puts the agents that are ready into the world; those that become ready later enter at once.
  void enter();

  int size() const { return static_cast<int>(agents_.size()); }
  int lost() const { return lost_; }
  bool has_had_agents() const { return has_had_agents_; }
  /// Reports ready agents to the listener, like `enter`, although there is no match because others have not connected.
  void report_ready();
  /// `yet_to_arrive`: how many awaited agents have not connected, or have left again before the match. `arrived`: how
  /// many have connected.
  int yet_to_arrive() const;
  int arrived() const;
  bool is_starting(AgentId id) const { return agent(id).phase == Phase::starting; }
  /// Whether any agent that was started, or has connected, is not ready yet.
  bool is_anyone_starting() const;
  /// Whether it could enter a match that has not begun.
  bool is_ready(AgentId id) const { return agent(id).phase == Phase::ready && !agent(id).lost_early; }
  /// Whether a gateway holds back a starting agent.
  bool is_anyone_held() const;
  bool is_in_world(AgentId id) const { return agent(id).phase == Phase::in_world; }
  /// `connects`: whether the agent connects by itself, awaited or not. `has_connecting`: whether any agent does.
  bool connects(AgentId id) const { return agent(id).connects; }
  bool has_connecting() const { return some_connect_; }
  /// Whether it is a player of the game; without a game, whether it has a body.
  bool is_player(AgentId id) const { return !is_expected(agent(id)); }
  /// Whether it has connected without being started.
  bool has_arrived(AgentId id) const { return agent(id).arrived; }
  const std::string& type_of(AgentId id) const { return agent(id).type; }
  const std::optional<Loss>& loss_of(AgentId id) const { return agent(id).loss; }
  /// Its role in the game, now or when it left; empty if the game defines none.
  std::string role_of(AgentId id) const;
  /// Why the game has refused its request to take part, now or when it left; empty if it has not.
  std::string refusal_of(AgentId id) const;
  /// Acts that were refused because its gateway should not have reported them, and actions in the others that made no
  /// sense.
  std::uint64_t acts_refused(AgentId id) const { return agent(id).refused + agent(id).complaints; }
  std::uint64_t sensations() const { return sensations_; }

  /// When the first future act of this agent can take effect.
  Step earliest_effect(AgentId id) const;
  /// Whether a future act may have to precede `event`.
  bool may_still_act_before(const EventKey& event);
  /// Reports an act to the listener where it takes effect, which does not depend on when it was read. Then the event
  /// counts. False for an act without effect because its agent has left: it is not recorded, so it must not count.
  bool report(const Event& event) const;
  /// Carries out an event whose time has come.
  void carry_out(const Event& event);

  // For another episode of the match (`EpisodeRestart`).
  std::vector<AgentId> in_world() const;
  /// Steps after which all of these agents have had a sensation that is not announced yet.
  Step longest_announcement(const std::vector<AgentId>& agents) const;
  /// Drops all pending acts except those of agents that have no body yet or are not in the game yet, whose messages
  /// must not be lost. The remaining acts take effect at `begin` or later.
  void void_acts(Step begin);
  /// Whether any agent has not answered a sensation from before now.
  bool is_anyone_thinking() const;
  /// Schedules the first sensations of these agents as at the beginning of the match; agents that were lost meanwhile
  /// are counted and get none.
  void schedule_senses(const std::vector<AgentId>& agents);
  /// Enters agents that became ready during a restart, once all commands have been carried out: one command may contain
  /// several restarts, and a record has no place between two of them.
  void admit_newcomers();

  std::optional<AgentId> agent_arrived(const std::string& type) override;
  void agent_ready(AgentId id) override;
  void agent_acted(AgentId id, Step stamp, std::string_view text) override;
  void agent_acted(AgentId id, Step stamp, std::span<const Action> actions) override;
  void agent_halted(AgentId id) override;
  void agent_lost(AgentId id, std::string_view reason) override;

 private:
  static constexpr EventKey kLongAgo{-1};
  /// As many as can be connected at a time. More are lost only if agents reconnect repeatedly.
  static constexpr std::uint64_t kMaxLostLines = 100;
  enum class Phase { starting, ready, in_world, leaving, gone };
  struct Agent {
    std::string type;
    Phase phase = Phase::starting;
    AgentTiming timing{};
    bool has_own_timing = false;  ///< different from the match's
    Held<AgentAspect> node{"the simulation"};
    std::uint64_t acts = 0;
    std::uint64_t refused = 0;     ///< acts that its gateway should not have reported
    std::uint64_t complaints = 0;  ///< about actions in the others; kept here because its node may be gone
    bool arrived = false;          ///< has connected without being awaited
    bool connects = false;         ///< connects by itself, awaited or not
    bool is_awaited = false;       ///< the match begins when it has connected
    bool is_held = false;          ///< the match begins when its gateway has reported it ready or lost
    bool lost_early = false;       ///< ready, but lost before it was in the world
    bool is_reported_ready = false;
    std::optional<Loss> loss{};
    std::string role, refusal;  ///< set when it left
  };

  Agent& agent(AgentId id) { return agents_[id.index()]; }
  const Agent& agent(AgentId id) const { return agents_[id.index()]; }
  Agent* known(AgentId id);
  template <typename Content>
  void take_act(AgentId id, Step stamp, const Content& content);
  void refuse(AgentId id, Agent& agent, const std::string& why);
  void take_timing(AgentId id);
  void report_ready(AgentId id);
  void connect(AgentId id, Step first_sense);
  void create_sense(AgentId id, Agent& agent);
  void leave(AgentId id, Agent& agent);
  void remove(AgentId id, Agent& agent);
  bool is_expected(const Agent& agent) const;
  EventKey earliest_possible_act() const;
  Step now() const;

  const Parts parts_;
  AgentObserver* const observer_;  ///< the gateway's, or null
  const AgentTiming usual_timing_;
  const int awaited_;
  std::vector<Agent> agents_;
  /// No future act precedes this. It is a cached bound, which stays valid because the earliest act of an agent never
  /// moves back: agents are queried again only when the bound is too low.
  EventKey no_act_before_{kLongAgo};
  bool begun_ = false;              ///< agents that become ready now enter at once
  std::vector<AgentId> newcomers_;  ///< agents that became ready during a restart
  bool has_had_agents_ = false;
  bool some_connect_ = false;
  int arrived_ = 0;
  int lost_ = 0;
  LineLimit lost_lines_{kMaxLostLines}, left_lines_{kMaxLostLines};  ///< for agents that connected
  std::uint64_t sensations_ = 0;
};

}  // namespace spark
