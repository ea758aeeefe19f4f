// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/octets.h"
#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/record.h"

namespace sigverse::wire {

/// Views of the packet that was read, or of texts of the caller.
using Texts = std::vector<std::string_view>;

/// Writes the fields that a message lists (messages.h), in order.
class FieldWriter {
 public:
  explicit FieldWriter(OctetWriter& out) : out_(out) {}
  void u16(std::uint16_t v) { out_.u16(v); }
  void u32(std::uint32_t v) { out_.u32(v); }
  void s16(std::int16_t v) { out_.s16(v); }
  void real(double v) { out_.real(v); }
  void octet_bool(bool v) { out_.u8(v ? 1 : 0); }
  void text(std::string_view v) { out_.text(v); }
  void triple(const Triple& v);
  void quad(const Quad& v);
  void texts_u16(const Texts& v);
  void texts_u32(const Texts& v);
  void texts_s16(const Texts& v);
  /// Writes entries that have fields of their own.
  template <typename Entry>
  void list_s16(std::vector<Entry>& v) {
    out_.u16(static_cast<std::uint16_t>(v.size()));
    for (Entry& entry : v) entry.fields(*this);
  }

 private:
  OctetWriter& out_;
};
/// Reads the fields that a message lists. If the data do not fit them, the underlying reader fails.
class FieldReader {
 public:
  explicit FieldReader(OctetReader& in) : in_(in) {}
  void u16(std::uint16_t& v) { v = in_.u16(); }
  void u32(std::uint32_t& v) { v = in_.u32(); }
  void s16(std::int16_t& v) { v = in_.s16(); }
  void real(double& v) { v = in_.real(); }
  void octet_bool(bool& v) { v = in_.u8() != 0; }
  void text(std::string_view& v) { v = in_.text(); }
  void triple(Triple& v);
  void quad(Quad& v);
  void texts_u16(Texts& v);
  void texts_u32(Texts& v);
  void texts_s16(Texts& v);
  template <typename Entry>
  void list_s16(std::vector<Entry>& v) {
    v.clear();
    const std::size_t count = count_s16(Entry::kMinOctets);
    if (!in_.is_good()) return;
    v.resize(count);
    for (Entry& entry : v) entry.fields(*this);
  }

 private:
  /// The reader fails if the remaining data are shorter than `min_octets` per entry.
  std::size_t count_s16(std::size_t min_octets);
  void texts(Texts& v, std::size_t count);
  OctetReader& in_;
};

/// Appends a whole packet. Returns false, with nothing appended, if it would be too large.
template <typename Message>
bool append_packet(std::string& out, Message message, PacketHead head = {}) {
  head.type = Message::kType;
  PacketWriter packet(out, head);
  message.fields(FieldWriter(packet));
  return packet.finish();
}
/// Appends a message that has a large content after its header, which contains the content's length. Returns false,
/// with nothing appended, if it would take too many packets.
template <typename Header>
bool append_large_message(std::string& out, Header header, std::string_view content, PacketHead head = {}) {
  head.type = Header::kType;
  std::string fields;
  OctetWriter writer(fields);
  header.fields(FieldWriter(writer));
  return append_large(out, head, fields, content);
}
/// A packet without data.
bool append_empty_packet(std::string& out, PacketType type, PacketHead head = {});

/// Reads the data of a packet of this type; returns false if they are incomplete. Surplus data are ignored.
template <typename Message>
bool read_data(std::string_view data, Message& message) {
  OctetReader reader(data);
  message.fields(FieldReader(reader));
  return reader.is_good();
}

}  // namespace sigverse::wire
