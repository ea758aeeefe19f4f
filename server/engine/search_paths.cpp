// SPDX-License-Identifier: Apache-2.0
#include "server/engine/search_paths.h"

#include "spark/core/core.h"

namespace server {

namespace {

std::vector<SearchFolder> folders_of(const commserver::HomeFolder& home, const std::filesystem::path& own) {
  std::vector<SearchFolder> folders;
  if (!home.folder.empty()) folders.push_back({home.folder, "home folder"});
  folders.push_back({own, "server's own"});
  return folders;
}

}  // namespace

std::vector<SearchFolder> script_folders(const commserver::Places& places, const commserver::HomeFolder& home) {
  return folders_of(home, places.scripts);
}

std::vector<SearchFolder> scene_folders(const commserver::Places& places, const commserver::HomeFolder& home,
                                        bool only_own) {
  std::vector<SearchFolder> folders = folders_of(home, places.scenes);
  if (!only_own) folders.push_back({"data", "folder data"});  // 0.5.2 looked there
  return folders;
}

std::vector<std::filesystem::path> paths_of(const std::vector<SearchFolder>& folders) {
  std::vector<std::filesystem::path> paths;
  for (const SearchFolder& each : folders) paths.push_back(each.folder);
  return paths;
}

void set_search_paths(spark::Core& core, const commserver::Places& places, const commserver::HomeFolder& home,
                      bool only_own) {
  core.script_path = paths_of(script_folders(places, home));
  core.scene_path = paths_of(scene_folders(places, home, only_own));
  core.module_path = {places.modules};
  core.searches_here = !only_own;
}

}  // namespace server
