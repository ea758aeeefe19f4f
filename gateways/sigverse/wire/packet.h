// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gateways/sigverse/wire/octets.h"
#include "gateways/sigverse/wire/types.h"

namespace sigverse::wire {

/// The two tokens around a packet.
inline constexpr std::uint16_t kBegin = 0xabcd;
inline constexpr std::uint16_t kEnd = 0xdcba;
/// The limits for the octets of a whole packet, including the tokens.
inline constexpr std::size_t kSmallestPacket = 26;
inline constexpr std::size_t kLargestPacket = 65535;
/// Codes of raw requests are below this, which distinguishes raw requests from packets.
inline constexpr std::uint16_t kFirstNoRawCode = 0x0100;

/// Flags of the transfer field.
inline constexpr std::uint16_t kForward = 1;
inline constexpr std::uint16_t kWantsNoResult = 2;
inline constexpr std::uint16_t kHasReach = 4;
/// Set in a reply that the server itself sends to a client with turns because the requested peer has not answered.
inline constexpr std::uint16_t kNoAnswer = 0x8000;

/// The fields of a packet before its data.
struct PacketHead {
  PacketType type{};
  std::uint16_t count = 1;   ///< number of packets of this message
  std::uint16_t number = 0;  ///< index of this packet among them, from 0
  std::uint16_t flags = 0;
  std::string_view target{};  ///< the receiver; empty: all other controllers
  double reach = -1.0;        ///< cm; valid with `kHasReach`
};

/// A packet that has been read. Its texts are views of the octets from which it was read.
struct Packet {
  PacketHead head;
  std::string_view data;
  std::string_view octets;  ///< the whole packet, as received
};

/// What is at the front of a stream: one packet or one raw request.
struct Unit {
  enum class Kind { incomplete, packet, raw, broken };
  Kind kind = Kind::incomplete;
  /// The size of the unit once it is known, otherwise the number of octets needed to determine it (4). A blocking
  /// reader reads up to this size and calls again.
  std::size_t size = 4;
  const char* problem = "";  ///< what is wrong, as a text for users; empty unless broken
};
/// The unit at the front of `input`. Of a packet, only the tokens, the size and the number of octets have been checked.
/// A raw request has a code below `kFirstNoRawCode` and a size of at least 4.
Unit first_unit(std::string_view input);

/// Parses the octets of one packet; nullopt if it is too short for its head, or if its number is not below its count.
std::optional<Packet> read_packet(std::string_view octets);

/// Appends one packet to a buffer: write the data, then call `finish`.
///
///     PacketWriter packet(out, {PacketType::get_entity});
///     packet.text("ball");
///     packet.finish();
class PacketWriter : public OctetWriter {
 public:
  PacketWriter(std::string& out, const PacketHead& head);
  /// Octets of the packet so far, without the end token.
  std::size_t length() const { return size() - begin_; }
  /// Writes the size and the end token. If the packet is larger than `kLargestPacket`, removes it and returns false.
  bool finish();
  /// Removes the packet, for callers that find out that it cannot be written.
  void take_back();

 private:
  std::string& out_;
  std::size_t begin_;
};

/// Appends a message with a large content (picture, sound): packet 0 with `header`, which ends with the length of the
/// content as u32, then as many packets as needed, of `kLargePiece` octets each. Sets `head.count` and `head.number`.
/// Returns false, with nothing appended, if it would take more than `kMaxPackets`.
inline constexpr std::size_t kLargePiece = 10'000;
inline constexpr std::uint16_t kMaxPackets = 1'100;
bool append_large(std::string& out, PacketHead head, std::string_view header, std::string_view content);

/// Reassembles the packets of such a message, in order. There is one object per message in progress.
class LargeContent {
 public:
  enum class State { incomplete, complete, broken };
  /// Takes packet 0 of the message. `length` is the length of the content, from its header. The result is `broken` if
  /// it is more than `max_length` octets or does not match the number of packets.
  State begin(const Packet& packet, std::size_t length, std::size_t max_length);
  /// Takes the next packet; `broken` if it is of another type, out of order, or does not fit.
  State add(const Packet& packet);
  const std::string& content() const { return content_; }
  /// Moves the content out.
  std::string take_content() { return std::exchange(content_, {}); }

 private:
  PacketType type_{};
  std::uint16_t next_ = 0, count_ = 0;
  std::size_t length_ = 0;
  std::string content_;
};

}  // namespace sigverse::wire
