// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/data_files.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "commserver/host/places.h"

namespace sigverse::visuals {

namespace fs = std::filesystem;

namespace {

/// The name as a path that stays below the folder in which it begins; empty if it is not such a path.
fs::path path_below(std::string_view name) {
  constexpr std::size_t kLongest = 1000;
  if (name.size() > kLongest || name.find('\0') != name.npos) return {};
  std::string text(name);
  std::ranges::replace(text, '\\', '/');
  const fs::path path(text);
  const bool is_below = path.is_relative() && std::ranges::find(path, fs::path("..")) == path.end();
  return is_below ? path : fs::path();
}

std::vector<fs::path> folders_in(std::span<const std::string> lists) {
  std::vector<fs::path> folders;
  for (const std::string& list : lists)
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(':', at), list.size());
      if (end > at) folders.emplace_back(list.substr(at, end - at));
      at = end + 1;
    }
  return folders;
}

}  // namespace

DataFiles DataFiles::usual(std::span<const std::string> data_paths) {
  std::vector<fs::path> folders = folders_in(data_paths);
  folders.emplace_back(".");
  if (const char* data = std::getenv("SIGVERSE_DATADIR"); data && *data)
    for (const char* below : {"shape", "xml"}) folders.push_back(fs::path(data) / below);
  try {
    folders.push_back(commserver::find_places().scenes / "sigverse");
  } catch (const std::runtime_error&) {
    // A program that was copied without its other files has no scenes.
  }
  return DataFiles(std::move(folders));
}

std::vector<fs::path> DataFiles::missing(std::span<const std::string> data_paths) {
  std::vector<fs::path> folders = folders_in(data_paths);
  std::error_code ignored;
  std::erase_if(folders, [&](const fs::path& folder) { return fs::is_directory(folder, ignored); });
  return folders;
}

std::string_view DataFiles::bare(std::string_view name) {
  name.remove_prefix(std::min(name.find_last_of("/\\") + 1, name.size()));
  constexpr std::size_t kLongest = 255;
  const bool is_name = name.size() <= kLongest && name != "." && name != ".." && name.find('\0') == name.npos;
  return is_name ? name : std::string_view();
}

std::optional<fs::path> DataFiles::find(std::string_view name, const fs::path& beside) const {
  const fs::path below = path_below(name);
  name = bare(name);
  if (name.empty()) return std::nullopt;
  const auto is_there = [&](const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
  };
  for (const fs::path& path : {below, fs::path(name)})
    if (!beside.empty() && is_there(beside / path)) return beside / path;
  for (const fs::path& folder : folders_)
    if (is_there(folder / name)) return folder / name;
  return std::nullopt;
}

x3d::TextSource DataFiles::source(std::size_t bytes) const {
  return [files = *this, read = x3d::local_files(bytes)](const std::string& name,
                                                         const std::string& folder) -> std::optional<x3d::SourceText> {
    const auto path = files.find(name, folder);
    return path ? read(path->filename().string(), path->parent_path().string()) : std::nullopt;
  };
}

}  // namespace sigverse::visuals
