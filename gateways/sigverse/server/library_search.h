// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sigverse::server {

/// Finds the library of a controller: an absolute path unchanged, else the file in the first of these folders that has
/// it. Throws `std::runtime_error` with one line that lists the searched places.
std::filesystem::path find_library(const std::string& implementation,
                                   const std::vector<std::filesystem::path>& folders);

}  // namespace sigverse::server
