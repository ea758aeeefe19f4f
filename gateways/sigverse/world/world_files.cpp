// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/world_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "gateways/sigverse/world/lost_shapes.h"
#include "gateways/sigverse/world/world_reader.h"
#include "spark/core/core.h"
#include "spark/core/file_system.h"

namespace sigverse {
namespace {

namespace fs = std::filesystem;

spark::FoundFile file_in_folder(const fs::path& folder, const std::string& name) {
  std::error_code ignored;
  const fs::path path = folder / name;
  return fs::is_regular_file(path, ignored) ? spark::FoundFile{path, nullptr, {}} : spark::FoundFile{};
}

}  // namespace

WorldFiles::WorldFiles(spark::Core& core) : core_(core) {
  const spark::Value* variable = core.variables.find("Sig.DataPath");
  const std::string list = variable ? spark::as_text(*variable).value_or("") : std::string();
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(':', at), list.size());
    if (end > at) add_data(list.substr(at, end - at));
    at = end + 1;
  }
  if (const char* folder = std::getenv("SIGVERSE_DATADIR"); folder && *folder)
    for (const char* below : {"xml", "shape"}) add_data(fs::path(folder) / below);
}

void WorldFiles::add_data(const fs::path& folder) {
  if (core_.searches_here || folder.is_absolute()) data_.push_back(folder);
}

std::optional<std::string> WorldFiles::find(const std::string& name, const std::string& folder) {
  const spark::FoundFile found = find_file(name, folder);
  if (!found) return std::nullopt;
  return found.path.string();
}

std::optional<SourceFile> WorldFiles::read(const std::string& name, const std::string& folder) {
  const bool is_world = !has_world_;
  const spark::FoundFile found = is_world ? find_world(name) : find_file(name, folder);
  if (!found) return std::nullopt;
  SourceFile source{found.path.string(), found.path.parent_path().string(), {}};
  if (is_world) world_folder_ = source.folder;
  has_world_ = true;
  if (const char* what = spark::read_file(found, source.text, kMaxWorldBytes))
    throw WorldFileError(fmt::format("{}: {}", source.path, what));
  core_.files.note(is_world ? "world" : is_shape_name(source.path) ? "shape" : "class", found.path);
  return source;
}

spark::FoundFile WorldFiles::find_world(const std::string& name) const {
  if (spark::FoundFile found = spark::find_scene_file(core_, name)) return found;
  return spark::find_scene_file(core_, "sigverse/" + name);
}

spark::FoundFile WorldFiles::find_file(const std::string& name, const std::string& folder) const {
  if (spark::FoundFile found = find_as_written(name, folder)) return found;
  const bool has_drive = name.size() > 2 && name[1] == ':' && (name[2] == '/' || name[2] == '\\');
  if (!has_drive && name.find('\\') == name.npos) return {};
  std::string slashed = name;
  std::ranges::replace(slashed, '\\', '/');
  if (spark::FoundFile found = find_as_written(slashed, folder)) return found;
  return find_as_written(slashed.substr(slashed.find_last_of('/') + 1), folder);
}

spark::FoundFile WorldFiles::find_as_written(const std::string& name, const std::string& folder) const {
  if (name.empty() || name.find('\0') != name.npos) return {};
  if (spark::FoundFile found = file_in_folder(folder, name)) return found;
  if (spark::FoundFile found = file_in_folder(world_folder_, name)) return found;
  for (const fs::path& other : data_)
    if (spark::FoundFile found = file_in_folder(other, name)) return found;
  return spark::find_scene_file(core_, "sigverse/" + name);
}

/// The best file: by rank, then by the order of folders, then by name.
std::optional<std::string> WorldFiles::find_lost_shape(const std::string& class_name, const std::string& folder) {
  // If the name of a file has no folder, its folder is the working folder.
  std::vector<fs::path> folders;
  for (const std::string& named : {folder, world_folder_}) folders.emplace_back(named.empty() ? "." : named);
  folders.insert(folders.end(), data_.begin(), data_.end());
  for (const fs::path& mounted : core_.scene_path) folders.push_back(mounted / "sigverse");
  std::optional<std::string> best;
  std::optional<int> best_rank;
  for (const fs::path& searched : folders) {
    for (const std::string& name : shapes_in(searched)) {
      const std::optional<int> rank = shape_rank(class_name, name);
      if (!rank || (best_rank && *best_rank <= *rank)) continue;
      best_rank = rank;
      best = name;
    }
  }
  return best;
}

const std::vector<std::string>& WorldFiles::shapes_in(const fs::path& folder) {
  const auto [at, is_new] = shapes_in_.try_emplace(folder);
  std::vector<std::string>& names = at->second;
  if (!is_new) return names;
  std::error_code stop;
  for (fs::directory_iterator entry(folder, stop), end; !stop && entry != end; entry.increment(stop)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (is_shape_name(name) && entry->is_regular_file(ignored)) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace sigverse
