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

/// Calls the callbacks of components in passes. It holds the state of each participant:
///
///     CREATED -add-> INACTIVE <-activate, deactivate-> ACTIVE -a callback fails-> ERROR -reset-> INACTIVE
///
/// A pass makes all state changes, then calls on_execute of those that are ACTIVE and on_error of those in ERROR, then
/// on_state_update of those whose on_execute has succeeded; always in the order in which they were added. Additions and
/// removals during a pass take effect after it. A component whose on_activated, on_execute or on_state_update fails
/// reads ACTIVE until the next pass, in which on_deactivated, on_aborting and on_error are called.
///
/// Derived classes decide when to call `pass`; a custom context needs little more (gateways/rtm/ec/step_context.cpp).
/// Owned by the component whose own context it is, by its servant on the network, and by its thread, if it has one.
/// Public functions may be called from any thread. One thread at a time has the turn to call callbacks; others wait for
/// it, at most as long as a call may last. No lock is held during a callback.
class ExecutionContext : public ContextLink, public std::enable_shared_from_this<ExecutionContext> {
 public:
  static constexpr std::size_t kMaxParticipants = 256;

  ExecutionContext(const ExecutionContext&) = delete;
  ExecutionContext& operator=(const ExecutionContext&) = delete;

  const std::string& type() const { return type_; }  ///< "PeriodicExecutionContext"
  ContextKind kind() const { return kind_; }
  bool is_running() const;
  /// Calls on_startup of all participants. Returns precondition_not_met if it is already running; error if that takes
  /// too long, though it then still starts. Throws std::system_error if it needs a thread and none can be created.
  ReturnCode start();
  /// Calls on_shutdown of all participants after the pass in progress; returns error if that takes too long, though it
  /// then still stops. Returns precondition_not_met if it is not running. ACTIVE participants stay ACTIVE.
  ReturnCode stop();
  double rate() const;  ///< Hz
  /// Returns bad_parameter unless it is finite and > 0; error if the calls take too long. Calls on_rate_changed of all
  /// participants; those that fail go to ERROR.
  ReturnCode set_rate(double hertz);

  /// Returns out_of_resources if there are too many; precondition_not_met if it already participates; error if it
  /// refuses.
  ReturnCode add(const std::shared_ptr<Participant>& participant);
  /// Deactivates an ACTIVE participant first. Returns bad_parameter if it does not participate. Waits for the pass in
  /// progress, but no longer than for a state change; otherwise it is removed after the pass.
  ReturnCode remove(const Participant& participant);

  /// These three request a change, which the next pass makes, and wait for it according to the settings. Return
  /// bad_parameter if it does not participate; precondition_not_met if its state is not INACTIVE (ACTIVE, ERROR); error
  /// if there was no pass in time, though the next one will make the change, or if the change has failed. They do not
  /// wait on the thread that runs the passes.
  ReturnCode activate(const Participant& participant);
  ReturnCode deactivate(const Participant& participant);
  ReturnCode reset(const Participant& participant);
  LifeCycle state_of(const Participant& participant) const;
  std::vector<std::shared_ptr<Participant>> participants() const;

  /// Whether components of other programs may participate, whose callbacks are remote calls that may take long.
  virtual bool takes_remote_participants() const { return true; }
  /// Whether each external `tick` runs a pass. Otherwise `tick` does nothing.
  virtual bool is_ticked() const { return false; }
  virtual void tick() {}
  std::uint64_t passes() const { return passes_.load(std::memory_order_relaxed); }  ///< so far
  std::uint64_t late() const { return late_.load(std::memory_order_relaxed); }      ///< because others took too long

  // ContextLink:
  bool is(const ContextLink& other) const override { return this == &other; }
  void dismiss(const Participant& leaving) override;
  bool is_to_leave(const Participant& participant) const override;

  // Called by the component whose own context this is:

  /// Whether this thread has the turn, so that calls on it come from this context.
  bool has_turn() const;
  /// Brings it to ACTIVE, also out of ERROR, or to INACTIVE, and waits for that. Returns false on a timeout: a request
  /// to be ACTIVE is then withdrawn, one to be INACTIVE stays. Returns true even if a callback has failed. Returns true
  /// without waiting if passes are triggered from outside, or if the thread would wait for itself.
  bool lead(const Participant& participant, bool to_active, std::chrono::milliseconds longest);
  /// Reports a failure outside of a pass.
  void fail(const Participant& participant);
  /// Moves failed participants to ERROR now instead of in the next pass.
  void settle_failures();
  /// Does the first part of `close`, without waiting.
  void begin_to_close();
  /// Ends it permanently: ACTIVE participants are deactivated, and if it is running, all are shut down; then all are
  /// removed. Returns false if that takes longer than `longest`: a callback hangs, and when it returns, only references
  /// are released.
  virtual bool close(std::chrono::milliseconds longest);

