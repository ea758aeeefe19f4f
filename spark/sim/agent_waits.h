// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/core/clock.h"
#include "spark/core/real_clock.h"
#include "spark/net/loop.h"

namespace spark {

class AgentRoster;
class CommandQueue;
class Log;
class RunControl;
class StepMeter;

/// All waiting of a simulation, in real time: for agents to connect or to become ready, for acts, and for any input.
/// The clock stands still meanwhile.
///
/// The time for which the world stands still is charged to the agents that may still act in the next step, in equal
/// parts. The world stops waiting for an agent that has exceeded its limit, or the agent is lost; nothing else here
/// affects the world. Started agents of one type share one limit, so that eleven of them cannot hold up a match eleven
/// times as long as one: when it is used up, those that have had more than their equal part are lost, and the others
/// when they have had theirs. All agents that have connected and are not players yet also share one limit, so that
/// clients that join one after the other do not get one each; when it is used up each of them has `kNewcomers`.
///
/// Borrows everything. Used on the thread of the simulation.
class AgentWaits {
 public:
  using Duration = RealClock::Duration;
  /// Maximum time of one sleep: a stop request from a signal handler is noticed within this time.
  static constexpr std::chrono::milliseconds kNap{50};
  /// Enough for an agent that answers at once, a few times until it is a player.
  static constexpr std::chrono::milliseconds kNewcomers{100};
  struct Parts {
    Log& log;
    const Clock& clock;
    net::Loop& loop;
    AgentGateway& gateway;
    CommandQueue& commands;
    const RunControl& run_control;
    AgentRoster& agents;
    StepMeter& step_meter;
  };
  /// As in `Simulation::Options`; 0: no limit, except for `ready`.
  struct Limits {
    std::chrono::milliseconds ready;
    std::chrono::nanoseconds arrival;
    std::chrono::nanoseconds started_may_hold;
    std::chrono::nanoseconds arrived_may_hold;
  };
  AgentWaits(const Parts& parts, const Limits& limits);

  /// Waits until the awaited agents have connected, then until all agents are ready; those that are not in time are
  /// lost, unless their gateway holds them back, or too few have connected. Carries out commands meanwhile. Returns
  /// early if a stop is requested.
  void for_ready_agents();
  /// Waits for acts of the agents that may still act in the next step, and processes pending input.
  void for_acts();
  /// Waits until there is input, at most `longest`.
  void for_input(Duration longest);

  /// Whether the world no longer waits for this agent, because it has held up the match for too long in total.
  bool has_held_up(AgentId id) const;

 private:
  struct Account {
    std::chrono::nanoseconds held{};          ///< time for which the world has stood still for it
    std::chrono::nanoseconds held_by_type{};  ///< the same for all agents of its type; stored at the first one
    std::optional<AgentId> first_of_type{};
    bool is_closed = false;  ///< the world no longer waits for it
    bool is_player = false;
  };
  bool is_charged_to_all(AgentId id, Account& account) const;
  std::chrono::nanoseconds charge_type(AgentId id, Account& account, std::chrono::nanoseconds time);
  bool has_had_its_part(AgentId id, const Account& account, std::chrono::nanoseconds limit) const;
  void for_arrivals();
  void report_missing(Duration waited) const;
  void find_holders();
  void charge(AgentId id, std::chrono::nanoseconds time);

  const Parts parts_;
  const Limits limits_;
  net::Loop::Watch gateway_watch_, command_watch_;
  std::vector<AgentId> holders_;                  ///< the agents for which the world waits, in `for_acts`
  std::vector<Account> accounts_;                 ///< by id, up to the last agent that was charged
  std::chrono::nanoseconds held_by_newcomers_{};  ///< total of all that have connected and are not players yet
};

}  // namespace spark
