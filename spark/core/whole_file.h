// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "spark/core/descriptor.h"

namespace spark {

/// What is to take the place of a file when all of it has been written: FILE.new, made here. A file or link that had
/// this name, as an interrupted program leaves it, is removed; no link is followed.
class FreshFile {
 public:
  /// Throws `std::system_error`, whose code says why it cannot be made.
  explicit FreshFile(const std::filesystem::path& file);
  /// Without `replace` nothing of it is left.
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  int descriptor() const { return out_.get(); }
  /// Throws like the constructor.
  void replace();

 private:
  std::filesystem::path file_;
  std::filesystem::path fresh_;
  Descriptor out_;
};

// Files that are written at once. Both functions throw `std::runtime_error` with one line that names the file if not
// all of it can be written, and leave what was there before then.

/// Writes into whatever has that name: a file, which loses its content, or a device, pipe or link. If there is none, a
/// file is made. A pipe is waited for until it has a reader.
void write_whole_file(const std::filesystem::path& file, std::string_view octets);
/// The same, but a file is first written as a `FreshFile`, so that there is never half of either content, and the
/// earlier one stays if that fails.
void replace_file(const std::filesystem::path& file, std::string_view octets);

}  // namespace spark
