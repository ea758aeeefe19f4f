// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/component/execution_context.h"
#include "gateways/rtm/component/periodic_context.h"
#include "gateways/rtm/component/synch_trigger_context.h"

namespace rtm {
namespace {

constexpr ContextHandle kOwn = 0;

/// The execution context of a passive component: it has no passes and makes each state change on the thread that
/// requests it. It accepts no components of other programs, because switching a motor off would have to wait for them.
class PassiveContext final : public ExecutionContext {
 public:
  PassiveContext(const ContextSettings& settings, const Environment& environment)
      : ExecutionContext("PassiveContext", ContextKind::other, settings, environment) {}
  bool takes_remote_participants() const override { return false; }

 protected:
  bool settles_at_once() const override { return true; }
};

std::shared_ptr<ExecutionContext> usual_context(Pattern pattern, const Environment& environment, double rate) {
  ContextSettings settings = environment.context;
  if (!settings.rate) settings.rate = rate;
  if (pattern == Pattern::passive) return std::make_shared<PassiveContext>(settings, environment);
  if (environment.driven) return std::make_shared<SynchTriggerContext>(settings, environment);
  return std::make_shared<PeriodicContext>(settings, environment);
}

}  // namespace

// Entering and leaving.

void Activity::enter(const Environment& environment, std::shared_ptr<ExecutionContext> own) {
  {
    const Lock lock(mutex_);
    environment_.emplace(environment);
    expired_.reserve(component_.in_ports().size());
    own_ = own ? std::move(own) : usual_context(component_.pattern(), environment, rate_);
  }
  present_ = &*environment_;
  own_->add(component_.shared_from_this());
  initialize();
  own_->start();
}

void Activity::initialize() {
  Lock lock(mutex_);
  if (!take_turn(lock)) return;
  const Problem problem = run(lock, "on_initialize", [this] { component_.on_initialize(); });
  give_turn();
  if (problem) throw std::runtime_error(*problem);
  is_initialized_ = true;
}

void Activity::finalize() {
  Lock lock(mutex_);
  if (!std::exchange(is_initialized_, false)) return;
  const bool is_nested = is_mine();
  if (!is_nested && !take_turn(lock)) return;
  if (const Problem problem = run(lock, "on_finalize", [this] { component_.on_finalize(); }))
    complain(lock, "{}", *problem);
  if (!is_nested) give_turn();
}

void Activity::begin_to_leave() {
  {
    const Lock lock(mutex_);
    is_leaving_ = true;
    starting_ = false;
  }
  // The other contexts come first, because the thread of its own context calls on_finalize as soon as that context is
  // asked to close.
  if (present_)
    for (const auto& other : others_.all()) other->dismiss(component_);
  if (own_) own_->begin_to_close();
  interrupt();
}

bool Activity::leave(std::chrono::milliseconds timeout) {
  if (!present_) return true;
  const auto deadline = environment_->real_clock.now() + timeout;
  const auto rest = [&] {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - environment_->real_clock.now());
    // An idle thread ends within this time.
    return std::max(left, std::chrono::milliseconds(20));
  };
  const bool has_ended = own_->close(timeout);
  for (const auto& port : component_.out_ports()) port->begin_to_close();
  for (const auto& port : component_.out_ports()) port->close(rest());
  present_ = nullptr;
  return has_ended;
}

std::shared_ptr<ExecutionContext> Activity::own() const {
  const Lock lock(mutex_);
  return own_;
}

ContextHandle Activity::attach(const std::shared_ptr<ExecutionContext>& context) {
  return context == own() ? kOwn : others_.attach(context);
}

void Activity::detach(ContextHandle handle) {
  if (handle == kOwn)
    finalize();
  else
    others_.detach(handle);
}

// Queries and notifications from other threads.

Component::Status Activity::status() const {
  const Lock lock(mutex_);
  if (failed_) return {State::fault, fault_};
  if (expired_.empty()) return {activated_ ? State::on : State::off, {}};
  const auto limit = std::chrono::duration<double, std::milli>(expired_.front()->watchdog().limit()).count();
  return {State::fault, fmt::format("no value at {} for more than {} ms", expired_.front()->name(), limit)};
}

