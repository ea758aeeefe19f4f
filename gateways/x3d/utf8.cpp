// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/utf8.h"

#include <cstdint>

namespace x3d {

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto octet = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = octet(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((octet(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (octet(i) & 0x3Fu);
  }
  // Overlong forms, halves of surrogate pairs, beyond Unicode.
  if ((length == 3 && code < 0x800) || (length == 4 && code < 0x10000)) return 0;
  return (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF ? 0 : length;
}

bool can_be_in_xml(std::string_view text, std::size_t length) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (length == 1) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r';
  return length != 3 || !(text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF"));
}

std::size_t find_bad_character(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = utf8_length(rest);
    if (length == 0 || !can_be_in_xml(rest, length)) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string without_bad_characters(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bad = find_bad_character(text);
    out += text.substr(0, bad);
    if (bad == std::string_view::npos) break;
    out += "\xEF\xBF\xBD";
    text.remove_prefix(bad + 1);
  }
  return out;
}

}  // namespace x3d
