// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/run_state.h"

#include <utility>

#include "spark/core/log.h"
#include "spark/sim/run_control.h"

namespace sigverse::server {

void RunState::start(std::string_view who) {
  if (!control_.paused()) return;
  who_ = who;
  control_.run();
}

void RunState::stop(std::string_view who) {
  if (control_.paused()) return;
  who_ = who;
  control_.pause();
}

void RunState::want_reset(std::string_view who) {
  who_resets_ = who;
  who_.clear();
  wants_reset_ = true;
}

void RunState::reset(std::string_view who) {
  want_reset(who);
  control_.pause();
}

void RunState::restart(std::string_view who) {
  want_reset(who);
  control_.run();
}

void RunState::quit(std::string_view who) {
  if (wants_end_) return;
  wants_end_ = true;
  log_.normal("sigverse: ended by {}", spark::printable(who));
}

void RunState::was_reset() {
  wants_reset_ = false;
  if (state_ != State::loading) change(State::ready, "reset", who_resets_);
  if (control_.paused()) who_.clear();
}

void RunState::follow() {
  if (control_.mode() == spark::RunControl::Mode::starting) return;
  if (state_ == State::loading) {
    state_ = State::ready;
    log_.normal("sigverse: ready");
  }
  if (wants_reset_) return;
  if (control_.may_step() && state_ != State::running)
    change(State::running, "running", std::exchange(who_, {}));
  else if (control_.paused() && state_ == State::running)
    change(State::stopped, "stopped", std::exchange(who_, {}));
}

bool RunState::is_up_to_date() const {
  return control_.mode() == spark::RunControl::Mode::starting || control_.stop_requested() || wants_reset_ ||
         (state_ != State::loading && control_.may_step() == is_running());
}

void RunState::change(State state, std::string_view what, const std::string& who) {
  state_ = state;
  if (who.empty())
    log_.normal("sigverse: {}", what);
  else
    log_.normal("sigverse: {} by {}", what, spark::printable(who));
}

}  // namespace sigverse::server
