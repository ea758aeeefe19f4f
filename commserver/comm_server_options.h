// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

#include "commserver/agent_dialogue.h"
#include "commserver/guardian/agent_limits.h"
#include "commserver/sandbox/sandbox.h"
#include "commserver/think/timer.h"

namespace commserver {

/// How a `CommServer` starts its agents and how long it waits for them.
struct CommServerOptions {
  /// `log_size` matters only with a log folder.
  AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
  /// Where agentN-stdout.log and agentN-stderr.log go; made if it is missing. Empty: to /dev/null.
  std::filesystem::path log_folder{};
  /// Agents run in this, and see neither the log folder nor the working folders of other types.
  std::optional<Sandbox> sandbox{};
  /// Files that no agent in a sandbox may read.
  std::vector<std::filesystem::path> secrets{};
  /// At the end, files that an agent in a sandbox wrote into its working folder are copied to agentN-files in the log
  /// folder.
  bool keep_files = false;
  /// Folders searched for programs after the type's working folder and before $PATH.
  std::vector<std::filesystem::path> program_path{};
  /// Real time in which an agent must end a think cycle. The simulation limits how long it may take to be ready.
  std::chrono::milliseconds think_limit{10000};
  /// For all agents, instead of the timers of their types.
  std::optional<Timer> timer{};
  AgentDialogue::Rules rules{};
  /// Folder in which thinking times are recorded, if not empty.
  std::filesystem::path record_think_times{};
  /// Folder from which thinking times are replayed, if not empty.
  std::filesystem::path replay_think_times{};
};

}  // namespace commserver
