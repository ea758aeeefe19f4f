// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "gateways/rtm/component/life_cycle.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm {

struct Environment;

/// Calls the callbacks of components in passes. It holds the state of each that takes part:
///
///     CREATED -add-> INACTIVE <-activate, deactivate-> ACTIVE -a callback fails-> ERROR -reset-> INACTIVE
///
/// A pass makes the state changes of all, then calls on_execute of those that are ACTIVE and on_error of those in
/// ERROR, then on_state_update of those whose on_execute has succeeded; always in the order in which they were added.
/// What is added or removed during a pass is so after it. A component whose on_activated, on_execute or on_state_update
/// fails reads ACTIVE until the pass after, in which on_deactivated, on_aborting and on_error are called.
///
/// When there is a pass is the matter of derived classes, which call `pass`; a context of one's own needs little more
/// (gateways/rtm/ec/step_context.cpp). Owned by the component whose own it is, by what serves it on the network, and by
/// its thread, if it has one. Any thread may call what is public. One thread at a time has the turn to call callbacks,
/// others wait for it, at most as long as a call may last. No lock is held over a callback.
class ExecutionContext : public ContextLink, public std::enable_shared_from_this<ExecutionContext> {
 public:
  static constexpr std::size_t kMaxParticipants = 256;

  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;

  const std::string& type() const { return type_; }  ///< "PeriodicExecutionContext"
  ContextKind kind() const { return kind_; }
  bool is_running() const;
  /// Calls on_startup of all. precondition_not_met if it runs already. Throws std::system_error if it needs a thread
  /// and there is none.
  ReturnCode start();
  /// Calls on_shutdown of all, when the pass under way is over; error if that takes too long, though it stops then.
  /// precondition_not_met if it does not run. What is ACTIVE stays so.
  ReturnCode stop();
  double rate() const;  ///< Hz
  /// bad_parameter unless it is finite and > 0. Calls on_rate_changed of all; what fails there goes to ERROR.
  ReturnCode set_rate(double hertz);

  /// out_of_resources: there are as many as may be; precondition_not_met: it takes part already; error: it does not
  /// want to.
  ReturnCode add(const std::shared_ptr<Participant>& participant);
  /// One that is ACTIVE is deactivated first. bad_parameter if it takes no part. Waits for the pass under way, but not
  /// longer than for a change; where that takes longer, it is removed after the pass.
  ReturnCode remove(const Participant& participant);

  /// These three ask for a change, which the next pass makes, and wait for it as the settings say. bad_parameter: it
  /// takes no part; precondition_not_met: its state is another than INACTIVE (ACTIVE, ERROR); error: no pass has come
  /// in time, though the change will come with the next, or the change has failed. On the thread that does the passes
  /// they do not wait.
  ReturnCode activate(const Participant& participant);
  ReturnCode deactivate(const Participant& participant);
  ReturnCode reset(const Participant& participant);
  LifeCycle state_of(const Participant& participant) const;
  std::vector<std::shared_ptr<Participant>> participants() const;

  /// Whether components of other programs may take part, whose callbacks are calls that may last.
  virtual bool takes_remote_participants() const { return true; }
  /// Whether there is a pass for each `tick`, from outside. Else `tick` does nothing.
  virtual bool is_ticked() const { return false; }
  virtual void tick() {}
  std::uint64_t passes() const { return passes_.load(std::memory_order_relaxed); }  ///< there have been
  std::uint64_t late() const { return late_.load(std::memory_order_relaxed); }      ///< left out, others took too long

  // ContextLink:
  bool is(const ContextLink& other) const override { return this == &other; }
  void dismiss(const Participant& leaving) override;
  bool is_to_leave(const Participant& participant) const override;

  // Called by the component whose own context this is:

  /// Whether this thread has its turn, so that what is called now is called by this context.
  bool has_turn() const;
  /// Has it be ACTIVE, also out of ERROR, or INACTIVE, and waits for that. False if it takes longer: it is asked to be
  /// ACTIVE no more then, while one that is to be INACTIVE will be. True also if a callback has failed, and at once
  /// where passes come from outside, or the thread is one that would wait for itself.
  bool lead(const Participant& participant, bool to_active, std::chrono::milliseconds longest);
  /// It has failed outside of a pass.
  void fail(const Participant& participant);
  /// What has failed goes to ERROR now and not in the pass after.
  void settle_failures();
  /// Does the first part of `close`, without waiting.
  void begin_to_close();
  /// Ends for good: what is ACTIVE is deactivated, and if it runs, all are shut down; none takes part any more. False
  /// if that takes longer than `longest`: a callback hangs, and what it comes back to only lets go of everything.
  virtual bool close(std::chrono::milliseconds longest);

