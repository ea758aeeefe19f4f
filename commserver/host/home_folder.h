// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace commserver {

/// The folder of the user's own scripts, scenes and agent database: `~/.rcssserver3d`. Its files override the server's
/// own files of the same name; nothing is ever written there.
struct HomeFolder {
  std::filesystem::path folder;  ///< empty: none is searched
  std::string reason;            ///< why not
};

/// The folder below `$HOME`. None if HOME is not set or not absolute, if the folder does not exist or cannot be read,
/// or if others than this user could have written to it (another owner, or writable by everyone): scripts run with all
/// rights of the user who starts the server.
HomeFolder find_home_folder();
/// The same with another value of HOME; null: not set.
HomeFolder find_home_folder(const char* home);
/// The folder that the option selects: a path, which is not checked for its owner; "off": none; empty: the default.
/// Throws `std::runtime_error` "--home DIR: reason" if it is not a readable folder.
HomeFolder chosen_home_folder(const std::string& option);

}  // namespace commserver
