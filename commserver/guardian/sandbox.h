// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "commserver/guardian/guardian.h"

namespace commserver {

/// The arguments of bwrap that make a closed environment, beginning with its name: namespaces of its own, without a
/// network, all files read-only, and the folders `kFoldersInMemory` empty and its own. With `mounts` it leaves the
/// first program the capabilities for a view of files of its own, which has to drop them for good.
std::vector<std::string> bwrap_arguments(bool mounts);

/// A closed environment for one agent, made with bubblewrap (bwrap): no network, no processes or shared memory of
/// others, all files read-only except its working folder, /tmp, /var/tmp and /dev/shm. Files it writes there are
/// visible to no one else and are deleted with it. `agent_sandbox` runs first in it: it prepares the working folder
/// (commserver/inside) and denies the system calls that lead past all this.
///
/// Channels that need only system calls no program can do without, such as how busy the machine is, stay open.
class Sandbox {
 public:
  Sandbox(std::filesystem::path bwrap_program, std::filesystem::path first_program)
      : bwrap(std::move(bwrap_program)), first(std::move(first_program)) {}

  std::filesystem::path bwrap;  ///< absolute
  std::filesystem::path first;  ///< absolute: the program agent_sandbox
  /// Why `agent_sandbox` cannot mount anything on this machine; then working folders are read-only. Empty if it can.
  std::string no_mounts_because{};
  /// As root: why programs in it cannot have users of their own on this machine. Empty if they can, or for a user.
  std::string no_users_because{};

  /// Why agents have no control groups of their own although one has been delegated. Empty if they have, or none has.
  std::string no_cgroups_because{};

  /// The same program in a sandbox, in which the folders and files `hidden` (absolute) are empty.
  Guardian::Program enclose(const Guardian::Program& program, const std::vector<std::filesystem::path>& hidden) const;
  /// Starts an empty sandbox to see what this machine supports; sets the reasons above. Empty
  /// if it works, else the reason.
  std::string try_out(Guardian& guardian);

 private:
  std::string start_once(Guardian& guardian);
};

}  // namespace commserver
