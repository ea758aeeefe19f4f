// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// Hides, for this process and its children, what /proc and /sys say about the rest of the machine. Numbers that one
/// agent changes and another reads (threads, free memory, forks, terminals, open files, a control group's usage) would
/// carry messages past the server without error.
///
/// /proc keeps the agent's own processes and a few files that never change. Files that programs read there, such as
/// `meminfo`, `stat`, `cpuinfo` and settings below `sys`, report the size of the machine, but nothing in use;
/// everything else is empty. /sys keeps the lists of processors and the memory settings. All agents see the same at any
/// time.
///
/// Needs CAP_SYS_ADMIN and a mount namespace of its own. Returns false, with errno, if it could not be done completely.
bool cover_kernel_files();

/// Makes the device nodes below /dev read-only: they can be used as before, but their modes and times, which are those
/// of the machine's own nodes, cannot be changed. False if that is not possible.
bool protect_devices();

}  // namespace commserver
