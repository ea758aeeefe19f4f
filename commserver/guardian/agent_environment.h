// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace commserver {

/// What an agent in a sandbox gets of this process's environment, as `execve` wants it: what programs need to start and
/// to find their modules. Not what leads to the session of whoever started the server: sockets, displays, passwords.
std::vector<char*> agent_environment();

}  // namespace commserver
