// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spark {
class Log;
class RunControl;
}  // namespace spark

namespace sigverse {

/// Where the simulation stands, as SIGVerse sees it:
///
/// | state | left by |
/// |---|---|
/// | loading: controllers are being started | all of them are there |
/// | ready: as loaded, SIG time 0 | START |
/// | running | STOP, RESET |
/// | stopped | START, RESET |
///
/// Whether time runs is decided by the house's run control, where monitors and signals turn, too. So START and STOP act
/// on that, and the state follows it, whoever it was; each change is one line of the log. On the simulation thread.
class RunState {
 public:
  enum class State { loading, ready, running, stopped };

  /// Both outlive it.
  RunState(spark::RunControl& control, spark::Log& log) : control_(control), log_(log) {}

  State state() const { return state_; }
  bool is_running() const { return state_ == State::running; }

  // What clients ask for; `who` is for the log.
  void start(std::string_view who);
  void stop(std::string_view who);
  void reset(std::string_view who);
  void restart(std::string_view who);
  void quit(std::string_view who);

  bool wants_reset() const { return wants_reset_; }
  /// Everything is as loaded.
  void was_reset();
  bool wants_end() const { return wants_end_; }

  /// Follows the run control. To be called between two steps, after what clients have asked for.
  void follow();
  /// Whether there is nothing to follow.
  bool is_up_to_date() const;

 private:
  void change(State state, std::string_view what);

  spark::RunControl& control_;
  spark::Log& log_;
  State state_ = State::loading;
  std::string who_;  ///< who has asked for the change that is to come
  bool wants_reset_ = false;
  bool starts_again_ = false;  ///< behind the reset
  bool wants_end_ = false;
};

}  // namespace sigverse
