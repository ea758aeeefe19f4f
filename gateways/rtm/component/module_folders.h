// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace rtm {

/// The folders that contain modules of components: the folder `components` beside the library librtm.so.
std::vector<std::filesystem::path> module_folders();

}  // namespace rtm
