// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/wire/messages.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse::wire;
using namespace sigverse_test;

namespace {

/// One part, one attribute: the head is 40 octets long, the attributes begin at 0x28, the parts at 0x50.
std::string record() {
  ObjectRecord ball;
  ball.id = 7;
  ball.name = "ball";
  ball.class_name = "Ball";
  ball.attributes = {{"mass", "physics", 2.5}};
  ball.parts = {{1, PartShape::sphere, "body", {1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}, {10.0, 0.0, 0.0}}};
  std::string out;
  REQUIRE(append_record(out, ball));
  return out;
}

/// Offsets of fields within it.
constexpr std::size_t kAttributesOffset = 36, kPartsOffset = 38, kAttributes = 40, kAttribute = 42, kValueLength = 68,
                      kKind = 70, kParts = 80, kPart = 82, kShape = 88, kPartName = 90, kTurnKind = 126,
                      kSizeLength = 160;

std::string with_u16(std::string octets, std::size_t at, unsigned value) {
  octets[at] = static_cast<char>(value >> 8U);
  octets[at + 1] = static_cast<char>(value);
  return octets;
}

bool reads(const std::string& octets) {
  // In memory of its own, so that the address sanitizer sees what is read beyond it.
  const std::vector<char> exact(octets.begin(), octets.end());
  OctetReader reader({exact.data(), exact.size()});
  ObjectRecord read;
  const bool good = read_record(reader, read);
  CHECK(good == reader.is_good());
  return good;
}

}  // namespace

TEST_CASE("an attribute is written with the octets of its kind") {
  const auto attribute = [](const AttributeRecord& value) {
    ObjectRecord object;
    object.attributes = {value};
    std::string out;
    append_record(out, object);
    // After a head with two empty texts and the length of the block.
    return shown(out.substr(26, out.size() - 28));
  };
  CHECK(attribute({"dynamics", "physics", true}) ==
        "0024"
        "00000008"
        "64796e616d69637300000000"
        "00000007"
        "7068797369637300"
        "0004"
        "0007"
        "0001");
  CHECK(attribute({"mass", "physics", 1.0}) ==
        "0026"
        "00000004"
        "6d61737300000000"
        "00000007"
        "7068797369637300"
        "000a"
        "0006"
        "000000000000f03f");
  CHECK(attribute({"v", "", ""}) ==
        "0016"
        "00000001"
        "76000000"
        "00000000"
        "0006"
        "0000"
        "00000000");
}

TEST_CASE("consecutive records are read one by one") {
  std::string two = record();
  two += two + "behind";
  OctetReader reader(two);
  ObjectRecord read;
  for (int i = 0; i != 2; ++i) {
    REQUIRE(read_record(reader, read));
    CHECK(read.id == 7);
    REQUIRE(read.attributes.size() == 1);
    CHECK(std::get<double>(read.attributes[0].value) == 2.5);
    REQUIRE(read.parts.size() == 1);
    CHECK(read.parts[0].place == Triple{1.0, 2.0, 3.0});
    CHECK(read.parts[0].size == Triple{10.0, 0.0, 0.0});
  }
  CHECK(reader.rest() == "behind");
}

TEST_CASE("a record without attributes and parts is short and readable") {
  std::string out;
  REQUIRE(append_record(out, {}));
  CHECK(shown(out) ==
        "001c"
        "00000000"
        "00000000"
        "00000000"
        "0000"
        "00000000"
        "0018"
        "001a"
        "0002"
        "0002");
  CHECK(reads(out));
}

TEST_CASE("a record that is cut anywhere is refused") {
  const std::string whole = record();
  for (std::size_t size = 0; size != whole.size(); ++size) {
    CHECK_FALSE(reads(whole.substr(0, size)));
    // Also if its length is right.
    if (size >= 2) CHECK_FALSE(reads(with_u16(whole.substr(0, size), 0, static_cast<unsigned>(size))));
  }
}

