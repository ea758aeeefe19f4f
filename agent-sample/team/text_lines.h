// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace rcss3d::agent {

/// The words and numbers of one line of a file of the team, without comments after `#`.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : rest_(line.substr(0, line.find('#'))) {}

  /// The next word; empty at the end.
  std::string_view word() {
    const auto begin = rest_.find_first_not_of(" \t\r");
    if (begin == rest_.npos) return rest_ = {};
    const auto end = std::min(rest_.find_first_of(" \t\r", begin), rest_.size());
    const std::string_view result = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return result;
  }

  /// Returns false unless the next word is a number of at most that size.
  bool number(double& value, double limit) {
    const std::string_view text = word();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && std::abs(value) <= limit;
  }

  bool empty() const { return rest_.find_first_not_of(" \t\r") == rest_.npos; }

 private:
  std::string_view rest_;
};

/// Calls `read(LineReader&)` for each line that is not empty; it returns an error, or nothing. Returns the first error,
/// with the number of the line.
template <class Read>
std::string for_each_line(std::string_view text, Read&& read) {
  for (int number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    LineReader line(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (line.empty()) continue;
    std::string error = read(line);
    if (error.empty() && !line.empty()) error = "there is more in it than expected";
    if (!error.empty()) return "line " + std::to_string(number) + ": " + error;
  }
  return {};
}

}  // namespace rcss3d::agent
