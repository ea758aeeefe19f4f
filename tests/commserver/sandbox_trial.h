// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "commserver/guardian/guardian.h"
#include "commserver/guardian/program_search.h"
#include "commserver/guardian/sandbox.h"
#include "tests/support/skipping.h"

/// The sandbox of this machine, tried once, and the reason why it cannot be used; empty if it can.
inline const std::pair<commserver::Sandbox, std::string>& tried_sandbox() {
  static const std::pair<commserver::Sandbox, std::string> tried = [] {
    commserver::Sandbox found{commserver::find_in_path("bwrap"), AGENT_SANDBOX};
    if (found.bwrap.empty()) return std::pair(found, std::string("bwrap is not installed"));
    const auto guardian = commserver::Guardian::start();
    commserver::Sandbox used = found;
    const std::string problem = used.try_out(*guardian);
    found.no_users_because = used.no_users_because;
    return std::pair(found, problem);
  }();
  return tried;
}

inline commserver::Sandbox sandbox() {
  return tried_sandbox().first;
}

/// Returns false, and prints the reason in a line, if this machine has no usable sandbox.
inline bool there_is_a_sandbox() {
  const std::string& problem = tried_sandbox().second;
  if (!problem.empty()) skip("there is no sandbox: " + problem);
  return problem.empty();
}
