// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;
using wire::kForward;
using wire::kHasReach;
using wire::kWantsNoResult;

namespace {

/// Agents at 0, 100 and 300 cm, with clients that know no turns, so that everything is delivered at once.
struct Three {
  explicit Three(const std::string& values_of_a = "")
      : stage(agent("a", "y=50 " + values_of_a) + agent("b", "y=50 x=100") + agent("c", "y=50 x=300")) {
    stage.control.begin();
    stage.receive();
    for (const char* name : {"a", "b", "c"}) peers.push_back(stage.attach(name, false));
    stage.real.advance(1s);
    stage.receive();
    stage.said();
  }
  /// Sends, and returns who has received it ("a", "b", "c"), which later requests show.
  std::string heard(const std::string& octets) {
    peers[0].send(octets);
    std::string who;
    for (std::size_t i = 0; i < 3; ++i) {
      // What is behind it in the order of requests.
      REQUIRE(stage.until([&] { return has_taken_all(); }));
      peers[i].read();
      if (peers[i].input() == octets)
        who += "abc"[i];
      else if (!peers[i].input().empty())
        who += '?';
      peers[i].take(peers[i].input().size());
    }
    return who;
  }
  /// A request after those sent before.
  bool has_taken_all() {
    std::string request;
    wire::append_raw_request(request, {.code = wire::RawCode::sim_time});
    peers[0].send(request);
    stage.octets(peers[0], 8);
    return true;
  }

  SigStage stage;
  std::vector<Peer> peers;
};

std::string text_packet(std::string_view to, std::uint16_t flags, double reach = -1.0) {
  std::string octets;
  wire::append_packet(octets, wire::OnRecvText{1.5, "a", to, "hi", 0}, {.flags = flags, .target = to, .reach = reach});
  return octets;
}

std::string raw_message(const Words& to, double distance, wire::RawMessage::All all = wire::RawMessage::All::none) {
  std::string octets;
  wire::RawMessage message;
  message.text = "hello";
  message.distance = distance;
  message.all = all;
  for (const std::string& name : to) message.to.push_back(name);
  REQUIRE(wire::append_raw_message(octets, message));
  return octets;
}

}  // namespace

TEST_CASE("Packets are forwarded octet for octet, to one or to all others, within their reach") {
  Three three;
  CHECK(three.heard(text_packet("b", kForward)) == "b");
  CHECK(three.heard(text_packet("", kForward)) == "bc");
  CHECK(three.heard(text_packet("", kForward | kHasReach, 150)) == "b");
  CHECK(three.heard(text_packet("c", kForward | kHasReach, 299.9)) == "");
  CHECK(three.heard(text_packet("c", kForward | kHasReach, 300)) == "c");
  // Without the flag the number is ignored.
  CHECK(three.heard(text_packet("c", kForward, 10)) == "c");
  CHECK(three.stage.said().empty());
  CHECK(three.heard(text_packet("nothing", kForward)) == "");
  const Words lines = three.stage.said();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].ends_with("ON_RECV_TEXT for 'nothing', which is not an attached controller"));
}

TEST_CASE("A voice reaches as far as the attributes of its agent say") {
  Three three("voiceReachRadius=150 voiceReachRadiusEnable=true");
  CHECK(three.heard(text_packet("", kForward)) == "b");
  CHECK(three.heard(text_packet("c", kForward)) == "");
  CHECK(three.heard(text_packet("c", kForward | kHasReach, 1000)) == "c");
  std::string words;
  wire::append_packet(words, wire::OnRecvMessage{"a", {"go"}}, {.flags = kForward, .target = "c"});
  CHECK(three.heard(words) == "c");
}

TEST_CASE("A message reaches the named recipients, after its sender's name, and never the sender") {
  Three three;
  const auto hear = [&](const std::string& octets) {
    three.peers[0].send(octets);
    three.has_taken_all();
    std::string who;
    for (std::size_t i = 0; i < 3; ++i) {
      three.peers[i].read();
      if (const std::string words = three.peers[i].next(); !words.empty()) who += "abc"[i];
    }
    return who;
  };
  CHECK(hear(raw_message({"b"}, -1)) == "b");
  CHECK(hear(raw_message({"b", "c", "a"}, -1)) == "bc");
  CHECK(hear(raw_message({"b", "c"}, 150)) == "b");
  CHECK(hear(raw_message({}, -1, wire::RawMessage::All::everybody)) == "bc");
  CHECK(hear(raw_message({}, 150, wire::RawMessage::All::controllers)) == "b");
  CHECK(hear(raw_message({}, -1, wire::RawMessage::All::services)) == "");
}

TEST_CASE("A message, octet for octet") {
  SigStage stage(agent("a", "y=50") + agent("robot", "y=50 x=100"));
  stage.control.begin();
  Peer a = stage.attach("a", false), robot = stage.attach("robot", false);
  stage.real.advance(1s);
  stage.receive();
  a.send(octets("0008 001d 30303030352c68656c6c6f2c2d312e302c312c726f626f742c"));
  CHECK(shown(stage.octets(robot, 0x1f)) ==
        shown(octets("0001 001f 612c30303030352c68656c6c6f2c2d312e302c312c726f626f742c")));
}

