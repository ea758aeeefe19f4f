// SPDX-License-Identifier: Apache-2.0
//
// What a component leaves to its activity.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "gateways/rtm/component/activity.h"
#include "gateways/rtm/component/component.h"

namespace rtm {

void Component::set_rate(double hertz) {
  constexpr double kHighestRate = 10'000.0;
  if (!(hertz > 0.0 && hertz <= kHighestRate))
    throw std::invalid_argument(fmt::format("{}: a rate of {} Hz is not between 0 and {}", type_, hertz, kHighestRate));
  // Never longer than a year, so that it can be added to a time.
  activity_->set_period(std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(1e9 / hertz, 3e16))));
}

Component::Status Component::status() const {
  return activity_->status();
}

bool Component::switch_on() {
  return activity_->switch_on();
}

bool Component::switch_off() {
  return activity_->switch_off();
}

void Component::enter(std::string name, const Environment& environment) {
  if (activity_->log() || has_left()) throw std::logic_error(name_ + " has entered before");
  if (weak_from_this().expired()) throw std::logic_error(name_ + " is owned by no shared_ptr");
  name_ = std::move(name);
  if (environment.driven)
    for (const auto& port : out_ports_) port->push_directly();
  activity_->enter(environment);
}

void Component::begin_to_leave() {
  has_left_ = true;
  activity_->begin_to_leave();
}

bool Component::leave(std::chrono::milliseconds patience) {
  begin_to_leave();
  return activity_->leave(patience);
}

void Component::tick() {
  activity_->tick();
}

void Component::look_at_watchdogs() {
  activity_->look_at_watchdogs();
}

void Component::value_came(InPort& port) {
  activity_->value_came(port);
}

void Component::wake() {
  activity_->wake();
}

bool Component::is_to_end() const {
  return activity_->is_to_end();
}

void Component::told(const OutPort& port, const Value& value) {
  activity_->told(port, value);
}

spark::Log* Component::log() const {
  return activity_->log();
}

std::chrono::nanoseconds Component::time() const {
  return activity_->time();
}

}  // namespace rtm
