// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace commserver {

/// The part of this process's environment that an agent in a sandbox gets, as `execve` wants it: what programs need to
/// start and to find their libraries. Nothing that leads to the session of the server's user: sockets, displays,
/// passwords.
std::vector<char*> agent_environment();

}  // namespace commserver
