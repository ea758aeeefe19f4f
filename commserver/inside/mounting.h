// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/mount.h>

#include <cstdint>
#include <string>

#include "spark/core/descriptor.h"

namespace commserver {

// Helpers for building a view of the files (private_files.h).

constexpr unsigned long kMountFlags = MS_NOSUID | MS_NODEV;
constexpr std::uint64_t kMegabyte = 1024 * 1024;

/// `path` may be relative to the folder `parent`.
spark::Descriptor open_folder(int parent, const std::string& path, int flags = O_RDONLY);

/// A path by which the kernel finds the folder even if something else is mounted over it.
std::string path_of(const spark::Descriptor& folder);

/// Mounts an empty file system of `bytes` in memory. False with errno on failure.
bool mount_memory(const std::string& place, std::uint64_t bytes);

}  // namespace commserver
