// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/name_keeper.h"

#include <utility>
#include <vector>

#include "gateways/rtm/corba/orb_access.h"

namespace rtm {

NameKeeper::NameKeeper(Names& names, spark::RealClock& clock, spark::Log& log, std::chrono::nanoseconds interval)
    : names_(names), log_(log), looks_(clock, interval, [this] { look_after_all(); }) {
  if (interval > std::chrono::nanoseconds::zero()) looks_.begin();
}

NameKeeper::~NameKeeper() {
  looks_.end();
}

void NameKeeper::add(const std::string& path, CORBA::Object_ptr object) {
  const std::lock_guard calls(calls_);
  names_.bind(path, object);
  const std::lock_guard lock(mutex_);
  kept_[path] = CORBA::Object::_duplicate(object);
}

bool NameKeeper::has(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return kept_.contains(path);
}

void NameKeeper::remove(const std::string& path) {
  const std::lock_guard calls(calls_);
  CORBA::Object_var ours;
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(path);
    if (found == kept_.end()) return;
    ours = found->second;
    kept_.erase(found);
    if (unavailable_) return;
  }
  try {
    const CORBA::Object_var bound = names_.resolve(path);
    if (!CORBA::is_nil(bound.in()) && bound->_is_equivalent(ours.in())) names_.unbind(path);
  } catch (const NamesUnavailable& problem) {
    log_.debug("the name {} stays bound: {}", path, problem.what());
  }
}

void NameKeeper::look_after_all() {
  std::vector<std::pair<std::string, CORBA::Object_var>> all;
  {
    const std::lock_guard lock(mutex_);
    all.assign(kept_.begin(), kept_.end());
  }
  std::size_t bound = 0;
  try {
    for (const auto& [path, object] : all) bound += look_after(path, object.in()) ? 1U : 0U;
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

bool NameKeeper::is_kept(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return !looks_.is_ending() && kept_.contains(path);
}

bool NameKeeper::look_after(const std::string& path, CORBA::Object_ptr object) {
  const std::lock_guard calls(calls_);
  if (!is_kept(path)) return false;
  try {
    const CORBA::Object_var bound = names_.resolve(path);
    if (!CORBA::is_nil(bound.in())) {
      if (bound->_is_equivalent(object)) return false;
      if (is_alive(bound.in())) {
        log_.complain(path, "the name now belongs to another component, at {}", address_of(bound.in()));
        return false;
      }
    }
    names_.bind(path, object);
  } catch (const NameRefused& problem) {
    log_.complain(path, "{}", problem.what());
    return false;
  }
  return true;
}

}  // namespace rtm
