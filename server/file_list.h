// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace server {

struct Options;

/// Which files a match with these options would begin with, a line for each: script and agent database, all other
/// scripts and all scenes that a script may name, with the place they come from and what they go before. Without the
/// folders that only the script adds. Throws `std::runtime_error` if script or agent database are not to be found.
std::string list_of_files(const Options& options);

}  // namespace server
