// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "tests/gateways/sigverse/wire/hex.h"
#include "tests/support/count_allocations.h"

using namespace sigverse::wire;
using namespace sigverse_test;

namespace {

std::string get_entity(std::string_view name) {
  std::string out;
  append_packet(out, GetEntity{name});
  return out;
}

const std::string kSimTime = octets("0026 0004");

}  // namespace

TEST_CASE("numbers and texts have the octets of the protocol") {
  std::string out;
  OctetWriter writer(out);
  writer.u8(0xfe);
  writer.u16(0x0102);
  writer.u32(0x01020304);
  writer.s16(-2);
  writer.real(-0.5);
  CHECK(shown(out) ==
        "fe"
        "0102"
        "01020304"
        "fffe"
        "000000000000e0bf");
  OctetReader reader(out);
  CHECK(reader.u8() == 0xfe);
  CHECK(reader.u16() == 0x0102);
  CHECK(reader.u32() == 0x01020304);
  CHECK(reader.s16() == -2);
  CHECK(reader.real() == -0.5);
  CHECK((reader.is_good() && reader.at_end()));
}

TEST_CASE("a text is padded to the next multiple of four, and one of four octets by four") {
  const auto written = [](std::string_view text) {
    std::string out;
    OctetWriter(out).text(text);
    return shown(out);
  };
  CHECK(written("") == "00000000");
  CHECK(written("a") == "0000000161000000");
  CHECK(written("abc") == "0000000361626300");
  CHECK(written("abcd") == "000000046162636400000000");
  CHECK(written("abcde") == "000000056162636465000000");
}

TEST_CASE("padding is ignored") {
  const std::string garbled =
      octets("abcd 0026 0003 0001 0000 0000 00000000 000000000000f0bf 00000004 62616c6c deadbeef dcba");
  GetEntity request;
  REQUIRE(read_data(read_packet(garbled)->data, request));
  CHECK(request.name == "ball");
}

TEST_CASE("a reader that reads beyond its end returns nothing, and stays failed") {
  OctetReader reader(std::string_view("\x00\x00\x00\x05hello", 9));
  CHECK(reader.text().empty());  // its padding is missing
  CHECK_FALSE(reader.is_good());
  CHECK(reader.u8() == 0);
  CHECK(reader.rest().empty());
  OctetReader huge(std::string_view("\xff\xff\xff\xff....", 8));
  CHECK(huge.text().empty());
  CHECK_FALSE(huge.is_good());
}

TEST_CASE("a packet that is cut at any octet is incomplete, and reports how much has to be read") {
  const std::string packet = get_entity("ball");
  for (std::size_t size = 0; size != packet.size(); ++size) {
    const Unit unit = first_unit(std::string_view(packet).substr(0, size));
    CHECK(unit.kind == Unit::Kind::incomplete);
    CHECK(unit.size == (size < 4 ? 4 : packet.size()));
  }
  const Unit unit = first_unit(packet);
  CHECK(unit.kind == Unit::Kind::packet);
  CHECK(unit.size == packet.size());
  for (std::size_t size = 0; size != 4; ++size) {
    CHECK(first_unit(kSimTime.substr(0, size)).kind == Unit::Kind::incomplete);
    CHECK(first_unit(kSimTime.substr(0, size)).size == 4);
  }
  CHECK(first_unit(kSimTime).kind == Unit::Kind::raw);
}

TEST_CASE("joined packets and requests are taken one by one") {
  const std::string ball = get_entity("ball"), names = get_entity("a much longer name");
  std::string stream = ball + kSimTime + names + ball;
  std::vector<std::string> taken;
  for (Unit unit = first_unit(stream); unit.kind != Unit::Kind::incomplete; unit = first_unit(stream)) {
    REQUIRE(unit.kind != Unit::Kind::broken);
    taken.push_back(stream.substr(0, unit.size));
    stream.erase(0, unit.size);
  }
  CHECK(taken == std::vector<std::string>{ball, kSimTime, names, ball});
}

TEST_CASE("the end token within the data does not end a packet") {
  const std::string packet = get_entity(
      "a\xdc\xba"
      "b\xab\xcd");
  REQUIRE(first_unit(packet + kSimTime).kind == Unit::Kind::packet);
  CHECK(first_unit(packet + kSimTime).size == packet.size());
  GetEntity request;
  REQUIRE(read_data(read_packet(packet)->data, request));
  CHECK(request.name ==
        "a\xdc\xba"
        "b\xab\xcd");
}

