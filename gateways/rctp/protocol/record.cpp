// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/record.h"

#include <fmt/format.h>

namespace rctp {

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

}  // namespace rctp
