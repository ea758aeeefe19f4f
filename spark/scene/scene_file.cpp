// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/scene_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "spark/core/core.h"
#include "spark/core/file_system.h"
#include "spark/core/source_place.h"
#include "spark/scene/scene.h"
#include "spark/scene/transform_shortening.h"

namespace spark {
namespace {

/// How deeply imports are nested in this thread, and how many files the outermost one has loaded. An import may pass
/// through Ruby and back (eval, importScene), so a parameter could not carry it.
struct Imports {
  int depth = 0;
  int files = 0;
};
thread_local Imports imports;

class ImportTurn {
 public:
  ImportTurn() {
    if (imports.depth++ == 0) imports.files = 0;
    ++imports.files;
  }
  ~ImportTurn() { --imports.depth; }
  ImportTurn(const ImportTurn&) = delete;
  ImportTurn& operator=(const ImportTurn&) = delete;
};

/// Removes everything that a broken import has built: objects below `at` that are younger than the given number.
void remove_younger(Node& at, std::uint64_t serial) {
  for (std::size_t i = at.children().size(); i-- > 0;) {
    Leaf& child = *at.children()[i];
    if (child.serial() > serial)
      at.remove(child);
    else if (Node* node = child.as_node())
      remove_younger(*node, serial);
  }
}

bool takes(const SceneImporter& importer, std::string file) {
  std::transform(file.begin(), file.end(), file.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::any_of(importer.extensions(), [&](std::string_view end) { return file.ends_with(end); });
}

ImportOutcome import_with(SceneImporter& importer, BaseNode& target, const SceneSource& source) {
  try {
    return importer.import(target, source);
  } catch (const WrongSetting&) {
    throw;
  } catch (const std::exception& error) {
    report(target.core(), LogLevel::error, "import", fmt::format("{}: {}", source.place, error.what()));
    return ImportOutcome::failed;
  }
}

/// Tries the script's importers that claim the file, in order; then the script's RubySceneImporter, or one with the
/// defaults.
ImportOutcome import_with_any(SceneServer* server, BaseNode& target, const SceneSource& source) {
  if (server) {
    const auto importers = server->importers();
    for (SceneImporter* importer : importers) {
      if (!takes(*importer, source.place)) continue;
      const ImportOutcome outcome = import_with(*importer, target, source);
      if (outcome != ImportOutcome::not_mine) return outcome;
    }
    for (SceneImporter* importer : importers)
      if (auto* configured = dynamic_cast<RubySceneImporter*>(importer))
        return import_with(*configured, target, source);
  }
  RubySceneImporter importer;
  return import_with(importer, target, source);
}

ImportOutcome refuse(Core& core, const std::string& what, ImportOutcome outcome) {
  report(core, LogLevel::error, what, what);
  return outcome;
}

}  // namespace

ImportOutcome import_scene_file(BaseNode& target, const std::string& name, const Values& arguments,
                                const std::vector<bool>& foreign, bool is_exact) {
  Core& core = target.core();
  const ImportTurn turn;
  if (imports.depth > kImportDepth)
    return refuse(core,
                  fmt::format("scene files import each other more than {} deep ({})", kImportDepth, printable(name)),
                  ImportOutcome::broken);
  if (imports.files > kImportFiles)
    return refuse(core, fmt::format("one import loads more than {} scene files ({})", kImportFiles, printable(name)),
                  ImportOutcome::broken);
  const FoundFile file = find_scene_file(core, name);
  if (!file)
    return refuse(core, fmt::format("there is no scene file '{}'", printable(name, 200)), ImportOutcome::failed);
  const std::string place = file.path.string();
  std::string text;
  if (const char* problem = read_file(file, text))
    return refuse(core, fmt::format("{} {}", place, problem), ImportOutcome::broken);
  core.files.note("scene", file.path);
  const std::uint64_t youngest = core.classes.objects_made();
  auto* server = core.find_first<SceneServer>();
  const ImportOutcome outcome = import_with_any(server, target, {text, place, arguments, foreign, is_exact});
  if (outcome == ImportOutcome::broken) remove_younger(target.parent() ? *target.parent() : target, youngest);
  if (outcome == ImportOutcome::done && server && server->shortens_transforms()) shorten_transforms(target);
  return outcome;
}

bool import_scene(BaseNode& target, const std::string& name, const Values& arguments) {
  return import_scene_file(target, name, arguments) == ImportOutcome::done;
}

bool import_chosen_scene(BaseNode& target, const std::string& name, const Values& arguments) {
  return import_scene_file(target, name, arguments, std::vector<bool>(arguments.size(), true), true) ==
         ImportOutcome::done;
}

}  // namespace spark
