// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "gateways/sigverse/controller/handlers.h"

namespace sigverse {

/// Runs a controller until the server is gone or the controller detaches.
///
/// With turns: what the server sends is kept until it says that the turn ends here; then the handlers run in the order
/// in which their packets came, and what they changed goes out together with the end of the turn and the time of the
/// next onAction. A handler that sleeps in lock-step lets the world advance in the middle of the turn.
///
/// What services send on connections of their own calls onRecvMsg when it comes; in lock-step, where nothing may happen
/// between turns, in the next turn, which is asked for.
///
/// Without: each packet calls its handler when it comes. A server of the third kind sends no packets for onInit and
/// onAction, but says when the simulation starts and stops; then they are called here, by the time that the server is
/// asked for.
class Runner {
 public:
  /// In lock-step time is simulated from here on, unless it is to be real.
  Runner(Agent& agent, std::uint64_t seed, bool real_clock);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  void run(Controller& controller);

 private:
  void turn(std::uint32_t number, double time);
  /// Until the world has reached that time; returns what time it is then, none if the server is gone.
  std::optional<double> wait_for_world(double until);
  void handle(ServerConnection::Event event);
  /// Reads what services have sent, and handles it or asks for a turn in which to do so.
  void attend_services();
  void handle_service_messages();
  /// START_SIM and STOP_SIM; false if it is something else.
  bool start_or_stop(const ServerConnection::Event& event);
  /// onAction by our own timer; returns how long nothing needs to be done.
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
