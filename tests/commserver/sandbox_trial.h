// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "commserver/guardian/guardian.h"
#include "commserver/guardian/program_search.h"
#include "commserver/guardian/sandbox.h"
#include "tests/support/skipping.h"

/// The one of this machine.
inline commserver::Sandbox sandbox() {
  return {commserver::find_in_path("bwrap"), AGENT_SANDBOX};
}

/// False, with a line that says why, where no sandbox can be made.
inline bool there_is_a_sandbox() {
  static const std::string problem = [] {
    if (sandbox().bwrap.empty()) return std::string("bwrap is not installed");
    const auto guardian = commserver::Guardian::start();
    return sandbox().try_out(*guardian);
  }();
  if (!problem.empty()) skip("there is no sandbox: " + problem);
  return problem.empty();
}
