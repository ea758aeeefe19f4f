// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace commserver {

/// Limits how many processes and threads there are in this sandbox: RLIMIT_NPROC for this process and its children,
/// which counts per user namespace since Linux 5.14. Before that it would count the processes of all agents of a user,
/// and is not set.
void limit_processes(std::uint64_t limit);

/// True where that limit does not hold: before Linux 5.14, and for root, for whom the kernel makes an exception in any
/// namespace. Then `count_processes` has to be watched.
bool must_watch_processes();

/// Number of processes and threads in this PID namespace now, without this process.
std::uint64_t count_processes();

}  // namespace commserver
