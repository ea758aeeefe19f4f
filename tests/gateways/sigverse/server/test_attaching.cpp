// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse::server;
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

TEST_CASE("Without lock-step, the reply to a client that attaches says that the world does not wait") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer peer(stage.gateway->port());
  peer.say(AttachController{"b"});
  CHECK(stage.next(peer) == "ATTACH_CONTROLLER_RESULT 0 'ext1 free'");
}

TEST_CASE("Each agent has one controller, each connection one agent, and entities have no controller") {
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

TEST_CASE("A controller that the server disconnects is lost for the same reason") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer peer = stage.attach("b");
  peer.send("no packet");
  REQUIRE(stage.until([&] { return !stage.at("b").is_attached(); }));
  CHECK(stage.listener.heard == Words{"ready 0", "lost 0: received neither a packet nor a raw request"});
}

TEST_CASE("A data port that comes before its command port waits for it") {
  SigStage stage(kTwo, synchronous());
  stage.control.begin();
  Peer data(stage.gateway->port());
  data.say(ConnectDataPort{"b"});
  data.say(wire::GetEntity{"box"});  // with all that it asks meanwhile
  CHECK(stage.hears_nothing(data));
  stage.real.advance(1900ms);
  CHECK(stage.hears_nothing(data));
  Peer other = stage.attach("robot_000");
  CHECK(stage.hears_nothing(data));
  Peer command(stage.gateway->port());
  command.say(AttachController{"b"});
  CHECK(stage.next(command) == "ATTACH_CONTROLLER_RESULT 0 'ext1'");
  CHECK(stage.next(data) == "CONNECT_DATA_PORT_RESULT 0 ''");
  CHECK(stage.next(data).starts_with("GET_ENTITY_RESULT"));
  // As the data port of that agent it may make changes.
  data.say(wire::SetLinearVelocity{"box", {1, 2, 3}});
  data.say(wire::GetLinearVelocity{"box"});
  CHECK(stage.next(data) == "GET_LINEAR_VELOCITY_RESULT");
  CHECK(stage.at("box").linear_velocity()[1] == Approx(2));
}

TEST_CASE("A data port whose command port does not come within two seconds is refused") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer first(stage.gateway->port()), second(stage.gateway->port()), gone(stage.gateway->port());
  gone.say(ConnectDataPort{"robot_000"});
  first.say(ConnectDataPort{"b"});
  CHECK(stage.hears_nothing(first));
  stage.real.advance(1s);
  second.say(ConnectDataPort{"b"});
  CHECK(stage.hears_nothing(second));
  gone.hang_up();
  REQUIRE(stage.until([&] { return stage.gateway->connections() == 2; }));
  stage.real.advance(1s);
  CHECK(stage.next(first) == "CONNECT_DATA_PORT_RESULT 1 'no command port without data port from this address'");
  CHECK(stage.hears_nothing(second));
  Peer command = stage.attach("b");
  CHECK(stage.next(second).starts_with("CONNECT_DATA_PORT_RESULT 0"));
  // The refused port may try again, and the command port exists by now.
  first.say(ConnectDataPort{"b"});
  CHECK(stage.next(first).starts_with("CONNECT_DATA_PORT_RESULT 1"));
}

TEST_CASE("A data port needs a command port, and a command port has only one") {
  SigStage stage(kTwo);
  stage.control.begin();
  Peer data(stage.gateway->port());
  data.say(ConnectDataPort{"nothing"});
  CHECK(stage.next(data) == "CONNECT_DATA_PORT_RESULT 2 'no such agent'");
  Peer command = stage.attach("b");
  data.say(ConnectDataPort{"b"});
  CHECK(stage.next(data).starts_with("CONNECT_DATA_PORT_RESULT 0"));
  Peer more(stage.gateway->port());
  more.say(ConnectDataPort{"b"});
  CHECK(stage.next(more).starts_with("CONNECT_DATA_PORT_RESULT 1"));
}

TEST_CASE("No client takes the place of a controller that is being started") {
  SigStage stage(agent("a", "y=50", true));
  stage.gateway->start(0, "a");
  Peer data(stage.gateway->port());
  data.say(ConnectDataPort{"a"});
  CHECK(stage.next(data).starts_with("CONNECT_DATA_PORT_RESULT 1"));
  Peer peer(stage.gateway->port());
  peer.say(AttachController{"a"});
  CHECK(stage.next(peer) == "ATTACH_CONTROLLER_RESULT 1 'a has a controller'");
}

