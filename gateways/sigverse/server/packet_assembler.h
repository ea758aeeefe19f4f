// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "gateways/sigverse/wire/packet.h"

namespace sigverse::server {

/// Puts the packets of one client together that are one message (a picture, a sound), one message after the other. A
/// sound whose packets do not have what its header says is read to its end and refused, so that the client can
/// continue: other programs may reserve as much memory as a header says.
class PacketAssembler {
 public:
  enum class State {
    incomplete,
    complete,
    refused,  ///< the message has ended, and is of no use: `problem` says why
    broken    ///< where the next message begins is not known any more
  };
  /// Octets of one message: 10 MB of content, and the heads of its packets.
  static constexpr std::size_t kMaxOctets = 10 * 1024 * 1024 + wire::kMaxPackets * 400;

  /// Adds a packet; broken if it is not the next one, or if the message becomes too large.
  State add(const wire::Packet& packet);
  /// Octets that are kept here.
  std::size_t size() const { return octets_.size(); }
  /// The whole message once it is complete. Nothing is left here.
  std::string take() { return std::move(octets_); }
  /// Why it is refused, as a part of a sentence: "of 2147483648 octets, expected at most 10485760".
  const std::string& problem() const { return problem_; }

 private:
  void begin(const wire::Packet& packet);
  void check_piece(const wire::Packet& packet);
  void refuse(std::string why);

  wire::PacketType type_{};
  std::uint16_t count_ = 0;
  std::uint16_t next_ = 0;
  bool is_sound_ = false;
  std::size_t samples_left_ = 0;  ///< octets of a sound that have not come, by its header
  std::string problem_;
  std::string octets_;
};

}  // namespace sigverse::server
