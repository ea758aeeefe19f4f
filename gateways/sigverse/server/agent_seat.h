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

namespace sigverse {

/// The place of a controller: one for each agent object, for as long as the world is there. Who sits in it comes and
/// goes; object and place stay.
class AgentSeat {
 public:
  using Time = spark::RealClock::Time;

  /// Octets of messages that wait for its next turn; what comes beyond is dropped, with a line.
  static constexpr std::size_t kMaxMail = 16 * 1024 * 1024;

  /// Where its turn stands. `none` also for a client that does not know turns.
  enum class Turn { none, open, sleeping };

  explicit AgentSeat(SimObj& object) : object_(object) {}

  SimObj& object() const { return object_; }
  const std::string& name() const { return object_.object_name(); }
  /// Of the agent that sits here now; -1: nobody.
  spark::AgentId id() const { return id_; }

  // Who sits here.
  std::optional<spark::ProgramId> program;  ///< it was started here and has not ended
  Session* command = nullptr;               ///< attached
  Session* data = nullptr;
  bool knows_turns = false;
  bool is_foreign = false;  ///< for certain: it will not say that it knows turns
  bool is_ready = false;    ///< one of the two is known, and the simulation has been told
  bool waits = false;       ///< the world waits for its turns
  bool is_absent = false;   ///< has let the world wait for too long; until its turn ends
  Time attached_at{};

  bool is_attached() const { return command != nullptr; }
  void take(spark::AgentId agent) { id_ = agent; }
  /// Nobody sits here any more.
  void leave();
  /// Everything that belongs to a run.
  void forget_run();

  // What it is to hear next.
  std::string mail;           ///< packets and raw messages, as they are sent
  bool has_begun = false;     ///< it has been told that the run has begun
  double wish = 0.0;          ///< SIG time, s, of its next onAction
  bool told_running = false;  ///< of one that does not know turns

  // Its turn.
  Turn turn = Turn::none;
  std::uint32_t turn_number = 0;
  double until = 0.0;     ///< SIG time, s, to which it sleeps
  bool is_stale = false;  ///< the turn began before the last reset
  Time turn_began{};      ///< or went on
  spark::AgentStatistics statistics;

 private:
  SimObj& object_;
  spark::AgentId id_ = -1;
};

/// One for each agent object, in the order of the world file.
using Seats = std::vector<std::unique_ptr<AgentSeat>>;
/// The seat of the agent of that name, or of that number; null if there is none.
AgentSeat* find_seat(const Seats& seats, std::string_view name);
AgentSeat* find_seat(const Seats& seats, spark::AgentId agent);

}  // namespace sigverse
