// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace commserver {

/// The number of open files that a program needs to start `agents` agents: for itself, or for its guardian, which has
/// five for each, and above those the fixed numbers of the descriptors in a sandbox.
std::size_t descriptors_for(std::size_t agents);

/// Raises the soft limit of open files (`ulimit -n`) of this process, and of its guardian if it exists already, to
/// `needed` if it is lower, as far as the hard limit allows. Throws `std::runtime_error` with one line if that is not
/// enough.
void need_descriptors(std::size_t needed, pid_t guardian = 0);

}  // namespace commserver
