// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/execution_context.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "gateways/rtm/component/component.h"

namespace rtm {
namespace {

constexpr double kUsualRate = 1000.0;  // Hz, if neither the settings nor the component state a rate

bool is_rate(double hertz) {
  return std::isfinite(hertz) && hertz > 0.0;
}

}  // namespace

ExecutionContext::ExecutionContext(std::string type, ContextKind kind, const ContextSettings& settings,
                                   const Environment& environment)
    : type_(std::move(type)),
      kind_(kind),
      settings_(settings),
      log_(environment.log),
      clock_(environment.real_clock),
      call_timeout_(environment.call_timeout),
      rate_(settings.rate && is_rate(*settings.rate) ? *settings.rate : kUsualRate) {}

bool ExecutionContext::is_running() const {
  const Lock lock(mutex_);
  return running_;
}

bool ExecutionContext::is_abandoned() const {
  const Lock lock(mutex_);
  return abandoned_;
}

double ExecutionContext::rate() const {
  const Lock lock(mutex_);
  return rate_;
}

// Turns.

template <typename Done>
bool ExecutionContext::wait(Lock& lock, std::chrono::milliseconds longest, const Done& is_done) {
  if (is_done()) return true;
  lock.unlock();
  const auto end = clock_.now() + longest;
  for (bool came = true; came;) {
    came = false;
    // Captures only one pointer, because a larger function object might have to be allocated.
    auto look = [&](spark::RealClock::Duration at_most) {
      Lock looking(mutex_);
      came = changed_.wait_for(looking, at_most, is_done);
      return came;
    };
    clock_.wait(std::max(end - clock_.now(), spark::RealClock::Duration::zero()), std::ref(look));
    lock.lock();
    // The condition may no longer hold, for instance because another thread has taken the turn first.
    if (is_done()) return true;
    if (came) lock.unlock();
  }
  return false;
}

bool ExecutionContext::take_turn(Lock& lock, std::chrono::milliseconds longest) {
  if (passer_ == std::this_thread::get_id()) return false;
  if (!wait(lock, longest, [this] { return passer_ == std::thread::id() || finished_ || abandoned_; })) return false;
  if (finished_ || abandoned_) return false;
  passer_ = std::this_thread::get_id();
  return true;
}

bool ExecutionContext::has_turn() const {
  const Lock lock(mutex_);
  return passer_ == std::this_thread::get_id();
}

void ExecutionContext::give_turn(Lock& lock) {
  while (has_housekeeping()) do_housekeeping(lock);
  passer_ = {};
  changed_.notify_all();
}

bool ExecutionContext::has_housekeeping() const {
  if (closing_) return !finished_;
  const auto is_due = [](const auto& member) { return member->is_removed; };
  const auto has_joined = [](const auto& member) { return member->is_attached; };
  return starts_ || stops_ || rate_changes_ || std::any_of(members_.begin(), members_.end(), is_due) ||
         std::any_of(joining_.begin(), joining_.end(), has_joined) ||
         (settles_at_once() &&
          std::any_of(members_.begin(), members_.end(), [](const auto& member) { return member->has_change(); }));
}

void ExecutionContext::do_housekeeping(Lock& lock) {
  if (closing_) {
    let_go(lock);
    return;
  }
  if (settles_at_once()) settle_all(lock);
  if (std::exchange(rate_changes_, false)) call_all(lock, Callback::rate_changed);
  if (std::exchange(stops_, false)) call_all(lock, Callback::shutdown);
  if (starts_) {
    call_all(lock, Callback::startup);
    running_ = true;
    starts_ = false;
  }
  for (std::size_t i = 0; i < members_.size();) {
    if (!members_[i]->is_removed) {
      ++i;
      continue;
    }
    const auto member = members_[i];
    drop(lock, *member);
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (auto joined = joining_.begin(); joined != joining_.end();) {
    if (!(*joined)->is_attached) {
      ++joined;
      continue;
    }
    members_.push_back(std::move(*joined));
    joined = joining_.erase(joined);
  }
}

void ExecutionContext::drop(Lock& lock, Member& member) {
  if (abandoned_) return;
  if (member.state == LifeCycle::active) call(lock, member, Callback::deactivated);
  member.leaves = member.enters = member.fails = false;
  set_state(lock, member, LifeCycle::inactive);
  if (closing_ && running_) call(lock, member, Callback::shutdown);
  member.state = LifeCycle::created;
  member.settled = member.asked;
  lock.unlock();
  member.participant->detach(*this, member.handle);
  lock.lock();
}

void ExecutionContext::let_go(Lock& lock) {
  for (std::size_t i = 0; i < members_.size(); ++i) drop(lock, *members_[i]);
  {
    // Destroyed after the lock is released: they may hold the last reference to other objects.
    const Members gone = std::exchange(members_, {});
    running_ = starts_ = stops_ = false;
    finished_ = true;
    lock.unlock();
  }
  lock.lock();
}

bool ExecutionContext::await_housekeeping(Lock& lock, std::chrono::milliseconds longest) {
  if (passer_ == std::this_thread::get_id()) return true;  // done when the callback that called this has returned
  if (!take_turn(lock, longest)) return false;
  give_turn(lock);
  return true;
}

// Participants.

std::shared_ptr<ExecutionContext::Member> ExecutionContext::find(const Participant& participant) const {
  for (const Members* const members : {&members_, &joining_})
    for (const auto& member : *members)
      if (!member->is_removed && member->participant->is(participant)) return member;
  return nullptr;
}

LifeCycle ExecutionContext::read(const Member& member) const {
  return member.state == LifeCycle::active && member.participant->is_stalled() ? LifeCycle::error : member.state;
}

LifeCycle ExecutionContext::state_of(const Participant& participant) const {
  const Lock lock(mutex_);
  const auto member = find(participant);
  return member ? read(*member) : LifeCycle::created;
}

std::vector<std::shared_ptr<Participant>> ExecutionContext::participants() const {
  std::vector<std::shared_ptr<Participant>> participants;
  const Lock lock(mutex_);
  for (const auto& member : members_) participants.push_back(member->participant);
  return participants;
}

ReturnCode ExecutionContext::add(const std::shared_ptr<Participant>& participant) {
  if (!participant) return ReturnCode::bad_parameter;
  const auto member = std::make_shared<Member>(participant);
  Lock lock(mutex_);
  if (closing_ || find(*participant)) return ReturnCode::precondition_not_met;
  if (members_.size() + joining_.size() >= kMaxParticipants) return ReturnCode::out_of_resources;
  joining_.push_back(member);
  lock.unlock();
  const ContextHandle handle = participant->attach(shared_from_this());
  lock.lock();
  if (handle == kNoContext || closing_) {
    std::erase(joining_, member);
    lock.unlock();
    if (handle == kNoContext) return ReturnCode::error;
    participant->detach(*this, handle);
    return ReturnCode::precondition_not_met;
  }
  member->handle = handle;
  member->is_attached = true;
  // If a pass is running on another thread, the participant joins after that pass.
  if (passer_ == std::thread::id()) await_housekeeping(lock, call_timeout_);
  return ReturnCode::ok;
}

ReturnCode ExecutionContext::remove(const Participant& participant) {
  Lock lock(mutex_);
  const auto member = find(participant);
  if (!member) return ReturnCode::bad_parameter;
  member->is_removed = true;
  // A running pass may be in a callback of this very participant, which waits for this call to return.
  await_housekeeping(lock, std::min(settings_.transition_timeout, call_timeout_ / 2));
  return ReturnCode::ok;
}

void ExecutionContext::dismiss(const Participant& leaving) {
  Lock lock(mutex_);
  const auto member = find(leaving);
  if (!member) return;
  member->is_removed = true;
  if (passer_ == std::thread::id()) await_housekeeping(lock, call_timeout_);
}

bool ExecutionContext::is_to_leave(const Participant& participant) const {
  const Lock lock(mutex_);
  const auto member = find(participant);
  return closing_ || !member || member->leaves;
}

// Requests.

ReturnCode ExecutionContext::activate(const Participant& participant) {
  return change_to(participant, LifeCycle::inactive, LifeCycle::active);
}

ReturnCode ExecutionContext::deactivate(const Participant& participant) {
  return change_to(participant, LifeCycle::active, LifeCycle::inactive);
}

ReturnCode ExecutionContext::reset(const Participant& participant) {
  return change_to(participant, LifeCycle::error, LifeCycle::inactive);
}

ReturnCode ExecutionContext::change_to(const Participant& participant, LifeCycle from, LifeCycle to) {
  Lock lock(mutex_);
  const auto member = find(participant);
  if (!member) return ReturnCode::bad_parameter;
  if (closing_ || read(*member) != from) return ReturnCode::precondition_not_met;
  const std::uint64_t mine = ++member->asked;
  if (to == LifeCycle::active) {
    member->enters = !member->activating || member->leaves;
  } else if (from != LifeCycle::active || !member->fails) {
    // A participant that has failed goes to ERROR even if it is to be switched off, so that its fault is not lost.
    member->leaves = true;
    member->enters = false;
  }
  ask(lock, *member, member->leaves);
  if (!settings_.sync_transition || passer_ == std::this_thread::get_id()) return ReturnCode::ok;
  wait(lock, settings_.transition_timeout, [&] { return member->settled >= mine || closing_; });
  const bool is_done = member->settled >= mine && member->state == to && !member->fails;
  return is_done ? ReturnCode::ok : ReturnCode::error;
}

void ExecutionContext::ask(Lock& lock, Member& member, bool interrupts) {
  lock.unlock();
  if (interrupts) member.participant->interrupt();
  requested();
  lock.lock();
  // If another thread's turn is running, that thread makes the change before it ends the turn.
  if (settles_at_once() && passer_ == std::thread::id()) await_housekeeping(lock, call_timeout_);
}

bool ExecutionContext::lead(const Participant& participant, bool to_active, std::chrono::milliseconds longest) {
  Lock lock(mutex_);
  const auto member = find(participant);
  if (!member || closing_) return true;
  Member& it = *member;
  const bool is_active = it.state == LifeCycle::active;
  it.enters = to_active && !(is_active && !it.leaves && !it.fails) && !(it.activating && !it.leaves);
  const bool was_to_leave = it.leaves;
  it.leaves = it.leaves || it.state == LifeCycle::error || (is_active && (!to_active || it.fails)) ||
              (it.activating && !to_active);
  if (!it.has_change() && !it.activating) {
    it.settled = it.asked;
    changed_.notify_all();
    return true;
  }
  const std::uint64_t mine = ++it.asked;
  ask(lock, it, it.leaves && !was_to_leave);
  if (!running_ && !settles_at_once() && take_turn(lock, longest)) {
    // Nothing else would make the changes before the context is started.
    settle_all(lock);
    give_turn(lock);
  }
  if (is_ticked() || longest.count() == 0 || passer_ == std::this_thread::get_id()) return true;
  if (wait(lock, longest, [&] { return it.settled >= mine || closing_; })) return true;
  if (to_active) it.enters = false;
  return false;
}

void ExecutionContext::fail(const Participant& participant) {
  Lock lock(mutex_);
  const auto member = find(participant);
  if (!member || member->state != LifeCycle::active) return;
  member->fails = true;
  ask(lock, *member, false);
}

ReturnCode ExecutionContext::set_rate(double hertz) {
  if (!is_rate(hertz)) return ReturnCode::bad_parameter;
  Lock lock(mutex_);
  if (closing_) return ReturnCode::precondition_not_met;
  rate_ = hertz;
  rate_changes_ = true;
  const bool is_done = await_housekeeping(lock, call_timeout_);
  lock.unlock();
  requested();
  return is_done ? ReturnCode::ok : ReturnCode::error;
}

ReturnCode ExecutionContext::start() {
  if (is_closing()) return ReturnCode::precondition_not_met;
  starting();
  Lock lock(mutex_);
  if (closing_ || running_ || starts_) return ReturnCode::precondition_not_met;
  starts_ = true;
  const bool is_done = await_housekeeping(lock, call_timeout_);
  lock.unlock();
  requested();
  return is_done ? ReturnCode::ok : ReturnCode::error;
}

ReturnCode ExecutionContext::stop() {
  Lock lock(mutex_);
  if (closing_ || !running_) return ReturnCode::precondition_not_met;
  running_ = false;
  stops_ = true;
  return await_housekeeping(lock, call_timeout_) ? ReturnCode::ok : ReturnCode::error;
}

// Passes.

ReturnCode ExecutionContext::call(Lock& lock, Member& member, Callback callback) {
  ReturnCode code = ReturnCode::error;
  lock.unlock();
  try {
    code = member.participant->call(callback, member.handle);
  } catch (...) {  // a participant that throws despite its contract does not end the pass
  }
  lock.lock();
  return code;
}

void ExecutionContext::call_all(Lock& lock, Callback callback) {
  for (std::size_t i = 0; i < members_.size() && !closing_; ++i) {
    Member& member = *members_[i];
    const bool is_well = call(lock, member, callback) == ReturnCode::ok;
    if (callback == Callback::rate_changed && !is_well && member.state != LifeCycle::error) member.fails = true;
  }
}

void ExecutionContext::set_state(Lock& lock, Member& member, LifeCycle state) {
  member.state = state;
  lock.unlock();
  member.participant->state_changed(member.handle, state);
  lock.lock();
}

void ExecutionContext::change(Lock& lock, Member& member) {
  if (!member.has_change() && member.settled == member.asked) return;
  bool is_well = true;
  // A participant that fails now goes to ERROR in the next pass.
  while (!closing_ && member.has_change() && (is_well || member.leaves)) {
    if (member.leaves)
      leave(lock, member);
    else if (member.fails)
      abort(lock, member);
    else
      is_well = enter(lock, member);
  }
  member.settled = member.asked;
  changed_.notify_all();
}

void ExecutionContext::leave(Lock& lock, Member& member) {
  bool is_well = true;
  if (member.state == LifeCycle::active) {
    const bool was_stalled = member.participant->is_stalled();
    call(lock, member, Callback::deactivated);
    if (was_stalled) call(lock, member, Callback::reset);
  } else if (member.state == LifeCycle::error) {
    is_well = call(lock, member, Callback::reset) == ReturnCode::ok;
  }
  member.leaves = member.fails = false;
  if (is_well)
    set_state(lock, member, LifeCycle::inactive);
  else
    member.enters = false;
}

void ExecutionContext::abort(Lock& lock, Member& member) {
  member.enters = false;  // a request during these callbacks is carried out after them
  if (member.state == LifeCycle::active) call(lock, member, Callback::deactivated);
  call(lock, member, Callback::aborting);
  member.fails = false;
  set_state(lock, member, LifeCycle::error);
}

bool ExecutionContext::enter(Lock& lock, Member& member) {
  member.enters = false;
  member.activating = true;
  const bool is_well = call(lock, member, Callback::activated) == ReturnCode::ok;
  member.activating = member.is_woken = false;
  member.fails = !is_well;
  ++activations_;
  if (is_well && !member.leaves)
    set_state(lock, member, LifeCycle::active);
  else
    member.state = LifeCycle::active;
  return is_well;
}

void ExecutionContext::execute(Lock& lock, Member& member) {
  member.is_updating = member.is_woken = false;
  if (member.state == LifeCycle::error) call(lock, member, Callback::error);
  if (member.state != LifeCycle::active || member.fails) return;
  member.is_updating = call(lock, member, Callback::execute) == ReturnCode::ok;
  member.fails = !member.is_updating;
}

void ExecutionContext::update(Lock& lock, Member& member) {
  if (!std::exchange(member.is_updating, false) || member.fails) return;
  if (call(lock, member, Callback::state_update) != ReturnCode::ok) member.fails = true;
}

void ExecutionContext::pass() {
  Lock lock(mutex_);
  if (!take_turn(lock, call_timeout_)) return;
  if (running_) {
    for (std::size_t i = 0; i < members_.size() && !closing_; ++i) change(lock, *members_[i]);
    for (std::size_t i = 0; i < members_.size() && !closing_; ++i) execute(lock, *members_[i]);
    for (std::size_t i = 0; i < members_.size() && !closing_; ++i) update(lock, *members_[i]);
    passes_.fetch_add(1, std::memory_order_relaxed);
  }
  give_turn(lock);
}

void ExecutionContext::settle_all(Lock& lock) {
  for (std::size_t i = 0; i < members_.size() && !closing_; ++i) change(lock, *members_[i]);
}

void ExecutionContext::settle() {
  Lock lock(mutex_);
  if (!take_turn(lock, call_timeout_)) return;
  settle_all(lock);
  give_turn(lock);
}

void ExecutionContext::settle_failures() {
  Lock lock(mutex_);
  const auto fails = [](const auto& member) { return member->fails; };
  if (std::none_of(members_.begin(), members_.end(), fails) || !take_turn(lock, call_timeout_)) return;
  for (std::size_t i = 0; i < members_.size() && !closing_; ++i)
    if (members_[i]->fails) change(lock, *members_[i]);
  give_turn(lock);
}

bool ExecutionContext::mark_woken(const Participant& participant) {
  const Lock lock(mutex_);
  const auto member = find(participant);
  if (!member || member->state != LifeCycle::active || member->fails) return false;
  member->is_woken = true;
  return true;
}

void ExecutionContext::run_woken() {
  Lock lock(mutex_);
  if (!take_turn(lock, call_timeout_)) return;
  for (std::size_t i = 0; i < members_.size() && !closing_; ++i)
    if (members_[i]->is_woken) execute(lock, *members_[i]);
  for (std::size_t i = 0; i < members_.size() && !closing_; ++i) update(lock, *members_[i]);
  give_turn(lock);
}

void ExecutionContext::watch() {
  Lock lock(mutex_);
  if (!take_turn(lock, call_timeout_)) return;
  for (std::size_t i = 0; i < members_.size() && !closing_; ++i) {
    Member& member = *members_[i];
    if (member.state != LifeCycle::active || member.fails || !member.participant->is_watched()) continue;
    lock.unlock();
    const ReturnCode code = member.participant->watch(member.handle);
    lock.lock();
    if (code != ReturnCode::ok) member.fails = true;
  }
  give_turn(lock);
}

ExecutionContext::Work ExecutionContext::work() const {
  Work work;
  const Lock lock(mutex_);
  work.is_running = running_;
  for (const auto& member : members_) {
    work.has_changes |= member->has_change();
    work.busy += member->state == LifeCycle::active || member->state == LifeCycle::error;
    if (member->state != LifeCycle::active || member->fails) continue;
    work.has_woken |= member->is_woken;
    work.is_watched |= member->participant->is_watched();
  }
  return work;
}

// Closing.

void ExecutionContext::begin_to_close() {
  {
    const Lock lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  requested();
}

bool ExecutionContext::close(std::chrono::milliseconds longest) {
  begin_to_close();
  Lock lock(mutex_);
  // A callback on this thread removes its own component; the rest is done when the callback has returned.
  if (passer_ == std::this_thread::get_id()) return true;
  if (has_thread())
    wait(lock, longest, [this] { return finished_; });
  else
    await_housekeeping(lock, longest);
  abandoned_ = !finished_;
  changed_.notify_all();
  return finished_;
}

void ExecutionContext::finish() {
  Lock lock(mutex_);
  changed_.wait(lock, [this] { return passer_ == std::thread::id() || finished_ || abandoned_; });
  if (passer_ != std::thread::id() || finished_) return;
  passer_ = std::this_thread::get_id();
  give_turn(lock);
}

}  // namespace rtm
