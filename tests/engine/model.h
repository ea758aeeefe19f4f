// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/record.h"

namespace engine_test {

/// Plays a match straight by the rules (protocol 3 and 4, behaviour 2.5 and 5): the clock goes from step to step, and
/// in each every agent thinks whose time has come, to the end of its cycle and before anything else happens. Nothing
/// waits for anything, nothing runs ahead. Shares no code with the server.
Record play_by_the_rules(const Match& match);

}  // namespace engine_test
