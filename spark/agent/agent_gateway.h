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

/// What a gateway reports to the simulation. Called on the simulation thread only, from `AgentGateway::receive`.
class AgentGatewayListener {
 public:
  virtual ~AgentGatewayListener() = default;
  /// An agent has connected; from now on it has the number that is returned. Nothing if there can be no more agents.
  virtual std::optional<AgentId> agent_arrived(const std::string& type) = 0;
  /// The agent has answered its initialisation and wants sensations.
  virtual void agent_ready(AgentId agent) = 0;
  /// An act message. `stamp` is the simulated time at which it was sent, thinking time included; it takes effect one
  /// action latency later. `text` is valid during the call.
  virtual void agent_acted(AgentId agent, Step stamp, std::string_view text) = 0;
  /// The same from gateways that have numbers (spark/agent/action.h); the actions are valid during the call.
  virtual void agent_acted(AgentId agent, Step stamp, std::span<const Action> actions) = 0;
  /// The agent is to do nothing any more, at once: before anything else of the next step its acts reported so far that
  /// have not taken effect are void, and its effectors come to rest. Acts reported after this count.
  virtual void agent_halted(AgentId agent) = 0;
  /// The agent is lost: it ended, hung or broke the protocol. `reason` is for people.
  virtual void agent_lost(AgentId agent, std::string_view reason) = 0;
};

/// Ignores everything: for a gateway whose agents do not take part yet, or no longer.
class NullListener : public AgentGatewayListener {
 public:
  std::optional<AgentId> agent_arrived(const std::string&) override { return std::nullopt; }
  void agent_ready(AgentId) override {}
  void agent_acted(AgentId, Step, std::string_view) override {}
  void agent_acted(AgentId, Step, std::span<const Action>) override {}
  void agent_halted(AgentId) override {}
  void agent_lost(AgentId, std::string_view) override {}
};

/// What one agent has done so far, for people.
struct AgentReport {
  std::uint64_t cycles = 0;      ///< think cycles that have ended
  std::uint64_t acts = 0;        ///< act messages that counted
  std::uint64_t late_acts = 0;   ///< of these: took effect later than with no thinking time
  std::uint64_t refused = 0;     ///< messages that were not understood or not allowed
  std::uint64_t bytes_to = 0;    ///< sent to the agent
  std::uint64_t bytes_from = 0;  ///< read from it
  // Real time of a cycle, as seen by the gateway: median, 99th percentile and maximum.
  std::chrono::nanoseconds thinking_half{}, thinking_most{}, thinking_longest{};
  /// What came from an agent that is not ready instead of what it has to send, and where to look. Empty if there is
  /// nothing to say.
  std::string missing{};
};

/// The rhythm of an agent, in steps.
struct AgentTiming {
  static constexpr Step kMax = 10'000'000;  ///< of each
  Step sense_interval = 20;                 ///< from one sensation to the next, at least 1
  Step sense_latency = 10;                  ///< from generating a sensation to its arrival, at least 0
  Step action_latency = 10;                 ///< from sending an act to its effect, at least 0

  bool is_possible() const {
    return sense_interval >= 1 && sense_interval <= kMax && sense_latency >= 0 && sense_latency <= kMax &&
           action_latency >= 0 && action_latency <= kMax;
  }
};

/// Sees agents in the world: those of the gateway that names it in its traits, or all (`GatewayTraits`). Called on the
/// simulation thread.
class AgentObserver {
 public:
  virtual ~AgentObserver() = default;
  /// The agent is in the world: `body` says what it can do and perceive, now and, as its `changes` grows, later. It may
  /// be read until `agent_left`, on the simulation thread; only acts change the world.
  virtual void agent_entered(AgentId agent, const AgentAspect& body) = 0;
  virtual void agent_left(AgentId agent) = 0;
  /// What an agent of another gateway perceives, arriving at `arrival`, is written into the result as well, and is
  /// complete at the next `receive`. Null: it is not wanted.
  virtual PerceptWriter* begin_copy(AgentId agent, Step arrival) = 0;
};

