// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace commserver {

/// How many open files a program needs to start so many agents: for itself, or for its guardian, which has five for
/// each, and above those the fixed numbers at which an agent in its sandbox finds its descriptors.
std::size_t descriptors_for(std::size_t agents);

/// Raises this process's soft limit of open files (`ulimit -n`) to `needed` if it is lower, as far as the hard limit
/// allows, and that of its guardian, if it exists already. Throws `std::runtime_error` with one line if that is not
/// enough.
void need_descriptors(std::size_t needed, pid_t guardian = 0);

}  // namespace commserver
