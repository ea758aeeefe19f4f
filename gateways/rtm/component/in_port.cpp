// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/in_port.h"

#include <algorithm>
#include <utility>

#include "gateways/rtm/component/component.h"

namespace rtm {

/// A source, with the last value pulled from it. `answer` belongs to the thread that pulls; the port's mutex guards the
/// rest.
struct InPort::Asked {
  Asked(std::shared_ptr<ValueSource> asked, ValueType type)
      : source(std::move(asked)), answer(type), last_answer(type) {}

  /// Pulls the source; returns whether it has returned a new value. The same value with the same time as before is not
  /// new.
  bool ask() {
    try {
      if (source->pull(answer) != PortStatus::ok) return false;
    } catch (...) {
      return false;
    }
    const bool has_time = answer.time() != Value::Time::zero();
    if (has_time && answer.time() == last_answer.time() && answer == last_answer) return false;
    last_answer = answer;
    return true;
  }

  const std::shared_ptr<ValueSource> source;
  Value answer, last_answer;
  bool is_asked = false;  ///< by a thread that has not returned yet
};

InPort::InPort(std::string name, ValueType type) : name_(std::move(name)), type_(type), value_(type), arriving_(type) {}

InPort::~InPort() = default;

std::string InPort::full_name() const {
  const Component* const component = component_;
  return component ? component->name() + "." + name_ : name_;
}

std::shared_ptr<Component> InPort::owner() const {
  Component* const component = component_;
  return component ? component->weak_from_this().lock() : nullptr;
}

void InPort::complain(Refusal refusal) const {
  const Component* const owning = component_;
  if (spark::Log* const log = owning ? owning->log() : nullptr)
    log->complain(full_name(), "{} was put into this port of type {}; nothing changes", to_string(refusal),
                  to_string(type_));
}

void InPort::value_is_here(bool is_direct, bool may_be_read_twice) {
  has_value_ = is_new_ = is_unread_ = true;
  is_direct_ = is_direct;
  may_be_read_twice_ = may_be_read_twice;
}

void InPort::count_and_report(const Value& value) {
  puts_.fetch_add(1, std::memory_order_relaxed);
  Component* const owning = component_;
  if (!owning) return;
  owning->value_came(*this);
  owning->value_taken(*this, value);
}

Refusal InPort::put(const Value& value) {
  Refusal refusal;
  {
    const std::lock_guard lock(mutex_);
    refusal = assign(value, value_);
    if (refusal == Refusal::none) value_is_here(true, true);
  }
  if (refusal != Refusal::none) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    complain(refusal);
    return refusal;
  }
  count_and_report(value);
  came();
  return Refusal::none;
}

bool InPort::has_place() const {
  return inlets_.size() + sources_.size() < kMaxSubscriptions;
}

void InPort::complain_of_crowd() const {
  const Component* const owning = component_;
  if (spark::Log* const log = owning ? owning->log() : nullptr)
    log->complain(full_name(), "has {} connectors and accepts no more", kMaxSubscriptions);
}

std::shared_ptr<Inlet> InPort::add_inlet(const BufferSettings& settings) {
  auto inlet = std::make_shared<Inlet>(*this, settings);
  {
    const std::lock_guard lock(mutex_);
    if (has_place()) return inlets_.emplace_back(std::move(inlet));
  }
  complain_of_crowd();
  return nullptr;
}

void InPort::remove_inlet(const Inlet& inlet) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(inlets_, &inlet, &std::shared_ptr<Inlet>::get);
  if (found == inlets_.end()) return;
  (*found)->is_removed_ = true;
  const ValueRing& ring = inlet.ring_;
  is_direct_ = is_direct_ || (is_new_ && !ring.is_empty() && ring.newest_number() == arrivals_);
  inlets_.erase(found);
}

bool InPort::keep_arriving(ValueRing& ring) {
  if (!ring.push(arriving_, arrivals_ + 1)) {
    // Values that `read` has skipped must not occupy places that later ones need.
    while (!ring.is_empty() && ring.oldest_number() <= last_read_) ring.drop_oldest();
    if (!ring.push(arriving_, arrivals_ + 1)) return false;
  }
  ++arrivals_;
  std::swap(arriving_, value_);
  value_is_here(false, ring.settings().empty == Empty::readback);
  return true;
}

