// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/deliveries.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rtm {

Deliveries::Subscription::Subscription(OutPort::Link to, std::string port, spark::Log* lines, ValueType type)
    : link(std::move(to)), from(std::move(port)), log(lines), next(type), in_hand(type) {}

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

bool Deliveries::may_subscribe(Request request, const Subscriber& subscriber, const Subscription& as) const {
  if (is_closed_ || (kind_ == OutPortKind::single && !subscriptions_.empty())) return false;
  const bool is_there = std::any_of(subscriptions_.begin(), subscriptions_.end(), [&](const auto& other) {
    return other->link.request == request && other->link.target->is(subscriber);
  });
  if (is_there) return false;
  if (subscriptions_.size() < kMostSubscriptions) return true;
  if (as.log) as.log->complain(as.from, "has {} subscriptions, and takes no more", kMostSubscriptions);
  return false;
}

bool Deliveries::subscribe(Request request, std::shared_ptr<Subscriber> subscriber, std::string from, spark::Log* log) {
  if (!subscriber) return false;
  const auto subscription = std::make_shared<Subscription>(OutPort::Link{request, std::move(subscriber)},
                                                           std::move(from), log, value_.type());
  Lock lock(mutex_);
  join_finished();
  if (!may_subscribe(request, *subscription->link.target, *subscription)) return false;
  const bool gets_present = request == Request::once && has_value_;
  if (pushes_directly_ && gets_present) {
    subscription->next = value_;
    return push(lock, *subscription, subscription->next) == Push::taken;
  }
  if (gets_present) {
    subscription->next = value_;
    subscription->is_pending = true;
  }
  round_.reserve(subscriptions_.size() + 1);
  if (!pushes_directly_ && !start_thread(subscription)) return false;
  subscriptions_.push_back(subscription);
  return true;
}

bool Deliveries::unsubscribe(Request request, const Subscriber& subscriber) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(subscriptions_.begin(), subscriptions_.end(), [&](const auto& other) {
    return other->link.request == request && other->link.target->is(subscriber);
  });
  if (found == subscriptions_.end()) return false;
  end(*std::shared_ptr(*found));
  return true;
}

void Deliveries::end(const Subscription& subscription) {
  const auto found = std::find_if(subscriptions_.begin(), subscriptions_.end(),
                                  [&](const auto& other) { return other.get() == &subscription; });
  if (found == subscriptions_.end()) return;
  (*found)->ended = true;
  (*found)->wake.notify_one();
  subscriptions_.erase(found);
}

Refusal Deliveries::put(const Value& value) {
  Lock lock(mutex_);
  const Refusal refusal = assign(value, value_);
  if (refusal != Refusal::none) {
    ++counts_.refused;
    return refusal;
  }
  has_value_ = true;
  ++counts_.puts;
  if (pushes_directly_) {
    push_to_all(lock);
    return refusal;
  }
  for (const auto& subscription : subscriptions_) {
    if (subscription->is_pending) {
      ++subscription->link.overwritten;
      ++counts_.overwritten;
    }
    subscription->next = value_;
    subscription->is_pending = true;
    subscription->wake.notify_one();
  }
  return refusal;
}

void Deliveries::push_directly() {
  const std::lock_guard lock(mutex_);
  if (!subscriptions_.empty() && !pushes_directly_)
    throw std::logic_error("a port that has subscribers cannot be made to push directly");
  pushes_directly_ = is_waited_for_ = true;
}

void Deliveries::push_to_all(Lock& lock) {
  // A put out of a push, or beside one, is against the rules; the one that is under way tells its value then.
  has_more_ = is_pushing_;
  if (is_pushing_) return;
  is_pushing_ = true;
  do {
    has_more_ = false;
    sent_ = value_;
    round_ = subscriptions_;
    // By index and with a hold of its own: while a push lasts, a new subscription may make `round_` grow.
    for (std::size_t i = 0; i < round_.size(); ++i) {
      const auto subscription = round_[i];
      if (subscription->ended) continue;
      if (subscription->link.request == Request::once) end(*subscription);
      push(lock, *subscription, sent_);
    }
  } while (has_more_);
  round_.clear();
  is_pushing_ = false;
}

}  // namespace rtm
