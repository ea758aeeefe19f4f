// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/wire/messages.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse::wire;
using namespace sigverse_test;

TEST_CASE("a packet has up to fifty names, and a full packet is followed by another") {
  const auto packets = [](std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i != count; ++i) names.push_back(fmt::format("name_{:04}", i));
    std::string out;
    REQUIRE(append_names(out, Texts(names.begin(), names.end())));
    std::vector<std::string> read;
    std::vector<std::size_t> sizes;
    for (std::string_view left = out; !left.empty();) {
      const Unit unit = first_unit(left);
      const Packet packet = *read_packet(left.substr(0, unit.size));
      CHECK(packet.head.number == sizes.size());
      CHECK(packet.head.count == count / 50 + 1);
      GetObjectNamesResult result;
      REQUIRE(read_data(packet.data, result));
      sizes.push_back(result.names.size());
      for (const std::string_view name : result.names) read.emplace_back(name);
      left.remove_prefix(unit.size);
    }
    CHECK(read == names);
    return sizes;
  };
  CHECK(packets(0) == std::vector<std::size_t>{0});
  CHECK(packets(49) == std::vector<std::size_t>{49});
  CHECK(packets(50) == std::vector<std::size_t>{50, 0});
  CHECK(packets(101) == std::vector<std::size_t>{50, 50, 1});
}

TEST_CASE("names that would make a packet too large are not written") {
  const std::string name(2000, 'x');
  std::string out = "before";
  CHECK_FALSE(append_names(out, Texts(120, name)));
  CHECK(out == "before");
}

TEST_CASE("counts larger than the packet are refused before memory is allocated") {
  GetObjectNamesResult names;
  CHECK_FALSE(read_data(octets("ffff 00000000"), names));
  CHECK(names.names.capacity() == 0);
  OnRecvMessage message;
  CHECK_FALSE(read_data(octets("00000000 ffffffff 00000000"), message));
  CHECK(message.words.capacity() == 0);
  DetectEntitiesResult detected;
  CHECK_FALSE(read_data(octets("ffff"), detected));
  CHECK_FALSE(read_data(octets("8000 00000000"), detected));
  CHECK(detected.names.capacity() == 0);
  X3dDbResult shapes;
  CHECK_FALSE(read_data(octets("0002 00000000 00000000 00000000"), shapes));
  CHECK_FALSE(read_data(octets("fffe 00000000 00000000"), shapes));
  CHECK(shapes.shapes.capacity() == 0);
  OnCollision collision;
  CHECK_FALSE(read_data(octets("0000000000000000 0002 00000000"), collision));
}

TEST_CASE("octets after the data of a message are ignored") {
  OnAction action;
  REQUIRE(read_data(octets("000000000000f83f 1234"), action));
  CHECK(action.time == 1.5);
}

TEST_CASE("a list that is read again keeps no old items") {
  OnRecvMessage message;
  const std::string two = octets("00000001 61000000 00000002 00000001 78000000 00000001 79000000");
  REQUIRE(read_data(two, message));
  CHECK(message.words == Texts{"x", "y"});
  const std::string one = octets("00000001 61000000 00000001 00000001 7a000000");
  REQUIRE(read_data(one, message));
  CHECK(message.words == Texts{"z"});
}

TEST_CASE("a reply about a missing object has no record") {
  EntityResult result;
  ObjectRecord record;
  record.name = "of before";
  REQUIRE(read_entity(octets("0001 000000000000e03f 0000"), result, record));
  CHECK(result.result == 1);
  CHECK(result.time == 0.5);
  CHECK_FALSE(result.exists);
  CHECK_FALSE(read_entity(octets("0001 000000000000e03f"), result, record));
  CHECK_FALSE(read_entity(octets("0000 000000000000e03f 0001 0005"), result, record));
}

TEST_CASE("the time of an update is read before its records") {
  const std::string data = octets("000000000000f83f 001c");
  OctetReader reader(data);
  double time = 0.0;
  REQUIRE(read_update_time(reader, time));
  CHECK(time == 1.5);
  CHECK(reader.rest().size() == 2);
  OctetReader cut(std::string_view(data).substr(0, 7));
  CHECK_FALSE(read_update_time(cut, time));
}
