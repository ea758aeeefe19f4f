// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/clock_generator.h"

#include <OpenHRP.hh>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/orb_access.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

using TickedContext = OpenRTM::ExtTrigExecutionContextService;

/// Times of steps and due times are sums of the same decimal numbers in different orders, so they differ by rounding.
constexpr double kSameTime = 1e-9;  // s

/// The due times of one context: `begin` and multiples of the period after it.
class DueTimes {
 public:
  DueTimes(double begin, double period) : begin_(begin), period_(period) {}
  bool is_due(double time) const { return time >= begin_ + number_ * period_ - kSameTime; }
  void ticked(double time) { number_ = std::floor((time - begin_ + kSameTime) / period_) + 1; }

 private:
  double begin_, period_;  // s
  double number_ = 0;      ///< of the next one; a whole number
};

}  // namespace

/// The contexts with their due times, and the thread that ticks them.
class ClockGenerator::Subscriptions {
 public:
  Subscriptions(spark::Log& log, std::function<void()> ticked) : log_(log), ticked_(std::move(ticked)) {}

  // Called on threads of the ORB:

  void subscribe(TickedContext::_ptr_type context, double period) {
    if (CORBA::is_nil(context) || !std::isfinite(period) || period <= 0) throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO);
    const std::lock_guard lock(mutex_);
    if (ending_) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
    auto found = find(context);
    if (found == all_.end()) {
      if (all_.size() >= kMaxSubscribers) {
        log_.complain(kName, "{} contexts have subscribed, and there can be no more", kMaxSubscribers);
        throw CORBA::NO_RESOURCES(0, CORBA::COMPLETED_NO);
      }
      found = all_.emplace(all_.end());
      found->number = next_number_++;
    }
    // A context that subscribes again gets the new period and keeps its place.
    found->context = TickedContext::_duplicate(context);
    found->period = period;
    found->is_new = true;
  }

  void unsubscribe(TickedContext::_ptr_type context) {
    if (CORBA::is_nil(context)) throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO);
    const std::lock_guard lock(mutex_);
    if (const auto found = find(context); found != all_.end()) all_.erase(found);
  }

  // Called on the simulation thread:

  /// Begins a step, with which new subscriptions take effect. Returns whether any context is due.
  bool begin(double time) {
    const std::lock_guard lock(mutex_);
    bool any = false;
    for (Subscription& one : all_) {
      if (std::exchange(one.is_new, false)) one.due = DueTimes(time, one.period);
      any = any || one.due.is_due(time);
    }
    return any;
  }

  /// Starts the ticks of the contexts that are due; returns false while earlier ticks are running.
  bool hand_over(double time) {
    const std::lock_guard lock(mutex_);
    if (is_ticking_ || ending_) return false;
    time_ = time;
    is_ticking_ = true;
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    wake_.notify_all();
    return true;
  }

  bool is_ticking() const {
    const std::lock_guard lock(mutex_);
    return is_ticking_;
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      wake_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock(mutex_);
    all_.clear();
  }

 private:
  struct Subscription {
    std::uint64_t number = 0;
    TickedContext::_var_type context;
    double period = 0;   // s
    bool is_new = true;  ///< takes effect with the next step
    DueTimes due{0, 1};  ///< unless it is new
    int failures = 0;    ///< ticks in a row
  };

  std::vector<Subscription>::iterator find(TickedContext::_ptr_type context) {
    return std::ranges::find_if(all_, [&](const auto& one) { return one.context->_is_equivalent(context); });
  }

  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      wake_.wait(lock, [this] { return is_ticking_ || ending_; });
      if (ending_) return;
      const double time = time_;
      lock.unlock();
      tick_all(time);
      lock.lock();
      is_ticking_ = false;
      lock.unlock();
      ticked_();
      lock.lock();
    }
  }

  /// Ticks the contexts one after another by number, because contexts may subscribe and unsubscribe meanwhile.
  void tick_all(double time) {
    std::uint64_t next = 0;
    while (true) {
      TickedContext::_var_type context;
      {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find_if(
            all_, [&](const auto& one) { return one.number >= next && !one.is_new && one.due.is_due(time); });
        if (found == all_.end() || ending_) return;
        found->due.ticked(time);
        context = found->context;
        next = found->number + 1;
      }
      const std::string problem = tick(context.in());
      note(next - 1, context.in(), problem);
    }
  }

  /// Ticks the context. Returns the error; empty if there was none.
  static std::string tick(TickedContext::_ptr_type context) {
    try {
      context->tick();
      return {};
    } catch (const CORBA::SystemException& exception) {
      return describe(exception);
    } catch (const CORBA::Exception& exception) {
      return exception._name();
    }
  }

  void note(std::uint64_t number, TickedContext::_ptr_type context, const std::string& problem) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(all_, number, &Subscription::number);
    if (found == all_.end()) return;
    if (problem.empty()) {
      found->failures = 0;
      return;
    }
    if (++found->failures == 1)
      log_.complain(kName, "a tick of the context at {} has failed: {}", address_of(context), problem);
    if (found->failures == kMaxFailures) {
      log_.warning("{}: the context at {} is unsubscribed, because {} ticks in a row have failed: {}", kName,
                   address_of(context), kMaxFailures, problem);
      all_.erase(found);
    }
  }

  spark::Log& log_;
  const std::function<void()> ticked_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Subscription> all_;  ///< in the order of subscription
  std::uint64_t next_number_ = 0;
  double time_ = 0;  ///< s; of the ticks in progress
  bool is_ticking_ = false, ending_ = false;
  std::thread thread_;
};

class ClockGenerator::Servant final : public POA_OpenHRP::ClockGenerator {
 public:
  explicit Servant(std::shared_ptr<Subscriptions> subscriptions) : subscriptions_(std::move(subscriptions)) {}
  void subscribe(TickedContext::_ptr_type context, CORBA::Double period) override {
    subscriptions_->subscribe(context, period);
  }
  void unsubscribe(TickedContext::_ptr_type context) override { subscriptions_->unsubscribe(context); }

 private:
  const std::shared_ptr<Subscriptions> subscriptions_;
};

ClockGenerator::ClockGenerator(Orb& orb, double step_seconds, std::function<void()> ticked)
    : orb_(orb),
      step_seconds_(step_seconds),
      subscriptions_(std::make_shared<Subscriptions>(orb.log(), std::move(ticked))) {
  const PortableServer::ServantBase_var servant = new Servant(subscriptions_);
  const CORBA::Object_var object = orb_.access().add(servant.in(), kName);
}

ClockGenerator::~ClockGenerator() {
  end();
}

void ClockGenerator::follow(spark::Step now, bool control_is_done) {
  const double time = static_cast<double>(now) * step_seconds_;
  if (std::exchange(step_, now) != now) {
    is_due_ = subscriptions_->begin(time);
    is_handed_over_ = false;
  }
  if (is_due_ && !is_handed_over_ && control_is_done) is_handed_over_ = subscriptions_->hand_over(time);
}

bool ClockGenerator::is_behind() const {
  return is_due_ && !(is_handed_over_ && !subscriptions_->is_ticking());
}

void ClockGenerator::end() {
  if (std::exchange(has_ended_, true)) return;
  orb_.access().remove(kName);
  subscriptions_->end();
  is_due_ = false;
}

}  // namespace rtm
