// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agent-sample/lib/acts.h"
#include "agent-sample/lib/geometry.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// The obstacles that a run avoids. Runs never lead through other players, because players that touch push each other
/// along.
struct Avoid {
  bool ball = false;       ///< the ball, at rest or rolling
  bool players = true;     ///< mates and opponents
  double ball_room = 0.5;  ///< m between the centres
};

/// Runs to a place and comes to rest there as soon as possible.
void run_to(const World& world, Vector place, Acts& acts, Avoid avoid = {});

/// Passes a place as soon as possible, at any speed.
void run_through(const World& world, Vector place, Acts& acts, Avoid avoid = {});

/// Passes a place at the given time, s from now, at any speed; as soon as possible if that time is too early.
void run_through_at(const World& world, Vector place, double time, Acts& acts, Avoid avoid = {});

/// A detour: the place to head for, so that the run to `place` avoids the obstacles.
Vector detour(const World& world, Vector place, Avoid avoid);

}  // namespace rcss3d::agent
