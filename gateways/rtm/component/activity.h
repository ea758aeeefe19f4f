// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/component/context_links.h"
#include "gateways/rtm/component/execution_context.h"

namespace rtm {

/// Calls the callbacks of a component, one at a time, and switches it on and off. Any thread may call a callback,
/// usually the thread of an execution context: it takes the turn (`runner_`), and other threads wait for the turn, at
/// most as long as a call may last. The component's own context holds the state of the switch: on is ACTIVE, off
/// INACTIVE, a fault ERROR. A fault has a text and begins when the callback fails, one pass before ERROR.
///
/// The mutex is never held while a callback, the log or a clock is called, so a component that hangs delays only the
/// callers that switch it, up to the timeout. A context may be locked while the mutex is held; contexts call nothing
/// here while they are locked.
///
/// Functions that take a Lock are called with it held and return with it held.
class Activity {
 public:
  explicit Activity(Component& component) : component_(component) {}
  ~Activity() = default;
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;

  void set_rate(double hertz) { rate_ = hertz; }  ///< before `enter`
  double rate() const { return rate_; }
  /// `own` may be null: the component then gets a context of the usual kind. Throws std::runtime_error if on_initialize
  /// fails, and std::system_error if no thread can be created.
  void enter(const Environment& environment, std::shared_ptr<ExecutionContext> own);
  void begin_to_leave();
  bool leave(std::chrono::milliseconds timeout);

  bool switch_on();
  bool switch_off();
  Component::Status status() const;

  void tick();
  void check_watchdogs();

  // Called by contexts:
  ContextHandle attach(const std::shared_ptr<ExecutionContext>& context);
  void detach(ContextHandle handle);
  ReturnCode call(Callback callback, ContextHandle handle);
  void state_changed(ContextHandle handle, LifeCycle state);
  void interrupt();
  bool is_watched() const;
  ReturnCode watch(ContextHandle handle);
  bool is_stalled() const { return is_stalled_.load(); }

  std::shared_ptr<ExecutionContext> own() const;  ///< null before `enter`
  ContextLinks& others() { return others_; }

  void value_came(InPort& port);
  void wake();
  bool is_to_end() const;
  void value_put(const OutPort& port, const Value& value) const;
  void value_taken(const InPort& port, const Value& value) const;
  const Environment* environment() const { return present_; }
  spark::Log* log() const;
  std::chrono::nanoseconds time() const;

 private:
  using Lock = std::unique_lock<std::mutex>;
  using Problem = std::optional<std::string>;

  void initialize();
  void finalize();
  void note_hang(Lock& lock, std::chrono::milliseconds timeout);

  bool is_mine() const { return runner_ == std::this_thread::get_id(); }
  /// Waits for the turn; returns false if that takes longer than a call may last.
  bool take_turn(Lock& lock);
  void give_turn();
  ReturnCode call_in_turn(Lock& lock, Callback callback, ContextHandle handle);
  Problem perform(Lock& lock, Callback callback);
  Problem activate(Lock& lock);
  Problem watch_streams(Lock& lock);
  void report(Lock& lock, Callback callback, ContextHandle handle, const std::string& why);

  template <typename Function>
  Problem run(Lock& lock, std::string_view name, const Function& function);
  void fail(Lock& lock, const std::string& why);
  template <typename... Parts>
  void complain(Lock& lock, fmt::format_string<Parts...> text, Parts&&... parts);
  void forget_inputs();
  void publish();

  Component& component_;
  double rate_ = 100.0;
  std::optional<Environment> environment_;
  /// Null before `enter` and after `leave`, so that a thread that returns late cannot use it.
  std::atomic<const Environment*> present_{nullptr};
  std::shared_ptr<ExecutionContext> own_;
  ContextLinks others_;

  mutable std::mutex mutex_;
  std::condition_variable turn_;
  std::thread::id runner_;                 ///< the thread that has the turn
  std::string_view doing_;                 ///< the callback in progress
  ContextHandle running_in_ = kNoContext;  ///< its context
  bool starting_ = false;                  ///< switching on was requested and is not done yet
  bool given_up_ = false;                  ///< the callers that requested it no longer wait
  bool activated_ = false;                 ///< is ACTIVE in its own context
  bool failed_ = false;                    ///< by an exception or a timeout; `fault_` has the text
  bool is_initialized_ = false, is_leaving_ = false;
  std::string fault_;
  Problem unclean_;               ///< the exception of on_deactivated
  std::vector<InPort*> expired_;  ///< ports whose stream has stopped
  std::atomic<bool> is_stalled_{false};
};

}  // namespace rtm
