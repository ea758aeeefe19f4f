// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spark/agent/agent_gateway.h"
#include "spark/core/clock.h"

namespace spark {

/// The place of an input between two events of a match: the step of the clock, and how many of its events have been
/// carried out. While a restart waits for agents: the last step before the new episode, and the number of events when
/// the restart began.
struct InputPosition {
  Step step = 0;
  std::uint64_t events = 0;
  friend auto operator<=>(const InputPosition&, const InputPosition&) = default;
};

/// Receives every input of agents that counts: refused input, and input that is void after a halt, is not reported.
/// Acts are reported where they take effect, so that a repeated match reports the same. A record of these reports with
/// their positions, and of all other changes of the world (trainers' commands), is enough to play the same match again
/// without the agents (`InputSource`). Called on the simulation thread.
class InputListener {
 public:
  virtual ~InputListener() = default;
  virtual void started(AgentId agent, const std::string& type) = 0;
  virtual void arrived(AgentId agent, const std::string& type) = 0;
  /// `own`: its timing if that differs from the match's.
  virtual void ready(AgentId agent, const std::optional<AgentTiming>& own) = 0;
  /// The agents that are ready have entered the world; the match begins.
  virtual void begun() = 0;
  // Texts and actions are valid during the call.
  virtual void acted(AgentId agent, Step stamp, std::string_view text) = 0;
  virtual void acted(AgentId agent, Step stamp, std::span<const Action> actions) = 0;
  virtual void halted(AgentId agent) = 0;
  virtual void lost(AgentId agent, std::string_view reason) = 0;
  /// A lost agent's body will leave the world at `time`.
  virtual void leaves(AgentId agent, Step time) = 0;
};

/// Repeats the input of another match at the same places. The simulation stops before each event for which input is
/// due, and calls its gateway's `receive`.
class InputSource {
 public:
  virtual ~InputSource() = default;
  virtual bool is_due(InputPosition now) = 0;
  /// When the body of a lost agent leaves the world, as reported in its match.
  virtual Step leave_time(AgentId agent) = 0;
};

}  // namespace spark
