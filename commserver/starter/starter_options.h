// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "commserver/guardian/agent_limits.h"
#include "commserver/guardian/sandbox.h"

namespace commserver {

/// How programs are started: those of agents and all others.
struct StarterOptions {
  /// Limits of programs without limits of their own. `log_size` matters only with a log folder.
  AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
  /// The folder for STEM-stdout.log and STEM-stderr.log, created if it is missing. Empty: output goes to /dev/null.
  std::filesystem::path log_folder{};
  /// Returns the sandbox for programs, which hides the log folder from them. Called once, when the first program is
  /// looked up or started, while the guardian runs no program; each of these calls throws its exception again.
  std::function<std::optional<Sandbox>()> choose_sandbox{};
  /// Files that no program in a sandbox may read.
  std::vector<std::filesystem::path> secrets{};
  /// Whether the files that programs in a sandbox wrote into their working folders are copied to STEM-files in the log
  /// folder at the end.
  bool keep_files = false;
  /// Folders searched for programs after the working folder and before $PATH.
  std::vector<std::filesystem::path> program_path{};
};

}  // namespace commserver
