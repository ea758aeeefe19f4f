// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "commserver/host/home_folder.h"
#include "commserver/host/places.h"

namespace spark {
struct Core;
}  // namespace spark

namespace server {

/// Where a file of the server's own folder `own` is looked for: the home folder, if there is one, goes before it.
std::vector<std::filesystem::path> folders_of(const commserver::HomeFolder& home, const std::filesystem::path& own);

/// Where the world's scripts, scenes and modules are looked for.
void set_search_paths(spark::Core& core, const commserver::Places& places, const commserver::HomeFolder& home);

}  // namespace server
