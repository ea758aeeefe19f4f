// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/files.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

namespace rcss3d::agent {
namespace {

namespace fs = std::filesystem;

/// The folder of the files that ship with the program: installed beside it, or in the sources.
fs::path data_folder() {
  std::error_code ignored;
  const fs::path installed =
      fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / "share/rcssserver3d/team";
  return fs::is_directory(installed, ignored) ? installed : fs::path(RCSS_SOURCE_DIR "/agent-sample/team");
}

/// Returns nothing if there is no such file, and only the beginning of a file that is larger than any style or
/// formation can be.
std::optional<std::string> read_file(const fs::path& path) {
  constexpr std::size_t kMaxSize = 1 << 18;
  std::error_code ignored;
  std::ifstream file(path);
  if (!file || fs::is_directory(path, ignored)) return {};
  std::string text(kMaxSize, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// Reads the file with that path, or else the one that ships with the program.
std::optional<std::string> read_named(const std::string& name, const fs::path& folder) {
  if (auto text = read_file(name)) return text;
  if (auto text = read_file(folder / name)) return text;
  return read_file(folder / (name + ".txt"));
}

std::string add_formation(const std::string& name, std::string_view text, Formations& formations) {
  std::string error;
  Formation formation = Formation::read(text, error);
  if (!error.empty()) return name + ": " + error;
  formations.add(std::move(formation));
  return {};
}

}  // namespace

std::string read_team_files(const TeamFiles& files, Settings& settings, Formations& formations) {
  const fs::path folder = data_folder();
  if (!files.style.empty()) {
    const auto text = read_named(files.style, folder / "styles");
    if (!text)
      return "--style " + files.style + ": there is no such file, neither here nor in " + (folder / "styles").string();
    const std::string error = read_settings(*text, settings);
    if (!error.empty()) return "--style " + files.style + ": " + error;
  }
  for (std::size_t size = 1; size <= World::kPlayers; ++size) {
    const std::string plain = std::to_string(size) + ".txt";
    for (const std::string& name : {plain, settings.formations + "-" + plain}) {
      const auto text = read_file(folder / "formations" / name);
      if (!text) continue;
      const std::string error = add_formation((folder / "formations" / name).string(), *text, formations);
      if (!error.empty()) return error;
    }
  }
  if (!files.formation.empty()) {
    const auto text = read_named(files.formation, folder / "formations");
    if (!text)
      return "--formation " + files.formation + ": there is no such file, neither here nor in " +
             (folder / "formations").string();
    const std::string error = add_formation("--formation " + files.formation, *text, formations);
    if (!error.empty()) return error;
  }
  return formations.empty() ? "there is no formation in " + (folder / "formations").string() : std::string();
}

}  // namespace rcss3d::agent
