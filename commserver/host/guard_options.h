// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commserver/guardian/agent_limits.h"

namespace spark {
class OptionTable;
}

namespace commserver {

/// Options for the limits of agents.
struct GuardOptions {
  enum class Sandbox { on, off, automatic };
  AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
  Sandbox sandbox = Sandbox::automatic;
  bool keep_files = false;
};

/// Adds them to the options of a program that starts agents. `options` must outlive `table`. `sandbox_with` are the
/// modes that accept the option for the sandbox (`spark::Option::with`).
void add_guard_options(spark::OptionTable& table, GuardOptions& options, std::vector<std::string> sandbox_with = {});

}  // namespace commserver
