// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spark/agent/percept_writer.h"
#include "spark/core/clock.h"

namespace spark {

/// What a gateway tells the simulation. Called on the simulation thread only, from `AgentGateway::receive`.
class AgentGatewayListener {
 public:
  virtual ~AgentGatewayListener() = default;
  /// An agent has come by itself; from now on it has the number that is returned. Nothing if there can be no more.
  virtual std::optional<AgentId> agent_arrived(const std::string& type) { return (void)type, std::nullopt; }
  /// The agent has answered its initialisation and wants sensations.
  virtual void agent_ready(AgentId agent) = 0;
  /// An act message. `stamp` is the simulated time at which it was sent, thinking time included; it takes effect one
  /// action latency later. `text` is valid during the call.
  virtual void agent_acted(AgentId agent, Step stamp, std::string_view text) = 0;
  /// The agent is gone for good: it ended, hung or broke the protocol. `reason` is for people.
  virtual void agent_lost(AgentId agent, std::string_view reason) = 0;
};

/// Hears nothing: for a gateway whose agents concern nobody yet, or no longer.
class DeafListener final : public AgentGatewayListener {
 public:
  void agent_ready(AgentId) override {}
  void agent_acted(AgentId, Step, std::string_view) override {}
  void agent_lost(AgentId, std::string_view) override {}
};

/// What one agent has done so far, for people.
struct AgentReport {
  std::uint64_t cycles = 0;      ///< think cycles that have ended
  std::uint64_t acts = 0;        ///< act messages that counted
  std::uint64_t late_acts = 0;   ///< of these: took effect later than without thinking time
  std::uint64_t refused = 0;     ///< messages that were not understood or not allowed
  std::uint64_t bytes_to = 0;    ///< sent to the agent
  std::uint64_t bytes_from = 0;  ///< read from it
  // Real time of a cycle, as seen by the gateway: what half and 99 of 100 do not exceed, and the longest.
  std::chrono::nanoseconds thinking_half{}, thinking_most{}, thinking_longest{};
};

/// A way by which agents are reached. The commserver, which starts them as processes and talks over pipes, is the
/// first.
///
/// The gateway owns the think cycles (who thinks since when, what waits for whom); the simulation owns the world and
/// its clock. They meet in two numbers: the simulation says when each sensation arrives and when the one after it will,
/// the gateway says from which time on an agent may still act. Between the two the world runs ahead while agents think.
///
/// Everything here is called on the simulation thread and never blocks, `shut_down` excepted.
class AgentGateway {
 public:
  virtual ~AgentGateway() = default;

  /// Starts an agent of a type the gateway knows. Throws `std::runtime_error` if that cannot work at all (unknown type,
  /// program missing).
  virtual void start(AgentId agent, const std::string& type) = 0;

  /// Takes in what agents have sent meanwhile and reports it.
  virtual void receive(AgentGatewayListener& listener) = 0;
  /// A descriptor that polls readable when `receive` may have work; -1 if everything of this gateway lives on the loop
  /// at which the simulation waits (spark/net).
  virtual int poll_descriptor() const { return -1; }

  /// A sensation generated now, arriving at `arrival`. Write the percepts into the result, then call `end_sensation`.
  virtual PerceptWriter& begin_sensation(AgentId agent, Step generated, Step arrival) = 0;
  /// Completes it. No sensation that does not exist yet will arrive before `next_arrival`.
  virtual void end_sensation(AgentId agent, Step next_arrival) = 0;
  /// Says when the first sensation will arrive, for an agent that has had none.
  virtual void expect_sensation(AgentId agent, Step arrival) = 0;

  /// The earliest stamp an act of this agent that has not been reported yet can bear. Never goes back.
  virtual Step earliest_act(AgentId agent) const = 0;

  /// The agent has held the world for so long that it is to hold it no more. True if the gateway can go on with it
  /// without being waited for; else it has to be dropped.
  virtual bool wait_no_longer(AgentId) { return false; }

  /// Nothing where there is no such agent, or nothing is known of it.
  virtual std::optional<AgentReport> report(AgentId) const { return std::nullopt; }

  /// Ends one agent (it was lost, or the simulation has given it up).
  virtual void drop(AgentId agent) = 0;
  /// Tells all agents to end, waits up to `patience`, then ends them by force. Nothing of theirs is left when it
  /// returns.
  virtual void shut_down(std::chrono::milliseconds patience) = 0;
};

}  // namespace spark