 protected:
  ExecutionContext(std::string type, ContextKind kind, const ContextSettings& settings, const Environment& environment);

  // For derived classes. No lock is held in these hooks.

  /// It is about to run, with on_startup; here threads begin.
  virtual void starting() {}
  /// A change has been asked for, a value has come, it runs, or it is to close: there may be something to do.
  virtual void requested() {}
  /// Whether changes are made on the thread that asks for them, whenever that may be.
  virtual bool settles_at_once() const { return false; }
  /// Whether a thread of its own does its passes, which ends with `finish`.
  virtual bool has_thread() const { return false; }

  /// A pass. Waits for its turn; nothing if that takes too long, or it does not run.
  void pass();
  /// Notes that a value has come for it; false unless it is ACTIVE.
  bool mark_woken(const Participant& participant);
  /// The state changes that have been asked for, and no more.
  void settle();
  /// on_execute and on_state_update of those that a value has woken.
  void run_woken();
  /// `Participant::watch` of those that are watched.
  void watch();
  /// Lets go of everything, when it is to close. For the last line of a thread.
  void finish();

  /// What there is to do.
  struct Work {
    bool is_running = false;
    bool has_changes = false;
    bool has_woken = false;
    bool is_watched = false;
    std::size_t busy = 0;  ///< participants that are ACTIVE or in ERROR: there is something to call in a pass
  };
  Work work() const;
  std::uint64_t activations() const { return activations_.load(); }  ///< so far
  bool is_closing() const { return closing_.load(); }
  /// Whether `close` has waited in vain: nothing of the environment may be used any more.
  bool is_abandoned() const;
  void count_late(std::uint64_t passes) { late_.fetch_add(passes, std::memory_order_relaxed); }
  spark::RealClock& clock() const { return clock_; }  ///< not when it is closing
  spark::Log& log() const { return log_; }            ///< the same
  const ContextSettings& settings() const { return settings_; }

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Member {
    explicit Member(std::shared_ptr<Participant> part) : participant(std::move(part)) {}
    bool has_change() const { return leaves || fails || (enters && state == LifeCycle::inactive); }

    const std::shared_ptr<Participant> participant;
    ContextHandle handle = kNoContext;
    LifeCycle state = LifeCycle::inactive;
    bool leaves = false;      ///< is to leave ACTIVE or ERROR, until that is done
    bool enters = false;      ///< is to become ACTIVE, after that
    bool activating = false;  ///< is in on_activated
    bool fails = false;       ///< goes to ERROR
    bool is_woken = false, is_updating = false, is_attached = false, is_removed = false;
    /// Requests are numbered, so that each of several threads finds out that its own is done.
    std::uint64_t asked = 0, settled = 0;
  };
  using Members = std::vector<std::shared_ptr<Member>>;

  template <typename Done>
  bool wait(Lock& lock, std::chrono::milliseconds longest, const Done& is_done);
  bool take_turn(Lock& lock, std::chrono::milliseconds longest);
  void give_turn(Lock& lock);
  /// Has what stands in the flags below done, by this thread or by the one that has the turn.
  bool keep_house(Lock& lock, std::chrono::milliseconds longest);
  bool has_housekeeping() const;
  void do_housekeeping(Lock& lock);
  void let_go(Lock& lock);

  std::shared_ptr<Member> find(const Participant& participant) const;
  LifeCycle read(const Member& member) const;
  ReturnCode change_to(const Participant& participant, LifeCycle from, LifeCycle to);
  /// Notifies those who make passes.
  void ask(Lock& lock, Member& member, bool interrupts);
  ReturnCode call(Lock& lock, Member& member, Callback callback);
  void call_all(Lock& lock, Callback callback);
  void set_state(Lock& lock, Member& member, LifeCycle state);
  void change(Lock& lock, Member& member);
  void leave(Lock& lock, Member& member);
  void abort(Lock& lock, Member& member);
  bool enter(Lock& lock, Member& member);
  void execute(Lock& lock, Member& member);
  void update(Lock& lock, Member& member);
  void drop(Lock& lock, Member& member);
  void settle_all(Lock& lock);

  const std::string type_;
  const ContextKind kind_;
  const ContextSettings settings_;
  spark::Log& log_;
  spark::RealClock& clock_;
  const std::chrono::milliseconds call_timeout_;
  std::atomic<std::uint64_t> passes_{0}, late_{0}, activations_{0};
  std::atomic<bool> closing_{false};

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::thread::id passer_;  ///< the thread that has the turn
  /// Those that take part, and those that will after the pass. `members_` changes only while `passer_` is no other.
  Members members_, joining_;
  double rate_;
  bool running_ = false, starts_ = false, stops_ = false, rate_changes_ = false;
  bool finished_ = false, abandoned_ = false;
};

}  // namespace rtm
