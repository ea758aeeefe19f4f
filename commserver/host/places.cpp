// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/places.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/core.h"

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
    throw std::runtime_error(fmt::format("cannot find the scripts: neither {} nor {} exists",
                                         (installed / "scripts").string(), (sources / "scripts").string()));
  places.scripts = data / "scripts";
  places.scenes = data / "scenes";
  const fs::path installed_modules = places.programs.parent_path() / RCSS_LIBRARY_DIR "/rcssserver3d";
  places.modules =
      fs::is_directory(installed_modules) ? installed_modules : places.programs.parent_path() / "lib/rcssserver3d";
  return places;
}

std::vector<fs::path> candidates(const std::vector<fs::path>& folders, const fs::path& name) {
  const bool from_here = name.begin() != name.end() && (*name.begin() == "." || *name.begin() == "..");
  return spark::files_named(from_here ? std::vector<fs::path>() : folders, name);
}

fs::path named_file(std::string_view option, const std::vector<fs::path>& folders, const fs::path& name) {
  const fs::path file = spark::first_readable(candidates(folders, name));
  if (!file.empty() && ::access(file.c_str(), R_OK) == 0) return file;
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("{} {}: {}", option, name.string(), why));
  };
  std::error_code error;
  if (!file.empty()) refuse(fmt::format("cannot read it: {}", std::strerror(errno)));
  if (fs::exists(name, error)) refuse("this is not a file");
  std::vector<std::string> places;
  for (const fs::path& folder : folders) places.push_back(folder.string());
  refuse(name.is_absolute() ? std::string("there is no such file")
                            : fmt::format("there is no such file, neither here nor in {}", fmt::join(places, ", ")));
  return {};
}

}  // namespace commserver
