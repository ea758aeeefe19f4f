// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/in_port.h"

#include <algorithm>
#include <utility>

#include "gateways/rtm/component/component.h"

namespace rtm {

InPort::InPort(std::string name, ValueType type) : name_(std::move(name)), type_(type), value_(type) {}

std::string InPort::full_name() const {
  const Component* const component = component_;
  return component ? component->name() + "." + name_ : name_;
}

std::shared_ptr<Component> InPort::owner() const {
  Component* const component = component_;
  return component ? component->weak_from_this().lock() : nullptr;
}

Refusal InPort::put(const Value& value) {
  Refusal refusal;
  {
    const std::lock_guard lock(mutex_);
    refusal = assign(value, value_);
    if (refusal == Refusal::none) has_value_ = is_new_ = true;
  }
  Component* const component = component_;
  if (refusal != Refusal::none) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    if (spark::Log* const log = component ? component->log() : nullptr)
      log->complain(full_name(), "{} was put into this port of type {}; nothing changes", to_string(refusal),
                    to_string(type_));
    return refusal;
  }
  puts_.fetch_add(1, std::memory_order_relaxed);
  if (component) component->value_came(*this);
  came();
  return Refusal::none;
}

Value InPort::get() const {
  const std::lock_guard lock(mutex_);
  return value_;
}

bool InPort::take(Value& into) {
  const std::lock_guard lock(mutex_);
  if (!is_new_) return false;
  is_new_ = false;
  into = value_;
  return true;
}

bool InPort::read(Value& into) const {
  const std::lock_guard lock(mutex_);
  if (has_value_) into = value_;
  return has_value_;
}

bool InPort::has_news() const {
  const std::lock_guard lock(mutex_);
  return is_new_;
}

void InPort::forget() {
  Value neutral(type_);
  const std::lock_guard lock(mutex_);
  has_value_ = is_new_ = false;
  std::swap(value_, neutral);
}

void SignallingInPort::came() {
  // Taking the lock is what keeps the signal from coming between a waiter's look and its sleep.
  { const std::lock_guard lock(signal_mutex_); }
  signal_.notify_all();
  if (Component* const owning = component()) owning->wake();
}

void SignallingInPort::stop_waiting() {
  { const std::lock_guard lock(signal_mutex_); }
  signal_.notify_all();
}

bool SignallingInPort::wait(std::chrono::nanoseconds longest) {
  // A condition variable adds this to its clock's time, which must not overflow.
  constexpr std::chrono::nanoseconds kLongest = std::chrono::hours(24 * 365);
  std::unique_lock lock(signal_mutex_);
  signal_.wait_for(lock, std::min(longest, kLongest), [this] {
    const Component* const owning = component();
    return has_news() || (owning && owning->is_to_end());
  });
  return has_news();
}

}  // namespace rtm
