// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sigverse::server {

/// Where the library of a controller is: an absolute path as it is, else in the first of these folders that has it.
/// Throws `std::runtime_error` with one line that says where it has been looked for.
std::filesystem::path find_library(const std::string& implementation,
                                   const std::vector<std::filesystem::path>& folders);

}  // namespace sigverse::server
