// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// Finds the player who has taken our last restart. If double touches are an offence (`Game::double_touch`), that
/// player has to leave the ball to the others until one of them has touched it. All of our players that see the same
/// get the same result.
class RestartTaker {
 public:
  /// Called once for each world.
  void watch(const World& world);

  /// Number of our player, possibly this one, that may not touch the ball now; 0: none.
  int number() const { return number_; }

  /// A copy of the world in which that player is far away from the ball.
  const World& without(const World& world);

 private:
  int number_ = 0;
  int nearest_ = 0;   ///< of ours, to the ball, while the restart is ours
  double since_ = 0;  ///< s, `World::now` when play began
  World without_;
};

}  // namespace rcss3d::agent
