// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch.hpp>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "tests/support/properties.h"

using namespace sigverse::wire;

namespace {

/// Owns the texts and lists that a record refers to.
struct Owned {
  struct Attribute {
    std::string name, group, text;
    double number;
    int kind;
  };
  struct Part {
    std::string name;
    std::uint32_t id;
    int shape;
    Triple place, size;
    Quad turn;
  };
  std::string name, class_name;
  std::uint32_t id, operations;
  bool attached;
  std::vector<Attribute> attributes;
  std::vector<Part> parts;

  ObjectRecord record() const {
    ObjectRecord made;
    made.id = id;
    made.name = name;
    made.class_name = class_name;
    made.attached = attached;
    made.operations = operations;
    for (const Attribute& a : attributes) {
      AttributeRecord& added = made.attributes.emplace_back(AttributeRecord{a.name, a.group, a.number});
      if (a.kind == 1) added.value = std::string_view(a.text);
      if (a.kind == 2) added.value = a.number > 0.0;
    }
    for (const Part& p : parts)
      made.parts.push_back({p.id, static_cast<PartShape>(p.shape), p.name, p.place, p.turn, p.size});
    return made;
  }
};

std::string any_text() {
  return *rc::gen::resize(20, rc::gen::arbitrary<std::string>());
}

/// Numbers of any bits, as NaN and infinity are passed on, too.
double any_number() {
  return std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
}

Owned any_object() {
  Owned object{any_text(),
               any_text(),
               *rc::gen::arbitrary<std::uint32_t>(),
               *rc::gen::arbitrary<std::uint32_t>(),
               *rc::gen::arbitrary<bool>(),
               {},
               {}};
  for (int left = *rc::gen::inRange(0, 6); left > 0; --left)
    object.attributes.push_back({any_text(), any_text(), any_text(), any_number(), *rc::gen::inRange(0, 3)});
  for (int left = *rc::gen::inRange(0, 4); left > 0; --left) {
    Owned::Part part{any_text(), *rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange(0, 3), {}, {}, {}};
    for (double& number : part.place) number = any_number();
    for (double& number : part.turn) number = any_number();
    const int numbers = part.shape == 0 ? 3 : part.shape == 1 ? 2 : 1;
    for (int i = 0; i != numbers; ++i) part.size[static_cast<std::size_t>(i)] = any_number();
    object.parts.push_back(part);
  }
  return object;
}

/// Compares numbers by their bits, so that NaN equals itself.
std::string bits(const auto& numbers) {
  std::string out;
  OctetWriter writer(out);
  for (const double number : numbers) writer.real(number);
  return out;
}

bool same(const AttributeRecord& a, const AttributeRecord& b) {
  if (a.name != b.name || a.group != b.group || a.value.index() != b.value.index()) return false;
  const auto* number = std::get_if<double>(&a.value);
  return number ? bits(std::array{*number}) == bits(std::array{std::get<double>(b.value)}) : a.value == b.value;
}

bool same(const PartRecord& a, const PartRecord& b) {
  return a.id == b.id && a.shape == b.shape && a.name == b.name && bits(a.place) == bits(b.place) &&
         bits(a.turn) == bits(b.turn) && bits(a.size) == bits(b.size);
}

template <typename Entry>
bool same(const std::vector<Entry>& a, const std::vector<Entry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Entry& x, const Entry& y) { return same(x, y); });
}

/// Octets in which lengths and tokens are likelier than by chance.
std::string any_octets() {
  std::string out;
  OctetWriter writer(out);
  for (int left = *rc::gen::inRange(0, 30); left > 0; --left) {
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        writer.u16(kBegin);
        break;
      case 1:
        writer.u16(kEnd);
        break;
      case 2:
        writer.u16(static_cast<std::uint16_t>(*rc::gen::inRange(0, 80)));
        break;
      case 3:
        writer.text(any_text());
        break;
      case 4:
        writer.octets(any_text());
        break;
      default:
        writer.real(any_number());
    }
  }
  return out;
}

}  // namespace

