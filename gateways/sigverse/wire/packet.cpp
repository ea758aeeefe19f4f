// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/packet.h"

namespace sigverse::wire {
namespace {

Unit broken(const char* problem) {
  return {Unit::Kind::broken, 0, problem};
}

std::uint16_t u16_at(std::string_view octets, std::size_t at) {
  return OctetReader(octets.substr(at)).u16();
}

}  // namespace

Unit first_unit(std::string_view input) {
  if (input.empty()) return {};
  // One octet suffices to detect input that is neither, so that a connection need not be kept open for it.
  const auto first = static_cast<unsigned char>(input[0]);
  if (first != kBegin >> 8U && first >= kFirstNoRawCode >> 8U)
    return broken("received neither a packet nor a raw request");
  if (input.size() < 2) return {};
  const std::uint16_t token = u16_at(input, 0);
  const bool raw = token < kFirstNoRawCode;
  if (!raw && token != kBegin) return broken("received neither a packet nor a raw request");
  if (input.size() < 4) return {};
  const std::size_t size = u16_at(input, 2);
  if (size < (raw ? std::size_t{4} : kSmallestPacket)) return broken("a size that is too small");
  if (input.size() < size) return {Unit::Kind::incomplete, size};
  if (raw) return {Unit::Kind::raw, size};
  if (u16_at(input, size - 2) != kEnd) return broken("a packet does not end where its size says");
  return {Unit::Kind::packet, size};
}

std::optional<Packet> read_packet(std::string_view octets) {
  if (octets.size() < kSmallestPacket) return std::nullopt;
  OctetReader reader(octets.substr(4, octets.size() - 6));
  Packet packet;
  packet.head.type = static_cast<PacketType>(reader.u16());
  packet.head.count = reader.u16();
  packet.head.number = reader.u16();
  packet.head.flags = reader.u16();
  packet.head.target = reader.text();
  packet.head.reach = reader.real();
  if (!reader.is_good() || packet.head.number >= packet.head.count) return std::nullopt;
  packet.data = reader.rest();
  packet.octets = octets;
  return packet;
}

PacketWriter::PacketWriter(std::string& out, const PacketHead& head) : OctetWriter(out), out_(out), begin_(out.size()) {
  u16(kBegin);
  u16(0);  // the size, which is not known yet
  u16(static_cast<std::uint16_t>(head.type));
  u16(head.count);
  u16(head.number);
  u16(head.flags);
  text(head.target);
  real(head.reach);
}

bool PacketWriter::finish() {
  u16(kEnd);
  if (length() > kLargestPacket) {
    take_back();
    return false;
  }
  set_u16(begin_ + 2, static_cast<std::uint16_t>(length()));
  return true;
}

void PacketWriter::take_back() {
  out_.resize(begin_);
}

}  // namespace sigverse::wire
