// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/record.h"

#include <limits>

namespace sigverse::wire {
namespace {

/// Kinds of values.
constexpr std::uint16_t kString = 0, kDouble = 6, kBool = 7;
/// The kind of a part's rotation; no other is in use.
constexpr std::uint16_t kQuaternion = 0;

/// How many numbers the size of a part has.
std::size_t numbers_of(PartShape shape) {
  return shape == PartShape::box ? 3 : shape == PartShape::cylinder ? 2 : 1;
}

constexpr std::size_t kLongest = std::numeric_limits<std::uint16_t>::max();

/// A length as a u16. One that does not fit is truncated; in that case the whole record is too long, which is detected
/// at its end.
std::uint16_t as_length(std::size_t length) {
  return static_cast<std::uint16_t>(length);
}

/// Writes a block that begins with its length: 0 at first, and the actual length when the block is complete.
class Block {
 public:
  explicit Block(OctetWriter& out) : out_(out), begin_(out.size()) { out.u16(0); }
  ~Block() { out_.set_u16(begin_, as_length(out_.size() - begin_)); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

 private:
  OctetWriter& out_;
  std::size_t begin_;
};

/// The encoded size of a value, including its kind.
std::size_t octets_of(const AttributeRecord& attribute) {
  if (const auto* text = std::get_if<std::string_view>(&attribute.value)) return 2 + octets_of_text(text->size());
  return std::holds_alternative<double>(attribute.value) ? 10 : 4;
}

void write_attribute(OctetWriter& writer, const AttributeRecord& attribute) {
  const std::size_t value = octets_of(attribute);
  const std::size_t length =
      2 + octets_of_text(attribute.name.size()) + octets_of_text(attribute.group.size()) + 2 + value;
  OctetFiller out = writer.grow(length);
  out.u16(as_length(length));
  out.text(attribute.name);
  out.text(attribute.group);
  out.u16(as_length(value));  // unlike all other lengths, this one does not include itself
  if (const auto* text = std::get_if<std::string_view>(&attribute.value)) {
    out.u16(kString);
    out.text(*text);
  } else if (const auto* number = std::get_if<double>(&attribute.value)) {
    out.u16(kDouble);
    out.real(*number);
  } else {
    out.u16(kBool);
    out.u16(std::get<bool>(attribute.value) ? 1 : 0);
  }
}

void write_part(OctetWriter& writer, const PartRecord& part) {
  const std::size_t numbers = numbers_of(part.shape);
  const std::size_t length = 2 + 4 + 2 + octets_of_text(part.name.size()) + 3 * 8 + 2 + 4 * 8 + 2 + 8 * numbers;
  OctetFiller out = writer.grow(length);
  out.u16(as_length(length));
  out.u32(part.id);
  out.u16(static_cast<std::uint16_t>(part.shape));
  out.text(part.name);
  for (const double number : part.place) out.real(number);
  out.u16(kQuaternion);
  for (const double number : part.turn) out.real(number);
  out.u16(as_length(8 * numbers));
  for (std::size_t i = 0; i != numbers; ++i) out.real(part.size[i]);
}

// ---- reading ----

/// Takes a block, whose length comes first, from the front of the reader.
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

/// Reads the block of attributes or parts at this offset in the record.
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

void ObjectRecord::clear() {
  id = 0;
  name = class_name = {};
  attached = false;
  operations = 0;
  attributes.clear();
  parts.clear();
}

bool append_record(std::string& out, const ObjectRecord& record) {
  const std::size_t begin = out.size();
  OctetWriter writer(out);
  {
    const Block whole(writer);
    writer.u32(record.id);
    writer.text(record.name);
    writer.text(record.class_name);
    writer.s16(record.attached ? 1 : 0);
    writer.u32(record.operations);
    const std::size_t offsets = out.size();
    writer.u32(0);
    writer.set_u16(offsets, static_cast<std::uint16_t>(out.size() - begin));
    {
      const Block attributes(writer);
      for (const AttributeRecord& attribute : record.attributes) write_attribute(writer, attribute);
    }
    writer.set_u16(offsets + 2, static_cast<std::uint16_t>(out.size() - begin));
    const Block parts(writer);
    for (const PartRecord& part : record.parts) write_part(writer, part);
  }
  if (out.size() - begin <= kLongest) return true;
  out.resize(begin);
  return false;
}

bool read_record(OctetReader& reader, ObjectRecord& record) {
  record.clear();
  // Offsets count from the first octet of the record, including its length.
  const std::string_view front = reader.rest();
  const std::size_t length = take_block(reader).size() + 2;
  if (reader.is_good() && read_whole(front.substr(0, length), record)) return true;
  reader.fail();
  return false;
}

}  // namespace sigverse::wire
