// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/activity.h"

#include <fmt/format.h>

#include <algorithm>

namespace rtm {

Activity::~Activity() {
  if (!thread_.joinable()) return;
  // The thread keeps the component, so it has come to its end, or is the one that lets go of the component last.
  if (thread_.get_id() == std::this_thread::get_id())
    thread_.detach();
  else
    thread_.join();
}

void Activity::enter(const Environment& environment) {
  const Lock lock(mutex_);
  environment_.emplace(environment);
  barked_.reserve(component_.in_ports().size());
  if (component_.pattern() == Pattern::passive) {
    drive_ = Drive::callers;
  } else if (environment.driven) {
    drive_ = Drive::ticks;
  } else {
    thread_ = std::thread([this, component = component_.shared_from_this()] { run(); });
    drive_ = Drive::thread;
  }
  present_ = &*environment_;
}

void Activity::begin_to_leave() {
  {
    const Lock lock(mutex_);
    is_leaving_ = true;
    wanted_ = starting_ = off_asked_ = false;
  }
  work_.notify_all();
  changed_.notify_all();
  for (const auto& port : component_.in_ports()) port->stop_waiting();
}

Component::Status Activity::status() const {
  const Lock lock(mutex_);
  if (failed_) return {State::fault, fault_};
  if (barked_.empty()) return {activated_ ? State::on : State::off, {}};
  const auto limit = std::chrono::duration<double, std::milli>(barked_.front()->watchdog().limit()).count();
  return {State::fault, fmt::format("no value at {} for more than {} ms", barked_.front()->name(), limit)};
}

void Activity::publish() {
  const bool at_fault = failed_ || !barked_.empty();
  component_.state_ = at_fault ? State::fault : activated_ ? State::on : State::off;
}

void Activity::told(const OutPort& port, const Value& value) const {
  const Environment* const environment = present_;
  if (environment && environment->told) environment->told(port, value);
}

spark::Log* Activity::log() const {
  const Environment* const environment = present_;
  return environment ? &environment->log : nullptr;
}

std::chrono::nanoseconds Activity::time() const {
  const Environment* const environment = present_;
  return environment && environment->time ? environment->time() : std::chrono::nanoseconds(0);
}

void Activity::value_came(InPort& port) {
  Watchdog& watchdog = port.watchdog();
  if (watchdog.limit() <= Watchdog::Time::zero()) return;
  const auto now = time();
  // Under one lock with the look at it in `watch`: else a value could come between that and the fault, and not end it.
  const Lock lock(mutex_);
  if (!activated_) return;
  watchdog.value_came(now);
  const auto found = std::find(barked_.begin(), barked_.end(), &port);
  if (found == barked_.end()) return;
  barked_.erase(found);
  publish();
}

void Activity::wake() {
  {
    const Lock lock(mutex_);
    if (drive_ != Drive::thread || !activated_) return;
    woken_ = true;
  }
  work_.notify_one();
}

bool Activity::is_to_end() const {
  const Lock lock(mutex_);
  return (off_asked_ || is_leaving_) && runner_ == std::this_thread::get_id();
}

void Activity::forget_inputs() {
  for (const auto& port : component_.in_ports()) {
    port->forget();
    port->watchdog().restart();
  }
}

}  // namespace rtm
