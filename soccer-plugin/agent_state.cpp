// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/agent_state.h"

#include <fmt/format.h>

#include <utility>

#include "soccer-plugin/team_roster.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/articulation.h"
#include "spark/scene/drawing_nodes.h"

namespace soccer {

void AgentState::write_identity(spark::PerceptWriter& writer, const AgentState& viewer) const {
  // A viewer takes every player with its own team's name for a team mate.
  if (side != Side::none && side != viewer.side && team_name == viewer.team_name)
    writer.field("team", TeamRoster::distinct_name(team_name));
  else if (side != Side::none)
    writer.field("team", team_name);
  writer.field("id", unum);
}

void AgentState::linked() {
  // Set before the base registers this player: a player without agent or body must never be visible.
  agent_ = spark::agent_of(*this);
  if (!agent_) throw spark::Misplaced("an agent state needs an agent above it");
  body_.reset(spark::main_body(*agent_));
  if (!body_)
    throw spark::Misplaced("the agent has no body", [](const spark::Leaf& newcomer) {
      return dynamic_cast<const spark::Body*>(&newcomer) != nullptr;
    });
  ObjectState::linked();
  follow(body_->node());
}

void AgentState::restart() {
  battery = kFull;
  pan_deg = tilt_deg = 0.0;
  game_block_due = side != Side::none;
  refusal_due = false;
  own_message.due = team_mates.message.due = opponents.message.due = false;
  team_mates.spent = opponents.spent = 0.0;
  spoke_at = -1;
}

void AgentState::paint() {
  for (auto* drawn : core().find_all<spark::SingleMatNode>(agent_))
    if (drawn->name() == kShirt) drawn->set_material(side == Side::left ? "matBlue" : "matOrange");
}

void AgentState::change_side() {
  if (side == Side::none) return;
  side = opponent(side);
  game_block_due = true;
  note_look();
  paint();
}

void AgentState::settle() {
  if (std::exchange(settled_, true)) return;
  if (spark::Body* body = spark::main_body(*agent_)) body_.reset(body);
  follow(body_->node());
}

void AgentState::add_notes(std::vector<std::string>& notes) const {
  if (side != Side::none) notes.push_back(fmt::format("player {} {}", side == Side::left ? "left" : "right", unum));
}

AgentState& player_of(const spark::Leaf& part) {
  auto* agent = spark::agent_of(part);
  auto* player = agent ? part.core().find_first<AgentState>(agent) : nullptr;
  if (!player || !player->is_linked() || player->is_idle())
    throw spark::Misplaced("the agent has no agent state", [](const spark::Leaf& newcomer) {
      return dynamic_cast<const AgentState*>(&newcomer) != nullptr;
    });
  return *player;
}

}  // namespace soccer
