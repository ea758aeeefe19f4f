// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/descriptor.h"

namespace commserver {

/// Denies this process and its children the system calls by which an agent could communicate without the server, or
/// leave its sandbox. They fail as if the user had no permission. With `memory_is_limited` it also denies those that
/// allocate memory that no limit counts. The rules also apply to 32-bit programs on x86; calls of other architectures
/// do not exist.
///
/// Some calls are neither executed nor refused, but handed over to `CallAnswers` through `questions`. Where the kernel
/// does not support that (before Linux 5.0, or in a container that uses it itself), there is no such descriptor, and
/// those calls are executed. False, with errno, if the kernel does not accept the filter.
bool forbid_system_calls(bool memory_is_limited, spark::Descriptor& questions);

}  // namespace commserver
