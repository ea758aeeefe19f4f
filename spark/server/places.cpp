// SPDX-License-Identifier: Apache-2.0
#include "spark/server/places.h"

#include <fmt/format.h>

#include <stdexcept>

namespace spark::server {

namespace fs = std::filesystem;

Places find_places() {
  Places places;
  places.programs = fs::read_symlink("/proc/self/exe").parent_path();
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

}  // namespace spark::server
