// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "commserver/guardian/guardian.h"

namespace commserver {

// Folders that have a special meaning for an agent in a sandbox. Paths must be resolved before they are compared.

/// Folders that are kept in memory and are private to each agent.
inline constexpr std::array kFoldersInMemory{"/tmp", "/var/tmp", "/dev/shm"};

/// The absolute path without a trailing slash; symbolic links are resolved as far as the path exists.
std::filesystem::path resolved(const std::filesystem::path& path);

/// Whether `path` is in `folder` or `folder` itself. Inline, because agent_sandbox needs no more of this.
inline bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// The direct children of the folders in memory that contain one of `needed`.
std::vector<std::filesystem::path> parts_of_folders_in_memory(const std::vector<std::filesystem::path>& needed);

/// Why the working folder of a program stays read-only in any sandbox. Empty if it can be writable.
std::string why_read_only(const Guardian::Program& program);

/// Those of `paths`, folders and files, that may be hidden from a program: they exist, contain nothing that it needs,
/// and are not part of the system.
std::vector<std::filesystem::path> hideable(const std::vector<std::filesystem::path>& paths,
                                            const Guardian::Program& program);

}  // namespace commserver
