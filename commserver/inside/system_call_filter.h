// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/descriptor.h"

namespace commserver {

/// Denies this process and its children the system calls by which an agent could talk to others past the server, or
/// leave its sandbox. They fail as if the user had no permission. With `memory_is_limited` also those that allocate
/// memory which no limit counts. Programs of 32 bits run on x86 under the same rules; calls of other architectures do
/// not exist.
///
/// Some calls are neither carried out nor refused, but handed over to the one that answers them (`CallAnswers`) at
/// `questions`. Where the kernel does not do that (before Linux 5.0, or in a container that does it itself) there is no
/// such descriptor, and those calls are carried out. False with errno if the kernel does not take the filter.
bool forbid_system_calls(bool memory_is_limited, spark::Descriptor& questions);

}  // namespace commserver
