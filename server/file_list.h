// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace server {

struct Options;

/// Lists the files that a match with these options may read at its start, one per line: the script and the agent
/// database, all other scripts, and all scenes that a script may name, each with its folder and the files that it
/// hides. Folders that only the script adds are not searched. Throws `std::runtime_error` if script or agent database
/// cannot be found.
std::string list_of_files(const Options& options);

}  // namespace server