 protected:
  ExecutionContext(std::string type, ContextKind kind, const ContextSettings& settings, const Environment& environment);

  // For derived classes. These hooks are called with no lock held.

  /// Called by `start` before on_startup, even if the context is already running; threads are started here.
  virtual void starting() {}
  /// Called when there may be work: a change was requested, a value has arrived, the context has started, or it is to
  /// close.
  virtual void requested() {}
  /// Whether changes are made at once, on the thread that requests them.
  virtual bool settles_at_once() const { return false; }
  /// Whether a thread of its own runs its passes; that thread ends with `finish`.
  virtual bool has_thread() const { return false; }

  /// Runs a pass. Waits for the turn; does nothing if that takes too long, or if the context is not running.
  void pass();
  /// Records that a value has arrived for the participant; returns false unless it is ACTIVE.
  bool mark_woken(const Participant& participant);
  /// Makes the requested state changes only.
  void settle();
  /// Calls on_execute and on_state_update of those that a value has woken.
  void run_woken();
  /// Calls `Participant::watch` of the participants that are watched.
  void watch();
  /// Releases all participants. Called at the end of a thread.
  void finish();

  /// The pending work.
  struct Work {
    bool is_running = false;
    bool has_changes = false;
    bool has_woken = false;
    bool is_watched = false;
    std::size_t busy = 0;  ///< participants that are ACTIVE or in ERROR, which a pass has to call
  };
  Work work() const;
  std::uint64_t activations() const { return activations_.load(); }  ///< so far
  bool is_closing() const { return closing_.load(); }
  /// Whether `close` has timed out: nothing of the environment may be used any more.
  bool is_abandoned() const;
  void count_late(std::uint64_t passes) { late_.fetch_add(passes, std::memory_order_relaxed); }
  spark::RealClock& clock() const { return clock_; }  ///< not while it is closing
  spark::Log& log() const { return log_; }            ///< not while it is closing
  const ContextSettings& settings() const { return settings_; }

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Member {
    explicit Member(std::shared_ptr<Participant> part) : participant(std::move(part)) {}
    bool has_change() const { return leaves || fails || (enters && state == LifeCycle::inactive); }

    const std::shared_ptr<Participant> participant;
    ContextHandle handle = kNoContext;
    LifeCycle state = LifeCycle::inactive;
    bool leaves = false;      ///< has to leave ACTIVE or ERROR; reset when that is done
    bool enters = false;      ///< has to become ACTIVE after that
    bool activating = false;  ///< on_activated is in progress
    bool fails = false;       ///< has to go to ERROR
    bool is_woken = false, is_updating = false, is_attached = false, is_removed = false;
    /// Requests are numbered, so that each of several threads can tell when its own is done.
    std::uint64_t asked = 0, settled = 0;
  };
  using Members = std::vector<std::shared_ptr<Member>>;

  template <typename Done>
  bool wait(Lock& lock, std::chrono::milliseconds longest, const Done& is_done);
  bool take_turn(Lock& lock, std::chrono::milliseconds longest);
  void give_turn(Lock& lock);
  /// Carries out the flags below, on this thread or on the one that has the turn.
  bool await_housekeeping(Lock& lock, std::chrono::milliseconds longest);
  bool has_housekeeping() const;
  void do_housekeeping(Lock& lock);
  void let_go(Lock& lock);

  std::shared_ptr<Member> find(const Participant& participant) const;
  LifeCycle read(const Member& member) const;
  ReturnCode change_to(const Participant& participant, LifeCycle from, LifeCycle to);
  /// Notifies the threads that run passes.
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
  /// Participants, and those that will be added after the pass. `members_` changes only while no other thread is
  /// `passer_`.
  Members members_, joining_;
  double rate_;
  bool running_ = false, starts_ = false, stops_ = false, rate_changes_ = false;
  bool finished_ = false, abandoned_ = false;
};

}  // namespace rtm
