// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/clock.h"

namespace rctp {

/// What operators have done to one robot in one match, as plain data.
///
/// The file is text, one line each behind the first:
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
/// Step and word, of `act` the object and all its values, or its text as a JSON string. Values are what was carried
/// out, exactly, so that playing them again gives the same match: a number of 32 bits, as records bear them, is its
/// shortest decimal; any other (a limit of 0.1) has 17 digits.
struct OperatorLog {
  enum class Word {
    connect,  ///< `text` is the peer
    act,      ///< of `object`: `values`, or `text`
    stop,     ///< emergency stop
    release,
    rest,  ///< nothing had come from the operator for too long
    leave
  };
  struct Entry {
    spark::Step step = 0;
    Word word = Word::act;
    std::string object;
    std::vector<double> values;  ///< finite; of a binary object its bit
    bool is_text = false;
    std::string text;

    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> entries;  ///< by their steps
};

/// `operator-NAME.log` in `folder`.
std::filesystem::path operator_log_file(const std::filesystem::path& folder, std::string_view robot);

/// Reads a whole file. Throws `std::runtime_error` with one line that has file, line and what is wrong there.
OperatorLog read_operator_log(const std::filesystem::path& file);
/// The same with contents that somebody else has read; `name` is for the error.
OperatorLog parse_operator_log(std::string_view contents, std::string_view name);

/// Beyond it a file is refused: hours of an operator who sends a hundred records per second.
inline constexpr std::size_t kMaxOperatorLog = 256 * 1024 * 1024;

}  // namespace rctp
