// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// Covers, for this process and its children, what /proc and /sys say about the rest of the machine. Numbers that one
/// agent changes and another one reads (threads, free memory, forks, terminals, open files, a control group's use)
/// would carry messages past the server, exactly.
///
/// Below /proc stay the agent's own processes and a few files that never change. What programs look for there, such as
/// `meminfo`, `stat`, `cpuinfo` and settings below `sys`, has the size of the machine, and no use of it; everything
/// else is empty. Of /sys there are lists of processors and settings of memory. The same for all agents, at any time.
///
/// Needs CAP_SYS_ADMIN and a mount namespace of its own. False with errno if it could not be done completely.
bool cover_kernel_files();

}  // namespace commserver
