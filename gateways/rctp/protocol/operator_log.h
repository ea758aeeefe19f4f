// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/clock.h"

namespace rctp {

/// The acts of operators on one robot in one match, as plain data.
///
/// The file is text, with one entry per line after the first:
///
///     rctp-operator 1
///     1212 connect 127.0.0.1:40312
///     1301 act drive 100 0 0
///     1350 act say "hello"
///     1402 stop
///     1450 release
///     1702 rest
///     1933 leave
///
/// An entry has a step and a word, for `act` also the object and all its values, or its text as a JSON string. Values
/// are exactly those that were carried out, so that a replay gives the same match: a 32-bit number, as in records, is
/// written as its shortest decimal; any other (a limit of 0.1) has 17 digits.
struct OperatorLog {
  enum class Word {
    connect,  ///< `text` is the peer
    act,      ///< of `object`: `values`, or `text`
    stop,     ///< emergency stop
    release,
    rest,  ///< the operator was silent for too long
    leave
  };
  struct Entry {
    spark::Step step = 0;
    Word word = Word::act;
    std::string object;
    std::vector<double> values;  ///< finite; for a binary object its bit
    bool is_text = false;
    std::string text;

    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> entries;  ///< in the order of their steps
};

/// The path of `operator-NAME.log` in `folder`.
std::filesystem::path operator_log_file(const std::filesystem::path& folder, std::string_view robot);

/// Reads a file, as `spark::read_regular_file` does. Throws `std::runtime_error` with one line: file, line and error.
OperatorLog read_operator_log(const std::filesystem::path& file);
/// Parses the contents of a file; `name` is the file's name in errors.
OperatorLog parse_operator_log(std::string_view contents, std::string_view name);

/// Larger files are refused. This suffices for hours of an operator that sends a hundred records per second.
inline constexpr std::size_t kMaxOperatorLog = 256 * 1024 * 1024;
/// Ten hours of such an operator; they take 500 MB of memory.
inline constexpr std::size_t kMaxEntries = 4'000'000;
/// A robot carries out each level once per step, a few triggers, and one or two of the other entries: less than half of
/// this.
inline constexpr std::size_t kMaxEntriesPerStep = 1024;

}  // namespace rctp
