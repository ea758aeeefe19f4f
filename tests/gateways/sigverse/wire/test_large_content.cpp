// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/wire/messages.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse::wire;
using namespace sigverse_test;

namespace {

constexpr std::size_t kMax = 10'000'000;

std::string header_of(std::size_t length) {
  std::string header;
  OctetWriter writer(header);
  ImageHeader{1, 1, 320, 240, static_cast<std::uint32_t>(length)}.fields(FieldWriter(writer));
  return header;
}

std::string message_of(std::string_view content) {
  std::string out;
  REQUIRE(append_large(out, {PacketType::capture_view_image_result}, header_of(content.size()), content));
  return out;
}

std::vector<std::string> packets_of(std::string message) {
  std::vector<std::string> packets;
  while (!message.empty()) {
    const Unit unit = first_unit(message);
    REQUIRE(unit.kind == Unit::Kind::packet);
    packets.push_back(message.substr(0, unit.size));
    message.erase(0, unit.size);
  }
  return packets;
}

std::string varied(std::size_t length) {
  std::string content(length, '\0');
  for (std::size_t i = 0; i != length; ++i) content[i] = static_cast<char>(i * 7 + i / 251);
  return content;
}

LargeContent::State begin(LargeContent& content, const std::string& packet, std::size_t most = kMax) {
  ImageHeader header;
  const std::optional<Packet> read = read_packet(packet);
  if (!read || !read_data(read->data, header)) return LargeContent::State::broken;
  return content.begin(*read, header.length, most);
}

}  // namespace

TEST_CASE("a picture is a packet with its header and pieces of 10,000 octets") {
  const std::string picture = varied(230'400);
  const std::vector<std::string> packets = packets_of(message_of(picture));
  REQUIRE(packets.size() == 25);
  CHECK(shown(packets[0]) == shown(octets("abcd 0026 0007 0019 0000 0000 00000000 000000000000f0bf"
                                          "0001 0001 0140 00f0 00038400 dcba")));
  CHECK(packets[1].size() == 24 + 2 + 10'000 + 2);
  CHECK(shown(packets[24].substr(0, 26)) ==
        shown(octets("abcd 01ac 0007 0019 0018 0000 00000000 000000000000f0bf 0190")));
  CHECK(packets[24].substr(26, 400) == picture.substr(230'000));

  LargeContent content;
  REQUIRE(begin(content, packets[0]) == LargeContent::State::incomplete);
  for (std::size_t i = 1; i != 24; ++i)
    REQUIRE(content.add(*read_packet(packets[i])) == LargeContent::State::incomplete);
  REQUIRE(content.add(*read_packet(packets[24])) == LargeContent::State::complete);
  CHECK((content.content() == picture));
  // Nothing more belongs to it.
  CHECK(content.add(*read_packet(packets[24])) == LargeContent::State::broken);
}

TEST_CASE("an empty content is one packet, and complete") {
  const std::vector<std::string> packets = packets_of(message_of(""));
  REQUIRE(packets.size() == 1);
  LargeContent content;
  CHECK(begin(content, packets[0]) == LargeContent::State::complete);
  CHECK(content.content().empty());
}

TEST_CASE("contents at the borders of pieces are read completely") {
  for (const std::size_t length : {std::size_t{1}, kLargePiece - 1, kLargePiece, kLargePiece + 1, 2 * kLargePiece}) {
    const std::vector<std::string> packets = packets_of(message_of(varied(length)));
    CHECK(packets.size() == 1 + (length + kLargePiece - 1) / kLargePiece);
    LargeContent content;
    LargeContent::State state = begin(content, packets[0]);
    for (std::size_t i = 1; i != packets.size(); ++i) {
      CHECK(state == LargeContent::State::incomplete);
      state = content.add(*read_packet(packets[i]));
    }
    CHECK(state == LargeContent::State::complete);
    CHECK((content.content() == varied(length)));
  }
}

TEST_CASE("a content of more than 1,100 packets is not written") {
  std::string out = "before";
  const std::string content(kLargePiece * (kMaxPackets - 1), 'x');
  CHECK_FALSE(append_large(out, {PacketType::on_recv_sound}, "header", content + "x"));
  CHECK(out == "before");
  CHECK(append_large(out, {PacketType::on_recv_sound}, "header", content));
}

TEST_CASE("pieces that do not match their header are broken") {
  const std::string whole = message_of(varied(25'000));
  const std::vector<std::string> packets = packets_of(whole);
  const Packet second = *read_packet(packets[2]);
  LargeContent content;
  SECTION("a packet is left out") {
    begin(content, packets[0]);
    CHECK(content.add(second) == LargeContent::State::broken);
    // And it does not become whole again.
    CHECK(content.add(*read_packet(packets[1])) == LargeContent::State::broken);
  }
  SECTION("a packet of another type comes in between") {
    begin(content, packets[0]);
    Packet other = *read_packet(packets[1]);
    other.head.type = PacketType::on_recv_sound;
    CHECK(content.add(other) == LargeContent::State::broken);
  }
  SECTION("packets of another message follow") {
    begin(content, packets[0]);
    const std::vector<std::string> others = packets_of(message_of(varied(35'000)));
    CHECK(content.add(*read_packet(others[1])) == LargeContent::State::broken);
  }
  SECTION("the first packet is missing") {
    CHECK(content.begin(second, 25'000, kMax) == LargeContent::State::broken);
  }
  SECTION("the header has another length") {
    CHECK(content.begin(*read_packet(packets[0]), 30'001, kMax) == LargeContent::State::broken);
    CHECK(content.begin(*read_packet(packets[0]), 20'000, kMax) == LargeContent::State::broken);
  }
  SECTION("the length has the right number of packets, but not of octets") {
    CHECK(content.begin(*read_packet(packets[0]), 24'999, kMax) == LargeContent::State::incomplete);
    CHECK(content.add(*read_packet(packets[1])) == LargeContent::State::incomplete);
    CHECK(content.add(second) == LargeContent::State::incomplete);
    CHECK(content.add(*read_packet(packets[3])) == LargeContent::State::broken);
    CHECK(content.begin(*read_packet(packets[0]), 25'001, kMax) == LargeContent::State::incomplete);
    CHECK(content.add(*read_packet(packets[1])) == LargeContent::State::incomplete);
    CHECK(content.add(second) == LargeContent::State::incomplete);
    CHECK(content.add(*read_packet(packets[3])) == LargeContent::State::broken);
  }
  SECTION("the content is longer than the reader allows") {
    CHECK(begin(content, packets[0], 24'999) == LargeContent::State::broken);
    CHECK(begin(content, packets[0], 25'000) == LargeContent::State::incomplete);
  }
  SECTION("a piece is longer than its packet") {
    begin(content, packets[0]);
    std::string longer = packets[1];
    longer[24] = static_cast<char>(0xff);
    CHECK(content.add(*read_packet(longer)) == LargeContent::State::broken);
  }
  SECTION("no message has begun") {
    CHECK(content.add(*read_packet(packets[1])) == LargeContent::State::broken);
  }
}
