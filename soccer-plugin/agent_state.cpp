// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/agent_state.h"

#include <stdexcept>
#include <utility>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/mechanism.h"

namespace soccer {

void AgentState::write_identity(spark::PerceptWriter& writer) const {
  if (side != Side::none) writer.field("team", team_name);
  writer.field("id", unum);
}

void AgentState::linked() {
  // Before the base registers this player: a player without agent or body must never be visible.
  agent_ = ancestor<spark::AgentAspect>();
  if (!agent_) throw std::runtime_error(full_path() + ": an agent state needs an agent above it");
  body_.reset(spark::main_body(*agent_));
  if (!body_) throw std::runtime_error(full_path() + ": the agent has no body yet");
  ObjectState::linked();
  follow(body_->node());
}

void AgentState::settle() {
  if (std::exchange(settled_, true)) return;
  if (spark::Body* body = spark::main_body(*agent_)) body_.reset(body);
  follow(body_->node());
}

AgentState& player_of(const spark::Leaf& part) {
  auto* agent = part.ancestor<spark::AgentAspect>();
  auto* player = agent ? part.core().find_first<AgentState>(agent) : nullptr;
  if (!player || !player->is_linked())
    throw std::runtime_error(part.full_path() + ": its agent has no agent state yet");
  return *player;
}

}  // namespace soccer
