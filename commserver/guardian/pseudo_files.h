// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace commserver {

// Files by which the kernel shows its state and is configured: those of /proc and of control groups.

/// Reads the whole file; empty if it cannot be read.
std::string read_pseudo_file(const std::string& path);
/// Writes with one call, as the kernel requires. False with errno on failure.
bool write_pseudo_file(const std::string& path, std::string_view text);

/// A line of /proc/self/mountinfo.
struct Mount {
  std::string root;   ///< the folder of the file system that is mounted
  std::string point;  ///< the mount point
  std::string type;   ///< of the file system
};
/// The mounts of this process, in the order of mounting.
std::vector<Mount> mounts();

}  // namespace commserver
