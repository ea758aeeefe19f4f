// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

namespace commserver {

/// Copies the contents of one folder into another, both given by descriptors, within bounds.
///
/// Safe whatever the folder contains, as long as no one changes it meanwhile, and harmless if someone does: symbolic
/// links are never followed, devices, sockets and named pipes are left out, and names stay within the folder. Holes of
/// files stay holes. Owners are not kept, and neither are setuid and setgid bits.
struct TreeCopy {
  struct Bounds {
    std::uint64_t bytes = 0;    ///< of data
    std::uint32_t entries = 0;  ///< files and folders
    std::uint32_t depth = 32;   ///< of nested folders
  };
  enum class Links { made_anew, left_out };

  Bounds left;  ///< what may still be copied
  Links links = Links::left_out;
  /// Copy only files written or renamed after this, and the folders they are in.
  std::optional<timespec> changed_since{};
  /// Skip these files and the contents of these folders.
  std::vector<struct stat> without{};
  /// Prepares the copy for users to look at: files are not executable, and names contain no control characters.
  bool for_users = false;

  /// False if something that should be copied was left out: bounds reached, unreadable, or the disk is full. Still
  /// copies the rest, until the bounds are reached.
  bool copy(int from_folder, int to_folder);
  /// One entry of a folder.
  bool copy_entry(int from_folder, const char* name, int to_folder);
  /// Subtracts from `left` as much as `copy` would; false, early, if there is not enough.
  bool measure(int folder);

  bool is_without(const struct stat& entry) const;

 private:
  bool copy_file(int from_folder, const char* name, int to_folder, const char* new_name, const struct stat& entry);
  bool copy_folder(int from_folder, const char* name, int to_folder, const char* new_name, const struct stat& entry);
  bool is_old(const struct stat& entry) const;
};

/// Removes the contents of a folder, whatever they are, but not the folder.
void remove_contents(int folder);

}  // namespace commserver
