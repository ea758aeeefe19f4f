// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spark/agent/action.h"
#include "spark/agent/gateway_traits.h"
#include "spark/agent/percept_writer.h"
#include "spark/core/agent_id.h"
#include "spark/core/clock.h"

namespace spark {

class AgentAspect;

/// Receives the reports of gateways. Called on the simulation thread only, from `AgentGateway::receive`.
class AgentGatewayListener {
 public:
  virtual ~AgentGatewayListener() = default;
  /// An agent has connected; returns its number. `nullopt` if there can be no more agents.
  virtual std::optional<AgentId> agent_arrived(const std::string& type) = 0;
  /// The agent has answered its initialisation and wants sensations.
  virtual void agent_ready(AgentId agent) = 0;
  /// An act message. `stamp` is the simulated time at which it was sent, thinking time included; it takes effect one
  /// action latency later. `text` is valid during the call.
  virtual void agent_acted(AgentId agent, Step stamp, std::string_view text) = 0;
  /// The same for gateways that have numbers (spark/agent/action.h); the actions are valid during the call.
  virtual void agent_acted(AgentId agent, Step stamp, std::span<const Action> actions) = 0;
  /// Stops the agent at once: at the beginning of the next step, those of its acts that have not taken effect yet are
  /// void, and its effectors come to rest. Acts reported after this count.
  virtual void agent_halted(AgentId agent) = 0;
  /// The agent is lost: it ended, hung or broke the protocol. `reason` is human-readable.
  virtual void agent_lost(AgentId agent, std::string_view reason) = 0;
};

/// Ignores all reports: for a gateway whose agents do not take part yet, or no longer.
class NullListener : public AgentGatewayListener {
 public:
  std::optional<AgentId> agent_arrived(const std::string&) override { return std::nullopt; }
  void agent_ready(AgentId) override {}
  void agent_acted(AgentId, Step, std::string_view) override {}
  void agent_acted(AgentId, Step, std::span<const Action>) override {}
  void agent_halted(AgentId) override {}
  void agent_lost(AgentId, std::string_view) override {}
};

/// Statistics of one agent so far, for people.
struct AgentReport {
  std::uint64_t cycles = 0;      ///< think cycles that have ended
  std::uint64_t acts = 0;        ///< act messages that counted
  std::uint64_t late_acts = 0;   ///< of these: took effect later than with no thinking time
  std::uint64_t refused = 0;     ///< messages that were not understood or not allowed
  std::uint64_t bytes_to = 0;    ///< sent to the agent
  std::uint64_t bytes_from = 0;  ///< read from it
  // Real time of a cycle, as seen by the gateway: median, 99th percentile and maximum.
  std::chrono::nanoseconds thinking_p50{}, thinking_p99{}, thinking_max{};
  /// The unexpected input of an agent that is not ready, and where to look for the cause. Empty if there was none.
  std::string missing{};
};

/// The intervals and latencies of an agent, in steps.
struct AgentTiming {
  static constexpr Step kMax = 10'000'000;  ///< of each value
  Step sense_interval = 20;                 ///< between two sensations, at least 1
  Step sense_latency = 10;                  ///< from generating a sensation to its arrival, at least 0
  Step action_latency = 10;                 ///< from sending an act to its effect, at least 0

