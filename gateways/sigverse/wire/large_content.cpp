// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/packet.h"

namespace sigverse::wire {
namespace {

/// The number of packets for a content of this length, including the packet with the header.
std::size_t packets_of(std::size_t length) {
  return 1 + (length + kLargePiece - 1) / kLargePiece;
}

}  // namespace

bool append_large(std::string& out, PacketHead head, std::string_view header, std::string_view content) {
  const std::size_t begin = out.size();
  const std::size_t count = packets_of(content.size());
  if (count > kMaxPackets) return false;
  head.count = static_cast<std::uint16_t>(count);
  for (std::size_t number = 0; number != count; ++number) {
    head.number = static_cast<std::uint16_t>(number);
    PacketWriter packet(out, head);
    if (number == 0) {
      packet.octets(header);
    } else {
      const std::string_view piece = content.substr((number - 1) * kLargePiece, kLargePiece);
      packet.u16(static_cast<std::uint16_t>(piece.size()));
      packet.octets(piece);
    }
    if (!packet.finish()) {
      out.resize(begin);
      return false;
    }
  }
  return true;
}

LargeContent::State LargeContent::begin(const Packet& packet, std::size_t length, std::size_t max_length) {
  type_ = packet.head.type;
  count_ = packet.head.count;
  next_ = 1;
  length_ = length;
  content_.clear();
  if (packet.head.number != 0 || length > max_length || count_ > kMaxPackets || count_ != packets_of(length)) {
    count_ = 0;  // so that no further packet fits
    return State::broken;
  }
  return count_ == 1 ? State::complete : State::incomplete;
}

LargeContent::State LargeContent::add(const Packet& packet) {
  OctetReader reader(packet.data);
  const std::string_view piece = reader.octets(reader.u16());
  const bool fits = packet.head.type == type_ && packet.head.count == count_ && packet.head.number == next_ &&
                    next_ < count_ && reader.is_good() && piece.size() <= length_ - content_.size();
  if (!fits) {
    count_ = 0;
    return State::broken;
  }
  content_.append(piece);
  if (++next_ != count_) return State::incomplete;
  return content_.size() == length_ ? State::complete : State::broken;
}

}  // namespace sigverse::wire
