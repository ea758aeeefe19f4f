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

/// The lines of a log of a match, one after another; plain or compressed with zstd.
class LineSource {
 public:
  /// Throws `std::runtime_error` with one line if the file cannot be read.
  explicit LineSource(const std::filesystem::path& file);
  ~LineSource();

  /// Without its end; valid until the next call. Nothing at the end. A last line without an end is one, too.
  std::optional<std::string_view> next();
  /// Whether the line that `next` has returned last had no end: the file was cut within it.
  bool is_cut() const { return is_cut_; }
  /// What of the file could not be read; empty if nothing.
  const std::string& problem() const;

 private:
  std::unique_ptr<monitor::LogSource> source_;
  bool is_cut_ = false;
  std::size_t piece_ = 0;
  std::string_view left_;
};

}  // namespace server
