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

/// A folder in which files are searched for, and its name for users. Folders are searched in order.
struct SearchFolder {
  std::filesystem::path folder;
  std::string name;
};
/// The home folder, if there is one, and the server's own folder. For scenes also `data` in the current folder, unless
/// `only_own`.
std::vector<SearchFolder> script_folders(const commserver::Places& places, const commserver::HomeFolder& home);
std::vector<SearchFolder> scene_folders(const commserver::Places& places, const commserver::HomeFolder& home,
                                        bool only_own = false);
std::vector<std::filesystem::path> paths_of(const std::vector<SearchFolder>& folders);

/// Sets where the world's scripts, scenes and modules are searched for. `only_own`: nothing in or below the current
/// folder.
void set_search_paths(spark::Core& core, const commserver::Places& places, const commserver::HomeFolder& home,
                      bool only_own = false);

}  // namespace server
