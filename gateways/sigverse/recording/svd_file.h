// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "spark/core/descriptor.h"

namespace sigverse::recording {

/// Writes a recording. Appended data are in the file even if the process is killed. Errors are `std::runtime_error`
/// with a one-line message.
class SvdFile {
 public:
  /// Creates the file, or truncates it if it is empty or a recording that no other program is writing. Throws for any
  /// other file.
  explicit SvdFile(std::filesystem::path path);
  SvdFile(const SvdFile&) = delete;
  SvdFile& operator=(const SvdFile&) = delete;

  /// Appends the `octets` of the header. Called once, before the blocks.
  void append_header(std::string_view octets);
  void append_block(std::string_view block);
  /// Completes the file with its index. A block appended later replaces the index.
  void append_index();
  const std::filesystem::path& path() const { return path_; }

 private:
  void append(std::string_view octets);

  std::filesystem::path path_;
  spark::Descriptor file_;
  std::uint64_t end_ = 0;  ///< where the header and all blocks end
  std::vector<std::uint64_t> offsets_;
  bool has_index_ = false;
};

}  // namespace sigverse::recording
