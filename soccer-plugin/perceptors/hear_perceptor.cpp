// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/hear_perceptor.h"

#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/game_state.h"

namespace soccer {

using spark::Unit;

void HearPerceptor::perceive(spark::PerceptWriter& writer) {
  for (HearSlot* ear : {&player_->team_mates, &player_->opponents})
    ear->spent = std::max(0.0, ear->spent - game_->config().hear_increase);
  deliver(player_->own_message, true, writer);
  deliver(player_->team_mates.message, false, writer);
  deliver(player_->opponents.message, false, writer);
}

void HearPerceptor::deliver(HeardMessage& message, bool own, spark::PerceptWriter& writer) const {
  if (!message.due) return;
  message.due = false;
  writer.begin(predicate());
  writer.real(game_->time(), Unit::second);
  if (own)
    writer.text("self");
  else
    writer.real(message.direction, Unit::degree);
  writer.text(message.text);
  writer.end();
}

void HearPerceptor::linked() {
  player_ = player_of(*this);
  game_ = game_of(*this);
  Perceptor::linked();
}

}  // namespace soccer
