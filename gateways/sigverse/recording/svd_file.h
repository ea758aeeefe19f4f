// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "spark/core/descriptor.h"

namespace sigverse::recording {

/// Writes a recording. Appended data is in the file even if the process is killed. Errors are `std::runtime_error` with
/// one line.
class SvdFile {
 public:
  /// Creates the file, or truncates it: only an earlier recording is overwritten, and none that another program is
  /// writing.
  explicit SvdFile(std::filesystem::path path);
  SvdFile(const SvdFile&) = delete;
  SvdFile& operator=(const SvdFile&) = delete;

  /// Called once, before the blocks: `octets` of the header.
  void append_header(std::string_view octets);
  void append_block(std::string_view block);
  /// Completes the file with its index. A block that is appended later replaces the index.
  void append_index();
  const std::filesystem::path& path() const { return path_; }

 private:
  void append(std::string_view octets);

  std::filesystem::path path_;
  spark::Descriptor file_;
  std::uint64_t end_ = 0;  ///< of the header and all blocks
  std::vector<std::uint64_t> offsets_;
  bool has_index_ = false;
};

}  // namespace sigverse::recording