/// Reaches agents. The commserver, which starts them as processes and talks over pipes, is one gateway; TCP is another.
///
/// The gateway owns the think cycles (which agent has been thinking since when, what waits for which agent); the
/// simulation owns the world and its clock. They exchange two numbers: the simulation announces when each sensation
/// arrives and when the next one will, the gateway reports the earliest time at which an agent may still act. Between
/// the two the world runs ahead while agents think.
///
/// Everything here is called on the simulation thread and never blocks, except `shut_down`. Every function is what a
/// gateway has to decide; none has a default, so that a class that stands for other gateways (`GatewaySwitch`) cannot
/// forget one. What a gateway says once is in its traits, and what only few need is in `AgentObserver`.
class AgentGateway {
 public:
  virtual ~AgentGateway() = default;

  /// What the gateway is. It is asked before the match begins, and does not change from then on.
  virtual GatewayTraits traits() = 0;
  /// Called once, when the match begins for certain and its folder of logs is there; before the first `start`.
  virtual void begin() = 0;

  /// How an agent that was started gets into the match.
  enum class Coming {
    started,     ///< as a program of the gateway's
    connecting,  ///< by connecting, which a program of the gateway's sees to
    awaited,     ///< by connecting, which people see to: the match does not begin before it has come
    held  ///< started; reported ready when everything that its gateway needs for it is there, however long that takes.
          ///< The match does not begin before; what never comes is the gateway's matter
  };
  /// Starts an agent of a type the gateway knows. Throws `std::runtime_error` if that is impossible (unknown type,
  /// program missing).
  virtual Coming start(AgentId agent, const std::string& type) = 0;
  /// The timing of an agent, if it has one of its own instead of that of the match; asked once, before it enters
  /// the world. It senses at multiples of its interval, so that all of one interval sense in the same step. With no
  /// latencies it senses and acts within one step: the world stands until `earliest_act` has passed the clock.
  virtual std::optional<AgentTiming> timing(AgentId agent) const = 0;

  /// Reads what agents have sent meanwhile and reports it. Called between any two steps.
  virtual void receive(AgentGatewayListener& listener) = 0;
  /// Whether `receive` has something to report without any input: the simulation does not wait then, neither for agents
  /// nor for the clock, so it has to be false once `receive` has reported everything.
  virtual bool has_pending() const = 0;
  /// The simulation is going to wait. A gateway may hold what it has for its agents for a few steps, to send it
  /// together; now that has to go. True if there was something: the simulation looks at what has come once more, before
  /// it waits.
  virtual bool send_held() = 0;

  /// A sensation generated now, arriving at `arrival`. Write the percepts into the result, then call `end_sensation`.
  virtual PerceptWriter& begin_sensation(AgentId agent, Step generated, Step arrival) = 0;
  /// Completes it. No sensation that does not exist yet will arrive before `next_arrival`.
  virtual void end_sensation(AgentId agent, Step next_arrival) = 0;
  /// Announces when the first sensation will arrive, for an agent that has had none.
  virtual void expect_sensation(AgentId agent, Step arrival) = 0;

  /// The earliest stamp that an act of this agent not reported yet can carry; any large number if there will be none.
  /// Never goes back.
  virtual Step earliest_act(AgentId agent) const = 0;
  /// The agent has held up the world for too long and must not do so any more. True if the gateway can keep it without
  /// the world waiting for it; otherwise it has to be dropped.
  virtual bool wait_no_longer(AgentId agent) = 0;

  /// Empty if there is no such agent or nothing is known of it.
  virtual std::optional<AgentReport> report(AgentId agent) const = 0;

  /// Ends one agent (it was lost, or the simulation has dropped it).
  virtual void drop(AgentId agent) = 0;
  /// Asks all agents to exit, waits up to `timeout`, then kills them. None of their processes are left when it returns.
  virtual void shut_down(std::chrono::milliseconds timeout) = 0;
};

}  // namespace spark
