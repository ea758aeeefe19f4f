// SPDX-License-Identifier: Apache-2.0
//
// Pushes, and the threads that make them.
#include <algorithm>
#include <system_error>
#include <utility>

#include "gateways/rtm/component/deliveries.h"

namespace rtm {
namespace {

constexpr int kMostUnanswered = 3;  ///< pushes in a row

Push push_safely(Subscriber& target, const Value& value) {
  try {
    return target.push(value);
  } catch (...) {
    return Push::unreachable;
  }
}

/// "Motor0.position at 127.0.0.1:4711", or as much of that as is known.
std::string describe(const Subscriber& target) {
  const std::string name = target.name(), address = target.address();
  if (address.empty()) return name.empty() ? "a port elsewhere" : name;
  return (name.empty() ? "a port" : name) + " at " + address;
}

}  // namespace

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
      result == Push::gone || subscription.unanswered == kMostUnanswered || (result == Push::late && is_waited_for_);
  // One that has been ended from outside needs no line; one for a single value has been ended before its push.
  if (is_closed_ || (is_once ? result == Push::refused : !is_over || subscription.ended)) return;
  if (!is_once) end(subscription);
  if (!subscription.log) return;
  lock.unlock();
  // Counted apart from complaints about the port, so that refusals do not use up its lines.
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
    std::swap(mine.next, mine.in_hand);
    mine.is_pending = false;
    if (mine.link.request == Request::once) self->end(mine);
    self->push(lock, mine, mine.in_hand);
  }
  mine.is_finished = true;
  self->finished_.notify_all();
}

void Deliveries::join_finished() {
  const auto is_over = [](const std::shared_ptr<Subscription>& subscription) {
    if (!subscription->is_finished) return false;
    // It has released the mutex that the caller holds, and takes it no more.
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

void Deliveries::close(std::chrono::milliseconds patience) {
  begin_to_close();
  Lock lock(mutex_);
  const auto must_wait = [](const std::shared_ptr<Subscription>& subscription) {
    return !subscription->is_finished && subscription->thread.get_id() != std::this_thread::get_id();
  };
  finished_.wait_for(lock, patience,
                     [&] { return std::none_of(with_threads_.begin(), with_threads_.end(), must_wait); });
  join_finished();
  for (const auto& subscription : with_threads_) subscription->thread.detach();
  with_threads_.clear();
}

}  // namespace rtm
