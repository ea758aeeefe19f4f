// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/deliveries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace rtm {
namespace {

constexpr int kMaxUnanswered = 3;  ///< pushes in a row

Push push_safely(Subscriber& target, const Value& value) {
  try {
    return target.push(value);
  } catch (...) {
    return Push::unreachable;
  }
}

std::chrono::nanoseconds period_of(const std::optional<Delivery>& delivery) {
  using Kind = Delivery::Kind;
  if (!delivery || delivery->kind == Kind::flush || delivery->kind == Kind::newest) return {};
  if (delivery->kind == Kind::all && delivery->rate == 0.0) return {};
  if (!std::isfinite(delivery->rate) || delivery->rate <= 0.0)
    throw std::invalid_argument(fmt::format("values cannot be delivered at {} Hz", delivery->rate));
  // At most a year, so that it can be added to a time.
  return std::chrono::nanoseconds(static_cast<std::int64_t>(std::min(1e9 / delivery->rate, 3e16)));
}

/// "Motor0.position at 127.0.0.1:4711", or the known part of it.
std::string describe(const Subscriber& target) {
  const std::string name = target.name(), address = target.address();
  if (address.empty()) return name.empty() ? "a port elsewhere" : name;
  return (name.empty() ? "a port" : name) + " at " + address;
}

}  // namespace

Deliveries::Subscription::Subscription(OutPort::Link to, std::string port, spark::Log* lines, ValueType type)
    : link(std::move(to)),
      from(std::move(port)),
      log(lines),
      period(period_of(link.delivery)),
      next(type),
      in_hand(type) {
  if (link.delivery && link.delivery->kind == Delivery::Kind::all)
    waiting = std::make_unique<ValueRing>(type, link.delivery->buffer);
}

Deliveries::Deliveries(ValueType type, OutPortKind kind)
    : kind_(kind), value_(type), pushes_directly_(kind == OutPortKind::direct), sent_(type) {}

Value Deliveries::get() const {
  const std::lock_guard lock(mutex_);
  return value_;
}

bool Deliveries::has_value() const {
  const std::lock_guard lock(mutex_);
  return has_value_;
}

std::vector<OutPort::Link> Deliveries::links() const {
  const std::lock_guard lock(mutex_);
  std::vector<OutPort::Link> links;
  links.reserve(subscriptions_.size());
  for (const auto& subscription : subscriptions_) links.push_back(subscription->link);
  return links;
}

OutPort::Counts Deliveries::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

bool Deliveries::may_subscribe(const Subscription& subscription) const {
  if (is_closed_ || (kind_ == OutPortKind::single && !subscriptions_.empty())) return false;
  const auto& link = subscription.link;
  const bool is_there = std::any_of(subscriptions_.begin(), subscriptions_.end(), [&link](const auto& other) {
    return other->link.request == link.request && other->link.delivery.has_value() == link.delivery.has_value() &&
           other->link.target->is(*link.target);
  });
  if (is_there) return false;
  if (!is_crowded()) return true;
  if (subscription.log)
    subscription.log->complain(subscription.from, "has {} subscriptions and accepts no more", kMaxSubscriptions);
  return false;
}

bool Deliveries::is_direct(const Subscription& subscription) const {
  const auto& delivery = subscription.link.delivery;
  return delivery ? is_waited_for_ || delivery->kind == Delivery::Kind::flush : pushes_directly_;
}

bool Deliveries::subscribe(OutPort::Link link, std::string from, spark::Log* log) {
  if (!link.target) return false;
  const auto subscription = std::make_shared<Subscription>(std::move(link), std::move(from), log, value_.type());
  Lock lock(mutex_);
  join_finished();
  if (!may_subscribe(*subscription)) return false;
  const bool gets_present = subscription->link.request == Request::once && has_value_;
  if (pushes_directly_ && gets_present) {
    subscription->next = value_;
    return push(lock, *subscription, subscription->next) == Push::taken;
  }
  if (gets_present) {
    subscription->next = value_;
    subscription->is_pending = true;
  }
  round_.reserve(subscriptions_.size() + 1);
  if (!is_direct(*subscription) && !start_thread(subscription)) return false;
  subscriptions_.push_back(subscription);
  return true;
}

