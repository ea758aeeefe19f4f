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

/// Of this program. Throws `std::runtime_error` if scripts and scenes are in neither place.
Places find_places();
/// The same for a program in the folder `programs`.
Places find_places(const std::filesystem::path& programs);

/// The file that `option` names: in `folder`, otherwise relative to the current folder. Throws `std::runtime_error`
/// "--script s.rb: reason" if it is in neither place or cannot be read.
std::filesystem::path named_file(std::string_view option, const std::filesystem::path& folder,
                                 const std::filesystem::path& name);

}  // namespace commserver
