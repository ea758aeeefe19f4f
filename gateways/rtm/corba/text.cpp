// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/text.h"

#include "spark/core/log.h"
#include "spark/core/utf8.h"

namespace rtm {
namespace {

bool is_inside_character(char one) {
  return (static_cast<unsigned char>(one) & 0xc0U) == 0x80U;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = spark::utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string beginning(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  while (limit > 0 && is_inside_character(text[limit])) --limit;
  return std::string(text.substr(0, limit)) + " ...";
}

std::string shown(std::string_view text, std::size_t limit) {
  return spark::printable(text, limit);
}

}  // namespace rtm
