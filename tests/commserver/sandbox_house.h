// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commserver/guardian/program_search.h"
#include "tests/commserver/house.h"
#include "tests/support/skipping.h"

inline commserver::Sandbox sandbox() {
  return {commserver::find_in_path("bwrap"), AGENT_SANDBOX};
}

/// False, with a line that says why, where no sandbox can be made.
inline bool there_is_a_sandbox() {
  static const std::string problem = [] {
    if (sandbox().bwrap.empty()) return std::string("bwrap is not installed");
    const auto guardian = Guardian::start();
    return sandbox().try_out(*guardian);
  }();
  if (!problem.empty()) skip("there is no sandbox: " + problem);
  return problem.empty();
}

inline std::optional<commserver::Sandbox> sandbox_if(bool wanted) {
  return wanted ? std::optional(sandbox()) : std::nullopt;
}

/// What the agent could do of all it dares.
inline std::string done(House& house, AgentId agent, Step now) {
  house.server->expect_sensation(agent, now + 10);
  house.sense(agent, now);
  REQUIRE(house.until([&] { return !house.acts[agent].empty(); }));
  const std::string act = house.acts[agent].back();
  house.acts[agent].clear();
  return act.substr(act.find(' ') + 1);
}
