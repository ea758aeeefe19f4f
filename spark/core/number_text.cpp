// SPDX-License-Identifier: Apache-2.0
#include "spark/core/number_text.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace spark {
namespace {

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

bool take_number(std::string_view& text, double& out) {
  std::size_t at = 0;
  bool negative = false;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
  auto format = std::chars_format::general;
  if (at + 2 < text.size() && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
    const char next = text[at + 2];
    if ((next >= '0' && next <= '9') || (next >= 'a' && next <= 'f') || (next >= 'A' && next <= 'F') || next == '.') {
      format = std::chars_format::hex;
      at += 2;
    }
  }
  if (at >= text.size() || text[at] == '-' || text[at] == '+') return false;
  const char* const first = text.data() + at;
  const char* const last = text.data() + text.size();
  double parsed = 0.0;
  const auto [end, error] = std::from_chars(first, last, parsed, format);
  if (error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {
    // from_chars leaves the value alone; a negative exponent, or digits that begin with "." or "0.", mean too small,
    // anything else too large.
    const std::string_view digits(first, static_cast<std::size_t>(end - first));
    const bool tiny = digits.find("e-") != digits.npos || digits.find("E-") != digits.npos ||
                      digits.find("p-") != digits.npos || digits.find("P-") != digits.npos || digits.front() == '.' ||
                      digits.starts_with("0.");
    parsed = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  out = negative ? -parsed : parsed;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

double leading_number(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  double value = 0.0;
  return take_number(text, value) ? value : 0.0;
}

bool whole_number(std::string_view text, double& out) {
  double value = 0.0;
  if (!take_number(text, value) || !text.empty()) return false;
  out = value;
  return true;
}

bool whole_integer(std::string_view text, std::int64_t& out) {
  std::int64_t value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return false;
  out = value;
  return true;
}

namespace {

/// Powers of ten that a double holds exactly.
constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
constexpr int kDigits = 6;

/// Appends `value` if it is an ordinary number: no exponent, and its sixth digit not on the edge between two. Most
/// percepts consist of such numbers, and finding six digits needs none of the general work of `to_chars`: a third of
/// the time.
bool append_plain_real(std::string& out, double value) {
  const double size = std::abs(value);
  if (!(size >= 1e-4 && size < 999999.0)) return false;
  int exponent = -4;  // of the first digit
  while (exponent < 0 ? size * kPowers[-exponent - 1] >= 1.0 : size >= kPowers[exponent + 1]) ++exponent;
  double scaled = size * kPowers[kDigits - 1 - exponent];
  if (scaled < 99999.5) return false;
  const double whole = std::floor(scaled);
  const double rest = scaled - whole;
  // The product has an error below 1e-9. Closer to the edge than this its rounding is not reliable.
  if (std::abs(rest - 0.5) < 1e-6) return false;
  auto digits = static_cast<std::uint32_t>(whole) + (rest > 0.5 ? 1U : 0U);
  if (digits >= 1000000U) {
    digits = 100000U;
    ++exponent;
  }
  int shown = kDigits;
  for (; digits % 10 == 0; digits /= 10) --shown;

  char text[16];
  char* const end = text + sizeof text;
  char* at = end;
  const int fraction = shown - 1 - exponent;  // digits after the point
  for (int i = 0; i < fraction; ++i, digits /= 10) *--at = static_cast<char>('0' + digits % 10);
  if (fraction > 0) *--at = '.';
  for (int i = fraction; i < 0; ++i) *--at = '0';
  do {
    *--at = static_cast<char>('0' + digits % 10);
    digits /= 10;
  } while (digits > 0);
  if (value < 0) *--at = '-';
  out.append(at, end);
  return true;
}

}  // namespace

void append_real(std::string& out, double value) {
  const auto rounded = static_cast<double>(static_cast<float>(value));
  if (append_plain_real(out, rounded)) return;
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, rounded, std::chars_format::general, kDigits);
  out.append(text, end);
}

void append_integer(std::string& out, std::int64_t value) {
  char text[24];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  out.append(text, end);
}

}  // namespace spark
