// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/octets.h"

#include <bit>
#include <cstddef>

namespace sigverse::wire {
namespace {

/// A text is padded to the next multiple of four, and one that needs no padding gets four octets of it.
std::size_t padded(std::size_t length) {
  return length == 0 ? 0 : 4 * (1 + length / 4);
}

}  // namespace

void OctetWriter::u8(std::uint8_t value) {
  out_.push_back(static_cast<char>(value));
}

void OctetWriter::u16(std::uint16_t value) {
  const char octets[] = {static_cast<char>(value >> 8U), static_cast<char>(value)};
  out_.append(octets, sizeof octets);
}

void OctetWriter::u32(std::uint32_t value) {
  const char octets[] = {static_cast<char>(value >> 24U), static_cast<char>(value >> 16U),
                         static_cast<char>(value >> 8U), static_cast<char>(value)};
  out_.append(octets, sizeof octets);
}

void OctetWriter::real(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  char octets[8];
  for (unsigned i = 0; i != 8; ++i) octets[i] = static_cast<char>(bits >> 8 * i);
  out_.append(octets, sizeof octets);
}

void OctetWriter::text(std::string_view value) {
  u32(static_cast<std::uint32_t>(value.size()));
  out_.append(value);
  out_.append(padded(value.size()) - value.size(), '\0');
}

void OctetWriter::set_u16(std::size_t at, std::uint16_t value) {
  out_[at] = static_cast<char>(value >> 8U);
  out_[at + 1] = static_cast<char>(value);
}

void OctetReader::fail() {
  left_ = {};
  good_ = false;
}

std::string_view OctetReader::octets(std::size_t count) {
  if (count > left_.size()) {
    fail();
    return {};
  }
  const std::string_view taken = left_.substr(0, count);
  left_.remove_prefix(count);
  return taken;
}

std::uint8_t OctetReader::u8() {
  const std::string_view taken = octets(1);
  return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken[0]);
}

std::uint16_t OctetReader::u16() {
  std::uint16_t value = 0;
  for (const char octet : octets(2))
    value = static_cast<std::uint16_t>(value << 8U | static_cast<unsigned char>(octet));
  return value;
}

std::uint32_t OctetReader::u32() {
  std::uint32_t value = 0;
  for (const char octet : octets(4)) value = value << 8U | static_cast<unsigned char>(octet);
  return value;
}

double OctetReader::real() {
  const std::string_view taken = octets(8);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i != taken.size(); ++i)
    bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(taken[i])) << 8 * i;
  return std::bit_cast<double>(bits);
}

std::string_view OctetReader::text() {
  const std::size_t length = u32();
  const std::string_view taken = octets(padded(length));
  return taken.substr(0, taken.empty() ? 0 : length);
}

}  // namespace sigverse::wire
