// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace monitor {
class LogSource;
}

namespace server {

/// Reads the lines of a log of a match, plain or compressed with zstd.
class LineSource {
 public:
  /// Throws `std::runtime_error` with one line if the file cannot be read.
  explicit LineSource(const std::filesystem::path& file);
  ~LineSource();

  /// A line without its newline; valid until the next call. Nothing at the end. A last line may lack its newline.
  std::optional<std::string_view> next();
  /// Whether the line last returned by `next` had no newline: the file was cut within it.
  bool is_cut() const { return is_cut_; }
  /// Why a part of the file could not be read; empty if it was read to its end.
  const std::string& problem() const;

 private:
  std::unique_ptr<monitor::LogSource> source_;
  bool is_cut_ = false;
  std::size_t piece_ = 0;
  std::string_view left_;
};

}  // namespace server
