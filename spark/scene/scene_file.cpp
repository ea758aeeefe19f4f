// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/scene_file.h"

#include <fmt/format.h>

#include <fstream>

#include "spark/core/core.h"
#include "spark/scene/scene.h"
#include "spark/scene/scene_import.h"

namespace spark {
namespace {

/// How deep in imports this thread is, and how many files the outermost one has loaded. An import may pass through Ruby
/// and back (eval, importScene), so a parameter could not carry it.
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

/// Reads the file into `text`; returns what is wrong, or null.
const char* read_file(const std::filesystem::path& file, std::string& text) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return "cannot be read";
  text.resize(kSceneFileLimits.bytes + 1);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) return "cannot be read";
  if (static_cast<std::size_t>(stream.gcount()) > kSceneFileLimits.bytes) return "is larger than 1 MiB";
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return nullptr;
}

}  // namespace

bool import_scene_file(BaseNode& target, const std::string& name, const Values& arguments,
                       const std::string& importer) {
  Log& log = target.core().log;
  const std::string prefix = importer.empty() ? "" : importer + ": ";
  const ImportTurn turn;
  if (imports.depth > kImportDepth) {
    log.error("{}scene files import each other more than {} deep ({})", prefix, kImportDepth, printable(name));
    return false;
  }
  if (imports.files > kImportFiles) {
    log.error("{}one import loads more than {} scene files ({})", prefix, kImportFiles, printable(name));
    return false;
  }
  const auto file = find_file(target.core().scene_path, name);
  if (file.empty()) {
    log.error("{}there is no scene file '{}'", prefix, printable(name, 200));
    return false;
  }
  std::string text;
  if (const char* problem = read_file(file, text)) {
    log.error("{}{} {}", prefix, file.string(), problem);
    return false;
  }
  target.core().files.note("scene", file);
  const std::string place = file.string();
  return SceneImport(target, place, arguments).run(text);
}

bool import_scene(BaseNode& target, const std::string& name, const Values& arguments) {
  return import_scene_file(target, name, arguments, "");
}

}  // namespace spark