TEST_CASE("input that is neither packet nor request is broken as early as this is known") {
  const auto problem = [](const char* hex) {
    const Unit unit = first_unit(octets(hex));
    return unit.kind == Unit::Kind::broken ? unit.problem : "";
  };
  CHECK(std::string(problem("47")) == "received neither a packet nor a raw request");
  CHECK(std::string(problem("abce")) == "received neither a packet nor a raw request");
  CHECK(std::string(problem("0100")) == "received neither a packet nor a raw request");
  CHECK(std::string(problem("abcd0019")) == "a size that is too small");
  CHECK(std::string(problem("00260003")) == "a size that is too small");
  CHECK(std::string(problem("ab")).empty());
  CHECK(std::string(problem("00")).empty());
  std::string packet = get_entity("ball");
  packet.back() = 'x';
  CHECK(std::string(first_unit(packet).problem) == "a packet does not end where its size says");
}

TEST_CASE("the head of a packet is read, and an invalid one is refused") {
  std::string out;
  REQUIRE(append_packet(out, OnRecvText{1.5, "a", "b", "hi", 0},
                        {PacketType::on_recv_text, 3, 2, kForward | kHasReach, "b", 10.0}));
  const Packet packet = *read_packet(out);
  CHECK(packet.head.type == PacketType::on_recv_text);
  CHECK(packet.head.count == 3);
  CHECK(packet.head.number == 2);
  CHECK(packet.head.flags == (kForward | kHasReach));
  CHECK(packet.head.target == "b");
  CHECK(packet.head.reach == 10.0);
  CHECK(packet.octets == out);
  // Number 3 of 3; none of none.
  out[9] = 3;
  CHECK_FALSE(read_packet(out));
  out[7] = out[9] = 0;
  CHECK_FALSE(read_packet(out));
  // A target that is longer than the packet.
  std::string long_target = get_entity("ball");
  long_target[15] = 40;
  CHECK(first_unit(long_target).kind == Unit::Kind::packet);
  CHECK_FALSE(read_packet(long_target));
}

TEST_CASE("a packet that exceeds the largest size is not written at all") {
  std::string out = "before";
  const std::string largest(65'535 - 26 - 4 - 3, 'x');  // with one octet of padding
  REQUIRE(append_packet(out, GetEntity{largest}));
  CHECK(first_unit(std::string_view(out).substr(6)).size == 65'534);
  out.resize(6);
  CHECK_FALSE(append_packet(out, GetEntity{largest + "xxxx"}));
  CHECK(out == "before");
  // Octet by octet.
  for (const std::size_t size : {kLargestPacket, kLargestPacket + 1}) {
    PacketWriter packet(out, {PacketType::get_entity});
    for (std::size_t i = kSmallestPacket; i < size; ++i) packet.u8(1);
    CHECK(packet.finish() == (size == kLargestPacket));
    CHECK(out.size() == (size == kLargestPacket ? 6 + size : 6));
    if (size == kLargestPacket) CHECK(first_unit(std::string_view(out).substr(6)).size == 65'535);
    out.resize(6);
  }
}

TEST_CASE("reading packets without lists allocates nothing") {
  std::string out;
  append_packet(out, AddForce{"the name of a rather long-winded object", {1.0, 2.0, 3.0}, true});
  append_packet(out, ConnectJoint{"a joint with a name", "an agent with a name", "part", "target", "part"});
  append_packet(out, OnRecvText{1.0, "from", "to", "a text that is longer than small strings are", 4});
  std::string raw;
  RawRequest request;
  request.code = RawCode::set_position;
  request.object = "the name of a rather long-winded object";
  append_raw_request(raw, request);

  const long before = allocations;
  std::string_view stream = out;
  int good = 0;
  for (int i = 0; i != 3; ++i) {
    const Unit unit = first_unit(stream);
    const std::optional<Packet> packet = read_packet(stream.substr(0, unit.size));
    AddForce force;
    ConnectJoint joint;
    OnRecvText text;
    good += packet && ((i == 0 && read_data(packet->data, force)) || (i == 1 && read_data(packet->data, joint)) ||
                       (i == 2 && read_data(packet->data, text)));
    stream.remove_prefix(unit.size);
  }
  RawRequest read;
  good += read_raw_request(read_raw(raw), read);
  CHECK(allocations == before);
  CHECK(good == 4);
}
