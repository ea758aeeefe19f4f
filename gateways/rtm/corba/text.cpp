// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/text.h"

#include "spark/core/log.h"
#include "spark/core/utf8.h"

namespace rtm {

std::string beginning(std::string_view text, std::size_t limit) {
  const std::string_view whole_characters = spark::utf8_beginning(text, limit);
  return std::string(whole_characters) + (whole_characters.size() < text.size() ? " ..." : "");
}

std::string shown(std::string_view text, std::size_t limit) {
  return spark::printable(text, limit);
}

}  // namespace rtm
