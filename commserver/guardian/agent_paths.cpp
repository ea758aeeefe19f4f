// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/agent_paths.h"

#include <algorithm>
#include <iterator>

namespace commserver {
namespace fs = std::filesystem;

namespace {

/// The folder directly below `folder` that contains `path`; empty if there is none. Both are resolved.
fs::path part_within(const fs::path& path, const fs::path& folder) {
  if (!is_within(path, folder)) return {};
  const auto next = std::next(path.begin(), std::distance(folder.begin(), folder.end()));
  return next == path.end() ? folder : folder / *next;
}

bool is_of_system(const fs::path& folder) {
  return std::ranges::any_of(std::initializer_list<const char*>{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                                                "/etc", "/dev", "/proc", "/sys"},
                             [&](const char* system) { return is_within(folder, system); });
}

}  // namespace

fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  if (error) return path;
  return result.has_filename() ? result : result.parent_path();
}

std::vector<fs::path> parts_of_folders_in_memory(const std::vector<fs::path>& needed) {
  std::vector<fs::path> parts;
  for (const fs::path& path : needed)
    for (const char* folder : kFoldersInMemory)
      if (const fs::path part = part_within(resolved(path), folder);
          !part.empty() && std::ranges::find(parts, part) == parts.end())
        parts.push_back(part);
  return parts;
}

std::string why_read_only(const Guardian::Program& program) {
  const fs::path folder = resolved(program.working_folder);
  if (folder == folder.root_path() || folder.parent_path() == folder.root_path()) {
    // /tmp and the other folders in memory are private anyway.
    const bool is_own = std::ranges::find(kFoldersInMemory, folder) != std::end(kFoldersInMemory);
    if (!is_own && (folder == folder.root_path() || is_of_system(folder))) return "it belongs to the system";
  }
  for (const char* kernel : {"/dev", "/proc", "/sys"})
    if (is_within(folder, kernel) && folder != "/dev/shm" && !is_within(folder, "/dev/shm"))
      return "it belongs to the system";
  return {};
}

std::vector<fs::path> hideable(const std::vector<fs::path>& paths, const Guardian::Program& program) {
  std::vector<fs::path> result;
  const fs::path home = resolved(program.working_folder);
  const fs::path file = resolved(program.file);
  std::error_code none;
  for (const fs::path& each : paths) {
    const fs::path path = resolved(each);
    const bool is_needed =
        is_within(home, path) || is_within(file, path) ||
        std::ranges::any_of(program.needs, [&](const fs::path& needed) { return is_within(resolved(needed), path); });
    if (fs::exists(path, none) && !is_needed && !is_of_system(path) && std::ranges::find(result, path) == result.end())
      result.push_back(path);
  }
  return result;
}

}  // namespace commserver
