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

/// Between which two events of a match something comes in: the step at which the clock stands, and how many of its
/// events have happened. While a restart waits for agents: the last step before the new episode, and as many events as
/// had happened when the restart began.
struct InputPosition {
  Step step = 0;
  std::uint64_t events = 0;
  friend auto operator<=>(const InputPosition&, const InputPosition&) = default;
};

/// Receives every input of agents that counts: what is refused, or void after a halt, is not reported. Acts are
/// reported where they take effect, so that a match that repeats reports the same. A record of these reports with their
/// positions, and of everything else that changes the world (trainers' commands), is enough to play the same match
/// again without the agents (`InputSource`). Called on the simulation thread.
class InputListener {
 public:
  virtual ~InputListener() = default;
  virtual void started(AgentId agent, const std::string& type) = 0;
  virtual void arrived(AgentId agent, const std::string& type) = 0;
  /// `own`: its timing if that is not the match's.
  virtual void ready(AgentId agent, const std::optional<AgentTiming>& own) = 0;
  /// Those that are ready are in the world; the match begins.
  virtual void begun() = 0;
  // Texts and actions are valid during the call.
  virtual void acted(AgentId agent, Step stamp, std::string_view text) = 0;
  virtual void acted(AgentId agent, Step stamp, std::span<const Action> actions) = 0;
  virtual void halted(AgentId agent) = 0;
  virtual void lost(AgentId agent, std::string_view reason) = 0;
  /// A lost agent's body will leave the world then.
  virtual void leaves(AgentId agent, Step time) = 0;
};

/// Brings in again what came into another match, at the same places. The simulation stops before each event for which
/// something is due, and calls its gateway's `receive`.
class InputSource {
 public:
  virtual ~InputSource() = default;
  virtual bool is_due(InputPosition now) = 0;
  /// When the body of a lost agent leaves the world, as it was reported in its match.
  virtual Step leave_time(AgentId agent) = 0;
};

}  // namespace spark
