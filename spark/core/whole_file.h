// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "spark/core/descriptor.h"

namespace spark {

/// A file that replaces FILE when it is complete. It is created as FILE.new, with the permissions of FILE. An existing
/// FILE.new, which is a link or was left by an interrupted program, is removed; no link is followed. Only one program
/// at a time writes FILE.new, which is locked (flock).
///
/// A device, a pipe and a link are not replaced: they are written directly; for a pipe this waits for a reader.
///
/// Constructor and `replace` throw `std::runtime_error` with the reason, which does not name the file.
class FreshFile {
 public:
  explicit FreshFile(const std::filesystem::path& file);
  /// Without `replace`, FILE.new is removed.
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  int descriptor() const { return out_.get(); }
  void replace();

 private:
  std::filesystem::path file_;
  std::filesystem::path fresh_;  ///< empty: FILE itself is written
  std::optional<mode_t> mode_;   ///< of an existing regular file
  Descriptor out_;
};

// Functions that write a file at once. Both throw `std::runtime_error` with one line that names the file if it cannot
// be written completely.

/// Writes into an existing file, whose content is lost, or a device, pipe or link; otherwise creates a file. Waits
/// until a pipe has a reader.
void write_whole_file(const std::filesystem::path& file, std::string_view octets);
/// The same, but through a `FreshFile`: an incomplete regular file is never visible, and the earlier one stays on
/// failure.
void replace_file(const std::filesystem::path& file, std::string_view octets);

}  // namespace spark
