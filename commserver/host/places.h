// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace commserver {

/// The folders of the server's own files: beside the program in an installed tree (`bin/../share/rcssserver3d`), else
/// in the source tree that it was built from.
struct Places {
  std::filesystem::path programs;  ///< the folder of this program; the sample agent is there, too
  std::filesystem::path scripts;
  std::filesystem::path scenes;
  std::filesystem::path modules;
};

/// Finds the folders of this program. Throws `std::runtime_error` if scripts and scenes are in neither place.
Places find_places();
/// The same for a program in the folder `programs`.
Places find_places(const std::filesystem::path& programs);

/// The file that `option` names: in the first of `folders` that has it, otherwise relative to the current folder. Names
/// that begin with `./` or `../` are relative to the current folder only. A file that cannot be read is skipped if
/// there is another one. Throws `std::runtime_error` "--script s.rb: reason" if there is none.
std::filesystem::path named_file(std::string_view option, const std::vector<std::filesystem::path>& folders,
                                 const std::filesystem::path& name);
/// All files that `name` may mean, the preferred one first, including those that cannot be read.
std::vector<std::filesystem::path> candidates(const std::vector<std::filesystem::path>& folders,
                                              const std::filesystem::path& name);

}  // namespace commserver
