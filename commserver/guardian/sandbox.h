// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "commserver/guardian/guardian.h"

namespace commserver {

/// The arguments of bwrap, its name first, that make a closed environment: separate namespaces, no network, all files
/// read-only, and the folders `kFoldersInMemory` empty and private. With `mounts` the first program keeps the
/// capabilities that it needs to make a private view of files, and must then drop them irrevocably.
std::vector<std::string> bwrap_arguments(bool mounts);

/// A closed environment for one agent, made by bubblewrap (bwrap): no network, no processes or shared memory of others,
/// all files read-only except its working folder, /tmp, /var/tmp and /dev/shm. Files that it writes there are visible
/// to no one else and are deleted with it. `agent_sandbox` is the first program in it: it prepares the working folder
/// (commserver/inside) and denies the system calls that could bypass the sandbox.
///
/// Covert channels through system calls that every program needs, such as the load of the machine, remain.
class Sandbox {
 public:
  Sandbox(std::filesystem::path bwrap_program, std::filesystem::path first_program)
      : bwrap(std::move(bwrap_program)), first(std::move(first_program)) {}

  std::filesystem::path bwrap;  ///< absolute
  std::filesystem::path first;  ///< the program agent_sandbox; absolute
  /// Why `agent_sandbox` cannot mount anything on this machine; then working folders are read-only. Empty if it can.
  std::string no_mounts_because{};
  /// As root: why programs in the sandbox cannot have users of their own on this machine. Empty if they can, or without
  /// root.
  std::string no_users_because{};

  /// Why agents have no control groups although one has been delegated. Empty if they have groups, or none is
  /// delegated.
  std::string no_cgroups_because{};

  /// The same program in a sandbox in which the folders and files `hidden` (absolute) appear empty.
  Guardian::Program enclose(const Guardian::Program& program, const std::vector<std::filesystem::path>& hidden) const;
  /// Starts an empty sandbox to find out what this machine supports; sets the reasons above. Returns the reason why it
  /// does not work; empty if it does.
  std::string try_out(Guardian& guardian);

 private:
  std::string start_once(Guardian& guardian);
};

}  // namespace commserver
