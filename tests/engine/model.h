// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/record.h"

namespace engine_test {

/// Plays a match by a direct implementation of the rules (protocol 3 and 4, behaviour 2.5 and 5): the clock advances
/// step by step, and in each step every agent that is due thinks to the end of its cycle before anything else happens.
/// Nothing waits, and nothing runs ahead. Shares no code with the server.
Record play_by_the_rules(const Match& match);

}  // namespace engine_test
