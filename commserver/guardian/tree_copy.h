// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

namespace commserver {

/// Copies what is in one folder into another, both known by descriptors, within bounds.
///
/// Safe whatever is in the folder, as long as nobody changes it meanwhile, and harmless if somebody does: symbolic
/// links are never followed, devices, sockets and named pipes are left out, and names stay within the folder. Holes of
/// files stay holes. Owners are not kept, and neither are the bits that give a program the rights of another user.
struct TreeCopy {
  struct Bounds {
    std::uint64_t bytes = 0;    ///< of data
    std::uint32_t entries = 0;  ///< files and folders
    std::uint32_t depth = 32;   ///< of folders in each other
  };
  enum class Links { made_anew, left_out };

  Bounds left;  ///< what may still be copied
  Links links = Links::left_out;
  /// Only files that were written or renamed after this, and the folders they are in.
  std::optional<timespec> changed_since{};
  /// Neither these files nor what is in these folders.
  std::vector<struct stat> without{};
  /// For people to look at: files are no programs, and names hold nothing that a terminal would obey.
  bool to_look_at = false;

  /// False if something was left out that was to be copied: bounds reached, unreadable, or the disk is full. Works
  /// through the rest nevertheless, until the bounds are reached.
  bool copy(int from_folder, int to_folder);
  /// One entry of a folder.
  bool copy_entry(int from_folder, const char* name, int to_folder);
  /// Takes as much off `left` as `copy` would; false, early, if that is not enough.
  bool measure(int folder);

  bool is_without(const struct stat& entry) const;

 private:
  bool copy_file(int from_folder, const char* name, int to_folder, const char* new_name, const struct stat& entry);
  bool copy_folder(int from_folder, const char* name, int to_folder, const char* new_name, const struct stat& entry);
  bool is_old(const struct stat& entry) const;
};

/// Removes what is in a folder, whatever it is, but not the folder.
void remove_contents(int folder);

}  // namespace commserver
