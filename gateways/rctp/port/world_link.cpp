// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/world_link.h"

namespace rctp {

std::uint64_t WorldLink::add_reader() {
  const std::scoped_lock lock(mutex_);
  return readers_++ == 0 ? state_.changes : 0;
}

bool WorldLink::read(WorldState& state) {
  const std::scoped_lock lock(mutex_);
  if (state.changes == state_.changes) return false;
  state = state_;
  return true;
}

}  // namespace rctp
