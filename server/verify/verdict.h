// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/client/report.h"
#include "spark/core/clock.h"

namespace server {

class JsonComparison;
class LineComparison;
class RecordedJson;
class Replay;
enum class Writer;

/// The last line if the logs do not belong to their match.
inline constexpr const char* kNotVerified = "not verified: these are not the logs of this match";

/// The result of comparing the logs of a match with its replay, as text for people: what is the same, where each log
/// first differs, and what was not compared.
class Verdict {
 public:
  /// `name` is the user's name for the logs; `changed` are lines about files that differ from their checksums. The
  /// match must have been played.
  Verdict(const std::string& name, const std::filesystem::path& folder, const std::vector<std::string>& changed,
          Replay& replay);

  /// Lines, each with a newline; the last says whether the logs are verified.
  const std::string& text() const { return text_; }
  /// EXIT_SUCCESS; `kUntrueLogs`; or `kTrueUntil` if the record or a log ends before the match did.
  int status() const { return status_; }

 private:
  void say(std::string_view line);
  void untrue(std::string_view line);
  void add_files();
  void add_record();
  void add_logs();
  void add_log(const LineComparison& log);
  void ends_before(std::string_view name, spark::Step step);
  bool misses_monitor_log() const;
  void add_match_json();
  Writer writer_of(const RecordedJson& recorded) const;
  void report_difference(const JsonComparison& comparison, const std::string& place);
  void add_actions();
  void add_report_page();
  void add_circumstances();
  void conclude(const std::string& name);
  bool exists(const char* file) const;

  const std::filesystem::path folder_;
  Replay& replay_;
  std::string text_;
  std::vector<std::string> compared_, not_compared_;
  bool is_true_ = true;
  spark::Step known_to_;    ///< the last step that the record and all compared logs have
  std::string ends_first_;  ///< the log that ends first; empty: all reach the end of the match
  bool has_compared_log_ = false;
  std::optional<monitor::Report> report_;
  bool is_of_this_build_ = false;  ///< according to match.json
  int status_ = 0;
};

}  // namespace server
