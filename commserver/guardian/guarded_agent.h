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

/// The guardian's state of one agent.
struct GuardedAgent {
  pid_t leader = 0;  ///< leader of its process group or, in a sandbox, of the sandbox's process group
  AgentLimits limits{};
  bool sandboxed = false;
  uid_t user = 0;               ///< the agent's own user; 0: none
  bool started = false;         ///< in its sandbox
  bool end_reported = false;    ///< the server has been informed
  spark::Descriptor reports{};  ///< socket to which agent_sandbox reports from within its sandbox
  pid_t inside = 0;             ///< the agent's own process in its sandbox; 0 once it has ended
  std::string kept_in{};        ///< folder to which its files are copied at the end; empty: they are not kept
  spark::Descriptor written{};  ///< the folder with the files that it writes; open also after its exit
  timespec files_made{};        ///< files written by the agent are newer than this
  ProcessWatch processes{};     ///< counts the processes in its sandbox
  bool has_too_many = false;    ///< the agent has too many processes, and is being ended

  /// Opens `reports`; returns the other end. Empty if the system has no descriptors left.
  spark::Descriptor open_reports();
  /// The next report from the sandbox: `started` with the agent's process, `read_only`, `shares_user`, `not_started` or
  /// `exited`.
  std::optional<GuardianReport> next_report();
  void signal(int signal) const;
  /// Ends the sandbox if it has more processes than its limit, or if they cannot be counted. Does nothing for an agent
  /// with a user of its own, whose processes the kernel limits.
  void watch_processes();
};

}  // namespace commserver
