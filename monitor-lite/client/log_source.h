// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace monitor {

/// The text of a log in pieces that begin and end with lines (the last one may end anywhere). A piece is read when it
/// is requested, and stays until the next one is.
class LogSource {
 public:
  /// Plain text or zstd, by its first bytes. Throws `std::runtime_error` with one line if the file cannot be read.
  static std::unique_ptr<LogSource> open(const std::filesystem::path& file);
  virtual ~LogSource() = default;

  virtual std::size_t pieces() const = 0;
  virtual std::string_view piece(std::size_t index) = 0;
  /// What of the file could not be read; empty if nothing.
  const std::string& problem() const { return problem_; }

 protected:
  std::string problem_;
};

}  // namespace monitor
