// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/agent_seat.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/run_state.h"
#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/clock.h"

namespace sigverse {

/// The turns of controllers. In each step there is a round: in the order of the world file every controller that has
/// something to hear gets a turn, one after the other, and the world stands until the last one has ended. In a turn its
/// handlers run, and what they ask for is done at once; so all requests reach the world in one order, however busy the
/// machine is.
///
/// A turn begins with what is to be heard (beginning of the run, messages, collisions, action) and TURN_ENDS; it ends
/// with TURN_DONE. A handler that sleeps says TURN_WAIT: the round goes on without it, and when its time has come its
/// turn goes on, with TURN_GO_ON, in place of a new one.
///
/// Controllers for which the world does not wait get the same turns, and no new one before the last has ended. Clients
/// that know no turns hear everything as it occurs.
class Turns {
 public:
  using Time = spark::RealClock::Time;
  struct Parts {
    SimWorld& world;
    const spark::Clock& clock;
    RunState& run;
    const Seats& seats;
    const SigOptions& options;
    spark::Log& log;
  };
  /// Whether a client knows turns is certain: it does not; a turn has ended; a controller has held up the world for too
  /// long and is to be ended.
  struct Events {
    std::function<void(AgentSeat&)> foreign;
    std::function<void(AgentSeat&)> ended;
    std::function<void(AgentSeat&, const std::string& why)> hung;
  };
  /// All outlive it.
  Turns(Parts parts, Events events) : parts_(parts), events_(std::move(events)) {}

  /// Whether turns of the present step may still come: the world stands.
  bool is_round() const { return round_ || is_settling(); }
  /// Whose turn the world waits for; null: nobody's.
  const AgentSeat* current() const { return current_; }
  /// Takes up and goes on with the present step's round, as far as nobody has to be waited for.
  void attend(Time now);

  // What a controller says. False if it makes no sense now.
  bool done(AgentSeat& seat, std::uint32_t turn, double wish, Time now);
  bool wait(AgentSeat& seat, std::uint32_t turn, double until);

  /// Adds to what it is to hear: `octets` of a packet or a raw message. At once if it knows no turns; false if there is
  /// no more room.
  bool deliver(AgentSeat& seat, std::string_view octets);

 private:
  bool is_settling() const { return settling_; }
  void begin_round();
  void go_on(Time now);
  bool holds(const AgentSeat& seat) const;
  bool begin_turn(AgentSeat& seat, Time now);
  void wake(AgentSeat& seat, double time);
  void wake_early(AgentSeat& seat);
  void note_collisions(AgentSeat& seat);
  void tell_foreign(AgentSeat& seat);
  void tell_foreign_state(AgentSeat& seat, Time now);
  void settle(Time now);
  void look_at_patience(AgentSeat& seat, Time now);

  Parts parts_;
  Events events_;
  std::string octets_;  ///< of the turn that begins
  wire::Texts with_;    ///< entries of a collision event, in `words_`
  std::vector<std::string> words_;
  bool round_ = false;
  std::size_t next_ = 0;          ///< in `seats`: who is to have the next turn
  AgentSeat* current_ = nullptr;  ///< whose turn the world waits for
  spark::Step round_step_ = -1;   ///< of the last round
  bool settling_ = false;         ///< a reset waits for handlers to return
};

}  // namespace sigverse
