// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "gateways/sigverse/world/sim_world.h"
#include "gateways/sigverse/world/world_reader.h"
#include "spark/core/core.h"
#include "spark/core/file_system.h"

namespace sigverse {
namespace {

namespace fs = std::filesystem;

/// A file name in a variable or on a command line may be a text only.
std::string text_of(const spark::Core& core, const char* variable) {
  const spark::Value* value = core.variables.find(variable);
  return value ? spark::as_text(*value).value_or("") : std::string();
}

/// Where world and class files are: the folder of the file that names another, that of the world, the folders of
/// `Sig.DataPath`, those of $SIGVERSE_DATADIR, the folder `sigverse` of each folder of scene files.
class WorldFiles {
 public:
  explicit WorldFiles(spark::Core& core) : core_(core) {
    const std::string list = text_of(core, "Sig.DataPath");
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(':', at), list.size());
      if (end > at) data_.emplace_back(list.substr(at, end - at));
      at = end + 1;
    }
    if (const char* folder = std::getenv("SIGVERSE_DATADIR"); folder && *folder)
      for (const char* below : {"xml", "shape"}) data_.push_back(fs::path(folder) / below);
  }

  std::optional<SourceFile> operator()(const std::string& name, const std::string& folder) {
    const bool is_world = !has_world_;
    const spark::FoundFile found = is_world ? find_world(name) : find(name, folder);
    if (!found) return std::nullopt;
    SourceFile source{found.path.string(), found.path.parent_path().string(), {}};
    if (is_world) world_folder_ = source.folder;
    has_world_ = true;
    if (const char* what = spark::read_file(found, source.text, kMaxWorldBytes))
      throw WorldFileError(fmt::format("{}: {}", source.path, what));
    core_.files.note(is_world ? "world" : "class", found.path);
    return source;
  }

  const std::string& world_folder() const { return world_folder_; }

 private:
  static spark::FoundFile in_folder(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    const fs::path path = folder / name;
    return fs::is_regular_file(path, ignored) ? spark::FoundFile{path, nullptr, {}} : spark::FoundFile{};
  }

  spark::FoundFile find_world(const std::string& name) {
    if (spark::FoundFile found = spark::find_scene_file(core_, name)) return found;
    return spark::find_scene_file(core_, "sigverse/" + name);
  }

  spark::FoundFile find(const std::string& name, const std::string& folder) {
    if (name.empty() || name.find('\0') != name.npos) return {};
    if (spark::FoundFile found = in_folder(folder, name)) return found;
    if (spark::FoundFile found = in_folder(world_folder_, name)) return found;
    for (const fs::path& other : data_)
      if (spark::FoundFile found = in_folder(other, name)) return found;
    return spark::find_scene_file(core_, "sigverse/" + name);
  }

  spark::Core& core_;
  std::vector<fs::path> data_;
  std::string world_folder_;
  bool has_world_ = false;
};

}  // namespace

void SimWorld::load(const std::string& file) {
  const std::string missing = text_of(core(), "Sig.MissingClass");
  if (!missing.empty() && missing != "error" && missing != "box")
    throw WorldFileError(fmt::format("Sig.MissingClass is '{}'; it has to be error or box", spark::printable(missing)));
  WorldFiles files(core());
  const WorldPlan plan = read_world(
      file, [&files](const std::string& name, const std::string& folder) { return files(name, folder); },
      missing == "box" ? MissingClass::box : MissingClass::error, core().random);
  build(plan, files.world_folder());
}

}  // namespace sigverse
