// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/server/options.h"
#include "gateways/sigverse/server/run_state.h"
#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/clock.h"

namespace sigverse::server {

/// Gives controllers their turns. Each step has a round: in the order of the world file, every controller with pending
/// events gets a turn, one after the other, and the world waits until the last turn has ended. In a turn the
/// controller's handlers run, and their requests are carried out at once, so all requests reach the world in the same
/// order, however busy the machine is.
///
/// A turn begins with its events (start of the run, messages, collisions, action) and TURN_ENDS; it ends with
/// TURN_DONE. A handler that sleeps sends TURN_WAIT: the round continues without this controller, and when its sleep is
/// over, the turn resumes with TURN_GO_ON instead of a new turn.
///
/// If time passes only by steps that controllers request (no autostep), a round without any turn stays open: the next
/// step would be no different, so the clock is stopped and no frames are written until an event arrives.
///
/// Controllers for which the world does not wait get the same turns, and no new turn before the last one has ended.
/// Clients without turns get everything as it occurs. Runs on the simulation thread.
class Turns {
 public:
  using Time = spark::RealClock::Time;
  struct Parts {
    SimWorld& world;
    const spark::Clock& clock;
    RunState& run;
    const ControllerSlots& slots;
    const SigOptions& options;
    spark::Log& log;
  };
  /// `foreign`: a client has turned out to have no turns. `ended`: a turn has ended. `hung`: a controller has held up
  /// the world for too long and has to be killed.
  struct Events {
    std::function<void(ControllerSlot&)> foreign;
    std::function<void(ControllerSlot&)> ended;
    std::function<void(ControllerSlot&, const std::string& why)> hung;
  };
  /// All outlive it.
  Turns(Parts parts, Events events) : parts_(parts), events_(std::move(events)) {}

  /// Whether there may be more turns in the present step, so that the clock must not advance.
  bool is_round() const { return round_ || is_settling(); }
  /// The controller whose turn the world waits for, or null.
  const ControllerSlot* current() const { return current_; }
  /// Begins or continues the round of the present step, up to the next controller that the world has to wait for.
  void attend(Time now);

  // Called for messages of a controller. Each returns false if the message is not valid at this moment.
  bool done(ControllerSlot& slot, std::uint32_t turn, double next_action, Time now);
  bool wait(ControllerSlot& slot, std::uint32_t turn, double until);

  /// Delivers a packet or a raw message with the controller's next turn, or at once if it has no turns. Returns false
  /// if there is no room. While a reset is pending, deliveries are kept for the next run unless `is_of_run`, which
  /// means that a handler of the present run sends it.
  bool deliver(ControllerSlot& slot, std::string_view octets, bool is_of_run);

 private:
  bool is_settling() const { return settling_; }
  bool has_nothing_to_come() const;
  void begin_round();
  void continue_round(Time now);
  bool begin_turn(ControllerSlot& slot, Time now);
  void wake(ControllerSlot& slot, double time);
  void end_sleep(ControllerSlot& slot);
  void note_collisions(ControllerSlot& slot);
  void send_step_events(ControllerSlot& slot);
  void report_run_state(ControllerSlot& slot, Time now);
  void settle(Time now);
  void check_timeout(ControllerSlot& slot, Time now);

  Parts parts_;
  Events events_;
  std::string octets_;  ///< of the turn being started
  wire::Texts with_;    ///< the entries of a collision event; views of `words_`
  std::vector<std::string> words_;
  bool round_ = false;
  std::size_t next_ = 0;               ///< index in `slots` of the next turn
  ControllerSlot* current_ = nullptr;  ///< the controller whose turn the world waits for
  spark::Step round_step_ = -1;        ///< step of the last round
  bool has_had_turns_ = false;         ///< a turn was given in this round
  /// The round stays open until an event comes (`has_nothing_to_come`).
  bool stands_ = false;
  bool has_reported_standing_ = false;
  bool settling_ = false;  ///< a reset is waiting for handlers to return
};

}  // namespace sigverse::server
