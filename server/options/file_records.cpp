// SPDX-License-Identifier: Apache-2.0
#include "server/options/file_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/core.h"
#include "spark/core/log.h"
#include "spark/net/checksum.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;

const std::vector<fs::path>& folders_of(const Core& core, std::string_view kind) {
  if (kind == "module") return core.module_path;
  return kind == "script" || kind == "agent database" ? core.script_path : core.scene_path;
}

std::string name_of(const Core& core, const TakenFiles::File& file) {
  for (const fs::path& folder : folders_of(core, file.kind)) {
    const fs::path name = file.path.lexically_relative((fs::current_path() / folder).lexically_normal());
    if (!name.empty() && *name.begin() != ".." && *name.begin() != ".") return name.string();
  }
  return file.path.filename().string();
}

/// A file in an archive has the archive's checksum.
std::string sum_of(const fs::path& path) {
  std::error_code none;
  for (fs::path file = path; file.has_relative_path(); file = file.parent_path()) {
    if (fs::is_regular_file(file, none)) return sha256_of_file(file);
    if (fs::is_directory(file, none)) break;
  }
  return {};
}

/// The first digits, enough for users to tell two files apart.
std::string shown(const std::string& sum) {
  constexpr std::size_t kShown = 12;
  return sum.empty() ? "unknown" : printable(sum.substr(0, kShown)) + "…";
}

bool is_compared(const FileRecord& file) {
  return file.kind != "module" && file.kind != "agent database";
}

const FileRecord* find_in(const std::vector<FileRecord>& files, const FileRecord& wanted) {
  const auto found = std::ranges::find_if(
      files, [&](const FileRecord& one) { return one.kind == wanted.kind && one.name == wanted.name; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace

void FileRecords::note(const TakenFiles::File& file) {
  all_.push_back({file.kind, name_of(core_, file), file.path, sum_of(file.path)});
}

std::vector<std::string> differences(const std::vector<FileRecord>& recorded, const std::vector<FileRecord>& here,
                                     bool whole) {
  std::vector<std::string> lines;
  const auto add = [&](const FileRecord& file, std::string_view what) {
    lines.push_back(fmt::format("{} {}: {}", printable(file.kind), printable(file.name), what));
  };
  for (const FileRecord& file : recorded) {
    if (!is_compared(file)) continue;
    const FileRecord* own = find_in(here, file);
    if (!own)
      add(file, "the match loaded it, but it is not loaded here");
    else if (own->sha256 != file.sha256)
      add(file, fmt::format("not the same file as in the match: sha256 {} here, {} there", shown(own->sha256),
                            shown(file.sha256)));
  }
  for (const FileRecord& file : here)
    if (whole && is_compared(file) && !find_in(recorded, file))
      add(file, "it is loaded here, but the match did not load it");
  return lines;
}

}  // namespace server