void Activity::publish() {
  is_stalled_ = !failed_ && !expired_.empty();
  component_.state_ = failed_ || is_stalled_ ? State::fault : activated_ ? State::on : State::off;
}

void Activity::value_put(const OutPort& port, const Value& value) const {
  const Environment* const environment = present_;
  if (environment && environment->on_put && !component_.reports_no_puts_) environment->on_put(port, value);
}

void Activity::value_taken(const InPort& port, const Value& value) const {
  const Environment* const environment = present_;
  if (environment && environment->on_taken) environment->on_taken(port, value);
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
  // Under the same lock as the check in `watch_streams`: otherwise a value could arrive between the check and the
  // fault, and would not end the fault.
  const Lock lock(mutex_);
  if (!activated_) return;
  watchdog.value_came(now);
  const auto found = std::find(expired_.begin(), expired_.end(), &port);
  if (found == expired_.end()) return;
  expired_.erase(found);
  publish();
}

void Activity::wake() {
  if (const auto own = this->own()) own->wake(component_);
  others_.wake(component_);
}

bool Activity::is_to_end() const {
  const Lock lock(mutex_);
  if (!is_mine()) return false;
  if (is_leaving_ || running_in_ == kNoContext) return is_leaving_;
  if (running_in_ == kOwn) return own_->is_to_leave(component_);
  const auto other = others_.find(running_in_);
  return !other || other->is_to_leave(component_);
}

void Activity::interrupt() {
  for (const auto& port : component_.in_ports()) port->stop_waiting();
}

void Activity::forget_inputs() {
  for (const auto& port : component_.in_ports()) {
    port->forget_put_and_taken();
    port->watchdog().restart();
  }
}

// The switch.

bool Activity::switch_on() {
  Lock lock(mutex_);
  if (!own_ || is_leaving_) return false;
  if (activated_ && !failed_ && !own_->is_to_leave(component_)) {
    if (expired_.empty()) return true;
    forget_inputs();
    expired_.clear();
    publish();
    return true;
  }
  if (!starting_) forget_inputs();
  starting_ = true;
  given_up_ = false;
  const auto timeout = environment_->switch_on_timeout;
  const auto longest = is_mine() ? std::chrono::milliseconds(0) : timeout;
  lock.unlock();
  const bool is_done = own_->lead(component_, true, longest);
  lock.lock();
  if (is_done) return !is_leaving_;
  starting_ = false;
  given_up_ = true;
  note_hang(lock, timeout);
  return false;
}

bool Activity::switch_off() {
  Lock lock(mutex_);
  if (!own_) return false;
  if (is_leaving_) return true;
  starting_ = false;
  const bool was_unclean = failed_ && !activated_;  // on_deactivated has thrown
  const auto timeout = environment_->call_timeout;
  const auto longest = is_mine() ? std::chrono::milliseconds(0) : timeout;
  lock.unlock();
  const bool is_done = own_->lead(component_, false, longest);
  lock.lock();
  if (!is_done) {
    note_hang(lock, timeout);
  } else if (was_unclean && !activated_ && own_->state_of(component_) == LifeCycle::inactive) {
    failed_ = false;
    publish();
  }
  return is_done;
}

void Activity::note_hang(Lock& lock, std::chrono::milliseconds timeout) {
  failed_ = true;
  const std::string why = fmt::format("does not answer within {} ms{}{}", timeout.count(),
                                      doing_.empty() ? "" : ": it has not returned from ", doing_);
  fault_ = why;
  publish();
  complain(lock, "is at fault: {}", why);
}

// Turns and callbacks.

