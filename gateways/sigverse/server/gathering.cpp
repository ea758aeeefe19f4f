// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/gathering.h"

namespace sigverse {

Gathering::State Gathering::add(const wire::Packet& packet) {
  const wire::PacketHead& head = packet.head;
  if (next_ == 0) {
    octets_.clear();
    type_ = head.type;
    count_ = head.count;
  }
  if (head.type != type_ || head.count != count_ || head.number != next_ || count_ > wire::kMostPackets ||
      octets_.size() + packet.octets.size() > kMostOctets)
    return State::broken;
  octets_.append(packet.octets);
  if (++next_ < count_) return State::incomplete;
  next_ = 0;
  return State::complete;
}

}  // namespace sigverse
