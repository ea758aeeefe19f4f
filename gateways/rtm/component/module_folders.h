// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace rtm {

/// Where modules of components are: the folder `components` beside the library librtm.so.
std::vector<std::filesystem::path> module_folders();

}  // namespace rtm
