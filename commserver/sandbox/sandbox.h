// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "commserver/guardian/guardian.h"

namespace commserver {

/// A room for one agent in which there is nothing but the agent, made with bubblewrap (bwrap): no network, no processes
/// and shared memory of others, all files read-only but for its working folder, /tmp, /var/tmp and /dev/shm. What it
/// writes there nobody else sees, and goes with it. In it runs first `agent_sandbox`, which gives it the working folder
/// (commserver/inside) and also takes the system calls that lead past all this.
///
/// Not closed are ways that need no system call anybody could miss, such as how busy the machine is.
class Sandbox {
 public:
  Sandbox(std::filesystem::path bwrap_program, std::filesystem::path first_program)
      : bwrap(std::move(bwrap_program)), first(std::move(first_program)) {}

  std::filesystem::path bwrap;  ///< absolute
  std::filesystem::path first;  ///< absolute: the program agent_sandbox
  /// Why `agent_sandbox` cannot mount anything on this machine; then working folders are read-only. Empty if it can.
  std::string no_mounts_because{};

  /// The same program in a sandbox, in which the folders and files `hidden` (absolute) are empty.
  Guardian::Program enclose(const Guardian::Program& program, const std::vector<std::filesystem::path>& hidden) const;
  /// Starts a sandbox with nothing in it to see what this machine can; sets `no_mounts_because`. Empty if it can make
  /// one, else the reason.
  std::string try_out(Guardian& guardian);

 private:
  std::string start_once(Guardian& guardian);
};

/// Why the working folder of a program stays read-only in any sandbox. Empty if it does not.
std::string why_read_only(const Guardian::Program& program);

/// Which of `paths`, folders and files, may be hidden from a program: those that are there, hold nothing it needs and
/// are not the system's.
std::vector<std::filesystem::path> hideable(const std::vector<std::filesystem::path>& paths,
                                            const Guardian::Program& program);

}  // namespace commserver
