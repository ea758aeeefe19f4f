// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/scripted_agent.h"

namespace engine_test {

/// All that can be seen of a match from outside.
struct Record {
  Lines world;  ///< "<step> sense <agent>", "<step> act <agent> <word>", "<step> gone <agent>", "<step> end"
  std::vector<Lines> heard;  ///< of each agent: the messages it got
  std::vector<Lines> sent;   ///< of each agent: its acts that counted, "<stamp> <text>"
  std::vector<bool> lost;    ///< of each agent
};

/// Takes from the diary of the world the sensations of lost agents that these did not get. How many of them there are
/// before the body leaves depends on when the end is noticed; no one can see them, and each agent's random draws are
/// its own.
void forget_unseen_sensations(Record& record);

/// Where two records differ first, with what is before it; empty if nowhere.
std::string difference(const Record& engine, const Record& model);

}  // namespace engine_test
