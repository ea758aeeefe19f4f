// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/codec/record.h"

#include <fmt/format.h>

namespace rctp {
namespace {

/// How many octets the character at the front has, 0 if it is none.
std::size_t character_length(std::string_view text) {
  const auto octet = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = octet(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((octet(i) & 0xc0U) != 0x80) return 0;
  // The second octet tells longer forms than needed, surrogates and what lies beyond the last character.
  const unsigned second = octet(1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
  if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
  return length;
}

}  // namespace

std::string sentence(const Record& record) {
  const std::string& name = record.object->name;
  switch (record.flaw) {
    case Record::Flaw::not_finite:
      return fmt::format("{}: {} is not a finite number; the record is ignored", name,
                         record.object->parameters.at(record.flawed).name);
    case Record::Flaw::too_long:
      return fmt::format("{}: {} octets are more than {}; the record is ignored", name, record.octets.size(),
                         record.object->max_length);
    case Record::Flaw::not_utf8:
      return fmt::format("{}: the text is not UTF-8; the record is ignored", name);
    case Record::Flaw::none:
      break;
  }
  return {};
}

bool bit_of(std::string_view octets, std::size_t bit) {
  if (bit / 8 >= octets.size()) return false;
  return (static_cast<unsigned char>(octets[octets.size() - 1 - bit / 8]) >> (bit % 8) & 1U) != 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace rctp
