// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <sstream>

#include "tests/commserver/house.h"
#include "tests/commserver/sandbox_trial.h"

/// Converts "a b" to "(a)(b)".
inline std::string in_brackets(const std::string& words) {
  std::istringstream stream(words);
  std::string result;
  for (std::string word; stream >> word;) result += "(" + word + ")";
  return result;
}

inline std::optional<commserver::Sandbox> sandbox_if(bool wanted) {
  return wanted ? std::optional(sandbox()) : std::nullopt;
}

/// The agent's successful attempts.
inline std::string done(House& house, AgentId agent, Step now) {
  house.server->expect_sensation(agent, now + 10);
  house.sense(agent, now);
  REQUIRE(house.until([&] { return !house.acts[agent].empty(); }));
  const std::string act = house.acts[agent].back();
  house.acts[agent].clear();
  return act.substr(act.find(' ') + 1);
}
