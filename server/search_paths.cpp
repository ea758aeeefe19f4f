// SPDX-License-Identifier: Apache-2.0
#include "server/search_paths.h"

#include "spark/core/core.h"

namespace server {

std::vector<std::filesystem::path> folders_of(const commserver::HomeFolder& home, const std::filesystem::path& own) {
  return home.folder.empty() ? std::vector{own} : std::vector{home.folder, own};
}

void set_search_paths(spark::Core& core, const commserver::Places& places, const commserver::HomeFolder& home) {
  core.script_path = folders_of(home, places.scripts);
  core.scene_path = folders_of(home, places.scenes);
  core.scene_path.emplace_back("data");  // of the folder where the server was started: 0.5.2 looked there
  core.module_path = {places.modules};
}

}  // namespace server
