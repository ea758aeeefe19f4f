// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/vrml_number.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

namespace x3d {
namespace {

/// Whether `text`, which has no sign, has only characters of a number of VRML97 and begins with a digit or a point.
/// `from_chars` checks the rest.
bool has_form_of_real(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string_view::npos &&
         (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
}

/// Removes the sign; returns whether it was a minus.
bool take_sign(std::string_view& text) {
  const bool is_minus = text.starts_with('-');
  if (is_minus || text.starts_with('+')) text.remove_prefix(1);
  return is_minus;
}

/// std::from_chars reports too large and too small numbers in the same way. This distinguishes them by the decimal
/// exponent of the first digit that is not 0. `text` has no sign.
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

/// Converts to the target type directly: a float that was first read as a double would be rounded twice.
template <typename Real>
NumberFault read_real_as(std::string_view text, Real& value) {
  const bool is_minus = take_sign(text);
  if (!has_form_of_real(text)) return NumberFault::syntax;
  value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ptr != text.data() + text.size() || result.ec == std::errc::invalid_argument) return NumberFault::syntax;
  if (result.ec == std::errc::result_out_of_range) {
    if (!is_below_one(text)) return NumberFault::too_large;
    value = 0;
  }
  if (is_minus) value = -value;
  return NumberFault::none;
}

}  // namespace

NumberFault read_real(std::string_view text, float& value) {
  return read_real_as(text, value);
}

NumberFault read_real(std::string_view text, double& value) {
  return read_real_as(text, value);
}

bool is_printed_nonfinite(std::string_view text) {
  take_sign(text);
  constexpr std::size_t kMaxLength = 12;
  if (text.size() > kMaxLength) return false;
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
  return lower == "nan" || lower == "inf" || lower == "infinity" || lower == "nan(ind)" || lower.starts_with("1.#");
}

NumberFault read_integer(std::string_view text, std::int32_t& value) {
  const bool is_minus = take_sign(text);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, is_hex ? 16 : 10);
  if (result.ptr != text.data() + text.size() || result.ec == std::errc::invalid_argument) return NumberFault::syntax;
  constexpr std::uint64_t kMax = std::numeric_limits<std::int32_t>::max();
  const std::uint64_t limit = is_minus ? kMax + 1 : is_hex ? std::numeric_limits<std::uint32_t>::max() : kMax;
  if (result.ec != std::errc() || number > limit) return NumberFault::too_large;
  value = static_cast<std::int32_t>(static_cast<std::uint32_t>(is_minus ? -number : number));
  return NumberFault::none;
}

}  // namespace x3d
