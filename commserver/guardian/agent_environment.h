// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace commserver {

enum class Inherited {
  all,
  /// The variables that programs need to start and to find their libraries, but none that give access to the session of
  /// the server's user: sockets, displays, passwords.
  what_is_needed
};
/// The environment of an agent in the form of `execve`: variables of this process, and those of `more` ("NAME=VALUE"),
/// which override them. Valid as long as both exist.
std::vector<char*> agent_environment(Inherited inherited, const std::vector<const char*>& more);

}  // namespace commserver
