// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rcss3d::agent {

/// Reads the items of an S-expression one after the other, each character once, from text that must not change.
///
///     SexpReader text("(pol 3.2 -12 0)(id 1_l)");
///     while (text.enter()) {  // the next list, if there is one
///       text.word();          // "pol"
///       text.number();        // 3.2
///       text.leave();         // continues after the list, skipping the rest of it
///     }
///
/// If there is no word, because a list begins or the current one ends, `word` returns an empty text.
class SexpReader {
 public:
  explicit SexpReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  /// Enters the next list of this one; returns false if there is none. Words before it are skipped.
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

  /// The next word as a number; 0 if it is not one. The sign, the digits and the point of a short number are parsed
  /// here: because whole numbers of up to 15 digits and powers of ten up to 10^15 are exact, their quotient is the
  /// double that std::from_chars would return, in a third of the time.
  double number() {
    constexpr std::size_t kExactDigits = 15;
    static constexpr std::array<double, kExactDigits + 1> kPowers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    while (at_ != end_ && *at_ == ' ') ++at_;
    const char* at = at_;
    const bool negative = at != end_ && *at == '-';
    if (negative) ++at;
    std::uint64_t digits = 0;
    std::size_t count = 0, decimals = 0;
    const auto read_digits = [&] {
      for (; at != end_ && *at >= '0' && *at <= '9'; ++at, ++count)
        digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    };
    read_digits();
    if (count > 0 && at != end_ && *at == '.') {
      const std::size_t whole = count;
      ++at;
      read_digits();
      decimals = count - whole;
    }
    const bool ends = at == end_ || *at == ' ' || *at == '(' || *at == ')';
    if (!ends || count == 0 || count > kExactDigits) return any_number();
    at_ = at;
    const double value = static_cast<double>(digits) / kPowers[decimals];
    return negative ? -value : value;
  }

 private:
  double any_number() {
    const std::string_view text = word();
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  const char* at_;
  const char* end_;
};

}  // namespace rcss3d::agent
