// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace rctp {

/// One line of a text protocol, without its end.
struct Line {
  std::string_view text;
  bool has_carriage_return = false;  ///< in front of the line feed
};

/// Removes the next line from the front; returns nothing if its end has not come. With `whole` the end of the text also
/// ends a line.
std::optional<Line> take_line(std::string_view& text, bool whole);

/// The kind of the line at the front of a text. It follows from the first word alone, so it is known before the end of
/// the line has come. With `whole` nothing follows the text.
enum class LineKind {
  unknown,  ///< a blank line, or one whose first word may be incomplete
  header,   ///< the first word has a colon
  request   ///< any other line
};
LineKind kind_of_line(std::string_view text, bool whole);

/// The words of one line, separated by blanks and tabs. Those beyond the fourth are counted, but not stored.
class Words {
 public:
  explicit Words(std::string_view line);
  std::size_t count() const { return count_; }
  std::string_view operator[](std::size_t i) const { return words_[i]; }
  /// Empty if there are no words.
  std::string_view last() const { return last_; }

 private:
  std::array<std::string_view, 4> words_;
  std::string_view last_;
  std::size_t count_ = 0;
};

/// Compares without regard to the case of ASCII letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace rctp
