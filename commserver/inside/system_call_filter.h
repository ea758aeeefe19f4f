// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// Denies this process and its children the system calls by which an agent could talk to others past the server, or
/// leave its sandbox. They fail as if the user had no permission. With `memory_is_limited` also those that allocate
/// memory which no limit counts. Programs of 32 bits run on x86 under the same rules; calls of other architectures do
/// not exist. False with errno if the kernel does not take the filter.
bool forbid_system_calls(bool memory_is_limited);

}  // namespace commserver
