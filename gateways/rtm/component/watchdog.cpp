// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/watchdog.h"

namespace rtm {

std::string_view to_string(Neutral neutral) {
  switch (neutral) {
    case Neutral::hold:
      return "hold";
    case Neutral::zero:
      return "zero";
    case Neutral::keep:
      return "keep";
  }
  return "?";
}

std::optional<Neutral> neutral(std::string_view name) {
  for (const Neutral one : {Neutral::hold, Neutral::zero, Neutral::keep})
    if (to_string(one) == name) return one;
  return std::nullopt;
}

void Watchdog::set(Time limit, Neutral neutral) {
  const std::lock_guard lock(mutex_);
  limit_ = limit;
  neutral_ = neutral;
}

Watchdog::Time Watchdog::limit() const {
  const std::lock_guard lock(mutex_);
  return limit_;
}

Neutral Watchdog::neutral() const {
  const std::lock_guard lock(mutex_);
  return neutral_;
}

void Watchdog::value_came(Time now) {
  const std::lock_guard lock(mutex_);
  if (limit_ <= Time::zero()) return;
  stream_ = stream_ || (last_ && now - *last_ <= limit_);
  last_ = now;
}

void Watchdog::restart() {
  const std::lock_guard lock(mutex_);
  last_.reset();
  stream_ = false;
}

bool Watchdog::expires(Time now) {
  const std::lock_guard lock(mutex_);
  if (!stream_ || now - *last_ <= limit_) return false;
  stream_ = false;
  ++times_;
  return true;
}

std::uint64_t Watchdog::times() const {
  const std::lock_guard lock(mutex_);
  return times_;
}

}  // namespace rtm
