// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

/// The push of a kick that sends a possibly moving ball in a wanted direction.
struct Push {
  Vector direction;  ///< from the player's centre to the ball's
  double speed;      ///< m/s of the ball in the wanted direction when the push is over
  double aside;      ///< m/s across that direction that the push cannot cancel; 0: it goes exactly there
};

/// The effect of a kick, as two numbers that are computed once.
struct KickGain {
  double gained;  ///< m/s gained by a ball at rest
  double kept;    ///< share of its own speed that a rolling ball retains
};

/// The push after which a ball of that velocity goes in the direction `wanted`. The speed of the kick is added to the
/// ball's own, less the drag. A ball that approaches the player faster than a kick stops it (within some centimetres)
/// hits the body and bounces; the rest of the kick is added to that. If the ball is too fast across the wanted
/// direction, the result is the best possible: a push straight against that component.
Push push_towards(Vector ball_velocity, Vector wanted, KickGain kick);

/// The speed, m/s, at which a ball approaching the player at `closing` m/s leaves it along the push after a kick.
double speed_returned(double closing, KickGain kick);

}  // namespace rcss3d::agent
