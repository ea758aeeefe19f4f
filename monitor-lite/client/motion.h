// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The match between two frames: a copy of `base` in which time, ball, players and bodies have moved linearly towards
/// `other` by `share`, 0 to 1. Objects farther apart than a player runs or the ball flies were placed there, and are
/// not moved.
Snapshot moved(const Snapshot& base, const Snapshot& other, double share);

}  // namespace monitor
