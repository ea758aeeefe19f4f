// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "commserver/guardian/guardian.h"

namespace commserver {

// Which places of the machine mean what to an agent in a sandbox. Paths that are compared have to be resolved.

/// What is written to these folders of an agent is in memory and its own.
inline constexpr std::array kFoldersInMemory{"/tmp", "/var/tmp", "/dev/shm"};

/// Absolute, without symbolic links as far as it exists, and without a slash at its end.
std::filesystem::path resolved(const std::filesystem::path& path);

/// `folder` itself is within it. Inline, for agent_sandbox needs no more of this.
inline bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// Those parts of these folders, right below them, in which one of `needed` lies.
std::vector<std::filesystem::path> parts_of_folders_in_memory(const std::vector<std::filesystem::path>& needed);

/// Why the working folder of a program stays read-only in any sandbox. Empty if it does not.
std::string why_read_only(const Guardian::Program& program);

/// Those of `paths`, folders and files, that may be hidden from a program: they exist, contain nothing it needs and are
/// not the system's.
std::vector<std::filesystem::path> hideable(const std::vector<std::filesystem::path>& paths,
                                            const Guardian::Program& program);

}  // namespace commserver
