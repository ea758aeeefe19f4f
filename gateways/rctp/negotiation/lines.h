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

/// Takes the next line off the front; nothing if its end has not come. `whole`: the end of the text ends a line, too.
std::optional<Line> take_line(std::string_view& text, bool whole);

/// What the line at the front of a text is. It follows from its first word alone, so that one whose end has not come
/// is known as early as possible. `whole`: the text does not go on.
enum class LineKind {
  unknown,  ///< blank, or the first word may go on
  header,   ///< that word has a colon
  request   ///< any other
};
LineKind kind_of_line(std::string_view text, bool whole);

/// The words of one line: what blanks and tabs separate. More than four are counted, not kept.
class Words {
 public:
  explicit Words(std::string_view line);
  std::size_t count() const { return count_; }
  std::string_view operator[](std::size_t i) const { return words_[i]; }
  /// Empty if there are none.
  std::string_view last() const { return last_; }

 private:
  std::array<std::string_view, 4> words_;
  std::string_view last_;
  std::size_t count_ = 0;
};

/// Of letters of ASCII.
bool equal_but_for_case(std::string_view a, std::string_view b);

}  // namespace rctp
