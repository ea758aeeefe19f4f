// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/text_output.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "spark/x3d/xml_characters.h"

namespace x3d {
namespace {

template <typename Number, typename... Format>
void append(std::string& out, Number value, Format... format) {
  char digits[32];  // the longest double has 24
  const auto end = std::to_chars(std::begin(digits), std::end(digits), value, format...);
  out.append(digits, end.ptr);
}

}  // namespace

void append_number(std::string& out, float value) {
  append(out, std::isfinite(value) ? value : 0.0f);
}

void append_number(std::string& out, double value) {
  append(out, std::isfinite(value) ? value : 0.0);
}

void append_number(std::string& out, std::int32_t value) {
  append(out, value);
}

void append_pixel(std::string& out, std::int32_t value) {
  out += "0x";
  append(out, static_cast<std::uint32_t>(value), 16);
}

void append_quoted(std::string& out, std::string_view text) {
  std::string cleaned;
  if (find_bad_character(text) != std::string_view::npos) text = cleaned = without_bad_characters(text);
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

}  // namespace x3d
