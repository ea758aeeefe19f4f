// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/scripted_agent.h"

namespace engine_test {

/// Everything that is visible of a match from outside.
struct Record {
  Lines world;  ///< "<step> sense <agent>", "<step> act <agent> <word>", "<step> gone <agent>", "<step> end"
  std::vector<Lines> heard;  ///< of each agent: the messages it got
  std::vector<Lines> sent;   ///< of each agent: its acts that counted, "<stamp> <text>"
  std::vector<bool> lost;    ///< of each agent
};

/// Removes from the lines of the world the sensations that lost agents did not get. Their number depends on when the
/// end of the agent is noticed; nothing else depends on them, as each agent has its own random numbers.
void forget_unseen_sensations(Record& record);

/// The first difference of two records, with the lines before it; empty if they are equal.
std::string difference(const Record& engine, const Record& model);

}  // namespace engine_test
