// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "gateways/x3d/vrml_parser.h"

namespace x3d {
namespace {

/// Whether `text` has the form that VRML97 gives a number with a point or exponent, apart from its sign.
bool has_form_of_real(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
         (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
}

/// Takes the sign away; whether it was a minus.
bool take_sign(std::string_view& text) {
  const bool is_minus = text.starts_with('-');
  if (is_minus || text.starts_with('+')) text.remove_prefix(1);
  return is_minus;
}

/// Of a number that is too large or too small for its type: whether it is too small. `text` is without a sign.
bool is_below_one(std::string_view text) {
  const std::size_t mantissa_end = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, mantissa_end);
  const std::size_t point = std::min(mantissa.find('.'), mantissa_end);
  const std::size_t first = std::min(mantissa.find_first_not_of("0."), mantissa_end);
  std::int64_t exponent = 0;
  if (mantissa_end < text.size()) {
    std::string_view digits = text.substr(mantissa_end + 1);
    const bool is_minus = take_sign(digits);
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (result.ec == std::errc::result_out_of_range) return is_minus;
    if (is_minus) exponent = -exponent;
  }
  return static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) + exponent <= 0;
}

}  // namespace

double VrmlParser::real(bool is_float) {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::number) fail_at(token, "a number");
  count(token.offset);
  std::string_view text = token.text;
  const bool is_minus = take_sign(text);
  if (!has_form_of_real(text)) fail_at(token, "a number");
  // Straight to the type that is wanted: by way of a double a float could be rounded twice.
  float rounded = 0.0f;
  double number = 0.0;
  const std::from_chars_result result = is_float ? std::from_chars(text.data(), text.data() + text.size(), rounded)
                                                 : std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ptr != text.data() + text.size() || result.ec == std::errc::invalid_argument) fail_at(token, "a number");
  if (result.ec == std::errc::result_out_of_range) {
    if (!is_below_one(text))
      scanner_.fail(token.offset,
                    fmt::format("{} is too large for a number of {} bits", to_string(token), is_float ? 32 : 64));
    rounded = 0.0f;
    number = 0.0;
  }
  if (is_float) number = rounded;
  return is_minus ? -number : number;
}

std::int32_t VrmlParser::integer() {
  const Token token = scanner_.take();
  if (token.kind != Token::Kind::number) fail_at(token, "a whole number");
  count(token.offset);
  std::string_view text = token.text;
  const bool is_minus = take_sign(text);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, is_hex ? 16 : 10);
  if (result.ptr != text.data() + text.size() || result.ec == std::errc::invalid_argument)
    fail_at(token, "a whole number");
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  // Colours with transparency are written as 32 bits without a sign.
  const std::uint64_t most = is_minus ? kMost + 1 : is_hex ? std::numeric_limits<std::uint32_t>::max() : kMost;
  if (result.ec != std::errc() || number > most)
    scanner_.fail(token.offset, fmt::format("{} has more than 32 bits", to_string(token)));
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(is_minus ? -number : number));
}

}  // namespace x3d
