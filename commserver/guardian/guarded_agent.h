// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <ctime>
#include <optional>
#include <string>

#include "commserver/guardian/agent_limits.h"
#include "commserver/guardian/guardian_messages.h"
#include "commserver/guardian/process_watch.h"
#include "spark/core/descriptor.h"

namespace commserver {

/// What the guardian knows about one agent.
struct GuardedAgent {
  pid_t leader = 0;  ///< of its process group; with a sandbox, that of the sandbox
  AgentLimits limits{};
  bool sandboxed = false;
  uid_t user = 0;               ///< of its own; 0: none
  bool started = false;         ///< in its sandbox
  bool end_reported = false;    ///< to the server
  spark::Descriptor reports{};  ///< socket to which agent_sandbox reports from within its sandbox
  pid_t inside = 0;             ///< the agent's own process in its sandbox; 0 once it has ended
  std::string kept_in{};        ///< where its files are kept; empty if they are not
  spark::Descriptor written{};  ///< contains the files it writes, also after its exit
  timespec files_made{};        ///< files it writes are newer than this
  ProcessWatch processes{};     ///< in its sandbox
  bool has_too_many = false;    ///< processes, and is being ended

  /// Opens `reports`; returns the other end. Empty if the system has no descriptors left.
  spark::Descriptor open_reports();
  /// The next report from inside: `started` with the agent's process, `read_only`, `shares_user`, `not_started` or
  /// `exited`.
  std::optional<GuardianReport> next_report();
  void signal(int signal) const;
  /// Ends the sandbox if there are more processes in it than its limit, or if no one can tell. The kernel
  /// limits those of a user of its own.
  void watch_processes();
};

}  // namespace commserver
