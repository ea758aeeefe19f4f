// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/run_state.h"

#include "spark/core/log.h"
#include "spark/sim/run_control.h"

namespace sigverse {

using namespace spark;

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

void RunState::reset(std::string_view who) {
  who_ = who;
  wants_reset_ = true;
  starts_again_ = false;
  control_.pause();
}

void RunState::restart(std::string_view who) {
  reset(who);
  starts_again_ = true;
}

void RunState::quit(std::string_view who) {
  if (wants_end_) return;
  wants_end_ = true;
  log_.normal("sigverse: ended by {}", printable(who));
}

void RunState::was_reset() {
  wants_reset_ = false;
  if (state_ != State::loading) change(State::ready, "reset");
  if (starts_again_) control_.run();
  starts_again_ = false;
}

void RunState::follow() {
  if (control_.mode() == RunControl::Mode::starting) return;
  if (state_ == State::loading) {
    state_ = State::ready;
    log_.normal("sigverse: ready");
  }
  if (control_.may_step() && state_ != State::running)
    change(State::running, "running");
  else if (control_.paused() && state_ == State::running && !wants_reset_)
    change(State::stopped, "stopped");
}

bool RunState::is_up_to_date() const {
  return control_.mode() == RunControl::Mode::starting || control_.stop_requested() || wants_reset_ ||
         (state_ != State::loading && control_.may_step() == is_running());
}

void RunState::change(State state, std::string_view what) {
  state_ = state;
  if (who_.empty())
    log_.normal("sigverse: {}", what);
  else
    log_.normal("sigverse: {} by {}", what, printable(who_));
  who_.clear();
}

}  // namespace sigverse
