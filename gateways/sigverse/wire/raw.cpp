// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/raw.h"

#include <charconv>
#include <cmath>

namespace sigverse::wire {

Raw read_raw(std::string_view octets) {
  OctetReader reader(octets);
  const std::uint16_t code = reader.u16();
  reader.u16();
  return {code, reader.rest()};
}

RawWriter::RawWriter(std::string& out, std::uint16_t code) : OctetWriter(out), out_(out), begin_(out.size()) {
  u16(code);
  u16(0);  // the size, which is not known yet
}

void RawWriter::triple(const Triple& value) {
  for (const double number : value) real(number);
}

void RawWriter::quad(const Quad& value) {
  for (const double number : value) real(number);
}

void RawWriter::field(std::string_view value) {
  if (value.find(',') != std::string_view::npos) good_ = false;
  octets(value);
  u8(',');
}

bool RawWriter::finish() {
  const std::size_t length = size() - begin_;
  if (!good_ || length > kLargestPacket) {
    out_.resize(begin_);
    return false;
  }
  set_u16(begin_ + 2, static_cast<std::uint16_t>(length));
  return true;
}

Triple RawReader::triple() {
  Triple value{};
  for (double& number : value) number = real();
  return value;
}

Quad RawReader::quad() {
  Quad value{};
  for (double& number : value) number = real();
  return value;
}

std::string_view RawReader::field() {
  const std::size_t length = rest().find(',');
  if (length == std::string_view::npos) {
    fail();
    return {};
  }
  return octets(length + 1).substr(0, length);
}

std::optional<double> RawReader::number_field() {
  const std::string_view text = field();
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    fail();
    return std::nullopt;
  }
  return value;
}

}  // namespace sigverse::wire
