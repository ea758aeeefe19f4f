// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/text.h"

#include "spark/core/log.h"

namespace rtm {
namespace {

bool is_inside_character(char one) {
  return (static_cast<unsigned char>(one) & 0xc0U) == 0x80U;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i != text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    if (first < 0x80) continue;
    if (first < 0xc2 || first > 0xf4) return false;
    const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (i != text.size()) {
      // Longer forms of what a shorter one says, halves of pairs, and what is beyond the last character.
      const auto second = static_cast<unsigned char>(text[i]);
      if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
          (first == 0xf4 && second > 0x8f))
        return false;
    }
    for (int n = 0; n != more; ++n, ++i)
      if (i == text.size() || !is_inside_character(text[i])) return false;
  }
  return true;
}

std::string beginning(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  while (limit > 0 && is_inside_character(text[limit])) --limit;
  return std::string(text.substr(0, limit)) + " ...";
}

std::string shown(std::string_view text, std::size_t limit) {
  if (!is_utf8(text)) return spark::printable(text, limit);
  std::string result = beginning(text, limit);
  for (char& one : result)
    if (static_cast<unsigned char>(one) < 0x20 || one == 0x7f) one = '?';
  return result;
}

}  // namespace rtm
