// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/client/line_reader.h"

namespace monitor {

/// The line of `text` that begins at `offset`.
inline std::string_view line_at(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(std::min(offset, text.size()));
  return rest.substr(0, rest.find('\n'));
}

/// The names of a log in a log folder or pack, in order of preference.
inline constexpr const char* kLogNames[] = {"monitor.log", "monitor.log.zst", "monitor.log.gz", "monitor.log.bz2",
                                            "monitor.log.xz"};
inline bool has_log_name(const std::filesystem::path& file) {
  return std::ranges::find(kLogNames, file.filename().string()) != std::end(kLogNames);
}

/// The log at `place`: a file is one; in a log folder it is the first of `kLogNames` that exists. Throws
/// `std::runtime_error` "there is no monitor.log in FOLDER".
std::filesystem::path log_in(const std::filesystem::path& place);

/// The text of a log in pieces that begin and end with lines (the last one may end anywhere). A piece is read when it
/// is requested, and is valid until the next request.
class LogSource {
 public:
  /// Opens any form, recognised by its first bytes: plain text, zstd, gzip, bzip2, xz, or a pack (zip, tar, also
  /// compressed) that contains the log; for a folder the log in it. Throws `std::runtime_error` with one line if it
  /// cannot be read.
  static std::unique_ptr<LogSource> open(const std::filesystem::path& place);
  /// Opens only plain text or zstd, as servers write it.
  static std::unique_ptr<LogSource> open_as_written(const std::filesystem::path& file);
  virtual ~LogSource() = default;

  virtual std::size_t pieces() const = 0;
  virtual std::string_view piece(std::size_t index) = 0;
  /// Describes the unreadable part of the file; empty if there is none.
  const std::string& problem() const { return problem_; }
  /// Whether its beginning is text.
  bool is_text() const { return is_text_; }
  /// Why it has no frame of a match, for callers that have found none.
  std::string why_no_frame() const;

 protected:
  std::string problem_;

 private:
  bool is_text_ = true;
};

/// Calls `take(line, piece, offset)` for each line that is not empty, without its newline, until it returns false.
template <typename Take>
void for_each_line(LogSource& source, Take take) {
  for (std::size_t index = 0; index < source.pieces(); ++index) {
    const std::string_view piece = source.piece(index);
    for (std::size_t offset = 0; (offset = piece.find_first_not_of('\n', offset)) != std::string_view::npos;) {
      const std::string_view line = line_at(piece, offset);
      if (line.find_first_not_of(LineReader::kAround) != std::string_view::npos && !take(line, index, offset)) return;
      offset += line.size();
    }
  }
}

}  // namespace monitor
