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

/// The log that is meant by `place`: a file is one; of a log folder it is its monitor.log, or else its monitor.log.zst.
/// Throws `std::runtime_error` "there is no monitor.log in FOLDER".
std::filesystem::path log_in(const std::filesystem::path& place);

/// The text of a log in pieces that begin and end with lines (the last one may end anywhere). A piece is read when it
/// is requested, and stays until the next one is.
class LogSource {
 public:
  /// Plain text or zstd, by its first bytes; of a folder the log in it. Throws `std::runtime_error` with one line if it
  /// cannot be read.
  static std::unique_ptr<LogSource> open(const std::filesystem::path& place);
  virtual ~LogSource() = default;

  virtual std::size_t pieces() const = 0;
  virtual std::string_view piece(std::size_t index) = 0;
  /// What of the file could not be read; empty if nothing.
  const std::string& problem() const { return problem_; }

 protected:
  std::string problem_;
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
