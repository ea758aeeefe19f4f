// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/messages.h"

#include <algorithm>

namespace sigverse::wire {

void fit_into_packet(Texts& names) {
  constexpr std::size_t kAround = 100, kLengthAndPadding = 8;
  std::size_t room = kLargestPacket - kAround;
  for (std::size_t i = 0; i != names.size(); ++i) {
    const std::size_t needed = names[i].size() + kLengthAndPadding;
    if (needed > room) return names.resize(i);
    room -= needed;
  }
}

namespace {

/// Appends packets of type `type` with at most `kNamesPerPacket` entries each; `write` writes entries into a packet.
template <typename Entry, typename Write>
bool append_list(std::string& out, PacketType type, const std::vector<Entry>& entries, Write write) {
  const std::size_t begin = out.size();
  PacketHead head{.type = type, .count = static_cast<std::uint16_t>(entries.size() / kNamesPerPacket + 1)};
  for (std::size_t number = 0; number != head.count; ++number) {
    head.number = static_cast<std::uint16_t>(number);
    const std::size_t first = number * kNamesPerPacket;
    const std::size_t last = std::min(first + kNamesPerPacket, entries.size());
    PacketWriter packet(out, head);
    packet.u16(static_cast<std::uint16_t>(last - first));
    for (std::size_t i = first; i != last; ++i) write(packet, entries[i]);
    if (!packet.finish()) {
      out.resize(begin);
      return false;
    }
  }
  return true;
}

}  // namespace

bool append_names(std::string& out, const Texts& names) {
  return append_list(out, PacketType::get_object_names_result, names,
                     [](PacketWriter& packet, std::string_view name) { packet.text(name); });
}

bool append_services(std::string& out, const std::vector<ServiceEntry>& services) {
  return append_list(out, PacketType::get_services_result, services,
                     [](PacketWriter& packet, ServiceEntry service) { service.fields(FieldWriter(packet)); });
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
