// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "commserver/guardian/agent_limits.h"
#include "commserver/guardian/sandbox.h"

namespace commserver {

/// How programs are started, those of agents and all others.
struct StarterOptions {
  /// Unless a program has others. `log_size` matters only with a log folder.
  AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
  /// Where STEM-stdout.log and STEM-stderr.log go; made if it is missing. Empty: to /dev/null.
  std::filesystem::path log_folder{};
  /// Programs run in the sandbox that this returns, and do not see the log folder then. Called once, when the first
  /// program is looked for or started, while nothing of the guardian runs; what it throws is thrown there, each time.
  std::function<std::optional<Sandbox>()> choose_sandbox{};
  /// Files that no program in a sandbox may read.
  std::vector<std::filesystem::path> secrets{};
  /// At the end, files that programs in a sandbox wrote into their working folders are copied to STEM-files in the log
  /// folder.
  bool keep_files = false;
  /// Folders searched for programs after the working folder and before $PATH.
  std::vector<std::filesystem::path> program_path{};
};

}  // namespace commserver
