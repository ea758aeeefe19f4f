// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/fields.h"

namespace sigverse::wire {

void FieldWriter::triple(const Triple& v) {
  for (const double number : v) out_.real(number);
}

void FieldWriter::quad(const Quad& v) {
  for (const double number : v) out_.real(number);
}

// A text takes at least four octets, so more texts than the count can express do not fit into a packet, and `finish`
// fails.
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
  texts(v, count_s16(4));
}

void FieldReader::texts(Texts& v, std::size_t count) {
  v.clear();
  if (count > in_.rest().size() / 4) return in_.fail();
  v.resize(count);
  for (std::string_view& text : v) text = in_.text();
}

std::size_t FieldReader::count_s16(std::size_t min_octets) {
  // A negative count is converted to one for which no packet has room.
  const auto count = static_cast<std::size_t>(in_.s16());
  if (count <= in_.rest().size() / min_octets) return count;
  in_.fail();
  return 0;
}

bool append_empty_packet(std::string& out, PacketType type, PacketHead head) {
  head.type = type;
  return PacketWriter(out, head).finish();
}

}  // namespace sigverse::wire
