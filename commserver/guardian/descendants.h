// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <vector>

namespace commserver {

/// All processes that descend from `ancestor`, according to /proc. A process that leaves its process group or session,
/// or loses its parent, is still found if `ancestor` reaps orphans (PR_SET_CHILD_SUBREAPER).
std::vector<pid_t> descendants(pid_t ancestor);

/// Kills and reaps all descendants of this process. Returns when none are left, however long that takes. The caller
/// must reap orphans, have only one thread, and have SIGCHLD blocked.
void end_descendants();

}  // namespace commserver
