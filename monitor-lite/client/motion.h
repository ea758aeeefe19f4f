// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The match between two frames: everything as in `base`, but time, ball, players and bodies have moved evenly towards
/// `other` by `share`, 0 to 1. Objects farther apart than a player runs or the ball flies were put there, and stay.
Snapshot moved(const Snapshot& base, const Snapshot& other, double share);

}  // namespace monitor
