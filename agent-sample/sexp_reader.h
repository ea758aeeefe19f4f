// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <string_view>

namespace sample {

/// Reads the items of an S-expression one after the other, from text that stays where it is.
///
///     SexpReader list("(pol 3.2 -12 0)(id 1_l)");
///     SexpReader pol = list.list();    // reads "pol 3.2 -12 0"
///     pol.word();                      // "pol"
///     pol.number();                    // 3.2
///
/// A request for a list where there is a word, or the other way round, returns an empty one; the item is skipped.
class SexpReader {
 public:
  explicit SexpReader(std::string_view text) : rest_(text) { skip_blanks(); }

  bool at_end() const { return rest_.empty(); }

  SexpReader list() {
    const bool is_list = rest_.starts_with('(');
    const std::string_view item = take();
    return SexpReader(is_list ? item.substr(1, item.size() - 2) : std::string_view());
  }

  std::string_view word() {
    const bool is_list = rest_.starts_with('(');
    const std::string_view item = take();
    return is_list ? std::string_view() : item;
  }

  double number() {
    const std::string_view text = word();
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

 private:
  std::string_view take() {
    std::size_t end = 0;
    for (int depth = 0; end < rest_.size(); ++end) {
      const char c = rest_[end];
      if (c == '(') ++depth;
      if (c == ')' && --depth <= 0) {
        ++end;
        break;
      }
      if (c == ' ' && depth == 0) break;
    }
    const std::string_view item = rest_.substr(0, end);
    rest_.remove_prefix(end);
    skip_blanks();
    return item;
  }

  void skip_blanks() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

}  // namespace sample
