// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/mounting.h"

namespace commserver {
namespace {

/// Files cost more than their bytes, so their number is limited, too: this many per megabyte, and a few more.
constexpr std::uint64_t kFilesPerMegabyte = 256;
constexpr std::uint64_t kFilesAtLeast = 1024;

}  // namespace

spark::Descriptor open_folder(int parent, const std::string& path, int flags) {
  return spark::Descriptor(::openat(parent, path.c_str(), flags | O_DIRECTORY | O_CLOEXEC));
}

std::string path_of(const spark::Descriptor& folder) {
  return "/proc/self/fd/" + std::to_string(folder.get());
}

bool mount_memory(const std::string& place, std::uint64_t bytes) {
  const std::uint64_t files = kFilesAtLeast + bytes / kMegabyte * kFilesPerMegabyte;
  const std::string options = "size=" + std::to_string(bytes) + ",nr_inodes=" + std::to_string(files) + ",mode=0700";
  return ::mount("tmpfs", place.c_str(), "tmpfs", kMountFlags, options.c_str()) == 0;
}

}  // namespace commserver
