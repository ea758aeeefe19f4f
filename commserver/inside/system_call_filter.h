// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace commserver {

/// Takes from this process and its children the system calls by which an agent could talk to others past the server, or
/// leave what keeps it from them. They fail as if the user had no permission. False with errno if the kernel does not
/// take the filter, or this machine's kind of processor is unknown to it.
bool forbid_system_calls();

}  // namespace commserver
