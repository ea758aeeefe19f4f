// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <vector>

namespace commserver {

/// All processes that descend from `ancestor`, as /proc shows them now. Whatever leaves its process group or session,
/// or is left by its parent, is still found if `ancestor` reaps orphans (PR_SET_CHILD_SUBREAPER).
std::vector<pid_t> descendants(pid_t ancestor);

/// Kills everything that descends from this process and buries it. Returns when nothing is left, however long that
/// takes. The caller reaps orphans, has one thread and has SIGCHLD blocked.
void end_descendants();

}  // namespace commserver
