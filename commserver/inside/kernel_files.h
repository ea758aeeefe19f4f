// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// Hides from this process and its children what /proc and /sys show of the rest of the machine. An agent could change
/// numbers there that another one reads (threads, free memory, forks, terminals, open files, a control group's usage),
/// and so send messages that bypass the server.
///
/// /proc keeps the agent's own processes and a few files that never change. Files that programs read there, such as
/// `meminfo`, `stat`, `cpuinfo` and settings below `sys`, report the size of the machine, but nothing in use;
/// everything else is empty. /sys keeps the lists of processors and the memory settings. All agents see the same at all
/// times.
///
/// Requires CAP_SYS_ADMIN and a mount namespace of its own. Returns false, with errno, if anything could not be hidden.
bool cover_kernel_files();

/// Makes the device nodes below /dev read-only: devices work as before, but the modes and times of the nodes, which the
/// whole machine shares, cannot be changed. False if that is not possible.
bool protect_devices();

}  // namespace commserver
