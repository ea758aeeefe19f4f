// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/clock.h"
#include "spark/sexp/reader.h"

namespace server {

/// A trainer's command in the record of a match.
struct RecordedCommand {
  spark::Step at = 0;
  std::string peer;
  std::string text;  ///< as shown to people
};

/// Compares actions.log with the trainers' commands in the record of its match. The causes of its other lines
/// (warnings, and commands that only pause the match) are not recorded, so only their form is checked.
class ActionsComparison {
 public:
  /// `commands` are in order. In logs of earlier versions a message of several commands is one line, but in the record
  /// it is several commands, which were carried out one after another between those of other trainers; `limits` are the
  /// match's limits for messages. `is_cut`: the record may have ended before this log. Throws `std::runtime_error` with
  /// one line if the file cannot be read.
  ActionsComparison(const std::filesystem::path& file, const std::vector<RecordedCommand>& commands,
                    const spark::sexp::Limits& limits, bool is_cut);

  /// "line 3 is not of this match: …"; empty if there is no difference.
  const std::string& difference() const { return difference_; }
  /// Lines that could not be compared.
  std::uint64_t others() const { return others_; }
  /// Commands after the end of the record.
  std::uint64_t beyond() const { return beyond_; }
  /// The step of the first command that the log lacks, if it has nothing later; a gap is a difference.
  std::optional<spark::Step> ends_at() const { return ends_at_; }

 private:
  bool take(std::string_view line, const spark::sexp::Limits& limits, bool is_cut);
  bool take_sum(std::deque<RecordedCommand>& left, spark::Step step, std::string_view text, std::uint64_t count,
                bool is_cut);
  bool take_complaint(std::string_view line);
  bool is_part_of_next(std::string_view line) const;

  std::map<std::string, std::deque<RecordedCommand>> waiting_;  ///< by peer, in order
  std::string difference_;
  std::uint64_t others_ = 0, beyond_ = 0;
  spark::Step last_ = -1;  ///< the step of the last line
  std::optional<spark::Step> ends_at_;
};

}  // namespace server
