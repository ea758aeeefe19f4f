// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/session.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/agent_statistics.h"
#include "spark/agent/program_starter.h"

namespace sigverse::server {

/// The slot for an agent's controller. Each agent object has one for as long as the world exists: controllers come and
/// go, object and slot stay. Plain state of the simulation thread: `Attachments` fills it, `Turns` runs it.
class ControllerSlot {
 public:
  using Time = spark::RealClock::Time;

  /// Maximum octets of messages that wait for the next turn; further messages are dropped, with a log line.
  static constexpr std::size_t kMaxPending = 16 * 1024 * 1024;

  /// The state of the controller's turn. Also `none` for a client without turns.
  enum class Turn { none, open, sleeping };

  explicit ControllerSlot(SimObj& object) : object_(object) {}

  SimObj& object() const { return object_; }
  const std::string& name() const { return object_.object_name(); }
  /// The agent that has this slot now; -1 if it is empty.
  spark::AgentId id() const { return id_; }

  // The controller in this slot.
  std::optional<spark::ProgramId> program;  ///< set while a controller that the server started runs
  Session* command = nullptr;               ///< its attached command port
  Session* data = nullptr;
  bool knows_turns = false;
  bool is_foreign = false;  ///< it is known not to support turns
  bool is_ready = false;    ///< its kind is known and has been reported to the simulation
  bool waits = false;       ///< the world waits for its turns
  bool is_absent = false;   ///< it has made the world wait for too long; true until its turn ends
  Time attached_at{};

  bool is_attached() const { return command != nullptr; }
  /// Whether the world is waiting for this controller's turn to end.
  bool holds_world() const;
  void take(spark::AgentId agent) { id_ = agent; }
  /// Empties the slot.
  void leave();
  /// Drops everything that belongs to one run. Messages for the next run are kept.
  void forget_run();

  // Its next turn.
  std::string pending;  ///< packets and raw messages, as they are sent
  /// Messages that arrive after a reset was requested and before it is made. They belong to the first turn of the new
  /// run.
  std::string pending_after_reset;
  bool has_begun = false;         ///< the beginning of the run has been sent to it
  double next_action = 0.0;       ///< SIG time, s, of its next onAction
  bool reported_running = false;  ///< the last state reported to a controller without turns

  /// Budget for the sounds that it sends in its turns, in SIG time: the world waits for it, so real time is no measure.
  OctetBudget sounds;

  // Its present turn.
  Turn turn = Turn::none;
  std::uint32_t turn_number = 0;
  double until = 0.0;     ///< SIG time, s, at which its sleep ends
  bool is_stale = false;  ///< the turn began before the last reset
  Time turn_began{};      ///< or resumed; shifted by the time for which the server made it wait for an answer
  std::optional<Time> answer_awaited_since;
  /// The server makes the controller wait for an answer; the time until `resume_turn` does not count.
  void pause_turn(Time now);
  void resume_turn(Time now);
  spark::AgentStatistics statistics;

 private:
  SimObj& object_;
  spark::AgentId id_ = -1;
};

/// One for each agent object, in the order of the world file.
using ControllerSlots = std::vector<std::unique_ptr<ControllerSlot>>;
/// The slot of the agent with that name, or of the one with this number now; null if there is none.
ControllerSlot* find_slot(const ControllerSlots& slots, std::string_view name);
ControllerSlot* find_slot(const ControllerSlots& slots, spark::AgentId agent);

}  // namespace sigverse::server
