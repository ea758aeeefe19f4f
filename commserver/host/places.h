// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace commserver {

/// Where the server's own files are: beside the program in an installed tree (`bin/../share/rcssserver3d`), else in the
/// source tree it was built from.
struct Places {
  std::filesystem::path programs;  ///< the folder of this program; the sample agent is there, too
  std::filesystem::path scripts;
  std::filesystem::path scenes;
  std::filesystem::path modules;
};

/// Finds those of this program. Throws `std::runtime_error` if scripts and scenes are in neither place.
Places find_places();
/// The same for a program in the folder `programs`.
Places find_places(const std::filesystem::path& programs);

/// The file that `option` names: in the first of `folders` that has it, otherwise relative to the current folder, where
/// names that begin with `./` or `../` are looked for only. One that cannot be read is passed over if there is another.
/// Throws `std::runtime_error` "--script s.rb: reason" if there is none.
std::filesystem::path named_file(std::string_view option, const std::vector<std::filesystem::path>& folders,
                                 const std::filesystem::path& name);
/// All files that `name` may stand for, the one that is taken first; also those that cannot be read.
std::vector<std::filesystem::path> candidates(const std::vector<std::filesystem::path>& folders,
                                              const std::filesystem::path& name);

}  // namespace commserver
