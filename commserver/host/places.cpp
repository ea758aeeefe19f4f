// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/places.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace commserver {

namespace fs = std::filesystem;

Places find_places() {
  return find_places(fs::read_symlink("/proc/self/exe").parent_path());
}

Places find_places(const fs::path& programs) {
  Places places;
  places.programs = programs;
  const fs::path installed = places.programs.parent_path() / "share/rcssserver3d";
  const fs::path sources = RCSS_SOURCE_DIR;
  const fs::path data = fs::is_directory(installed / "scripts") ? installed : sources;
  if (!fs::is_directory(data / "scripts"))
    throw std::runtime_error(fmt::format("cannot find the scripts: neither {} nor {} is there",
                                         (installed / "scripts").string(), (sources / "scripts").string()));
  places.scripts = data / "scripts";
  places.scenes = data / "scenes";
  const fs::path installed_modules = places.programs.parent_path() / RCSS_LIBRARY_DIR "/rcssserver3d";
  places.modules =
      fs::is_directory(installed_modules) ? installed_modules : places.programs.parent_path() / "lib/rcssserver3d";
  return places;
}

std::vector<fs::path> candidates(const std::vector<fs::path>& folders, const fs::path& name) {
  const bool from_here =
      name.is_absolute() || name.begin() == name.end() || *name.begin() == "." || *name.begin() == "..";
  std::vector<fs::path> files;
  std::error_code ignored;
  if (!from_here)
    for (const fs::path& folder : folders)
      if (fs::is_regular_file(folder / name, ignored)) files.push_back(folder / name);
  if (fs::is_regular_file(name, ignored)) files.push_back(name);
  return files;
}

fs::path named_file(std::string_view option, const std::vector<fs::path>& folders, const fs::path& name) {
  const std::vector<fs::path> files = candidates(folders, name);
  const auto readable =
      std::ranges::find_if(files, [](const fs::path& file) { return ::access(file.c_str(), R_OK) == 0; });
  if (readable != files.end()) return *readable;
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("{} {}: {}", option, name.string(), why));
  };
  std::error_code error;
  if (!files.empty()) {
    [[maybe_unused]] const int not_readable = ::access(files.front().c_str(), R_OK);
    refuse(fmt::format("cannot read it: {}", std::strerror(errno)));
  }
  if (fs::exists(name, error)) refuse("this is not a file");
  std::vector<std::string> places;
  for (const fs::path& folder : folders) places.push_back(folder.string());
  refuse(name.is_absolute() ? std::string("there is no such file")
                            : fmt::format("there is no such file, neither here nor in {}", fmt::join(places, ", ")));
  return {};
}

}  // namespace commserver