template <typename IsThat>
bool Deliveries::end_first(const IsThat& is_that) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(subscriptions_.begin(), subscriptions_.end(),
                                  [&is_that](const auto& one) { return is_that(one->link); });
  if (found == subscriptions_.end()) return false;
  end(*std::shared_ptr(*found));
  return true;
}

bool Deliveries::unsubscribe(Request request, const Subscriber& subscriber) {
  return end_first([&](const OutPort::Link& link) {
    return !link.delivery && link.request == request && link.target->is(subscriber);
  });
}

bool Deliveries::unsubscribe(const Subscriber& subscriber) {
  return end_first([&](const OutPort::Link& link) { return link.delivery && link.target->is(subscriber); });
}

std::shared_ptr<Outlet> Deliveries::add_outlet(const BufferSettings& settings, const std::string& from,
                                               spark::Log* log) {
  Lock lock(mutex_);
  if (is_closed_) return nullptr;
  if (!is_crowded()) return outlets_.emplace_back(std::make_shared<Outlet>(value_.type(), settings));
  lock.unlock();
  if (log) log->complain(from, "has {} subscriptions and accepts no more", kMaxSubscriptions);
  return nullptr;
}

void Deliveries::remove_outlet(const Outlet& outlet) {
  const std::lock_guard lock(mutex_);
  std::erase_if(outlets_, [&outlet](const auto& one) { return one.get() == &outlet; });
}

void Deliveries::end(const Subscription& subscription) {
  const auto found = std::find_if(subscriptions_.begin(), subscriptions_.end(),
                                  [&](const auto& other) { return other.get() == &subscription; });
  if (found == subscriptions_.end()) return;
  (*found)->ended = true;
  (*found)->wake.notify_one();
  subscriptions_.erase(found);
}

void Deliveries::hand_over(Subscription& subscription) {
  std::uint64_t passed_over = 0;
  if (ValueRing* const waiting = subscription.waiting.get()) {
    const std::uint64_t before = waiting->overwritten();
    passed_over = waiting->push(value_) ? waiting->overwritten() - before : 1;
  } else {
    passed_over = subscription.is_pending ? 1 : 0;
    subscription.next = value_;
  }
  subscription.link.overwritten += passed_over;
  counts_.overwritten += passed_over;
  subscription.is_pending = true;
  subscription.wake.notify_one();
}

Refusal Deliveries::put(const Value& value, Value::Time now) {
  Lock lock(mutex_);
  const Refusal refusal = assign(value, value_);
  if (refusal != Refusal::none) {
    ++counts_.refused;
    return refusal;
  }
  if (value_.time() == Value::Time::zero()) value_.set_time(now);
  has_value_ = true;
  ++counts_.puts;
  for (const auto& outlet : outlets_) outlet->put(value_);
  bool has_direct = pushes_directly_;
  for (const auto& subscription : subscriptions_) {
    if (is_direct(*subscription))
      has_direct = true;
    else
      hand_over(*subscription);
  }
  if (has_direct) push_to_all(lock);
  return refusal;
}

void Deliveries::push_directly() {
  const std::lock_guard lock(mutex_);
  if (!subscriptions_.empty() && !pushes_directly_)
    throw std::logic_error("a port that has subscribers cannot be made to push directly");
  pushes_directly_ = is_waited_for_ = true;
}

void Deliveries::push_to_all(Lock& lock) {
  // Puts during a push, from within it or on another thread, are not allowed; if there is one, the push in progress
  // also delivers its value.
  has_more_ = is_pushing_;
  if (is_pushing_) return;
  is_pushing_ = true;
  do {
    has_more_ = false;
    sent_ = value_;
    round_ = subscriptions_;
    // Uses an index and its own reference, because a new subscription may make `round_` grow during a push.
    for (std::size_t i = 0; i < round_.size(); ++i) {
      const auto subscription = round_[i];
      if (subscription->ended || !is_direct(*subscription) || !is_due(*subscription)) continue;
      if (subscription->link.request == Request::once) end(*subscription);
      push(lock, *subscription, sent_);
    }
  } while (has_more_);
  round_.clear();
  is_pushing_ = false;
}

