// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "commserver/guardian/agent_limits.h"

namespace commserver {

/// Control groups (cgroup v2), one for each agent. The kernel counts what all processes of a group use together,
/// including memory that it counts nowhere else, such as socket buffers. An agent that exceeds its group's limit is
/// killed as a whole, and no one else is affected.
///
/// Groups are made only below a group that has been delegated to the server, as systemd marks it (`Delegate=`), and
/// only if that has no processes but those of the server: a group with limits below it must not have processes itself,
/// so they move into a group "server" first. Elsewhere nothing is changed, and agents have no groups.
class AgentCgroups {
 public:
  /// `own`: the folder of this process's group; empty if there is none. `server` and its descendants may be moved.
  AgentCgroups(std::filesystem::path own, pid_t server) : own_(std::move(own)), server_(server) {}

  /// Makes a group for an agent in a sandbox. Returns the file to which a process writes "0" to enter it, or an empty
  /// text if there is no group. If the user has delegated a group that cannot be used, `why` then has the reason, once.
  std::string make(int agent, const AgentLimits& limits, std::string& why);
  /// Whether the kernel has killed the agent for its memory use, and whose limit it exceeded.
  Exceeded exceeded(int agent) const;
  /// Kills all processes that are left in the agent's group, which is removed later.
  void end(int agent);
  void end_all();
  /// Removes the groups that have been ended and have no processes left.
  void remove_ended();

 private:
  void divide(std::string& why);
  bool move_own_processes(std::string& why) const;
  std::filesystem::path folder_of(int agent) const;

  const std::filesystem::path own_;
  const pid_t server_;
  bool divided_ = false;               ///< an attempt was made
  std::filesystem::path delegated_{};  ///< the parent of all groups; empty if none can be made
  std::set<int> agents_;               ///< agents that have groups
  std::vector<std::filesystem::path> ended_;
};

/// The folder of the control group (v2) of this process; empty if it sees none.
std::filesystem::path own_cgroup();

}  // namespace commserver
