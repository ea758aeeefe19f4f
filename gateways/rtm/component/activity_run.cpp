// SPDX-License-Identifier: Apache-2.0
//
// What whoever has the turn does: carrying out requests, watchdogs, on_execute.
#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "gateways/rtm/component/activity.h"

namespace rtm {
namespace {

/// How often watchdogs are looked at where a component has slower rhythms.
constexpr std::chrono::nanoseconds kWatchPeriod = std::chrono::milliseconds(10);

bool is_watched(const Component& component) {
  return std::any_of(component.in_ports().begin(), component.in_ports().end(),
                     [](const auto& port) { return port->watchdog().limit() > Watchdog::Time::zero(); });
}

}  // namespace

template <typename Callback>
Activity::Problem Activity::call(Lock& lock, const char* name, const Callback& callback) {
  constexpr std::size_t kLongestText = 300;
  doing_ = name;
  lock.unlock();
  Problem problem;
  try {
    callback();
  } catch (const std::exception& error) {
    problem = fmt::format("{}: {}", name, spark::printable(error.what(), kLongestText));
  } catch (...) {
    problem = fmt::format("{}: an exception of an unknown kind", name);
  }
  lock.lock();
  doing_ = nullptr;
  return problem;
}

void Activity::complain(Lock& lock, const std::string& why) {
  lock.unlock();
  if (spark::Log* const lines = log()) lines->complain(component_.name(), "is at fault: {}", why);
  lock.lock();
}

void Activity::fail(Lock& lock, const std::string& why) {
  failed_ = true;
  fault_ = why;
  wanted_ = false;
  barked_.clear();
  publish();
  complain(lock, why);
}

void Activity::settle(Lock& lock) {
  while (!is_leaving_ && has_request()) {
    if (off_asked_)
      deactivate(lock);
    else
      activate(lock);
  }
  starting_ = false;
  if (settled_ == asked_) return;
  settled_ = asked_;
  changed_.notify_all();
}

void Activity::deactivate(Lock& lock) {
  Problem problem;
  if (activated_) problem = call(lock, "on_deactivated", [this] { component_.on_deactivated(); });
  activated_ = failed_ = off_asked_ = woken_ = false;
  barked_.clear();
  publish();
  if (problem) fail(lock, *problem);
}

void Activity::activate(Lock& lock) {
  std::chrono::duration<double> took{};
  const Problem problem = call(lock, "on_activated", [this, &took] {
    const auto begun = environment_->real_clock.now();
    component_.on_activated();
    took = environment_->real_clock.now() - begun;
  });
  if (!problem && wanted_) {
    activated_ = true;
    failed_ = false;
    publish();
    next_ = {};
  } else {
    // Failed, or nobody waits for it any more: whatever it has got is given back.
    if (problem)
      fail(lock, *problem);
    else if (failed_ && !off_asked_)
      fail(lock, fmt::format("on_activated took {:.1f} s, the limit is {:g} s; it may be tried again", took.count(),
                             std::chrono::duration<double>(environment_->patience).count()));
    call(lock, "on_deactivated", [this] { component_.on_deactivated(); });
  }
  starting_ = false;
}

void Activity::watch(Lock& lock) {
  if (!activated_ || failed_) return;
  lock.unlock();
  const auto now = time();
  lock.lock();
  for (const auto& port : component_.in_ports()) {
    if (!activated_ || failed_ || !port->watchdog().barks(now)) continue;
    barked_.push_back(port.get());
    publish();
    complain(lock, fmt::format("the stream of values at {} has stopped", port->name()));
    if (const Problem problem = call(lock, "on_watchdog", [&] { component_.on_watchdog(*port); })) {
      fail(lock, *problem);
      deactivate_failed(lock);
    }
  }
}

void Activity::execute(Lock& lock) {
  if (!activated_ || failed_ || !barked_.empty()) return;
  if (const Problem problem = call(lock, "on_execute", [this] { component_.on_execute(); })) {
    fail(lock, *problem);
    deactivate_failed(lock);
  }
}

void Activity::deactivate_failed(Lock& lock) {
  activated_ = false;
  call(lock, "on_deactivated", [this] { component_.on_deactivated(); });
}

void Activity::tick() {
  if (!take_turn()) return;
  Lock lock(mutex_);
  if (drive_ == Drive::ticks) settle(lock);
  watch(lock);
  if (drive_ == Drive::ticks) execute(lock);
  give_turn(lock);
}

void Activity::look_at_watchdogs() {
  if (component_.pattern() == Pattern::passive) tick();
}

void Activity::run() {
  Lock lock(mutex_);
  runner_ = std::this_thread::get_id();
  while (!is_leaving_) {
    settle(lock);
    watch(lock);
    if (is_due(lock)) execute(lock);
    wait_for_work(lock);
  }
  end(lock);
  runner_ = {};
}

bool Activity::is_due(Lock& lock) {
  if (is_leaving_) return false;
  if (!activated_) {
    // A value that came while a callback failed wakes nobody, and nothing else would forget it.
    woken_ = false;
    return false;
  }
  lock.unlock();
  const auto now = environment_->real_clock.now();
  lock.lock();
  const bool was_woken = woken_;
  woken_ = false;
  if (now < next_) return was_woken;
  // One that is late is not made up for by several.
  next_ = next_ + period_ > now ? next_ + period_ : now + period_;
  return true;
}

void Activity::wait_for_work(Lock& lock) {
  const auto must_act = [this] { return has_request() || woken_; };
  if (must_act()) return;
  if (!activated_) {
    work_.wait(lock, must_act);
    return;
  }
  const bool watches = is_watched(component_);
  const auto until = next_;
  lock.unlock();
  spark::RealClock& clock = environment_->real_clock;
  const auto longest = until - clock.now();
  if (longest > spark::RealClock::Duration::zero())
    clock.wait(watches ? std::min(longest, kWatchPeriod) : longest, [&](spark::RealClock::Duration at_most) {
      Lock looking(mutex_);
      return work_.wait_for(looking, at_most, must_act);
    });
  lock.lock();
}

}  // namespace rtm
