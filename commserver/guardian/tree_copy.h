// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

namespace commserver {

/// Copies the contents of one folder into another, within bounds; both are given by descriptors.
///
/// Safe for any contents as long as no one changes them meanwhile, and harmless if someone does: symbolic links are
/// never followed, devices, sockets and named pipes are left out, and names stay within the folder. Holes in files are
/// kept. Owners, setuid and setgid bits are not copied.
struct TreeCopy {
  struct Bounds {
    std::uint64_t bytes = 0;    ///< of data
    std::uint32_t entries = 0;  ///< files and folders
    std::uint32_t depth = 32;   ///< of nested folders
  };
  enum class Links { made_anew, left_out };

  Bounds left;  ///< the remaining bounds
  Links links = Links::left_out;
  /// Copy only files that were written or renamed after this, and the folders that contain them.
  std::optional<timespec> changed_since{};
  /// Skip these files and the contents of these folders.
  std::vector<struct stat> without{};
  /// Prepares the copy for users: files are not executable, and names contain no control characters.
  bool for_users = false;

  /// False if something was left out that should be copied: a bound was reached, a file is unreadable, or the disk is
  /// full. Still copies the rest, until a bound is reached.
  bool copy(int from_folder, int to_folder);
  /// One entry of a folder.
  bool copy_entry(int from_folder, const char* name, int to_folder);
  /// Subtracts from `left` as much as `copy` would; stops and returns false if there is not enough.
  bool measure(int folder);

  bool is_without(const struct stat& entry) const;

 private:
  bool copy_file(int from_folder, const char* name, int to_folder, const char* new_name, const struct stat& entry);
  bool copy_folder(int from_folder, const char* name, int to_folder, const char* new_name, const struct stat& entry);
  bool is_old(const struct stat& entry) const;
};

/// Removes the contents of a folder, but not the folder itself.
void remove_contents(int folder);

}  // namespace commserver
