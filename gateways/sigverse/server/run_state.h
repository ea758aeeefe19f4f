// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spark {
class Log;
class RunControl;
}  // namespace spark

namespace sigverse::server {

/// The state of the simulation, as defined by SIGVerse:
///
/// | state | left by |
/// |---|---|
/// | loading: controllers are being started | all of them have attached |
/// | ready: as loaded, SIG time 0 | START |
/// | running | STOP, RESET |
/// | stopped | START, RESET |
///
/// Whether time passes is decided by the server's run control, which monitors and signals also use. START and STOP
/// therefore set the run control, and the state follows it, whatever changed it; each change is one log line.
///
/// A reset may have to wait for handlers that have not returned (`Turns`); the clock is stopped meanwhile. RESET is a
/// reset and a STOP, RESTART a reset and a START. Both set the run control at once, so the last command determines
/// whether the world runs after the reset. The state changes when the reset has been made. Runs on the simulation
/// thread.
class RunState {
 public:
  enum class State { loading, ready, running, stopped };

  /// Both outlive it.
  RunState(spark::RunControl& control, spark::Log& log) : control_(control), log_(log) {}

  State state() const { return state_; }
  bool is_running() const { return state_ == State::running; }

  // Requests of clients; `who` is the client's name for the log.
  void start(std::string_view who);
  void stop(std::string_view who);
  void reset(std::string_view who);
  void restart(std::string_view who);
  void quit(std::string_view who);

  bool wants_reset() const { return wants_reset_; }
  /// Called when everything has been reset.
  void was_reset();
  bool wants_end() const { return wants_end_; }

  /// Brings the state in line with the run control. Called between two steps, after the requests of clients.
  void follow();
  /// Whether the state matches the run control.
  bool is_up_to_date() const;

 private:
  void want_reset(std::string_view who);
  void change(State state, std::string_view what, const std::string& who);

  spark::RunControl& control_;
  spark::Log& log_;
  State state_ = State::loading;
  std::string who_;         ///< the client that last started or stopped the run
  std::string who_resets_;  ///< the client that requested the reset
  bool wants_reset_ = false;
  bool wants_end_ = false;
};

}  // namespace sigverse::server
