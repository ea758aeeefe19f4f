// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/report/html_text.h"

#include <cstdint>

namespace monitor {
namespace {

/// Bytes of the character at the beginning; 0 if they are none.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool is_short_enough = code >= (length == 2 ? 0x80u : length == 3 ? 0x800u : 0x10000u);
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  return is_short_enough && !is_surrogate && code <= 0x10ffff ? length : 0;
}

}  // namespace

std::string html_text(std::string_view text) {
  constexpr std::string_view kNone = "\xef\xbf\xbd";  // U+FFFD
  std::string out;
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const char c = text.front();
    if (length == 0 || (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)))
      out += kNone;
    else if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace monitor
