// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/xml_characters.h"

#include <algorithm>

#include "spark/core/utf8.h"

namespace x3d {
namespace {

/// The text with U+FFFD in place of each invalid part. `length_of` gives the length of the part with which the text
/// begins.
std::string with_bad_replaced(std::string_view text, std::size_t (*length_of)(std::string_view text)) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bad = find_bad_character(text);
    out += text.substr(0, bad);
    if (bad == std::string_view::npos) break;
    out += "\xEF\xBF\xBD";
    text.remove_prefix(bad);
    text.remove_prefix(length_of(text));
  }
  return out;
}

}  // namespace

bool is_xml_character(std::string_view text, std::size_t length) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (length == 1) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r';
  return length != 3 || !(text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF"));
}

std::size_t find_bad_character(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = spark::utf8_length(rest);
    if (length == 0 || !is_xml_character(rest, length)) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::size_t foreign_length(std::string_view text) {
  if (text.size() < 2) return 1;
  const auto first = static_cast<unsigned char>(text[0]), second = static_cast<unsigned char>(text[1]);
  const bool begins_pair = (first >= 0x81 && first <= 0x9F) || (first >= 0xE0 && first <= 0xFC);
  return begins_pair && second >= 0x40 && second <= 0xFC && second != 0x7F ? 2 : 1;
}

std::string without_bad_characters(std::string_view text) {
  return with_bad_replaced(text, [](std::string_view) { return std::size_t{1}; });
}

std::string without_foreign_characters(std::string_view text) {
  return with_bad_replaced(text, foreign_length);
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kMaxShown = 40;
  const std::string clean = without_foreign_characters(text.substr(0, 4 * kMaxShown));
  const std::string_view beginning = spark::utf8_beginning(clean, kMaxShown);
  std::string out(beginning);
  std::ranges::replace_if(
      out, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return out + (beginning.size() < clean.size() || text.size() > 4 * kMaxShown ? "…" : "");
}

}  // namespace x3d
