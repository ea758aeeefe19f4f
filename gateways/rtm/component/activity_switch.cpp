// SPDX-License-Identifier: Apache-2.0
//
// Asking for a component to be on or off, or to end, and waiting until it is.
#include <fmt/format.h>

#include <algorithm>

#include "gateways/rtm/component/activity.h"

namespace rtm {

template <typename Done>
bool Activity::wait(Lock& lock, std::chrono::milliseconds longest, const Done& is_done) {
  lock.unlock();
  bool is = false;
  environment_->real_clock.wait(longest, [&](spark::RealClock::Duration at_most) {
    Lock looking(mutex_);
    return is = changed_.wait_for(looking, at_most, is_done);
  });
  lock.lock();
  return is || is_done();
}

bool Activity::switch_on() {
  Lock lock(mutex_);
  if (drive_ == Drive::nobody || is_leaving_) return false;
  if (activated_ && !off_asked_ && !failed_) {
    if (barked_.empty()) return true;
    forget_inputs();
    barked_.clear();
    publish();
    return true;
  }
  if (!starting_) forget_inputs();
  wanted_ = starting_ = true;
  if (carry_out(lock, ++asked_, environment_->patience)) return !is_leaving_;
  wanted_ = starting_ = false;
  note_hang(lock, environment_->patience);
  return false;
}

bool Activity::switch_off() {
  Lock lock(mutex_);
  if (drive_ == Drive::nobody) return false;
  if (is_leaving_) return true;
  wanted_ = false;
  if (!activated_ && !starting_ && !failed_ && !doing_) return true;
  off_asked_ = true;
  const std::uint64_t mine = ++asked_;
  lock.unlock();
  for (const auto& port : component_.in_ports()) port->stop_waiting();
  lock.lock();
  if (carry_out(lock, mine, environment_->call_timeout)) return true;
  note_hang(lock, environment_->call_timeout);
  return false;
}

bool Activity::carry_out(Lock& lock, std::uint64_t request, std::chrono::milliseconds patience) {
  work_.notify_one();
  if (drive_ == Drive::ticks || runner_ == std::this_thread::get_id()) return true;
  if (drive_ == Drive::callers && runner_ == std::thread::id()) {
    runner_ = std::this_thread::get_id();
    settle(lock);
    give_turn(lock);
    return true;
  }
  return wait(lock, patience, [&] { return settled_ >= request || is_leaving_; });
}

void Activity::note_hang(Lock& lock, std::chrono::milliseconds patience) {
  failed_ = true;
  const std::string why = fmt::format("does not answer within {} ms{}{}", patience.count(),
                                      doing_ ? ": it has not returned from " : "", doing_ ? doing_ : "");
  fault_ = why;
  publish();
  complain(lock, why);
}

bool Activity::take_turn() {
  const Lock lock(mutex_);
  if (runner_ != std::thread::id() || is_leaving_) return false;
  runner_ = std::this_thread::get_id();
  return true;
}

void Activity::give_turn(Lock& lock) {
  // What was asked of a passive component in the meantime is for who has the turn: the others wait for it.
  if (drive_ == Drive::callers) settle(lock);
  if (is_leaving_) end(lock);
  runner_ = {};
  changed_.notify_all();
}

void Activity::end(Lock& lock) {
  if (is_finished_ || is_abandoned_) return;
  if (activated_) deactivate(lock);
  is_finished_ = true;
  changed_.notify_all();
}

bool Activity::leave(std::chrono::milliseconds patience) {
  if (!present_) return true;
  const auto deadline = environment_->real_clock.now() + patience;
  const auto rest = [&] {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - environment_->real_clock.now());
    // What has nothing to do ends within a moment.
    return std::max(left, std::chrono::milliseconds(20));
  };
  Lock lock(mutex_);
  const bool is_mine = runner_ == std::this_thread::get_id();
  if (!is_mine && drive_ != Drive::thread) {
    wait(lock, patience, [this] { return runner_ == std::thread::id(); });
    if (runner_ == std::thread::id()) {
      runner_ = std::this_thread::get_id();
      give_turn(lock);
    }
  } else if (!is_mine) {
    wait(lock, patience, [this] { return is_finished_; });
  }
  const bool ends = is_finished_ || is_mine;
  is_abandoned_ = !ends;
  if (thread_.joinable()) {
    lock.unlock();
    if (is_finished_)
      thread_.join();
    else
      thread_.detach();
    lock.lock();
  }
  drive_ = Drive::nobody;
  lock.unlock();
  for (const auto& port : component_.out_ports()) port->begin_to_close();
  for (const auto& port : component_.out_ports()) port->close(rest());
  present_ = nullptr;
  return ends;
}

}  // namespace rtm