TEST_CASE("Only an attached client changes anything, and any client gets answers") {
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

TEST_CASE("Viewers get the shape database, and a changed state changes the attribute and not the body") {
  TemporaryFolder data;
  std::filesystem::create_directories(data / "xml");
  const auto sphere = [&data](const std::string& name, const std::string& radius) {
    std::ofstream(data / "xml" / name) << "<X3D><Scene><Group><Transform><Shape><Sphere radius='" + radius +
                                              "'/></Shape></Transform></Group></Scene></X3D>";
  };
  sphere("on.x3d", "2");
  sphere("off.x3d", "4");
  std::ofstream(data / "xml/Lamp.xml") << R"(<define-class name="Lamp" inherit="Entity.xml">
<attr name="switch" type="string" group="visState" value="off"/>
<set-attr-value name="visStateAttrName" value="switch"/>
<x3d><filename>on.x3d</filename><state name="switch" value="on"/></x3d>
<x3d><filename>off.x3d</filename><state name="switch" value="off"/></x3d></define-class>)";
  ::setenv("SIGVERSE_DATADIR", data.path().c_str(), 1);
  SigStage stage(object("Lamp.xml", "lamp", "y=50 dynamics=false"));
  ::unsetenv("SIGVERSE_DATADIR");
  stage.control.begin();
  Peer peer(stage.gateway->port());
  std::string question;
  wire::append_empty_packet(question, wire::PacketType::x3d_db);
  peer.send(question);
  CHECK(stage.next(peer) == "X3D_DB_RESULT Lamp::switch:on=on.x3d Lamp::switch:off=off.x3d");
  peer.say(wire::AttachView{"eye"});
  CHECK(stage.next(peer) == "ATTACH_VIEW_RESULT 0 '' Lamp::switch:on=on.x3d Lamp::switch:off=off.x3d");
  CHECK(stage.at("lamp").part(0).size[0] == Approx(4));
  CHECK(stage.at("lamp").set_attribute("switch", std::string("on")));
  CHECK(stage.at("lamp").part(0).size[0] == Approx(4));
}

TEST_CASE("A controller that attaches later begins with onInit, and in lock-step the world waits for it") {
  SigStage stage(kTwo, synchronous());
  stage.control.begin();
  stage.control.run();
  for (int i = 0; i < 3; ++i) stage.step();
  Peer peer = stage.attach("b");
  stage.step_until_held();
  CHECK(stage.play(peer) == Words{"ON_INIT"});
  stage.step();
  CHECK(stage.turn(peer).front().starts_with("ON_ACTION 0.0"));
  // The world waits for the controller for a limited time.
  CHECK(stage.is_held());
  stage.real.advance(1100ms);
  CHECK_FALSE(stage.is_held());
  for (int i = 0; i < 5; ++i) stage.step();
  CHECK(stage.hears_nothing(peer));
  peer.say(wire::TurnDone{stage.turn_number, 0.0});
  stage.step_until_held();
  CHECK(stage.turn(peer).front().starts_with("ON_ACTION"));
}

TEST_CASE("Clients that know no turns are notified when time starts or stops, and of collisions") {
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

TEST_CASE("Clients that know no turns get packets in each step if the script says so") {
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

TEST_CASE("Without services and sight, requests for them get empty replies") {
  SigOptions options;
  options.own_eyes = false;
  SigStage stage(kTwo, options);
  stage.control.begin();
  Peer peer = stage.attach("b");
  peer.say(wire::NsQuery{4});
  peer.say(wire::CaptureView{.agent = "b"});
  peer.say(wire::DetectEntities{.agent = "b"});
  peer.say(wire::DistanceSensor{.agent = "b"});
  peer.say(wire::DistanceSensor{.agent = "b", .dimensions = 1});
  CHECK(stage.next(peer) == "NS_QUERY_RESULT 0");
  CHECK(stage.next(peer) == "CAPTURE_VIEW_IMAGE_RESULT 0 octets");
  CHECK(stage.next(peer) == "DETECT_ENTITIES_RESULT 0");
  CHECK(stage.next(peer) == "DISTANCE_SENSOR_RESULT 2 octets");
  CHECK(stage.next(peer) == "DISTANCE_SENSOR_RESULT 12 octets");
  peer.send(octets("0010 000e 534947566965776572 2c"));
  CHECK(shown(stage.octets(peer, 4)) == shown(octets("0000 0004")));
}
