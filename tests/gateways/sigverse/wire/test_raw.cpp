// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/wire/raw.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse::wire;
using namespace sigverse_test;

namespace {

bool reads_message(std::string_view body, bool with_sender = false) {
  RawMessage message;
  return read_raw_message(body, with_sender, message);
}

/// Its texts are views into `octets`.
RawRequest read(const std::string& octets) {
  RawRequest request;
  REQUIRE(first_unit(octets).kind == Unit::Kind::raw);
  REQUIRE(read_raw_request(read_raw(octets), request));
  return request;
}

}  // namespace

TEST_CASE("bodies of raw requests are read as their values") {
  const std::string set_position = octets("000f 0021 000000000000f03f0000000000000040000000000000084062616c6c2c");
  const RawRequest place = read(set_position);
  CHECK(place.code == RawCode::set_position);
  CHECK(place.object == "ball");
  CHECK(place.triple == Triple{1.0, 2.0, 3.0});
  const std::string set_velocity = octets("001e 0021 000000000000e03f0000000000003440726f626f742c4a4f494e54312c");
  const RawRequest joint = read(set_velocity);
  CHECK(joint.first == 0.5);
  CHECK(joint.second == 20.0);
  CHECK(joint.object == "robot");
  CHECK(joint.part == "JOINT1");
  const std::string grasp = octets("001f 0019 726f626f742c5241524d5f4c494e4b372c63616e2c");
  CHECK(read(grasp).part == "RARM_LINK7");
  CHECK(read(grasp).other == "can");
  CHECK(read(octets("0025 000a 01 62616c6c2c")).flag);
  CHECK_FALSE(read(octets("0025 000a 00 62616c6c2c")).flag);
}

TEST_CASE("every raw request is read as it was written, and refused if it is cut off") {
  int requests = 0;
  for (std::uint16_t code = 0; code != 0x0100; ++code) {
    RawRequest request;
    request.code = static_cast<RawCode>(code);
    request.object = "robot";
    request.part = "J";
    request.other = "can";
    request.camera = 3;
    request.flag = true;
    request.triple = {1.0, 2.0, 3.0};
    request.quad = {0.0, 1.0, 0.0, 0.0};
    request.first = 4.0;
    request.second = 5.0;
    request.port = 9301;
    std::string out;
    if (!append_raw_request(out, request)) {
      CHECK(out.empty());
      RawRequest none;
      CHECK_FALSE(read_raw_request({code, "some body, whatever,"}, none));
      continue;
    }
    ++requests;
    INFO(name_of(request.code));
    RawRequest again;
    const Raw raw = read_raw(out);
    REQUIRE(read_raw_request(raw, again));
    std::string twice;
    REQUIRE(append_raw_request(twice, again));
    CHECK(twice == out);
    for (std::size_t size = 0; size < raw.body.size(); ++size)
      CHECK_FALSE(read_raw_request({code, raw.body.substr(0, size)}, again));
  }
  // All requests except messages and the three of older viewers; 10 and 40 are the same request.
  CHECK(requests == 36);
}

TEST_CASE("a name with a comma is not written") {
  RawRequest request;
  request.code = RawCode::get_position;
  request.object = "a,b";
  std::string out = "before";
  CHECK_FALSE(append_raw_request(out, request));
  CHECK_FALSE(append_raw_message(out, {"", "text", -1.0, RawMessage::All::none, {"a,b"}}));
  CHECK_FALSE(append_raw_message(out, {"a,b", "text", -1.0, RawMessage::All::none, {"c"}}));
  CHECK_FALSE(append_forwarded_message(out, "a,b", "00002,hi,-1.0,-1,"));
  CHECK(out == "before");
}

TEST_CASE("a message may contain commas, and is followed by its recipients") {
  RawMessage message;
  REQUIRE(read_raw_message("00007,go, now,150.000,2,a,b,", false, message));
  CHECK(message.from.empty());
  CHECK(message.text == "go, now");
  CHECK(message.distance == 150.0);
  CHECK(message.all == RawMessage::All::none);
  CHECK(message.to == Texts{"a", "b"});
  REQUIRE(read_raw_message("boss,00000,,-1.0,-3,", true, message));
  CHECK(message.from == "boss");
  CHECK(message.text.empty());
  CHECK(message.distance == -1.0);
  CHECK(message.all == RawMessage::All::controllers);
  CHECK(message.to.empty());
}