TEST_CASE("inconsistent lengths, offsets, kinds and shapes are refused") {
  const std::string good = record();
  REQUIRE(reads(good));
  REQUIRE(good.size() == 170);
  struct Case {
    const char* what;
    std::size_t at;
    unsigned value;
  };
  const Case cases[] = {
      {"a record shorter than its own length", 0, 0},
      {"a record longer than what is there", 0, 171},
      {"a record that ends within its head", 0, 30},
      {"a record that ends within its parts", 0, 169},
      {"attributes within the head", kAttributesOffset, 0},
      {"attributes at the last octet of the head", kAttributesOffset, 39},
      {"attributes at the last octet of all", kAttributesOffset, 169},
      {"attributes at the end", kAttributesOffset, 170},
      {"attributes beyond the record", kAttributesOffset, 171},
      {"attributes far beyond", kAttributesOffset, 65'535},
      {"attributes where an attribute is", kAttributesOffset, kAttribute},
      {"parts within the head", kPartsOffset, 4},
      {"parts beyond the record", kPartsOffset, 65'535},
      {"parts where a part is", kPartsOffset, kPart},
      {"parts where attributes are", kPartsOffset, kAttributes},
      {"a block of attributes of no octets", kAttributes, 0},
      {"a block of attributes of one octet", kAttributes, 1},
      {"a block of attributes beyond the record", kAttributes, 200},
      {"a block of attributes that ends within one", kAttributes, 39},
      {"a block of attributes that ends in parts", kAttributes, 60},
      {"an attribute of no octets", kAttribute, 0},
      {"an attribute of one octet", kAttribute, 1},
      {"an attribute shorter than its value", kAttribute, 37},
      {"an attribute longer than its block", kAttribute, 39},
      {"a value longer than its attribute", kValueLength, 11},
      {"a value with room for a smaller one", kValueLength, 4},
      {"a value of nothing", kValueLength, 0},
      {"a kind that is none", kKind, 1},
      {"a number called a bool", kKind, 7},
      {"a number called a text", kKind, 0},
      {"a block of parts of no octets", kParts, 0},
      {"a block of parts beyond the record", kParts, 91},
      {"a part of no octets", kPart, 0},
      {"a part longer than its block", kPart, 89},
      {"a part shorter than what is in it", kPart, 87},
      {"a shape that is none", kShape, 3},
      {"a sphere called a box", kShape, 0},
      {"a sphere called a cylinder", kShape, 1},
      {"a name longer than the part", kPartName, 1},
      {"an attitude of another kind", kTurnKind, 1},
      {"a size of too few octets", kSizeLength, 0},
      {"a size of too many octets", kSizeLength, 16},
  };
  for (const Case& wrong : cases) {
    INFO(wrong.what);
    CHECK_FALSE(reads(with_u16(good, wrong.at, wrong.value)));
  }
}

TEST_CASE("a refused record leaves the reader failed") {
  OctetReader reader("\x00\x03x and more");
  ObjectRecord read;
  CHECK_FALSE(read_record(reader, read));
  CHECK_FALSE(reader.is_good());
  CHECK(reader.rest().empty());
}

TEST_CASE("a record that is too long is not written") {
  ObjectRecord object;
  const std::string value(900, 'x');
  for (int i = 0; i != 70; ++i) object.attributes.push_back({"a", "g", value});
  std::string out = "before";
  REQUIRE(append_record(out, object));
  CHECK(out.size() < 65'535 + 6);
  out.resize(6);
  for (int i = 0; i != 2; ++i) object.attributes.push_back({"a", "g", value});
  CHECK_FALSE(append_record(out, object));
  CHECK(out == "before");
  object.attributes.clear();
  const std::string huge(70'000, 'x');
  object.attributes.push_back({"a", "g", huge});
  CHECK_FALSE(append_record(out, object));
  CHECK(out == "before");
}

TEST_CASE("a record that does not fit into a packet is not written at all") {
  ObjectRecord object;
  std::string value(65'535, 'x'), record;
  do {
    value.pop_back();
    object.attributes = {{"a", "g", value}};
  } while (!append_record(record, object));
  std::string out = "before";
  CHECK_FALSE(append_entity(out, 0.5, &object));
  CHECK_FALSE(append_one_of_all(out, 0.5, &object, 1, 0));
  CHECK(out == "before");
}
