// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/name_keeper.h"

#include <vector>

#include "gateways/rtm/corba/orb_access.h"

namespace rtm {

NameKeeper::NameKeeper(Names& names, spark::RealClock& clock, spark::Log& log)
    : names_(names), clock_(clock), log_(log), thread_([this] { run(); }) {}

NameKeeper::~NameKeeper() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  end_.notify_all();
  thread_.join();
}

void NameKeeper::add(const std::string& id, const char* kind, CORBA::Object_ptr object) {
  const std::lock_guard calls(calls_);
  names_.bind(id, kind, object);
  const std::lock_guard lock(mutex_);
  kept_[{id, kind}] = CORBA::Object::_duplicate(object);
}

void NameKeeper::remove(const std::string& id, const char* kind) {
  const std::lock_guard calls(calls_);
  CORBA::Object_var ours;
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find({id, kind});
    if (found == kept_.end()) return;
    ours = found->second;
    kept_.erase(found);
    if (unavailable_) return;
  }
  try {
    const CORBA::Object_var bound = names_.resolve(id, kind);
    if (!CORBA::is_nil(bound.in()) && bound->_is_equivalent(ours.in())) names_.unbind(id, kind);
  } catch (const NamesUnavailable& problem) {
    log_.debug("the name {} stays: {}", id, problem.what());
  }
}

void NameKeeper::run() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    lock.unlock();
    clock_.wait(kInterval, [this](spark::RealClock::Duration longest) {
      std::unique_lock waiting(mutex_);
      return end_.wait_for(waiting, longest, [this] { return ending_; });
    });
    lock.lock();
    if (ending_) return;
    lock.unlock();
    look_after_all();
    lock.lock();
  }
}

void NameKeeper::look_after_all() {
  std::vector<std::pair<Key, CORBA::Object_var>> all;
  {
    const std::lock_guard lock(mutex_);
    all.assign(kept_.begin(), kept_.end());
  }
  std::size_t bound = 0;
  try {
    for (const auto& [key, object] : all) bound += look_after(key, object.in()) ? 1U : 0U;
  } catch (const NamesUnavailable& problem) {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(unavailable_, true)) log_.warning("{}; names are bound again when it is back", problem.what());
    return;
  }
  const std::lock_guard lock(mutex_);
  if (std::exchange(unavailable_, false))
    log_.normal("{} is back; {} names bound again", names_.what(), bound);
  else if (bound != 0)
    log_.normal("{} had lost {} names; they are bound again", names_.what(), bound);
}

bool NameKeeper::is_kept(const Key& key) {
  const std::lock_guard lock(mutex_);
  return !ending_ && kept_.contains(key);
}

bool NameKeeper::look_after(const Key& key, CORBA::Object_ptr object) {
  const std::lock_guard calls(calls_);
  if (!is_kept(key)) return false;
  const CORBA::Object_var bound = names_.resolve(key.first, key.second);
  if (!CORBA::is_nil(bound.in())) {
    if (bound->_is_equivalent(object)) return false;
    if (is_alive(bound.in())) {
      log_.complain(key.first, "the name belongs to another component now, at {}", address_of(bound.in()));
      return false;
    }
  }
  names_.bind(key.first, key.second, object);
  return true;
}

}  // namespace rtm