TEST_CASE("messages with wrong lengths, distances or recipients are refused") {
  CHECK(reads_message("00002,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message(""));
  CHECK_FALSE(reads_message("00002"));
  CHECK_FALSE(reads_message("2,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message("+0002,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message("-0002,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message("000x2,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message("00001,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message("00003,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message("99999,hi,-1.0,-1,"));
  CHECK_FALSE(reads_message("00002,hi,nan,-1,"));
  CHECK_FALSE(reads_message("00002,hi,inf,-1,"));
  CHECK_FALSE(reads_message("00002,hi,,-1,"));
  CHECK_FALSE(reads_message("00002,hi,1.0x,-1,"));
  CHECK_FALSE(reads_message("00002,hi,-1.0,-4,"));
  CHECK_FALSE(reads_message("00002,hi,-1.0,1.5,a,b,"));
  CHECK_FALSE(reads_message("00002,hi,-1.0,2,a,"));
  CHECK_FALSE(reads_message("00002,hi,-1.0,1,a"));
  CHECK_FALSE(reads_message("00002,hi,-1.0,1000000000,a,"));
  CHECK_FALSE(reads_message("00002,hi,-1.0,1e300,a,"));
  CHECK_FALSE(reads_message("00002,hi,-1.0,-1", true));
}

TEST_CASE("distances are written with three decimals") {
  const auto written = [](double distance) {
    std::string out;
    REQUIRE(append_raw_message(out, {"", "hi", distance, RawMessage::All::services, {}}));
    return out.substr(4);
  };
  CHECK(written(12.34567) == "00002,hi,12.346,-2,");
  CHECK(written(0.0) == "00002,hi,0.000,-2,");
  CHECK(written(-7.0) == "00002,hi,-1.0,-2,");
  CHECK(written(1e300) == "00002,hi,1000000000000.000,-2,");
}

TEST_CASE("a message is forwarded with an unchanged body") {
  std::string out;
  REQUIRE(append_forwarded_message(out, "a", "00005,hello,-1.0,1,robot,"));
  CHECK(shown(out) == shown(octets("0001 001f 612c30303030352c68656c6c6f2c2d312e302c312c726f626f742c")));
  const std::string body(65'535 - 4, 'x');
  out = "before";
  CHECK_FALSE(append_forwarded_message(out, "a", body));
  CHECK(out == "before");
}

TEST_CASE("the kind of a connection is known as early as possible") {
  const auto kind = [](std::string_view input) { return read_opening(input).kind; };
  using Kind = Opening::Kind;
  CHECK(kind("") == Kind::undecided);
  CHECK(kind("\xab") == Kind::undecided);
  CHECK(kind("\xab\xcd") == Kind::packets);
  CHECK(kind("\xab\xce") == Kind::unknown);
  CHECK(kind("GET / HTTP/1.1\r\n") == Kind::unknown);
  CHECK(kind(std::string_view("\0\x26\0\4", 4)) == Kind::unknown);
  for (const std::string_view whole :
       {std::string_view("SIGViewer,SIGSTART,"), std::string_view("SIGMESSAGE,voice,")}) {
    for (std::size_t size = 0; size != whole.size(); ++size) CHECK(kind(whole.substr(0, size)) == Kind::undecided);
    CHECK(read_opening(whole).size == whole.size());
  }
  const Opening viewer = read_opening(std::string_view("SIGViewer,SIGSTART,\0\2\0\4", 23));
  CHECK(viewer.kind == Kind::viewer);
  CHECK(viewer.name == "SIGSTART");
  CHECK(viewer.size == 19);
  const Opening service = read_opening("SIGMESSAGE,voice,00004");
  CHECK(service.kind == Kind::service);
  CHECK(service.name == "voice");
  CHECK(kind("SIGX") == Kind::unknown);
  CHECK(kind(std::string_view("SIGViewer,\0\2\0\4", 14)) == Kind::unknown);
  CHECK(kind("SIGViewer;") == Kind::unknown);
  CHECK(kind("SIGViewer,,") == Kind::unknown);
  CHECK(kind("SIGMESSAGE,,") == Kind::unknown);
  const std::string longest(255, 'n');
  CHECK(kind("SIGViewer," + longest) == Kind::undecided);
  CHECK(kind("SIGMESSAGE," + longest) == Kind::undecided);
  CHECK(kind("SIGMESSAGE," + longest + "n") == Kind::unknown);
  CHECK(read_opening("SIGViewer," + longest + std::string(1, '\0')).name == longest);
  CHECK(read_opening("SIGViewer," + longest + ",").name == longest);
  CHECK(kind("SIGViewer," + longest + "n") == Kind::unknown);
  CHECK(kind("SIGViewer," + longest + "n,") == Kind::unknown);
}

TEST_CASE("A service's greeting without its comma ends with a zero octet, which belongs to it") {
  using Kind = Opening::Kind;
  const Opening whole = read_opening(std::string_view("SIGMESSAGE,voice\0\0", 18));
  CHECK(whole.kind == Kind::service);
  CHECK(whole.name == "voice");
  CHECK(whole.size == 17);
  const Opening so_far = read_opening("SIGMESSAGE,voice");
  CHECK(so_far.kind == Kind::undecided);
  CHECK(so_far.presumed == Kind::service);
  CHECK(so_far.name == "voice");
  CHECK(so_far.size == 16);
  CHECK(read_opening("SIGMESSAGE,").presumed == Kind::undecided);
  CHECK(read_opening("SIGMESSAG").presumed == Kind::undecided);
}

TEST_CASE("Messages that services send in text form are separated by their length") {
  using Kind = TextUnit::Kind;
  const std::string body = "00005,hello,-1.0,1,robot,", message = "00030" + body;
  REQUIRE(message.size() == 30);
  for (std::size_t size = 0; size != message.size(); ++size) {
    CAPTURE(size);
    CHECK(first_text_unit(message.substr(0, size)).kind == Kind::incomplete);
  }
  const std::string two = message + "00004", other = "00031," + body;
  const TextUnit unit = first_text_unit(two);
  REQUIRE(unit.kind == Kind::message);
  CHECK(unit.size == message.size());
  CHECK(unit.body == body);
  // Senders that put a comma after every field count it.
  const TextUnit with_comma = first_text_unit(other);
  REQUIRE(with_comma.kind == Kind::message);
  CHECK(with_comma.size == 31);
  CHECK(with_comma.body == body);

  const TextUnit end = first_text_unit("00004" + message);
  CHECK(end.kind == Kind::leave);
  CHECK(end.size == 5);
  const TextUnit empty = first_text_unit("00005");
  CHECK(empty.kind == Kind::message);
  CHECK(empty.body.empty());
  CHECK(first_text_unit("0000").kind == Kind::incomplete);
  for (const std::string_view broken :
       {"00000", "00003", "x", "0003x", "+0030", "-0030", " 0030", "0x030", "1.000", "1,"}) {
    CAPTURE(broken);
    CHECK(first_text_unit(broken).kind == Kind::broken);
    CHECK(std::string_view(first_text_unit(broken).problem).find('\n') == std::string_view::npos);
    CHECK_FALSE(std::string_view(first_text_unit(broken).problem).empty());
  }
  CHECK(first_text_unit("99999").kind == Kind::incomplete);
  CHECK(first_text_unit("99999" + std::string(99'993, 'x')).kind == Kind::incomplete);
  CHECK(first_text_unit("99999" + std::string(99'994, 'x')).size == 99'999);
}

TEST_CASE("A message between a controller and a service names its sender and its length") {
  std::string out = "before";
  REQUIRE(append_direct_message(out, DirectCode::message_to_service, {"robot", "hello, you"}));
  CHECK(shown(out.substr(6)) == shown(octets("0001 0017") + "robot,10,hello, you"));
  DirectMessage message;
  REQUIRE(read_direct_message(std::string_view(out).substr(10), message));
  CHECK(message.from == "robot");
  CHECK(message.text == "hello, you");
  REQUIRE(read_direct_message("eye,2,hi there", message));
  CHECK(message.text == "hi");
  REQUIRE(read_direct_message("eye,0,", message));
  CHECK(message.text.empty());
  for (const std::string_view broken :
       {"", "eye", "eye,", "eye,2", "eye,2,h", "eye,-1,hi", "eye,1.5,hi", "eye,nan,hi", "eye,1e300,hi", "eye,x,hi"}) {
    CAPTURE(broken);
    CHECK_FALSE(read_direct_message(broken, message));
  }
  CHECK_FALSE(append_direct_message(out, DirectCode::message_to_controller, {"a,b", "hi"}));
  CHECK_FALSE(append_direct_message(out, DirectCode::message_to_controller, {"a", std::string(65'535, 'x')}));
  CHECK(out.size() == 6 + 0x17);
}

TEST_CASE("A viewer's greeting without its comma ends before the zero octet of its first request") {
  using Kind = Opening::Kind;
  const std::string_view start_tool("SIGViewer,SIGSTART\0\2\0\4", 22);
  const Opening viewer = read_opening(start_tool);
  CHECK(viewer.kind == Kind::viewer);
  CHECK(viewer.name == "SIGSTART");
  CHECK(viewer.size == 18);
  // Before that octet arrives, the name may be longer.
  const Opening so_far = read_opening(start_tool.substr(0, 18));
  CHECK(so_far.kind == Kind::undecided);
  CHECK(so_far.name == "SIGSTART");
  CHECK(so_far.size == 18);
  CHECK(read_opening("SIGViewer,").name.empty());
  CHECK(read_opening("SIGViewer,SIGSTART,").size == 19);
  // A zero octet after the comma belongs to the request, too.
  CHECK(read_opening(std::string_view("SIGViewer,SIGSTART,\0", 20)).size == 19);
}
