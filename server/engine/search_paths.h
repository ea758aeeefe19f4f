// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "commserver/host/home_folder.h"
#include "commserver/host/places.h"

namespace spark {
struct Core;
}  // namespace spark

namespace server {

/// Where files are looked for, in order, and what people call that place.
struct SearchFolder {
  std::filesystem::path folder;
  std::string name;
};
/// The home folder, if there is one, and the server's own; of scenes `data` in the current folder, unless `only_own`.
std::vector<SearchFolder> script_folders(const commserver::Places& places, const commserver::HomeFolder& home);
std::vector<SearchFolder> scene_folders(const commserver::Places& places, const commserver::HomeFolder& home,
                                        bool only_own = false);
std::vector<std::filesystem::path> paths_of(const std::vector<SearchFolder>& folders);

/// Where the world's scripts, scenes and modules are looked for. `only_own`: nothing in or below the current folder.
void set_search_paths(spark::Core& core, const commserver::Places& places, const commserver::HomeFolder& home,
                      bool only_own = false);

}  // namespace server
