// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <string_view>

namespace sample {

/// Reads the items of an S-expression one after the other, each character once, from text that stays where it is.
///
///     SexpReader text("(pol 3.2 -12 0)(id 1_l)");
///     while (text.enter()) {  // the next list, if there is one
///       text.word();          // "pol"
///       text.number();        // 3.2
///       text.leave();         // goes on behind the list, whatever is left in it
///     }
///
/// Where there is no word, because a list begins or the one that was entered ends, `word` returns an empty one.
class SexpReader {
 public:
  explicit SexpReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  /// Goes into the next list of this one; false if none follows. Words in front of it are skipped.
  bool enter() {
    while (at_ != end_ && *at_ != '(' && *at_ != ')') ++at_;
    if (at_ == end_ || *at_ == ')') return false;
    ++at_;
    return true;
  }

  void leave() {
    for (int depth = 1; at_ != end_ && depth > 0; ++at_) {
      if (*at_ == '(') ++depth;
      if (*at_ == ')') --depth;
    }
  }

  std::string_view word() {
    while (at_ != end_ && *at_ == ' ') ++at_;
    const char* const begin = at_;
    while (at_ != end_ && *at_ != ' ' && *at_ != '(' && *at_ != ')') ++at_;
    return {begin, at_};
  }

  double number() {
    const std::string_view text = word();
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace sample
