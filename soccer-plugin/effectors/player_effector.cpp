// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/player_effector.h"

namespace soccer {

void PlayerEffector::linked() {
  player_ = player_of(*this);
  game_ = game_of(*this);
  Effector::linked();
}

bool PlayerEffector::is_low(double slack) const {
  return position().z <= config().agent_radius + slack;
}

}  // namespace soccer
