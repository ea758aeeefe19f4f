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

/// Compares the lines of a log with those that are made when its match is played again, in order.
class LineComparison {
 public:
  struct Difference {
    std::uint64_t line;            ///< its number, from 1
    spark::Step step;              ///< when it was made
    std::size_t column;            ///< of the first byte that differs, from 1
    std::string recorded, played;  ///< the lines
    bool is_missing = false;       ///< the log has no more lines, or only a part of this one
  };

  /// Throws `std::runtime_error` with one line if the file cannot be read.
  explicit LineComparison(const std::filesystem::path& file);

  /// The next lines that are made, at that step; the last newline may be missing.
  void made(std::string_view lines, spark::Step step);
  /// There are no more. `is_cut`: it is not known what came then, so that the log may have more, and may have less.
  void ended(bool is_cut, spark::Step step);

  /// The first one; lines behind it are not looked at.
  const std::optional<Difference>& difference() const { return difference_; }
  std::uint64_t lines() const { return lines_; }    ///< that were the same
  std::uint64_t beyond() const { return beyond_; }  ///< in a log that is cut: of which nothing can be said
  /// Whether all of the file is what the match makes. Of a log that is cut: as far as that is known.
  bool is_true() const { return !difference_ && !has_no_end_ && (is_cut_ || problem().empty()); }
  /// Whether only the end of the last line is missing.
  bool has_no_end() const { return has_no_end_; }
  /// The step from which on a log that is cut has nothing; nothing if it has all that is known of the match.
  std::optional<spark::Step> ends_at() const {
    return is_cut_ && missing_ ? std::optional(missing_->step) : std::nullopt;
  }
  const std::string& name() const { return name_; }
  const std::string& problem() const { return source_.problem(); }

 private:
  void made_line(std::string_view line, spark::Step step);

  std::string name_;
  LineSource source_;
  bool is_last_cut_ = false;  ///< the line that was the same last has no end
  std::uint64_t lines_ = 0, beyond_ = 0;
  bool is_at_end_ = false, has_no_end_ = false, is_cut_ = false;
  std::optional<Difference> difference_, missing_;
};

}  // namespace server
