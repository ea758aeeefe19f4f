// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace server {

/// Prepares names of files for a list that people read: printable and limited in number. The logs and files of agents
/// and other programs are one entry.
std::vector<std::string> list_of_others(std::vector<std::string> names);

}  // namespace server
