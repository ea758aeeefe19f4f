// SPDX-License-Identifier: Apache-2.0
#include "server/options/own_files.h"

#include <algorithm>

#include "commserver/guardian/agent_paths.h"
#include "commserver/host/home_folder.h"
#include "commserver/host/places.h"

namespace server {

namespace fs = std::filesystem;
using commserver::is_within;
using commserver::resolved;

bool names_file(const fs::path& text) {
  std::error_code none;
  const bool is_path = text.has_parent_path() || text.is_absolute() || text == "." || text == "..";
  return !text.empty() && (is_path ? fs::exists(text, none) : fs::is_regular_file(text, none));
}

OwnFiles::OwnFiles(const std::string& home) {
  const commserver::Places places = commserver::find_places();
  home_ = commserver::chosen_home_folder(home).folder;
  if (!home_.empty()) scripts_.push_back(resolved(home_));
  scripts_.push_back(resolved(places.scripts));
  all_ = scripts_;
  all_.push_back(resolved(places.scenes));
}

bool OwnFiles::has(const fs::path& name) const {
  const auto is_inside = [&](const fs::path& path) {
    return std::ranges::any_of(all_, [&](const fs::path& folder) { return is_within(resolved(path), folder); });
  };
  if (name.is_absolute()) return is_inside(name);
  // These are searched for in the current folder only.
  if (name.empty() || *name.begin() == "." || *name.begin() == "..") return false;
  std::error_code none;
  return std::ranges::any_of(
      all_, [&](const fs::path& folder) { return fs::exists(folder / name, none) && is_inside(folder / name); });
}

bool OwnFiles::is_home(const fs::path& folder) const {
  return !home_.empty() && resolved(folder) == resolved(home_);
}

fs::path OwnFiles::script_like(const fs::path& path) const {
  const fs::path normal = path.lexically_normal();
  for (auto begin = normal.begin(); begin != normal.end(); ++begin) {
    fs::path tail;
    for (auto part = begin; part != normal.end(); ++part) tail /= *part;
    std::error_code none;
    for (const fs::path& folder : scripts_)
      if (tail.is_relative() && has(tail) && fs::is_regular_file(folder / tail, none)) return folder / tail;
  }
  return {};
}

bool OwnFiles::is_foreign_file(const fs::path& path) const {
  return names_file(path) && !has(fs::absolute(path));
}

std::optional<fs::path> OwnFiles::foreign_file_in(const std::string& text) const {
  if (text.find('\0') != text.npos) return std::nullopt;
  if (is_foreign_file(text)) return text;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    if (const fs::path part = text.substr(at, end - at); is_foreign_file(part)) return part;
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace server
