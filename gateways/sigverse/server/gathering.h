// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "gateways/sigverse/wire/packet.h"

namespace sigverse {

/// Several packets that are one message (a picture, a sound), as octets: of one client, one message after the other.
class Gathering {
 public:
  enum class State { incomplete, complete, broken };
  /// Of content; the largest that `wire::kMostPackets` pieces can be is a little more.
  static constexpr std::size_t kMostOctets = 10 * 1024 * 1024 + wire::kMostPackets * 400;

  /// Whether a message has begun.
  bool is_under_way() const { return next_ > 0; }
  /// The next packet; broken if it is not the next one, or if it is too much.
  State add(const wire::Packet& packet);
  /// All of it, once it is complete, until the next is added.
  const std::string& octets() const { return octets_; }

 private:
  wire::PacketType type_{};
  std::uint16_t count_ = 0;
  std::uint16_t next_ = 0;
  std::string octets_;
};

}  // namespace sigverse
