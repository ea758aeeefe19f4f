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

/// Parses a number at the start of `text`; `rest` is where it ended. False if there is none.
bool parse_prefix(std::string_view text, double& value, std::string_view& rest) {
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
    // from_chars leaves the value alone; a negative exponent means too small, anything else too large.
    const std::string_view digits(first, static_cast<std::size_t>(end - first));
    const bool tiny = digits.find("e-") != digits.npos || digits.find("E-") != digits.npos ||
                      digits.find("p-") != digits.npos || digits.find("P-") != digits.npos || digits.front() == '.' ||
                      digits.starts_with("0.");
    parsed = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  value = negative ? -parsed : parsed;
  rest = text.substr(static_cast<std::size_t>(end - text.data()));
  return true;
}

}  // namespace

double leading_number(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  double value = 0.0;
  std::string_view rest;
  return parse_prefix(text, value, rest) ? value : 0.0;
}

bool whole_number(std::string_view text, double& out) {
  double value = 0.0;
  std::string_view rest;
  if (!parse_prefix(text, value, rest) || !rest.empty()) return false;
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

void append_real(std::string& out, double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, static_cast<double>(static_cast<float>(value)),
                                          std::chars_format::general, 6);
  out.append(text, end);
}

void append_integer(std::string& out, std::int64_t value) {
  char text[24];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  out.append(text, end);
}

}  // namespace spark
