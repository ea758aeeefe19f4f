// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/record.h"
#include "gateways/sigverse/wire/record_layout.h"

namespace sigverse::wire {
namespace {

/// The octets of a block at the front of the reader, behind its length.
std::string_view take_block(OctetReader& reader) {
  const std::size_t length = reader.u16();
  if (length < 2) reader.fail();
  return reader.octets(length < 2 ? 0 : length - 2);
}

bool read_value(std::string_view octets, AttributeRecord& attribute) {
  OctetReader reader(octets);
  switch (reader.u16()) {
    case kString:
      attribute.value = reader.text();
      break;
    case kDouble:
      attribute.value = reader.real();
      break;
    case kBool:
      attribute.value = reader.u16() != 0;
      break;
    default:
      return false;
  }
  return reader.is_good() && reader.at_end();
}

bool read_attribute(std::string_view octets, AttributeRecord& attribute) {
  OctetReader reader(octets);
  attribute.name = reader.text();
  attribute.group = reader.text();
  const std::string_view value = reader.octets(reader.u16());
  return reader.is_good() && reader.at_end() && read_value(value, attribute);
}

bool read_part(std::string_view octets, PartRecord& part) {
  OctetReader reader(octets);
  part.id = reader.u32();
  const std::uint16_t shape = reader.u16();
  if (shape > static_cast<std::uint16_t>(PartShape::sphere)) return false;
  part.shape = static_cast<PartShape>(shape);
  part.name = reader.text();
  for (double& number : part.place) number = reader.real();
  if (reader.u16() != kQuaternion) return false;
  for (double& number : part.turn) number = reader.real();
  const std::size_t numbers = numbers_of(part.shape);
  if (reader.u16() != 8 * numbers) return false;
  part.size = {};
  for (std::size_t i = 0; i != numbers; ++i) part.size[i] = reader.real();
  return reader.is_good() && reader.at_end();
}

/// The block of attributes or parts at this offset of the record.
template <typename Entry>
bool read_list(std::string_view record, std::size_t offset, std::vector<Entry>& list,
               bool (*read)(std::string_view, Entry&)) {
  OctetReader at(record.substr(offset));
  OctetReader block(take_block(at));
  while (at.is_good() && !block.at_end()) {
    const std::string_view octets = take_block(block);
    if (!block.is_good() || !read(octets, list.emplace_back())) return false;
  }
  return at.is_good();
}

bool read_whole(std::string_view octets, ObjectRecord& record) {
  OctetReader reader(octets.substr(2));
  record.id = reader.u32();
  record.name = reader.text();
  record.class_name = reader.text();
  record.attached = reader.s16() != 0;
  record.operations = reader.u32();
  const std::size_t attributes = reader.u16();
  const std::size_t parts = reader.u16();
  if (!reader.is_good()) return false;
  const std::size_t head = octets.size() - reader.rest().size();
  if (attributes < head || attributes > octets.size() || parts < head || parts > octets.size()) return false;
  return read_list(octets, attributes, record.attributes, read_attribute) &&
         read_list(octets, parts, record.parts, read_part);
}

}  // namespace

bool read_record(OctetReader& reader, ObjectRecord& record) {
  record.clear();
  // Offsets count from the first octet of the record, its length included.
  const std::string_view front = reader.rest();
  const std::size_t length = take_block(reader).size() + 2;
  if (reader.is_good() && read_whole(front.substr(0, length), record)) return true;
  reader.fail();
  return false;
}

}  // namespace sigverse::wire
