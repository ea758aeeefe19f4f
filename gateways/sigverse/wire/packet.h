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
/// Octets of a whole packet, tokens included.
inline constexpr std::size_t kSmallestPacket = 26;
inline constexpr std::size_t kLargestPacket = 65535;
/// The codes of raw requests are below this; that tells them from packets.
inline constexpr std::uint16_t kFirstNoRawCode = 0x0100;

/// Flags of the transfer field.
inline constexpr std::uint16_t kForward = 1;
inline constexpr std::uint16_t kWantsNoResult = 2;
inline constexpr std::uint16_t kHasReach = 4;
/// In a reply to a client that knows turns: it is the server's own, because the one that was asked has not answered.
inline constexpr std::uint16_t kNoAnswer = 0x8000;

/// The fields in front of the data of a packet.
struct PacketHead {
  PacketType type{};
  std::uint16_t count = 1;   ///< packets of this message
  std::uint16_t number = 0;  ///< of this one among them
  std::uint16_t flags = 0;
  std::string_view target{};  ///< to whom it is to be forwarded; empty: to all other controllers
  double reach = -1.0;        ///< cm; valid with `kHasReach`
};

/// A packet that has been read. Its texts are views into the octets that it was read from.
struct Packet {
  PacketHead head;
  std::string_view data;
  std::string_view octets;  ///< all of it, as it came
};

/// The front of a stream: exactly one packet or one raw request.
struct Unit {
  enum class Kind { incomplete, packet, raw, broken };
  Kind kind = Kind::incomplete;
  /// Octets of the unit, once they can be known, else of what has to be read to know them (4). For a blocking reader:
  /// read up to here, and ask again.
  std::size_t size = 4;
  const char* problem = "";  ///< what is wrong, for people; empty unless broken
};
/// SpinCount at the front of `input`. A packet has its tokens, a size in range, and so many octets; nothing else has
/// been looked at. A raw request has a code below `kFirstNoRawCode` and a size of at least 4.
Unit first_unit(std::string_view input);

/// Takes the octets of one packet apart; none if its head does not fit into it, or its number is not below its count.
std::optional<Packet> read_packet(std::string_view octets);

/// Appends one packet to a buffer: write the data, then `finish`.
///
///     PacketWriter packet(out, {PacketType::get_entity});
///     packet.text("ball");
///     packet.finish();
class PacketWriter : public OctetWriter {
 public:
  PacketWriter(std::string& out, const PacketHead& head);
  /// Octets of the packet so far, without the end token.
  std::size_t length() const { return size() - begin_; }
  /// Writes the size and the end token. If the packet has become larger than `kLargestPacket`, takes all of it back and
  /// returns false.
  bool finish();
  /// Removes all of it again, where it turns out that it cannot be written.
  void take_back();

 private:
  std::string& out_;
  std::size_t begin_;
};

/// Appends a message with a large content (picture, sound): packet 0 with `header`, which ends with the content's
/// length as u32, then as many packets as it takes, of `kLargePiece` octets each. `head.count` and `head.number` are
/// set here. False, and nothing appended, if it would take more than `kMaxPackets`.
inline constexpr std::size_t kLargePiece = 10'000;
inline constexpr std::uint16_t kMaxPackets = 1'100;
bool append_large(std::string& out, PacketHead head, std::string_view header, std::string_view content);

/// Puts the packets of such a message together again, in order. One for each message under way.
class LargeContent {
 public:
  enum class State { incomplete, complete, broken };
  /// `packet` 0 of the message. `length` is the content's length, from its header; more than `max_length` octets, or a
  /// number of packets that does not go with it, is broken.
  State begin(const Packet& packet, std::size_t length, std::size_t max_length);
  /// The next one; broken if it is of another type, out of order, or does not fit.
  State add(const Packet& packet);
  const std::string& content() const { return content_; }
  /// Moved out of it.
  std::string take_content() { return std::exchange(content_, {}); }

 private:
  PacketType type_{};
  std::uint16_t next_ = 0, count_ = 0;
  std::size_t length_ = 0;
  std::string content_;
};

}  // namespace sigverse::wire