PortStatus InPort::put_through(Inlet& inlet, const Value& value) {
  Refusal refusal = Refusal::none;
  {
    const std::lock_guard lock(mutex_);
    if (inlet.is_removed_) return PortStatus::error;
    refusal = assign(value, arriving_);
    if (refusal == Refusal::none && !keep_arriving(inlet.ring_)) return PortStatus::buffer_full;
  }
  if (refusal != Refusal::none) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    complain(refusal);
    return PortStatus::error;
  }
  count_and_report(value);
  came();
  return PortStatus::ok;
}

bool InPort::add_source(std::shared_ptr<ValueSource> source) {
  if (!source) return false;
  {
    const std::lock_guard lock(mutex_);
    if (has_place()) {
      sources_.push_back(std::make_shared<Asked>(std::move(source), type_));
      has_sources_ = true;
      return true;
    }
  }
  complain_of_crowd();
  return false;
}

void InPort::remove_source(const ValueSource& source) {
  const std::lock_guard lock(mutex_);
  std::erase_if(sources_, [&source](const auto& one) { return one->source.get() == &source; });
  has_sources_ = !sources_.empty();
}

void InPort::ask_sources() {
  if (!has_sources_) return;
  std::unique_lock lock(mutex_);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const auto asked = sources_[i];
    if (std::exchange(asked->is_asked, true)) continue;
    lock.unlock();
    const bool has_come = asked->ask();
    lock.lock();
    asked->is_asked = false;
    if (!has_come || std::ranges::find(sources_, asked) == sources_.end()) continue;
    const Refusal refusal = assign(asked->answer, value_);
    if (refusal == Refusal::none) value_is_here(true, true);
    lock.unlock();
    if (refusal == Refusal::none)
      count_and_report(asked->answer);  // this wakes no one, because the component is reading
    else
      complain(refusal);
    lock.lock();
  }
}

Value InPort::get() const {
  const std::lock_guard lock(mutex_);
  return value_;
}

bool InPort::take(Value& into) {
  ask_sources();
  const std::lock_guard lock(mutex_);
  if (!is_new_) return false;
  is_new_ = is_unread_ = false;
  for (const auto& inlet : inlets_) inlet->ring_.clear();
  into = value_;
  return true;
}

bool InPort::read(Value& into) {
  ask_sources();
  const std::lock_guard lock(mutex_);
  if (!has_value_ || (!is_unread_ && !may_be_read_twice_)) return false;
  is_unread_ = false;
  last_read_ = arrivals_;
  into = value_;
  return true;
}

Inlet* InPort::oldest_inlet() const {
  Inlet* oldest = nullptr;
  for (const auto& inlet : inlets_)
    if (!inlet->ring_.is_empty() && (!oldest || inlet->ring_.oldest_number() < oldest->ring_.oldest_number()))
      oldest = inlet.get();
  return oldest;
}

bool InPort::next(Value& into) {
  if (!has_new_value()) ask_sources();
  const std::lock_guard lock(mutex_);
  if (Inlet* const oldest = oldest_inlet()) {
    oldest->ring_.pop(into);
    // A value of `put` that arrived after all of these is still unread.
    is_new_ = is_unread_ = is_direct_ || oldest_inlet();
    return true;
  }
  if (!is_new_) return false;
  is_new_ = is_unread_ = false;
  into = value_;
  return true;
}

bool InPort::has_new_value() const {
  const std::lock_guard lock(mutex_);
  return is_new_;
}

void InPort::forget() {
  Value neutral(type_);
  const std::lock_guard lock(mutex_);
  for (const auto& inlet : inlets_) inlet->ring_.clear();
  has_value_ = is_new_ = is_unread_ = is_direct_ = false;
  std::swap(value_, neutral);
}

void InPort::forget_put_and_taken() {
  Value neutral(type_);
  const std::lock_guard lock(mutex_);
  if (is_new_ && !is_direct_) return;
  has_value_ = is_new_ = is_unread_ = is_direct_ = false;
  std::swap(value_, neutral);
  const ValueRing* newest = nullptr;
  for (const auto& inlet : inlets_)
    if (!inlet->ring_.is_empty() && (!newest || inlet->ring_.newest_number() > newest->newest_number()))
      newest = &inlet->ring_;
  if (!newest) return;
  value_ = newest->newest();
  value_is_here(false, newest->settings().empty == Empty::readback);
}
void SignallingInPort::came() {
  // Taking the lock prevents a signal between a waiter's check and its wait.
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
    return has_new_value() || (owning && owning->is_to_end());
  });
  return has_new_value();
}

}  // namespace rtm
