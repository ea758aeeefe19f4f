// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "commserver/guardian.h"

namespace commserver {

/// A room for one agent in which there is nothing but the agent, made with bubblewrap (bwrap): no network, no processes
/// and shared memory of others, all files read-only but for /tmp, /var/tmp and /dev/shm, which are its own and go with
/// it. In it runs first `agent_sandbox`, which also takes the system calls that lead past this (commserver/inside).
///
/// Not closed are ways that need no system call anybody could miss, such as how busy the machine is.
struct Sandbox {
  std::filesystem::path bwrap;  ///< absolute
  std::filesystem::path first;  ///< absolute: the program agent_sandbox

  /// The same program in a sandbox, in which the folders `hidden` (absolute) are empty.
  Guardian::Program enclose(const Guardian::Program& program, const std::vector<std::filesystem::path>& hidden) const;
  /// Starts a sandbox with nothing in it to see whether this machine can. Empty if so, else the reason.
  std::string problem(Guardian& guardian) const;
};

/// Which of `folders` may be hidden from a program: those that are there, hold nothing it needs and are not the
/// system's.
std::vector<std::filesystem::path> hideable(const std::vector<std::filesystem::path>& folders,
                                            const Guardian::Program& program);

}  // namespace commserver
