// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "commserver/guardian/agent_limits.h"

namespace commserver {

/// Control groups (cgroup v2) of agents, one for each. In its group the kernel counts what all processes of an agent
/// use together, and also what it counts nowhere else, such as the buffers of sockets; an agent that needs more than
/// its group has is killed as a whole, and no one else.
///
/// Groups are made only below a group that has been delegated to the server, as systemd marks it (`Delegate=`), and
/// only if it has no processes but those of the server: as a group with limits below it must have none itself, they
/// move into a group "server" first. Elsewhere nothing is changed, and agents have no groups.
class AgentCgroups {
 public:
  /// `own`: the folder of the group of this process; empty if there is none. `server` and its descendants may be moved.
  AgentCgroups(std::filesystem::path own, pid_t server) : own_(std::move(own)), server_(server) {}

  /// Makes a group for an agent in a sandbox. Returns the file to which a process writes "0" to enter it; empty if
  /// there is no group, and then `why` may have a reason, once, that is of use to who has delegated one.
  std::string make(int agent, const AgentLimits& limits, std::string& why);
  /// Whether the kernel has killed the agent for its memory, and whose limit it was.
  Exceeded exceeded(int agent) const;
  /// Kills all processes that are left in a group; it will be removed.
  void end(int agent);
  void end_all();
  /// Removes the groups that have been ended and have no processes any more.
  void remove_ended();

 private:
  void divide(std::string& why);
  bool move_own_processes(std::string& why) const;
  std::filesystem::path folder_of(int agent) const;

  const std::filesystem::path own_;
  const pid_t server_;
  bool divided_ = false;               ///< has been tried
  std::filesystem::path delegated_{};  ///< in which groups are made; empty if none can be
  std::set<int> agents_;               ///< which have groups
  std::vector<std::filesystem::path> ended_;
};

/// The folder of the control group (v2) that this process is in; empty if it sees none.
std::filesystem::path own_cgroup();

}  // namespace commserver