bool Deliveries::is_due(Subscription& subscription) const {
  // The tolerance for times that are sums of seconds and differ by rounding.
  constexpr std::chrono::microseconds kNothing{1};
  if (subscription.period == subscription.period.zero()) return true;
  const auto& last = subscription.last_time;
  const Value::Time now = sent_.time();
  if (last && now >= *last && now - *last + kNothing < subscription.period) return false;
  subscription.last_time = now;
  return true;
}

Push Deliveries::push(Lock& lock, Subscription& subscription, const Value& value) {
  lock.unlock();
  const Push result = push_safely(*subscription.link.target, value);
  lock.lock();
  note(lock, subscription, result);
  return result;
}

void Deliveries::note(Lock& lock, Subscription& subscription, Push result) {
  if (result == Push::taken) {
    ++subscription.link.pushed;
    ++counts_.pushed;
    subscription.unanswered = 0;
    return;
  }
  ++subscription.link.failed;
  ++counts_.failed;
  subscription.unanswered = result == Push::refused ? 0 : subscription.unanswered + 1;
  const bool is_once = subscription.link.request == Request::once;
  const bool is_over =
      result == Push::gone || subscription.unanswered == kMaxUnanswered || (result == Push::late && is_waited_for_);
  // A subscription that was ended from outside needs no log line; one for a single value was ended before its push.
  if (is_closed_ || (is_once ? result == Push::refused : !is_over || subscription.ended)) return;
  if (!is_once) end(subscription);
  if (!subscription.log) return;
  lock.unlock();
  // Rate-limited separately from complaints about the port, so that refused values do not suppress these lines.
  subscription.log->complain("subscriptions of " + subscription.from, "that of {} has ended: {}",
                             describe(*subscription.link.target),
                             result == Push::gone ? "it is gone" : "it does not answer");
  lock.lock();
}

bool Deliveries::start_thread(const std::shared_ptr<Subscription>& subscription) {
  with_threads_.reserve(with_threads_.size() + 1);
  try {
    subscription->thread =
        std::thread([self = shared_from_this(), subscription]() mutable { run(self, subscription); });
  } catch (const std::system_error& error) {
    if (subscription->log)
      subscription->log->complain(subscription->from, "no thread for a subscriber: {}", error.what());
    return false;
  }
  with_threads_.push_back(subscription);
  return true;
}

void Deliveries::run(const std::shared_ptr<Deliveries>& self, const std::shared_ptr<Subscription>& subscription) {
  Subscription& mine = *subscription;
  Lock lock(self->mutex_);
  for (;;) {
    mine.wake.wait(lock, [&mine] { return mine.is_pending || mine.ended; });
    if (mine.ended) break;
    if (mine.waiting)
      mine.waiting->pop(mine.in_hand);
    else
      std::swap(mine.next, mine.in_hand);
    mine.is_pending = mine.waiting && !mine.waiting->is_empty();
    if (mine.link.request == Request::once) self->end(mine);
    self->push(lock, mine, mine.in_hand);
    if (mine.period > mine.period.zero() && !mine.is_pending)
      mine.wake.wait_for(lock, mine.period, [&mine] { return mine.ended; });
  }
  mine.is_finished = true;
  self->finished_.notify_all();
}

void Deliveries::join_finished() {
  const auto is_over = [](const std::shared_ptr<Subscription>& subscription) {
    if (!subscription->is_finished) return false;
    // The thread has released the mutex that the caller holds, and does not lock it again.
    subscription->thread.join();
    return true;
  };
  with_threads_.erase(std::remove_if(with_threads_.begin(), with_threads_.end(), is_over), with_threads_.end());
}

void Deliveries::begin_to_close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  while (!subscriptions_.empty()) end(*std::shared_ptr(subscriptions_.back()));
}

void Deliveries::close(std::chrono::milliseconds timeout) {
  begin_to_close();
  Lock lock(mutex_);
  const auto must_wait = [](const std::shared_ptr<Subscription>& subscription) {
    return !subscription->is_finished && subscription->thread.get_id() != std::this_thread::get_id();
  };
  finished_.wait_for(lock, timeout,
                     [&] { return std::none_of(with_threads_.begin(), with_threads_.end(), must_wait); });
  join_finished();
  for (const auto& subscription : with_threads_) subscription->thread.detach();
  with_threads_.clear();
}

}  // namespace rtm
