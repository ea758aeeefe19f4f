// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace commserver {

// Files by which the kernel reports and takes settings: those of /proc and of control groups.

/// All of it; empty if it cannot be read.
std::string read_pseudo_file(const std::string& path);
/// With one call, as the kernel demands. False with errno on failure.
bool write_pseudo_file(const std::string& path, std::string_view text);

/// A line of /proc/self/mountinfo.
struct Mount {
  std::string root;   ///< the folder of the file system that is mounted
  std::string point;  ///< where it is mounted
  std::string type;   ///< of the file system
};
/// What is mounted for this process, in the order of mounting.
std::vector<Mount> mounts();

}  // namespace commserver
