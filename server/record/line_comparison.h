// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "server/record/line_source.h"
#include "spark/core/clock.h"

namespace server {

/// Compares the lines of a log with those that are made when its match is played again, in order. A log may end before
/// its match does, as on a disk that is full or by a server that is killed: then it is true up to there.
class LineComparison {
 public:
  struct Difference {
    std::uint64_t line;            ///< its number, from 1
    spark::Step step;              ///< when it was made
    std::size_t column;            ///< of the first byte that differs, from 1
    std::string recorded, played;  ///< the lines
  };

  /// Throws `std::runtime_error` with one line if the file cannot be read.
  explicit LineComparison(const std::filesystem::path& file);

  /// The next lines that are made, at that step; the last newline may be missing.
  void made(std::string_view lines, spark::Step step);
  /// There are no more. `is_cut`: it is not known what came then, so that the log may have more.
  void ended(bool is_cut, spark::Step step);

  /// The first one; lines behind it are not looked at.
  const std::optional<Difference>& difference() const { return difference_; }
  std::uint64_t lines() const { return lines_; }    ///< that were the same
  std::uint64_t beyond() const { return beyond_; }  ///< in a log that is cut: of which nothing can be said
  /// Whether all of the file is what the match makes, as far as that is known.
  bool is_true() const { return !difference_ && (is_cut_ || problem().empty()); }
  /// The step from which on the log has nothing, or only a part of a line; nothing if it has all that is known of the
  /// match.
  std::optional<spark::Step> ends_at() const { return ends_at_; }
  const std::string& name() const { return name_; }
  const std::string& problem() const { return source_.problem(); }

 private:
  void made_line(std::string_view line, spark::Step step);

  std::string name_;
  LineSource source_;
  bool is_last_cut_ = false;  ///< the line that was the same last has no end
  spark::Step last_ = 0;      ///< when it was made
  std::uint64_t lines_ = 0, beyond_ = 0;
  bool is_cut_ = false;
  std::optional<Difference> difference_;
  std::optional<spark::Step> ends_at_;
};

}  // namespace server
