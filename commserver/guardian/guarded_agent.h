// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include "commserver/guardian/agent_limits.h"
#include "commserver/guardian/guardian_messages.h"
#include "spark/core/descriptor.h"

namespace commserver {

/// What the guardian knows of one agent.
struct GuardedAgent {
  pid_t leader = 0;  ///< of its process group; with a sandbox of that around it
  AgentLimits limits{};
  bool sandboxed = false;
  bool end_told = false;     ///< the server knows of its end
  spark::Descriptor news{};  ///< from within its sandbox
  pid_t inside = 0;          ///< the agent itself in its sandbox, as long as it lives
  std::chrono::steady_clock::time_point began{};
  std::string kept_in{};        ///< where what it writes is kept; empty if it is not
  spark::Descriptor written{};  ///< what it writes is in this folder, also after its end
  timespec files_made{};        ///< and is later than this

  /// Opens `news`; returns the other end. Empty if the system has no descriptors left.
  spark::Descriptor open_news();
  /// What has been told from within: `started` with the agent's process, `read_only`, `not_started` or `exited`.
  std::optional<GuardianReport> next_news();
  void signal(int signal) const;
};

}  // namespace commserver