TEST_CASE("a record is read as it was written") {
  hold([] {
    const Owned object = any_object();
    const ObjectRecord record = object.record();
    std::string out = "in front of it";
    RC_ASSERT(append_record(out, record));
    OctetReader reader(std::string_view(out).substr(14));
    ObjectRecord read;
    RC_ASSERT(read_record(reader, read));
    RC_ASSERT(reader.at_end());
    RC_ASSERT(read.id == record.id && read.name == record.name && read.class_name == record.class_name);
    RC_ASSERT(read.attached == record.attached && read.operations == record.operations);
    RC_ASSERT(same(read.attributes, record.attributes));
    RC_ASSERT(same(read.parts, record.parts));
  });
}

TEST_CASE("a record with a changed octet is refused, or its texts stay within its octets") {
  hold([] {
    const Owned object = any_object();
    std::string out;
    RC_ASSERT(append_record(out, object.record()));
    const auto at = *rc::gen::inRange<std::size_t>(0, out.size());
    out[at] = static_cast<char>(*rc::gen::inRange(0, 256));
    // In memory of its own, so that the address sanitizer sees what is read beyond it.
    const std::vector<char> exact(out.begin(), out.end());
    const std::string_view octets(exact.data(), exact.size());
    OctetReader reader(octets);
    ObjectRecord read;
    if (!read_record(reader, read)) return;
    const auto inside = [octets](std::string_view text) {
      return text.empty() ||
             (text.data() >= octets.data() && text.data() + text.size() <= octets.data() + octets.size());
    };
    RC_ASSERT(inside(read.name) && inside(read.class_name));
    for (const AttributeRecord& attribute : read.attributes)
      RC_ASSERT(inside(attribute.name) && inside(attribute.group));
    for (const PartRecord& part : read.parts) RC_ASSERT(inside(part.name));
  });
}

TEST_CASE("any octets are split into units, or are broken") {
  hold([] {
    const std::string stream = any_octets();
    std::string_view left = stream;
    while (!left.empty()) {
      const Unit unit = first_unit(left);
      if (unit.kind == Unit::Kind::broken) {
        RC_ASSERT(*unit.problem != '\0');
        return;
      }
      RC_ASSERT(unit.size >= 4);
      if (unit.kind == Unit::Kind::incomplete) {
        RC_ASSERT(unit.size > left.size());
        return;
      }
      RC_ASSERT(unit.size <= left.size());
      left.remove_prefix(unit.size);
    }
  });
}

TEST_CASE("a stream is read the same in pieces of any size") {
  hold([] {
    std::string stream;
    std::vector<std::string> sent;
    for (int left = *rc::gen::inRange(1, 6); left > 0; --left) {
      const std::size_t begin = stream.size();
      if (*rc::gen::arbitrary<bool>()) {
        RC_ASSERT(append_packet(stream, LogMsg{2, any_octets()}));
      } else {
        RC_ASSERT(append_forwarded_message(stream, "a", any_octets()));
      }
      sent.push_back(stream.substr(begin));
    }
    std::vector<std::string> taken;
    std::string buffer;
    for (std::size_t at = 0; at != stream.size();) {
      const auto piece = std::min<std::size_t>(*rc::gen::inRange<std::size_t>(1, 40), stream.size() - at);
      buffer += stream.substr(at, piece);
      at += piece;
      for (Unit unit = first_unit(buffer); unit.kind != Unit::Kind::incomplete; unit = first_unit(buffer)) {
        RC_ASSERT(unit.kind != Unit::Kind::broken);
        taken.push_back(buffer.substr(0, unit.size));
        buffer.erase(0, unit.size);
      }
    }
    RC_ASSERT(taken == sent);
  });
}

TEST_CASE("a raw message is read as it was written") {
  hold([] {
    const std::string text = any_octets(), from = *rc::gen::elementOf(std::vector<std::string>{"", "a", "robot_000"});
    RawMessage message{from, text, *rc::gen::inRange(-1, 5000) / 8.0, RawMessage::All::none, {}};
    if (message.distance < 0.0) message.distance = -1.0;
    message.to.assign(*rc::gen::inRange<std::size_t>(0, 4), "robot");
    if (message.to.empty()) message.all = *rc::gen::element(RawMessage::All::everybody, RawMessage::All::controllers);
    std::string out;
    RC_ASSERT(append_raw_message(out, message));
    RawMessage read;
    RC_ASSERT(read_raw_message(read_raw(out).body, !from.empty(), read));
    RC_ASSERT(read.from == message.from && read.text == message.text && read.distance == message.distance);
    RC_ASSERT(read.all == message.all && read.to == message.to);
  });
}
