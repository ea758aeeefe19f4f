// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/node.h"

namespace soccer {

/// What scripts register with `registerMonitorItem('GameStateItem')`. The monitor line always carries the game state,
/// so the object says only that the script wants it.
class GameStateItem : public spark::Leaf {};

}  // namespace soccer
