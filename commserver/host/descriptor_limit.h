// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace commserver {

/// The number of open files that a program needs to start `agents` agents. It suffices for the program itself and for
/// its guardian, which has five for each agent and, above them, descriptors with fixed numbers for sandboxes.
std::size_t descriptors_for(std::size_t agents);

/// Raises the soft limit of open files (`ulimit -n`) of this process, and of its guardian if that exists, to `needed`,
/// as far as the hard limit allows; a higher limit is kept. Throws `std::runtime_error` with one line if that is not
/// enough.
void need_descriptors(std::size_t needed, pid_t guardian = 0);

}  // namespace commserver
