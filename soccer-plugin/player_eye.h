// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/agent_state.h"
#include "spark/core/held.h"
#include "spark/scene/client_nodes.h"

namespace soccer {

/// The camera of a player: above its centre, upright, looking to where pan and tilt point in the player's own frame,
/// whose x points to the opponents' goal. The body is a ball that rolls, so nothing can be fixed to it.
class PlayerEye : public spark::Camera {
 public:
  /// m, at most 10 either way; beyond is refused (false).
  bool set_height(double height);
  spark::Pose pose() const override;

 protected:
  /// Throws `Misplaced` if the agent has no state (yet).
  void linked() override;

 private:
  spark::Held<AgentState> player_{*this};
  double height_ = 0.35;
};

}  // namespace soccer
