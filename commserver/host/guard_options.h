// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commserver/guardian/agent_limits.h"

namespace spark {
class OptionTable;
}

namespace commserver {

/// The limits of agents.
struct GuardOptions {
  enum class Sandbox { on, off, automatic };
  AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
  Sandbox sandbox = Sandbox::automatic;
  bool keep_files = false;
};

/// Adds them to the options of a program that starts agents. `options` must live as long as `table` does.
/// `sandbox_with` are the modes with which the sandbox can be chosen (`spark::Option::with`).
void add_guard_options(spark::OptionTable& table, GuardOptions& options, std::vector<std::string> sandbox_with = {});

}  // namespace commserver
