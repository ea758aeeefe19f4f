// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "gateways/sigverse/wire/packet.h"

namespace sigverse::server {

/// Assembles the packets of one client that form one message (a picture, a sound). A sound whose packets do not match
/// its header is read to its end and then refused, so that the client can continue; it must not be forwarded, because
/// other programs may allocate as much memory as the header says.
class PacketAssembler {
 public:
  enum class State {
    incomplete,
    complete,
    refused,  ///< the message is complete but invalid: `problem` has the reason
    broken    ///< the start of the next message cannot be found
  };
  /// The maximum size of one message: 10 MB of content, and the heads of its packets.
  static constexpr std::size_t kMaxOctets = 10 * 1024 * 1024 + wire::kMaxPackets * 400;

  /// Adds a packet. The result is `broken` if it is not the next one of the message, or if the message becomes too
  /// large.
  State add(const wire::Packet& packet);
  /// Octets that are stored here.
  std::size_t size() const { return octets_.size(); }
  /// Returns the whole message once it is complete.
  std::string take() { return std::move(octets_); }
  /// Why the message is refused, as part of a sentence: "of 2147483648 octets, expected at most 10485760".
  const std::string& problem() const { return problem_; }

 private:
  void begin(const wire::Packet& packet);
  void check_piece(const wire::Packet& packet);
  void refuse(std::string why);

  wire::PacketType type_{};
  std::uint16_t count_ = 0;
  std::uint16_t next_ = 0;
  bool is_sound_ = false;
  std::size_t samples_left_ = 0;  ///< sample octets of a sound that are still missing, according to its header
  std::string problem_;
  std::string octets_;
};

}  // namespace sigverse::server
