// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sigverse::server {

/// Returns the path of a controller's library. An absolute path is returned unchanged; otherwise the folders are
/// searched in order. Throws `std::runtime_error` with a one-line message that lists the searched places.
std::filesystem::path find_library(const std::string& implementation,
                                   const std::vector<std::filesystem::path>& folders);

}  // namespace sigverse::server
