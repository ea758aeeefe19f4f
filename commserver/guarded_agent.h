// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>

#include "commserver/agent_limits.h"
#include "commserver/guardian_messages.h"
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

  /// Opens `news`; returns the other end. Empty if the system has no descriptors left.
  spark::Descriptor open_news();
  /// What has been told from within: `started` with the agent's process, `not_started` or `exited`.
  std::optional<GuardianReport> next_news();
  void signal(int signal) const;
};

}  // namespace commserver
