// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/messages.h"

#include <algorithm>

namespace sigverse::wire {

void FieldWriter::triple(const Triple& v) {
  for (const double number : v) out_.real(number);
}

void FieldWriter::quad(const Quad& v) {
  for (const double number : v) out_.real(number);
}

// A text takes at least four octets: more of them than a count can say do not fit into a packet, and `finish` refuses
// it.
void FieldWriter::texts_u16(const Texts& v) {
  out_.u16(static_cast<std::uint16_t>(v.size()));
  for (const std::string_view text : v) out_.text(text);
}

void FieldWriter::texts_u32(const Texts& v) {
  out_.u32(static_cast<std::uint32_t>(v.size()));
  for (const std::string_view text : v) out_.text(text);
}

void FieldWriter::texts_s16(const Texts& v) {
  texts_u16(v);
}

void FieldWriter::list_s16(std::vector<ShapeEntry>& v) {
  out_.u16(static_cast<std::uint16_t>(v.size()));
  for (ShapeEntry& entry : v) entry.fields(*this);
}

void FieldReader::triple(Triple& v) {
  for (double& number : v) number = in_.real();
}

void FieldReader::quad(Quad& v) {
  for (double& number : v) number = in_.real();
}

void FieldReader::texts_u16(Texts& v) {
  texts(v, in_.u16());
}

void FieldReader::texts_u32(Texts& v) {
  texts(v, in_.u32());
}

void FieldReader::texts_s16(Texts& v) {
  // A negative count becomes one that is larger than any packet has room for.
  texts(v, static_cast<std::size_t>(in_.s16()));
}

void FieldReader::texts(Texts& v, std::size_t count) {
  v.clear();
  if (count > in_.rest().size() / 4) return in_.fail();
  v.resize(count);
  for (std::string_view& text : v) text = in_.text();
}

void FieldReader::list_s16(std::vector<ShapeEntry>& v) {
  v.clear();
  const auto count = static_cast<std::size_t>(in_.s16());
  if (count > in_.rest().size() / 8) return in_.fail();
  v.resize(count);
  for (ShapeEntry& entry : v) entry.fields(*this);
}

bool append_empty_packet(std::string& out, PacketType type, PacketHead head) {
  head.type = type;
  return PacketWriter(out, head).finish();
}

bool append_names(std::string& out, const Texts& names) {
  const std::size_t begin = out.size();
  PacketHead head;
  head.count = static_cast<std::uint16_t>(names.size() / kNamesPerPacket + 1);
  for (std::size_t number = 0; number != head.count; ++number) {
    head.number = static_cast<std::uint16_t>(number);
    const std::size_t first = number * kNamesPerPacket;
    const std::size_t last = std::min(first + kNamesPerPacket, names.size());
    head.type = PacketType::get_object_names_result;
    PacketWriter packet(out, head);
    packet.u16(static_cast<std::uint16_t>(last - first));
    for (std::size_t i = first; i != last; ++i) packet.text(names[i]);
    if (!packet.finish()) {
      out.resize(begin);
      return false;
    }
  }
  return true;
}

bool append_entity(std::string& out, double time, const ObjectRecord* record) {
  PacketWriter packet(out, {PacketType::get_entity_result});
  packet.u16(record ? 0 : 1);
  packet.real(time);
  packet.u16(record ? 1 : 0);
  if (!record || append_record(out, *record)) return packet.finish();
  packet.take_back();
  return false;
}

bool append_one_of_all(std::string& out, double time, const ObjectRecord* record, std::uint16_t count,
                       std::uint16_t number) {
  PacketWriter packet(out, {PacketType::get_all_entities_result, count, number});
  packet.real(time);
  if (!record || append_record(out, *record)) return packet.finish();
  packet.take_back();
  return false;
}

bool read_entity(std::string_view data, EntityResult& result, ObjectRecord& record) {
  OctetReader reader(data);
  result.result = reader.u16();
  result.time = reader.real();
  result.exists = reader.u16() != 0;
  if (!result.exists) return reader.is_good();
  return read_record(reader, record);
}

bool read_one_of_all(std::string_view data, OneOfAll& result, ObjectRecord& record) {
  OctetReader reader(data);
  result.time = reader.real();
  result.exists = reader.is_good() && !reader.at_end();
  return result.exists ? read_record(reader, record) : reader.is_good();
}

bool read_update_time(OctetReader& reader, double& time) {
  time = reader.real();
  return reader.is_good();
}

}  // namespace sigverse::wire
