// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gateways/rtm/component/component.h"

namespace rtm {

/// The switch of a component and what calls its callbacks. Requests (to be on, to be off) are noted under the mutex and
/// carried out by whoever has the turn: the activity's own thread always, else the caller of `tick`, or that of
/// `switch_on` and `switch_off` of a passive component. The mutex is never held over a callback, the log or a clock,
/// so nothing here waits for a component that hangs but those who switch it, up to the time-out.
///
/// Where functions take the lock, they are called with it and return with it.
class Activity {
 public:
  explicit Activity(Component& component) : component_(component) {}
  ~Activity();
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;

  void set_period(std::chrono::nanoseconds period) { period_ = period; }  ///< before `enter`
  void enter(const Environment& environment);
  void begin_to_leave();
  bool leave(std::chrono::milliseconds patience);

  bool switch_on();
  bool switch_off();
  Component::Status status() const;

  void tick();
  void look_at_watchdogs();

  void value_came(InPort& port);
  void wake();
  bool is_to_end() const;
  void told(const OutPort& port, const Value& value) const;
  spark::Log* log() const;
  std::chrono::nanoseconds time() const;

 private:
  using Lock = std::unique_lock<std::mutex>;
  using Problem = std::optional<std::string>;
  enum class Drive { nobody, thread, ticks, callers };

  /// Waits until `is_done` (called with the lock), at most so long; whether it has been.
  template <typename Done>
  bool wait(Lock& lock, std::chrono::milliseconds longest, const Done& is_done);
  /// Sees to it that the request of this number is done; false if that takes longer than `patience`.
  bool carry_out(Lock& lock, std::uint64_t request, std::chrono::milliseconds patience);
  void note_hang(Lock& lock, std::chrono::milliseconds patience);

  bool take_turn();  ///< false if somebody has it
  void give_turn(Lock& lock);
  void settle(Lock& lock);
  void deactivate(Lock& lock);
  void deactivate_failed(Lock& lock);
  void activate(Lock& lock);
  void watch(Lock& lock);
  void execute(Lock& lock);
  void end(Lock& lock);

  template <typename Callback>
  Problem call(Lock& lock, const char* name, const Callback& callback);
  void fail(Lock& lock, const std::string& why);
  void complain(Lock& lock, const std::string& why);  ///< `why` is the caller's own, for the lock is released
  void forget_inputs();
  void publish();

  void run();
  bool is_due(Lock& lock);
  void wait_for_work(Lock& lock);
  bool has_request() const { return is_leaving_ || off_asked_ || (wanted_ && !activated_); }

  Component& component_;
  std::chrono::nanoseconds period_ = std::chrono::milliseconds(10);
  std::optional<Environment> environment_;
  /// Null before `enter` and after `leave`: a thread that comes back late finds nothing to use.
  std::atomic<const Environment*> present_{nullptr};

  mutable std::mutex mutex_;
  std::condition_variable changed_;  ///< for those who switch
  std::condition_variable work_;     ///< for the thread
  Drive drive_ = Drive::nobody;
  std::thread::id runner_;       ///< who has the turn
  const char* doing_ = nullptr;  ///< the callback that is running
  bool wanted_ = false;          ///< is to be on
  bool starting_ = false;        ///< somebody has asked for that, and it is not done
  bool off_asked_ = false;       ///< the same for off
  /// Requests are numbered, so that each of several people finds out that its own is done.
  std::uint64_t asked_ = 0, settled_ = 0;
  bool activated_ = false;  ///< on_activated has returned, on_deactivated is still to come
  bool failed_ = false;     ///< by an exception, or by taking too long; `fault_` says how
  bool woken_ = false;      ///< by a signalling port
  bool is_leaving_ = false, is_finished_ = false, is_abandoned_ = false;
  std::string fault_;
  std::vector<InPort*> barked_;  ///< whose streams have stopped
  std::thread thread_;
  spark::RealClock::Time next_{};  ///< when on_execute is due
};

}  // namespace rtm
