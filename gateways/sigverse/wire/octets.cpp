// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/octets.h"

namespace sigverse::wire {
namespace {

std::uint64_t octet(std::string_view octets, unsigned i) {
  return static_cast<unsigned char>(octets[i]);
}

}  // namespace

void OctetWriter::set_u16(std::size_t at, std::uint16_t value) {
  OctetFiller(out_.data() + at).u16(value);
}

void OctetReader::fail() {
  left_ = {};
  good_ = false;
}

std::uint8_t OctetReader::u8() {
  const std::string_view taken = octets(1);
  return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken[0]);
}

std::uint16_t OctetReader::u16() {
  const std::string_view taken = octets(2);
  if (taken.empty()) return 0;
  return static_cast<std::uint16_t>(octet(taken, 0) << 8U | octet(taken, 1));
}

std::uint32_t OctetReader::u32() {
  const std::string_view taken = octets(4);
  if (taken.empty()) return 0;
  return static_cast<std::uint32_t>(octet(taken, 0) << 24U | octet(taken, 1) << 16U | octet(taken, 2) << 8U |
                                    octet(taken, 3));
}

double OctetReader::real() {
  const std::string_view taken = octets(8);
  if (taken.empty()) return 0.0;
  std::uint64_t bits = 0;
  for (unsigned i = 0; i != 8; ++i) bits |= octet(taken, i) << 8 * i;
  return std::bit_cast<double>(bits);
}

std::string_view OctetReader::text() {
  const std::size_t length = u32();
  const std::string_view taken = octets(octets_of_text(length) - 4);
  return taken.substr(0, taken.empty() ? 0 : length);
}

}  // namespace sigverse::wire
