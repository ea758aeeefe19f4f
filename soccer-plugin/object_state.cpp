// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/object_state.h"

#include "soccer-plugin/game_state.h"
#include "spark/agent/percept_writer.h"
#include "spark/core/core.h"

namespace soccer {

void ObjectState::write_identity(spark::PerceptWriter& writer, const AgentState&) const {
  if (!id_.empty()) writer.field("id", id_);
}

void ObjectState::linked() {
  node_ = ancestor<spark::Transform>();
  if (!node_) throw spark::Misplaced("an object state needs a Transform above it");
  // If a script builds the field before the game state, the latter looks for existing objects itself (prepare).
  if (auto* game = core().find_first<GameStateAspect>()) game->add(*this);
}

void ObjectState::unlinking() {
  if (auto* game = core().find_first<GameStateAspect>()) game->remove(*this);
}

}  // namespace soccer
