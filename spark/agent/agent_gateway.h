// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/action.h"
#include "spark/agent/percept_writer.h"
#include "spark/core/clock.h"

namespace spark {

class AgentAspect;

/// What a gateway reports to the simulation. Called on the simulation thread only, from `AgentGateway::receive`.
class AgentGatewayListener {
 public:
  virtual ~AgentGatewayListener() = default;
  /// An agent has connected; from now on it has the number that is returned. Nothing if there can be no more agents.
  virtual std::optional<AgentId> agent_arrived(const std::string& type) { return (void)type, std::nullopt; }
  /// The agent has answered its initialisation and wants sensations.
  virtual void agent_ready(AgentId agent) = 0;
  /// An act message. `stamp` is the simulated time at which it was sent, thinking time included; it takes effect one
  /// action latency later. `text` is valid during the call.
  virtual void agent_acted(AgentId agent, Step stamp, std::string_view text) = 0;
  /// The same from gateways that have numbers (spark/agent/action.h); the actions are valid during the call.
  virtual void agent_acted([[maybe_unused]] AgentId agent, [[maybe_unused]] Step stamp,
                           [[maybe_unused]] std::span<const Action> actions) {}
  /// The agent is to do nothing any more, at once: before anything else of the next step its acts reported so far that
  /// have not taken effect are void, and its effectors come to rest. Acts reported after this count.
  virtual void agent_halted([[maybe_unused]] AgentId agent) {}
  /// The agent is lost: it ended, hung or broke the protocol. `reason` is for people.
  virtual void agent_lost(AgentId agent, std::string_view reason) = 0;
};

/// Ignores everything: for a gateway whose agents do not take part yet, or no longer.
class DeafListener final : public AgentGatewayListener {
 public:
  using AgentGatewayListener::agent_acted;
  void agent_ready(AgentId) override {}
  void agent_acted(AgentId, Step, std::string_view) override {}
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
};

/// The rhythm of an agent, in steps.
struct AgentTiming {
  static constexpr Step kMost = 10'000'000;  ///< of each
  Step sense_interval = 20;                  ///< from one sensation to the next, at least 1
  Step sense_latency = 10;                   ///< from generating a sensation to its arrival, at least 0
  Step action_latency = 10;                  ///< from sending an act to its effect, at least 0

  bool is_possible() const {
    return sense_interval >= 1 && sense_interval <= kMost && sense_latency >= 0 && sense_latency <= kMost &&
           action_latency >= 0 && action_latency <= kMost;
  }
};

/// A way to reach agents. The commserver, which starts them as processes and talks over pipes, is one; TCP is another.
///
/// The gateway owns the think cycles (which agent has been thinking since when, what waits for which agent); the
/// simulation owns the world and its clock. They exchange two numbers: the simulation announces when each sensation
/// arrives and when the next one will, the gateway reports the earliest time at which an agent may still act. Between
/// the two the world runs ahead while agents think.
///
/// Everything here is called on the simulation thread and never blocks, except `shut_down`.
class AgentGateway {
 public:
  virtual ~AgentGateway() = default;

  /// What people have to know to reach it ("agent port 40123"), for a line of the log, or empty.
  virtual std::string notice() const { return {}; }
  /// The types of agents that are started here and nowhere else, so that they need not stand in the agent database.
  virtual std::vector<std::string> own_types() const { return {}; }
  /// The agents that it wants started in every match, by their types, in order; they come before those that the script
  /// or the command line want.
  virtual std::vector<std::string> own_agents() const { return {}; }
  /// Whether agents may come by themselves at any time (`AgentGatewayListener::agent_arrived`).
  virtual bool takes_arrivals() const { return false; }
  /// How many of them come at the first `receive`, without anybody's help.
  virtual int arrives_at_once() const { return 0; }
  /// Whether the match is to be played in real time where no `--speed` is given, because of those behind this gateway.
  virtual bool wants_real_time() const { return false; }
  /// Called once, when the match begins for certain and its folder of logs is there; before the first `start`.
  virtual void begin() {}

  /// Starts an agent of a type the gateway knows. Throws `std::runtime_error` if that is impossible (unknown type,
  /// program missing).
  virtual void start(AgentId agent, const std::string& type) = 0;
  /// How an agent comes that was started so.
  enum class Coming {
    started,     ///< as a program of the gateway's
    connecting,  ///< by connecting, which a program of the gateway's sees to
    awaited      ///< by connecting, which people see to: the match does not begin before it has come
  };
  virtual Coming coming(AgentId) const { return Coming::started; }

  /// The timing of an agent, if it has one of its own instead of that of the match; asked once, before it enters
  /// the world. It senses at multiples of its interval, so that all of one interval sense in the same step. With no
  /// latencies it senses and acts within one step: the world stands until `earliest_act` has passed the clock.
  virtual std::optional<AgentTiming> timing(AgentId) const { return std::nullopt; }

  /// The agent is in the world: `body` says what it can do and perceive, now and, as its `changes` grows, later. It may
  /// be read until `agent_left`, on the simulation thread; only acts change the world.
  virtual void agent_entered([[maybe_unused]] AgentId agent, [[maybe_unused]] const AgentAspect& body) {}
  virtual void agent_left([[maybe_unused]] AgentId agent) {}

  /// Whether agents of other gateways are shown here, too: then `agent_entered` and `agent_left` tell of them as well,
  /// what they perceive is copied, and acts may be reported for them, beside their own. Such a gateway is no way to be
  /// one of these agents: nothing waits for it.
  virtual bool shows_others() const { return false; }
  /// What an agent of another gateway perceives, arriving at `arrival`, is written into the result as well; null: it is
  /// not wanted. `end_copy` completes it.
  virtual PerceptWriter* begin_copy([[maybe_unused]] AgentId agent, [[maybe_unused]] Step arrival) { return nullptr; }
  virtual void end_copy([[maybe_unused]] AgentId agent) {}

  /// Reads what agents have sent meanwhile and reports it. Called between any two steps.
  virtual void receive(AgentGatewayListener& listener) = 0;
  /// A descriptor that polls readable when `receive` may have work; -1 if everything of this gateway lives on the loop
  /// at which the simulation waits (spark/net).
  virtual int poll_descriptor() const { return -1; }
  /// Whether `receive` has something to report without any input: the simulation does not wait then, neither for agents
  /// nor for the clock, so it has to be false once `receive` has reported everything.
  virtual bool has_news() const { return false; }

  /// The simulation is going to wait. A gateway may keep what it has for its agents for a few steps, to send it
  /// together; now that has to go. True if there was something: the simulation looks at what has come once more, before
  /// it waits.
  virtual bool send_held() { return false; }

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
  virtual bool wait_no_longer(AgentId) { return false; }

  /// Empty if there is no such agent or nothing is known of it.
  virtual std::optional<AgentReport> report(AgentId) const { return std::nullopt; }

  /// By what else than acts and halts those behind it change the world ("requests of SIGVerse"); empty if by nothing. A
  /// record of acts does not hold that.
  virtual std::string beyond_acts() const { return {}; }

  /// Further lines for people, below the table of agents.
  virtual std::vector<std::string> tallies() const { return {}; }

  /// Ends one agent (it was lost, or the simulation has dropped it).
  virtual void drop(AgentId agent) = 0;
  /// Asks all agents to exit, waits up to `patience`, then kills them. None of their processes are left when it
  /// returns.
  virtual void shut_down(std::chrono::milliseconds patience) = 0;
};

}  // namespace spark
