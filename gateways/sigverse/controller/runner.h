// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "gateways/sigverse/controller/handlers.h"

namespace sigverse {

/// Runs a controller until the server has gone or the controller detaches.
///
/// With turns: packets of the server are collected until it announces the end of the turn. Then the handlers run in the
/// order of their packets, and their changes are sent together with the end of the turn and the time of the next
/// onAction. A handler that sleeps in lock-step lets the world advance in the middle of its turn.
///
/// Messages that services send over their own connections call onRecvMsg as they arrive. In lock-step, where nothing
/// may happen between turns, this happens in the next turn, which is requested for that purpose.
///
/// Without turns: each packet calls its handler when it arrives. A server of the third generation sends no packets for
/// onInit and onAction, but reports when the simulation starts and stops; these handlers are then called here,
/// according to the time, for which the server is asked.
class Runner {
 public:
  /// In lock-step, time is simulated from now on, unless `real_clock` is set.
  Runner(Agent& agent, std::uint64_t seed, bool real_clock);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  void run(Controller& controller);

 private:
  void turn(std::uint32_t number, double time);
  /// Waits until the world has reached that time. Returns the time then, or nullopt if the server has gone or the world
  /// is about to be reset.
  std::optional<double> wait_for_world(double until);
  void handle(ServerConnection::Event event);
  /// Reads messages of services, and handles them or requests a turn in which they are handled.
  void attend_services();
  void handle_service_messages();
  /// Handles START_SIM and STOP_SIM; returns false for any other event.
  bool start_or_stop(const ServerConnection::Event& event);
  /// Calls onAction by the library's own timer; returns the time until the next call.
  wire::Stream::Timeout act_by_timer();

  Agent& agent_;
  std::optional<Handlers> handlers_;
  bool simulates_time_ = false;
  std::vector<ServerConnection::Event> turn_;
  std::uint32_t turn_number_ = 0;
  bool has_asked_for_turn_ = false;
  bool acts_by_timer_ = false, has_begun_ = false;
};

}  // namespace sigverse
