// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/agent_state.h"
#include "spark/core/held.h"
#include "spark/scene/client_nodes.h"

namespace soccer {

/// The camera of a player: above its centre, upright, in the direction of pan and tilt in the player's own frame, whose
/// x axis points to the opponents' goal. The body is a rolling ball, so nothing can be fixed to it.
class PlayerEye : public spark::Camera {
 public:
  /// m, at most 10 up or down; other values are refused (false).
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