  bool is_possible() const {
    return sense_interval >= 1 && sense_interval <= kMax && sense_latency >= 0 && sense_latency <= kMax &&
           action_latency >= 0 && action_latency <= kMax;
  }
};

/// Observes agents in the world: those of the gateway that names it in its traits, or all (`GatewayTraits`). Called on
/// the simulation thread.
class AgentObserver {
 public:
  virtual ~AgentObserver() = default;
  /// The agent has entered the world. `body` describes its effectors and perceptors; whenever they change, its
  /// `changes` does, too. It may be read until `agent_left`, on the simulation thread; only acts change the world.
  virtual void agent_entered(AgentId agent, const AgentAspect& body) = 0;
  virtual void agent_left(AgentId agent) = 0;
  /// The sensation of an agent of another gateway, arriving at `arrival`, is also written into the result, and is
  /// complete at the next `receive`. Null: no copy is wanted.
  virtual PerceptWriter* begin_copy(AgentId agent, Step arrival) = 0;
};

/// The connection to agents. The commserver, which starts them as processes and uses pipes, is one gateway; TCP is
/// another.
///
/// The gateway owns the think cycles (which agent has been thinking since when, and its pending input); the simulation
/// owns the world and its clock. They exchange two numbers: the simulation announces when each sensation arrives and
/// when the next one will, the gateway reports the earliest time at which an agent may still act. Within these bounds
/// the world advances while agents think.
///
/// All functions are called on the simulation thread and never block, except `shut_down`; none has a default body, so
/// that a class that forwards to other gateways (`GatewaySwitch`) cannot omit one. Constant properties of a gateway are
/// in its traits, and functions that only few gateways need are in `AgentObserver`.
class AgentGateway {
 public:
  virtual ~AgentGateway() = default;

  /// The properties of the gateway. Called before the match begins; they do not change afterwards.
  virtual GatewayTraits traits() = 0;
  /// Called once, when the match will certainly begin and its log folder exists; before the first `start`.
  virtual void begin() = 0;

  /// How a started agent enters the match.
  enum class Coming {
    started,     ///< as a program of the gateway
    connecting,  ///< by connecting; the gateway starts the program that connects
    awaited,     ///< by connecting; people start the program, and the match does not begin before it has connected
    held  ///< started; reported ready once its gateway has everything that it needs for the agent, however long that
          ///< takes. The match does not begin before; the gateway has to handle an agent that never becomes ready
  };
  /// Starts an agent of a type that the gateway knows. Throws `std::runtime_error` if that is impossible (unknown type,
  /// program missing).
  virtual Coming start(AgentId agent, const std::string& type) = 0;
  /// The timing of an agent that differs from the match's, if it has one; called once, before it enters the world. It
  /// senses at multiples of its interval, so that all agents with the same interval sense in the same step. Without
  /// latencies it senses and acts within one step: the world stands still until `earliest_act` is later than the clock.
  virtual std::optional<AgentTiming> timing(AgentId agent) const = 0;

  /// Reads pending input of agents and reports it. Called between any two steps.
  virtual void receive(AgentGatewayListener& listener) = 0;
  /// Whether `receive` has something to report without any input. The simulation waits neither for agents nor for the
  /// clock then, so it must be false once `receive` has reported everything.
  virtual bool has_pending() const = 0;
  /// Called before the simulation waits. A gateway may hold data for its agents for a few steps, to send it together;
  /// now it must be sent. Returns true if there was any: the simulation then calls `receive` once more before it waits.
  virtual bool send_held() = 0;

  /// Begins a sensation generated now, arriving at `arrival`. Write the percepts into the result, then call
  /// `end_sensation`.
  virtual PerceptWriter& begin_sensation(AgentId agent, Step generated, Step arrival) = 0;
  /// Completes the sensation. No future sensation will arrive before `next_arrival`.
  virtual void end_sensation(AgentId agent, Step next_arrival) = 0;
  /// Announces when the first sensation will arrive, for an agent that has had none.
  virtual void expect_sensation(AgentId agent, Step arrival) = 0;

  /// The earliest stamp that a future act of this agent can carry; any large number if there will be none. Never
  /// decreases.
  virtual Step earliest_act(AgentId agent) const = 0;
  /// Called when the agent has held up the world for too long. Returns true if the gateway can continue to serve it
  /// without the world waiting for it; otherwise it has to be dropped.
  virtual bool wait_no_longer(AgentId agent) = 0;

  /// Empty if there is no such agent or nothing is known about it.
  virtual std::optional<AgentReport> report(AgentId agent) const = 0;

  /// Ends one agent (it was lost, or the simulation has dropped it).
  virtual void drop(AgentId agent) = 0;
  /// Asks all agents to exit, waits up to `timeout`, then kills them. All their processes have ended when it returns.
  virtual void shut_down(std::chrono::milliseconds timeout) = 0;
};

}  // namespace spark
