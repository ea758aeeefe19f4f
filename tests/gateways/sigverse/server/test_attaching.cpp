// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse_test;
using wire::AttachController;
using wire::ConnectDataPort;

namespace {

const std::string kTwo = agent("robot_000", "y=50") + agent("b", "y=50 x=100") + object("Box.xml", "box", "y=50 x=300");

SigOptions synchronous() {
  SigOptions options;
  options.sync = true;
  return options;
}

}  // namespace

TEST_CASE("Attaching, octet for octet") {
  SigStage stage(kTwo, synchronous());
  stage.control.begin();
  Peer peer(stage.gateway->port());
  peer.send(octets("abcd 002a 000a 0001 0000 0000 00000000 000000000000f0bf 00000009 726f626f745f303030000000 dcba"));
  CHECK(shown(stage.octets(peer, 0x28)) ==
        shown(octets("abcd 0028 000b 0001 0000 0000 00000000 000000000000f0bf 0000 00000004 6578743100000000 dcba")));
  CHECK(stage.at("robot_000").is_attached());
  CHECK(stage.listener.heard.empty());  // it may say yet that it knows turns
  Peer data(stage.gateway->port());
  data.send(octets("abcd 002a 000e 0001 0000 0000 00000000 000000000000f0bf 00000009 726f626f745f303030000000 dcba"));
  CHECK(stage.next(data) == "CONNECT_DATA_PORT_RESULT 0 ''");
  CHECK(stage.until([&] { return stage.listener.heard == Words{"ready 0"}; }));
  Peer other(stage.gateway->port());
  other.say(AttachController{"x"});
  CHECK(shown(stage.octets(other, 0x2c)) ==
        shown(octets(
            "abcd 002c 000b 0001 0000 0000 00000000 000000000000f0bf 0002 0000000a 6e6f206167656e7420780000 dcba")));
}

TEST_CASE("A world that would not wait says so when a client attaches") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer peer(stage.gateway->port());
  peer.say(AttachController{"b"});
  CHECK(stage.next(peer) == "ATTACH_CONTROLLER_RESULT 0 'ext1 free'");
}

TEST_CASE("One controller for each agent, one agent for each connection, and no entities") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer first = stage.attach("b");
  Peer second(stage.gateway->port());
  second.say(AttachController{"b"});
  CHECK(stage.next(second) == "ATTACH_CONTROLLER_RESULT 1 'b has a controller'");
  second.say(AttachController{"box"});
  CHECK(stage.next(second) == "ATTACH_CONTROLLER_RESULT 2 'no agent box'");
  first.say(AttachController{"robot_000"});
  CHECK(stage.next(first) == "ATTACH_CONTROLLER_RESULT 1 'this connection is attached already'");
  second.say(AttachController{"robot_000"});
  CHECK(stage.next(second).starts_with("ATTACH_CONTROLLER_RESULT 0"));
}

TEST_CASE("The object stays when its controller goes, and another may attach") {
  SigStage stage(kTwo);
  stage.control.begin();
  {
    Peer peer = stage.attach("b");
    Peer data(stage.gateway->port());
    data.say(ConnectDataPort{"b"});
    CHECK(stage.next(data) == "CONNECT_DATA_PORT_RESULT 0 ''");
    peer.hang_up();
    CHECK(stage.is_disconnected(data));
  }
  REQUIRE(stage.until([&] { return !stage.at("b").is_attached(); }));
  CHECK(stage.listener.heard == Words{"ready 0", "lost 0: closed its connection"});
  stage.at("b").set_position({1, 50, 2});
  Peer again = stage.attach("b");
  CHECK(stage.at("b").is_attached());
  CHECK(stage.at("b").position() == SigVector{1, 50, 2});
}

TEST_CASE("A data port needs a command port, and there is one") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer data(stage.gateway->port());
  data.say(ConnectDataPort{"b"});
  CHECK(stage.next(data).starts_with("CONNECT_DATA_PORT_RESULT 1"));
  data.say(ConnectDataPort{"nobody"});
  CHECK(stage.next(data) == "CONNECT_DATA_PORT_RESULT 2 'no such agent'");
  Peer command = stage.attach("b");
  data.say(ConnectDataPort{"b"});
  CHECK(stage.next(data).starts_with("CONNECT_DATA_PORT_RESULT 0"));
  Peer more(stage.gateway->port());
  more.say(ConnectDataPort{"b"});
  CHECK(stage.next(more).starts_with("CONNECT_DATA_PORT_RESULT 1"));
}

TEST_CASE("Nobody takes the place of a controller that is being started") {
  SigStage stage(agent("a", "y=50", true));
  stage.gateway->start(0, "a");
  Peer peer(stage.gateway->port());
  peer.say(AttachController{"a"});
  CHECK(stage.next(peer) == "ATTACH_CONTROLLER_RESULT 1 'a has a controller'");
}

