// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/world.h"
#include "agent-sample/team/defence.h"

namespace rcss3d::agent {

/// Chooses where a player offers itself for a pass while a mate has the ball: near its place in the formation, where
/// the straight line from the ball is free of opponents and none is near, and away from the other mates.
class Support {
 public:
  /// The place for this agent. `ball`: where it will be kicked; `homes`: places of the formation by number;
  /// `farthest_x`: the limit forwards.
  Vector place(const World& world, Vector ball, const Defence::Places& homes, double farthest_x);

  /// Called if the place is not needed in this cycle: drops the previous choice.
  void forget() { chosen_ = false; }

 private:
  bool chosen_ = false;
  Vector last_;
};

}  // namespace rcss3d::agent
