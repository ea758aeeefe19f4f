// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/record.h"

#include <limits>

#include "gateways/sigverse/wire/record_layout.h"

namespace sigverse::wire {
namespace {

constexpr std::size_t kLongest = std::numeric_limits<std::uint16_t>::max();

/// A length as the wire has it. One that does not fit is cut; then the whole record is too long, which is found at its
/// end.
std::uint16_t as_length(std::size_t length) {
  return static_cast<std::uint16_t>(length);
}

/// A block that begins with its length: written as 0 here, and set when all of it is there.
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

/// Octets of a value, its kind included.
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
  out.u16(as_length(value));  // unlike all other lengths this one does not count itself
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

}  // namespace sigverse::wire
