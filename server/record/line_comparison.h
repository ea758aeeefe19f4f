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

/// Compares the lines of a log, in order, with those that a replay of its match makes. A log may end before its match
/// does, because the disk was full or the server was killed: then it is valid up to there.
class LineComparison {
 public:
  struct Difference {
    std::uint64_t line;            ///< its number, from 1
    spark::Step step;              ///< the step in which it was made
    std::size_t column;            ///< of the first byte that differs, from 1
    std::string recorded, played;  ///< the lines
  };

  /// Throws `std::runtime_error` with one line if the file cannot be read.
  explicit LineComparison(const std::filesystem::path& file);

  /// Takes the next lines that the replay made at `step`; the last newline may be missing.
  void made(std::string_view lines, spark::Step step);
  /// Takes the end of the replay. `is_cut`: the record ended before the match, so the log may have more.
  void ended(bool is_cut, spark::Step step);

  /// The first one; later lines are not compared.
  const std::optional<Difference>& difference() const { return difference_; }
  std::uint64_t lines() const { return lines_; }  ///< equal lines
  /// Lines after the end of a record that was cut, which cannot be compared.
  std::uint64_t beyond() const { return beyond_; }
  /// Whether the whole file equals the replay, as far as that is known.
  bool is_true() const { return !difference_ && (is_cut_ || problem().empty()); }
  /// The step from which on the log has nothing, or only part of a line; nothing if the log has everything that is
  /// known of the match.
  std::optional<spark::Step> ends_at() const { return ends_at_; }
  const std::string& name() const { return name_; }
  const std::string& problem() const { return source_.problem(); }

 private:
  void made_line(std::string_view line, spark::Step step);

  std::string name_;
  LineSource source_;
  bool is_last_cut_ = false;  ///< the last equal line has no newline
  spark::Step last_ = 0;      ///< the step in which that line was made
  std::uint64_t lines_ = 0, beyond_ = 0;
  bool is_cut_ = false;
  std::optional<Difference> difference_;
  std::optional<spark::Step> ends_at_;
};

}  // namespace server