TEST_CASE("Only who is attached changes anything, whoever asks gets answers") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer peer(stage.gateway->port());
  peer.say(wire::SetLinearVelocity{"box", {1, 2, 3}});
  peer.say(wire::GetLinearVelocity{"box"});
  CHECK(stage.next(peer) == "GET_LINEAR_VELOCITY_RESULT");
  CHECK(stage.at("box").linear_velocity() == SigVector{0, 0, 0});
  peer.say(wire::AttachView{"eye"});
  CHECK(stage.next(peer) == "ATTACH_VIEW_RESULT 0 ''");
  peer.say(wire::SetLinearVelocity{"box", {1, 2, 3}});
  peer.say(wire::GetLinearVelocity{"box"});
  CHECK(stage.next(peer) == "GET_LINEAR_VELOCITY_RESULT");
  CHECK(stage.at("box").linear_velocity()[1] == Approx(2));
}

TEST_CASE("A controller that comes later begins with onInit, and in lock-step the world waits for it") {
  SigStage stage(kTwo, synchronous());
  stage.control.begin();
  stage.control.run();
  for (int i = 0; i < 3; ++i) stage.step();
  Peer peer = stage.attach("b");
  stage.step_until_held();
  CHECK(stage.play(peer) == Words{"ON_INIT"});
  stage.step();
  CHECK(stage.turn(peer).front().starts_with("ON_ACTION 0.0"));
  // The world stands for it, for a while.
  CHECK(stage.is_held());
  stage.real.advance(1100ms);
  CHECK_FALSE(stage.is_held());
  for (int i = 0; i < 5; ++i) stage.step();
  CHECK(stage.hears_nothing(peer));
  peer.say(wire::TurnDone{stage.turn_number, 0.0});
  stage.step_until_held();
  CHECK(stage.turn(peer).front().starts_with("ON_ACTION"));
}

TEST_CASE("Clients that know no turns hear when time runs, and what occurs") {
  SigStage stage(agent("a", "y=50 dynamics=false") + object("Box.xml", "box", "y=50 x=15 dynamics=false"));
  stage.control.begin();
  Peer peer = stage.attach("a", false);
  CHECK(stage.hears_nothing(peer));
  stage.real.advance(1s);
  CHECK(stage.hears_nothing(peer));
  stage.control.run();
  CHECK(stage.next(peer) == "START_SIM 0");
  stage.step();
  CHECK(stage.next(peer) == "ON_COLLISION 0.01 box:body:body:");
  stage.step();
  CHECK(stage.next(peer) == "ON_COLLISION 0.02 box:body:body:");
  stage.control.pause();
  CHECK(stage.next(peer) == "STOP_SIM");
  stage.control.run();
  CHECK(stage.next(peer) == "START_SIM 0.02");
}

TEST_CASE("Or packets in each step, if the script says so") {
  SigOptions options;
  options.foreign_clients = SigOptions::ForeignClients::packets;
  SigStage stage(kTwo, options);
  stage.control.begin();
  Peer peer = stage.attach("b", false);
  Peer data(stage.gateway->port());
  data.say(ConnectDataPort{"b"});  // shows at once that it knows no turns
  CHECK(stage.next(data) == "CONNECT_DATA_PORT_RESULT 0 ''");
  stage.control.run();
  stage.step();
  stage.step();
  stage.step();
  CHECK(stage.next(peer) == "ON_INIT");
  CHECK(stage.next(peer) == "ON_ACTION 0.01");
  CHECK(stage.next(peer) == "ON_ACTION 0.02");
}

TEST_CASE("Services and sight are answered, with no") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer peer = stage.attach("b");
  peer.say(wire::NsQuery{4});
  peer.say(wire::ProvideService{"eye", 3, "", 9300});
  peer.say(wire::CaptureView{.agent = "b"});
  peer.say(wire::DetectEntities{.agent = "b"});
  peer.say(wire::DistanceSensor{.agent = "b"});
  peer.say(wire::DistanceSensor{.agent = "b", .dimensions = 1});
  CHECK(stage.next(peer) == "NS_QUERY_RESULT 0");
  CHECK(stage.next(peer) == "PROVIDE_SERVICE_RESULT 1 'this server takes no services'");
  CHECK(stage.next(peer) == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
  CHECK(stage.next(peer) == "DETECT_ENTITIES_RESULT 0");
  CHECK(stage.next(peer) == "DISTANCE_SENSOR_RESULT 2 octets");
  CHECK(stage.next(peer) == "DISTANCE_SENSOR_RESULT 12 octets");
  peer.send(octets("0010 000e 534947566965776572 2c"));
  CHECK(shown(stage.octets(peer, 4)) == shown(octets("0000 0004")));
  Peer service(stage.gateway->port());
  service.send("SIGMESSAGE,SIGViewer,");
  CHECK(stage.octets(service, 4) == "FAIL");
  CHECK(stage.is_disconnected(service));
}
