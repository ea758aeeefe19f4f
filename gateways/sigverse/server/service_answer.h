// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/packet.h"

namespace sigverse::server {

/// The answer of a provider to one request, assembled packet by packet and stored unchanged. The whole answer is
/// checked before the client gets any of it: a client that waits for 25 packets and gets 24 would take the next answer
/// for the rest of this one.
class ServiceAnswer {
 public:
  enum class State { incomplete, complete, broken };
  /// The maximum size of a picture. SIGViewer has no larger content.
  static constexpr std::size_t kMaxContent = 10 * 1024 * 1024;

  /// `request` is the first packet of the request: CAPTURE_VIEW_IMAGE, DETECT_ENTITIES, SOUND_RECOG, DISTANCE_SENSOR or
  /// NS_PINGER. For any other one every answer is broken.
  explicit ServiceAnswer(const wire::Packet& request);

  /// Adds the next packet. The answer is broken if the packet has the wrong type or is out of order, or if its data or
  /// the number of packets do not fit the type.
  State add(const wire::Packet& packet);
  /// All packets so far.
  const std::string& octets() const { return octets_; }

 private:
  State first(const wire::Packet& packet);
  State first_of_large(const wire::Packet& packet);

  wire::PacketType request_;
  int dimensions_ = 0;  ///< of DISTANCE_SENSOR
  bool has_begun_ = false;
  wire::LargeContent content_;
  std::string octets_;
};

}  // namespace sigverse::server
