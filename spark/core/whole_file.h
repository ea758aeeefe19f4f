// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string_view>

#include "spark/core/descriptor.h"

namespace spark {

/// What is to take the place of a file when all of it has been written: FILE.new, made here, with the permissions of
/// the file. What had this name, a link or what an interrupted program has left, is removed; no link is followed. One
/// program writes FILE.new at a time: it holds a lock (flock).
///
/// A device, a pipe and a link stay what they are: they are written into at once, and a pipe is waited for until it has
/// a reader.
///
/// Constructor and `replace` throw `std::runtime_error` with the reason, which does not name the file.
class FreshFile {
 public:
  explicit FreshFile(const std::filesystem::path& file);
  /// Without `replace` nothing of FILE.new is left.
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  int descriptor() const { return out_.get(); }
  void replace();

 private:
  std::filesystem::path file_;
  std::filesystem::path fresh_;  ///< empty: written into the file itself
  std::optional<mode_t> mode_;   ///< of the regular file that is there
  Descriptor out_;
};

// Files that are written at once. Both functions throw `std::runtime_error` with one line that names the file if not
// all of it can be written, and leave what was there before then.

/// Writes into whatever has that name: a file, which loses its content, or a device, pipe or link. If there is none, a
/// file is made. A pipe is waited for until it has a reader.
void write_whole_file(const std::filesystem::path& file, std::string_view octets);
/// The same, but through a `FreshFile`: there is never half of either content of a regular file, and the earlier one
/// stays if that fails.
void replace_file(const std::filesystem::path& file, std::string_view octets);

}  // namespace spark