bool Activity::take_turn(Lock& lock) {
  const auto is_free = [this] { return runner_ == std::thread::id(); };
  for (spark::RealClock::Time end{}; !is_free();) {
    if (!present_) return false;
    lock.unlock();
    spark::RealClock& clock = environment_->real_clock;
    const auto now = clock.now();
    if (end == spark::RealClock::Time{}) end = now + environment_->call_timeout;
    // Another thread may take the turn first: this one then waits for the remaining time.
    if (now < end)
      clock.wait(end - now, [this, &is_free](spark::RealClock::Duration at_most) {
        Lock looking(mutex_);
        return turn_.wait_for(looking, at_most, is_free);
      });
    lock.lock();
    if (now >= end && !is_free()) return false;
  }
  runner_ = std::this_thread::get_id();
  return true;
}

void Activity::give_turn() {
  runner_ = {};
  turn_.notify_one();
}

ReturnCode Activity::call(Callback callback, ContextHandle handle) {
  Lock lock(mutex_);
  if (!own_ || (handle != kOwn && !others_.find(handle))) return ReturnCode::bad_parameter;
  // A peer may call with any handle, but calls with that of the component's own context have to come from that context:
  // a component that is off executes nothing.
  if (handle == kOwn && !own_->has_turn()) return ReturnCode::precondition_not_met;
  const bool ends = callback == Callback::deactivated || callback == Callback::shutdown;
  if (is_leaving_ && (!ends || !is_initialized_)) return ReturnCode::error;
  // A callback that has its own component removed is still running when the component is deactivated.
  const bool is_nested = is_mine();
  if (is_nested && !is_leaving_) return ReturnCode::precondition_not_met;
  if (!is_nested && !take_turn(lock)) {
    if (handle == kOwn && present_) note_hang(lock, environment_->call_timeout);
    return ReturnCode::error;
  }
  const ContextHandle before = std::exchange(running_in_, handle);
  const ReturnCode code = call_in_turn(lock, callback, handle);
  running_in_ = before;
  if (!is_nested) give_turn();
  return code;
}

ReturnCode Activity::call_in_turn(Lock& lock, Callback callback, ContextHandle handle) {
  if (handle == kOwn && callback == Callback::execute)
    if (const Problem problem = watch_streams(lock)) return ReturnCode::error;
  const bool is_pass = callback == Callback::execute || callback == Callback::state_update;
  if (handle == kOwn && is_pass && !expired_.empty()) return ReturnCode::ok;
  const bool is_beginning = handle == kOwn && callback == Callback::activated;
  const Problem problem = is_beginning ? activate(lock) : perform(lock, callback);
  if (is_beginning) starting_ = false;
  if (!problem) return ReturnCode::ok;
  report(lock, callback, handle, *problem);
  return ReturnCode::error;
}

Activity::Problem Activity::perform(Lock& lock, Callback callback) {
  using Function = void (Component::*)();
  static constexpr std::array<Function, 10> kFunctions{
      &Component::on_startup,      &Component::on_shutdown,    &Component::on_activated, &Component::on_deactivated,
      &Component::on_aborting,     &Component::on_error,       &Component::on_reset,     &Component::on_execute,
      &Component::on_state_update, &Component::on_rate_changed};
  const Function function = kFunctions.at(static_cast<std::size_t>(callback));
  return run(lock, to_string(callback), [&] {
    if (callback == Callback::activated || callback == Callback::execute) component_.parameters_.take_over();
    (component_.*function)();
  });
}

Activity::Problem Activity::activate(Lock& lock) {
  std::chrono::duration<double> took{};
  const Problem problem = run(lock, to_string(Callback::activated), [this, &took] {
    component_.parameters_.take_over();
    const auto begun = environment_->real_clock.now();
    component_.on_activated();
    took = environment_->real_clock.now() - begun;
  });
  if (problem || !std::exchange(given_up_, false) || own_->is_to_leave(component_)) return problem;
  const std::chrono::duration<double> limit = environment_->switch_on_timeout;
  return fmt::format("on_activated took {:.1f} s, the limit is {:g} s; it may be tried again", took.count(),
                     limit.count());
}

