// SPDX-License-Identifier: Apache-2.0
//
// The sensations that a CommServer holds, to send them together.
#include "commserver/comm_server.h"

namespace commserver {
namespace {

/// Sensations of this part of the agents are sent together. Agents that sense one after the other, as by default, get
/// theirs later by a quarter of the time for which the world can do without their answers. Few agents wait for nobody.
constexpr std::size_t kPartHeld = 4;

}  // namespace

bool CommServer::may_hold_more() const {
  return !held_.empty() && held_.size() < agents_.size() / kPartHeld;
}

bool CommServer::send_held() {
  if (held_.empty()) return false;
  for (const spark::AgentId id : held_)
    if (AgentProcess* agent = find(id); agent && !agent->is_closed()) attend(*agent);
  held_.clear();
  return true;
}

}  // namespace commserver
