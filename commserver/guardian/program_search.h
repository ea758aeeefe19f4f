// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace commserver {

/// The absolute path of a program. A name with a '/' is absolute or relative to the working folder; any other name is
/// searched for in the working folder, then in `folders`, then in the folders of $PATH.
///
/// Throws `std::runtime_error` with one line that lists the searched folders, also if the working folder is missing.
std::filesystem::path find_program(const std::string& program, const std::filesystem::path& working_folder,
                                   const std::vector<std::filesystem::path>& folders);

/// The program of that name in the first folder of $PATH that has it; empty if none has.
std::filesystem::path find_in_path(const std::string& program);

}  // namespace commserver
