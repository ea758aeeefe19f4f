// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace commserver {

enum class Inherited {
  all,
  /// What programs need to start and to find their libraries. Nothing that leads to the session of the server's user:
  /// sockets, displays, passwords.
  what_is_needed
};
/// What an agent gets of this process's environment, and `more` ("NAME=VALUE") in addition or in place of it, as
/// `execve` wants it. Valid as long as both are.
std::vector<char*> agent_environment(Inherited inherited, const std::vector<const char*>& more);

}  // namespace commserver
