// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

/// How a ball that may move already is pushed by a kick, so that it goes in a wanted direction.
struct Push {
  Vector direction;  ///< from the player's centre to the ball's
  double speed;      ///< m/s of the ball in the wanted direction when the push is over
  double aside;      ///< m/s across that direction that the push cannot take from it; 0: it goes exactly there
};

/// What a kick does, as two numbers that are worked out once.
struct KickGain {
  double gained;  ///< m/s that a ball at rest gets
  double kept;    ///< share of its own speed that a rolling ball keeps
};

/// The push after which a ball of that velocity goes in the direction `wanted`. The ball's own speed stays, but for the
/// drag, and the speed of the kick is added. A ball that comes at the player faster than a kick stops it, which is
/// within some centimetres, hits the body and is returned by it; the rest of the kick is added to that. If the ball is
/// too fast across the wanted direction, the nearest there is: straight across what has to be taken from it.
Push push_towards(Vector ball_velocity, Vector wanted, KickGain kick);

/// m/s at which a ball that comes at the player at `closing` m/s leaves it along the push when a kick is over.
double speed_returned(double closing, KickGain kick);

}  // namespace rcss3d::agent