void Activity::report(Lock& lock, Callback callback, ContextHandle handle, const std::string& why) {
  if (handle != kOwn) {
    complain(lock, "is at fault in execution context {}: {}", handle, why);
    return;
  }
  switch (callback) {
    case Callback::deactivated:
      // This becomes the fault only if the component becomes INACTIVE; on its way to ERROR it already has a fault.
      unclean_ = why;
      break;
    case Callback::startup:
    case Callback::shutdown:
    case Callback::aborting:
    case Callback::error:
      complain(lock, "{}", why);
      break;
    case Callback::activated:
    case Callback::reset:
    case Callback::execute:
    case Callback::state_update:
    case Callback::rate_changed:
      fail(lock, why);
      break;
  }
}

void Activity::state_changed(ContextHandle handle, LifeCycle state) {
  if (handle != kOwn) return;
  Lock lock(mutex_);
  activated_ = state == LifeCycle::active;
  const Problem unclean = std::exchange(unclean_, std::nullopt);
  if (state == LifeCycle::active || state == LifeCycle::inactive) failed_ = false;
  if (state != LifeCycle::active) expired_.clear();
  publish();
  if (unclean && state == LifeCycle::inactive) fail(lock, *unclean);
}

template <typename Function>
Activity::Problem Activity::run(Lock& lock, std::string_view name, const Function& function) {
  constexpr std::size_t kLongestText = 300;
  doing_ = name;
  lock.unlock();
  Problem problem;
  try {
    function();
  } catch (const std::exception& error) {
    problem = fmt::format("{}: {}", name, spark::printable(error.what(), kLongestText));
  } catch (...) {
    problem = fmt::format("{}: an exception of an unknown kind", name);
  }
  lock.lock();
  doing_ = {};
  return problem;
}

template <typename... Parts>
void Activity::complain(Lock& lock, fmt::format_string<Parts...> text, Parts&&... parts) {
  lock.unlock();
  if (spark::Log* const lines = log()) lines->complain(component_.name(), text, std::forward<Parts>(parts)...);
  lock.lock();
}

void Activity::fail(Lock& lock, const std::string& why) {
  failed_ = true;
  fault_ = why;
  expired_.clear();
  publish();
  complain(lock, "is at fault: {}", why);
}

// Watchdogs.

bool Activity::is_watched() const {
  return std::any_of(component_.in_ports().begin(), component_.in_ports().end(),
                     [](const auto& port) { return port->watchdog().limit() > Watchdog::Time::zero(); });
}

Activity::Problem Activity::watch_streams(Lock& lock) {
  if (!activated_ || failed_) return std::nullopt;
  lock.unlock();
  const auto now = time();
  lock.lock();
  for (const auto& port : component_.in_ports()) {
    if (!activated_ || failed_ || !port->watchdog().expires(now)) continue;
    expired_.push_back(port.get());
    publish();
    complain(lock, "is at fault: the stream of values at {} has stopped", port->name());
    Problem problem = run(lock, "on_watchdog", [&] { component_.on_watchdog(*port); });
    if (!problem) continue;
    fail(lock, *problem);
    return problem;
  }
  return std::nullopt;
}

ReturnCode Activity::watch(ContextHandle handle) {
  Lock lock(mutex_);
  if (handle != kOwn || is_leaving_ || is_mine() || !take_turn(lock)) return ReturnCode::ok;
  const Problem problem = watch_streams(lock);
  give_turn();
  return problem ? ReturnCode::error : ReturnCode::ok;
}

void Activity::check_watchdogs() {
  if (component_.pattern() != Pattern::passive) return;
  Lock lock(mutex_);
  // Does not wait for a component that is being switched.
  if (!present_ || is_leaving_ || runner_ != std::thread::id()) return;
  runner_ = std::this_thread::get_id();
  const Problem problem = watch_streams(lock);
  give_turn();
  lock.unlock();
  if (problem) own_->fail(component_);
}

void Activity::tick() {
  const Environment* const environment = present_;
  if (!environment) return;
  check_watchdogs();
  if (!environment->driven || component_.pattern() == Pattern::passive) return;
  own_->tick();
  // In lock-step the world does not wait for another pass, so failures are handled in this one.
  own_->settle_failures();
}

}  // namespace rtm
