// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace commserver {

/// The folder in which users keep their own scripts, scenes and agent database: `~/.rcssserver3d`. What is there goes
/// before the server's own files of that name; nothing is ever written there.
struct HomeFolder {
  std::filesystem::path folder;  ///< empty: none is looked into
  std::string reason;            ///< why not
};

/// Below `$HOME`. None if HOME is not set or not absolute, if there is no such folder, if it cannot be read, or if
/// others than this user could have put something there (it belongs to someone else, or everyone may write to it):
/// scripts do what they like, with the rights of the user who starts the server.
HomeFolder find_home_folder();
/// The same with another value of HOME; null for none.
HomeFolder find_home_folder(const char* home);
/// What an option names: a folder, taken as it is; "off": none; empty: the usual one. Throws `std::runtime_error`
/// "--home DIR: reason" if it is no folder that can be read.
HomeFolder chosen_home_folder(const std::string& option);

}  // namespace commserver