TEST_CASE("A controller that forwards a packet to itself receives it in a turn") {
  SigStage stage(agent("a", "y=50", true));
  Peer a = std::move(stage.start_controllers()[0]);
  stage.control.run();
  CHECK(stage.play(a, 100.0) == Words{"ON_INIT"});
  stage.step();
  std::string octets;
  wire::append_empty_packet(octets, wire::PacketType::controller_command, {.flags = kForward, .target = "a"});
  a.send(octets);
  stage.step_until_held();
  CHECK(stage.play(a, 100.0) == Words{"CONTROLLER_COMMAND"});
}

TEST_CASE("A client without a name cannot send messages") {
  SigStage stage(agent("a", "y=50"));
  stage.control.begin();
  Peer a = stage.attach("a", false);
  Peer unattached(stage.gateway->port());
  std::string octets = raw_message({"a"}, -1);
  REQUIRE(wire::append_raw_request(octets, {.code = wire::RawCode::sim_time}));
  wire::GetObjectNames names;
  std::string first;
  wire::append_packet(first, names);  // a connection begins with a packet
  unattached.send(first + octets);
  CHECK(stage.next(unattached) == "GET_OBJECT_NAMES_RESULT");
  stage.octets(unattached, 8);
  CHECK(stage.hears_nothing(a));
}

TEST_CASE("A forwarded request is answered by the client that was asked, unchanged") {
  Three three;
  std::string request, reply;
  wire::append_packet(request, wire::DetectEntities{"a", 1}, {.flags = kForward, .target = "c"});
  wire::append_packet(reply, wire::DetectEntitiesResult{{"b", "desk"}}, {.flags = 0, .target = "x"});
  three.peers[0].send(request);
  CHECK(three.stage.octets(three.peers[2], request.size()) == request);
  three.peers[2].send(reply);
  CHECK(three.stage.octets(three.peers[0], reply.size()) == reply);
  // Only once: an unrequested reply is dropped.
  three.peers[2].send(reply);
  CHECK(three.stage.hears_nothing(three.peers[0]));
}

TEST_CASE("If the asked client does not answer in time or is missing, the reply says that there is no result") {
  Three three;
  wire::PacketHead to_c{.flags = kForward, .target = "c"};
  three.peers[0].say(wire::DetectEntities{"a", 1}, to_c);
  CHECK(three.stage.next(three.peers[2]) == "DETECT_ENTITIES");
  CHECK(three.stage.hears_nothing(three.peers[0]));
  three.stage.real.advance(1900ms);
  CHECK(three.stage.hears_nothing(three.peers[0]));
  three.stage.real.advance(200ms);
  CHECK(three.stage.next(three.peers[0]) == "DETECT_ENTITIES_RESULT 0");

  three.peers[0].say(wire::CaptureView{.agent = "a"}, to_c);
  CHECK(three.stage.next(three.peers[2]) == "CAPTURE_VIEW_IMAGE");
  three.peers[2].hang_up();
  CHECK(three.stage.next(three.peers[0]) == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
  three.peers[0].say(wire::DistanceSensor{.agent = "a"}, {.flags = kForward, .target = "nothing"});
  CHECK(three.stage.next(three.peers[0]) == "DISTANCE_SENSOR_RESULT 2 octets");
  // If no answer is wanted, no one waits for it.
  three.peers[0].say(wire::DetectEntities{"a", 1}, {.flags = kForward | kWantsNoResult, .target = "b"});
  CHECK(three.stage.next(three.peers[1]) == "DETECT_ENTITIES");
  three.stage.real.advance(5s);
  CHECK(three.stage.hears_nothing(three.peers[0]));
}

TEST_CASE("A sound of many packets is delivered as a whole, with nothing in between") {
  Three three;
  wire::OnRecvSoundHeader header{1.5, "a", {.rate = 16000, .length = 25'000}};
  std::string text, octets;
  wire::OctetWriter writer(text);
  header.fields(wire::FieldWriter(writer));
  REQUIRE(wire::append_large(octets, {.type = wire::PacketType::on_recv_sound, .flags = kForward, .target = "b"}, text,
                             std::string(25'000, 's')));
  three.peers[0].send(std::string_view(octets).substr(0, 20'500));
  CHECK(three.stage.hears_nothing(three.peers[1]));
  three.peers[2].say(wire::OnRecvText{0, "c", "b", "quick", 0}, {.flags = kForward, .target = "b"});
  CHECK(three.stage.next(three.peers[1]) == "ON_RECV_TEXT quick from c to b");
  three.peers[0].send(std::string_view(octets).substr(20'500));
  CHECK(three.stage.octets(three.peers[1], octets.size()) == octets);
}

TEST_CASE("Packets of a message in the wrong order end the connection") {
  Three three;
  std::string text, octets;
  wire::OctetWriter writer(text);
  wire::OnRecvSoundHeader{1.5, "a", {.length = 25'000}}.fields(wire::FieldWriter(writer));
  REQUIRE(wire::append_large(octets, {.type = wire::PacketType::on_recv_sound, .flags = kForward, .target = "b"}, text,
                             std::string(25'000, 's')));
  const std::size_t first = wire::first_unit(octets).size;
  const std::size_t second = wire::first_unit(std::string_view(octets).substr(first)).size;
  octets.erase(first, second);
  three.peers[0].send(octets);
  CHECK(three.stage.is_disconnected(three.peers[0]));
  CHECK(three.stage.hears_nothing(three.peers[1]));
}
