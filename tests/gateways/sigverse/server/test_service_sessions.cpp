// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <deque>

#include "tests/gateways/sigverse/server/sig_stage.h"
#include "tests/gateways/sigverse/wire/hex.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;
using wire::RawCode;
using All = wire::RawMessage::All;

namespace {

/// A message as services send it.
std::string in_text_form(const std::string& body) {
  return fmt::format("{:05}{}", body.size() + 5, body);
}

std::string body_of(const std::string& text, const std::string& to) {
  return fmt::format("{:05},{},-1.0,{},", text.size(), text, to);
}

std::string raw_octets(std::uint16_t code, const std::string& body) {
  std::string made;
  wire::OctetWriter writer(made);
  writer.u16(code);
  writer.u16(static_cast<std::uint16_t>(body.size() + 4));
  return made + body;
}

/// Agents "a" and "b", whose controllers know no turns, and services that connect.
struct ServiceStage {
  ServiceStage() : stage(agent("a", "y=50") + agent("b", "y=50 x=1000")) {
    stage.control.begin();
    a = stage.attach("a", false), b = stage.attach("b", false);
    stage.real.advance(1s);
    stage.receive();
    stage.said();
  }
  Peer come(const std::string& name) {
    Peer service(stage.gateway->port());
    service.send("SIGMESSAGE," + name + ",");
    CHECK(stage.octets(service, 4) == "SUCC");
    return service;
  }
  bool hears(Peer& peer, const std::string& octets) {
    const std::string heard = stage.octets(peer, octets.size());
    CHECK(shown(heard) == shown(octets));
    return heard == octets;
  }
  bool is_there(Peer& asker, const std::string& name) {
    std::string request;
    wire::append_raw_request(request, {.code = RawCode::check_service, .object = name});
    asker.send(request);
    const std::string answer = stage.octets(asker, 4);
    CHECK(shown(answer.substr(2)) == "0004");
    return answer[1] == 1;
  }

  SigStage stage;
  Peer a{spark::Descriptor(), spark::Descriptor()}, b{spark::Descriptor(), spark::Descriptor()};
};

}  // namespace

TEST_CASE("A service is accepted however its greeting arrives, and stays until its connection ends") {
  ServiceStage services;
  SigStage& stage = services.stage;
  CHECK_FALSE(services.is_there(services.a, "eye"));
  Peer eye(stage.gateway->port());
  const std::string how = GENERATE("whole", "octet by octet", "without its comma", "with a zero octet");
  CAPTURE(how);
  if (how == "whole") {
    eye.send("SIGMESSAGE,eye,");
  } else if (how == "octet by octet") {
    for (const char octet : std::string("SIGMESSAGE,eye,")) {
      eye.send(std::string_view(&octet, 1));
      stage.receive();
    }
  } else if (how == "without its comma") {
    // A second of silence ends the greeting.
    eye.send("SIGMESSAGE,ey");
    CHECK(stage.hears_nothing(eye));
    stage.real.advance(900ms);
    CHECK(stage.hears_nothing(eye));
    eye.send("e");
    CHECK(stage.hears_nothing(eye));
    stage.real.advance(900ms);
    CHECK(stage.hears_nothing(eye));
    stage.real.advance(200ms);
  } else {
    eye.send(std::string("SIGMESSAGE,eye\0", 15));
  }
  CHECK(services.hears(eye, "SUCC"));
  CHECK(services.is_there(services.a, "eye"));
  CHECK_FALSE(services.is_there(services.a, "ey"));
  // The service may be silent for any time.
  stage.real.advance(60s);
  CHECK(stage.hears_nothing(eye));
  CHECK(services.is_there(services.a, "eye"));
  CHECK(stage.said().back().find("sigverse: the service eye (127.0.0.1:") != std::string::npos);
  SECTION("the service leaves by itself") {
    eye.send("00004");
    CHECK(stage.is_disconnected(eye));
  }
  SECTION("the service is killed") {
    eye.hang_up();
    REQUIRE(stage.until([&] { return stage.gateway->connections() == 2; }));
  }
  CHECK_FALSE(services.is_there(services.a, "eye"));
  const Words lines = stage.said();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].ends_with(") has left"));
}

TEST_CASE("A name that a service or an agent already has is refused") {
  ServiceStage services;
  Peer eye = services.come("eye");
  services.stage.said();
  for (const std::string name : {"eye", "a"}) {
    Peer other(services.stage.gateway->port());
    other.send("SIGMESSAGE," + name + ",");
    CHECK(services.hears(other, "FAIL"));
    CHECK(services.stage.is_disconnected(other));
    const Words lines = services.stage.said();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].ends_with(fmt::format("the service '{}' is refused: {} has that name", name,
                                         name == "a" ? "an agent" : "another service")));
  }
  // The first service is not affected.
  services.a.send(raw_octets(8, body_of("hi", "1,eye")));
  CHECK(services.hears(eye, raw_octets(1, "a," + body_of("hi", "1,eye"))));
}

TEST_CASE("SIGEND ends the simulation, with or without a comma") {
  SigStage stage(agent("a", "y=50"));
  stage.control.begin();
  Peer tool(stage.gateway->port());
  const bool has_comma = GENERATE(true, false);
  tool.send(has_comma ? "SIGMESSAGE,SIGEND," : "SIGMESSAGE,SIGEND");
  if (!has_comma) {
    CHECK(stage.hears_nothing(tool));
    stage.real.advance(1s);
  }
  CHECK(stage.until([&] { return stage.is_over(); }));
  CHECK(stage.is_disconnected(tool));
}

TEST_CASE("Services and controllers send each other messages, by name and to all") {
  ServiceStage services;
  SigStage& stage = services.stage;
  Peer eye = services.come("eye"), ear = services.come("ear");
  REQUIRE(services.hears(eye, raw_octets(2, "ear")));
  struct Case {
    std::string to, heard;  // a and b: the controllers; e: eye, r: ear
  };
  const auto check = [&](Peer& sender, const std::string& from, const std::string& to, const std::string& expected,
                         const std::string& distance = "-1.0") {
    const std::string body = fmt::format("00006,hi, ya,{},{},", distance, to);
    CAPTURE(from, body);
    const bool is_service = &sender == &eye || &sender == &ear;
    sender.send(is_service ? in_text_form(body) : raw_octets(8, body));
    std::string request, heard;
    wire::append_raw_request(request, {.code = RawCode::sim_time});
    Peer* const peers[] = {&services.a, &services.b, &eye, &ear};
    // What is behind it in the order of requests.
    sender.send(request);
    REQUIRE(stage.until([&] {
      sender.read();
      return sender.input().size() >= 8;
    }));
    sender.take(8);
    for (std::size_t i = 0; i < 4; ++i) {
      stage.receive();
      peers[i]->read();
      if (peers[i]->input().empty()) continue;
      heard += "aber"[i];
      services.hears(*peers[i], raw_octets(1, from + "," + body));
    }
    CHECK(heard == expected);
  };
  check(eye, "eye", "1,a", "a");
  check(eye, "eye", "1,ear", "r");
  check(eye, "eye", "3,ear,b,eye", "br");
  check(eye, "eye", "4,b,b,ear,b", "br");
  check(eye, "eye", "-1", "abr");
  check(eye, "eye", "-2", "r");
  check(eye, "eye", "-3", "ab");
  check(services.a, "a", "1,eye", "e");
  check(services.a, "a", "-1", "ber");
  check(services.a, "a", "-2", "er");
  check(services.a, "a", "-3", "b");
  // Services have no place: only other agents can be too far away.
  check(services.a, "a", "-1", "er", "500.000");
  check(services.a, "a", "2,b,eye", "e", "500.000");
  check(eye, "eye", "-1", "abr", "0.000");
  stage.said();
  check(eye, "eye", "2,nothing,a", "a");
  const Words lines = stage.said();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].ends_with("a message for 'nothing', which is neither an attached controller nor a service"));
}

TEST_CASE("Services are notified of others that connect and leave, each name once") {
  ServiceStage services;
  Peer eye = services.come("eye");
  auto ear = std::make_unique<Peer>(services.come("ear"));
  REQUIRE(services.hears(eye, raw_octets(2, "ear")));
  SECTION("a service leaves") {
    ear->send("00004");
    CHECK(services.hears(eye, raw_octets(8, "ear")));
  }
  SECTION("a service is killed and restarts at once: its end is reported first") {
    ear->hang_up();
    Peer again(services.stage.gateway->port());
    again.send("SIGMESSAGE,ear,");
    CHECK(services.hears(again, "SUCC"));
    CHECK(services.hears(eye, raw_octets(8, "ear") + raw_octets(2, "ear")));
    services.a.send(raw_octets(8, body_of("hi", "1,ear")));
    CHECK(services.hears(again, raw_octets(1, "a," + body_of("hi", "1,ear"))));
    // The end of the old connection is not attributed to the new one.
    CHECK(services.stage.hears_nothing(eye));
    CHECK(services.is_there(services.a, "ear"));
  }
  CHECK(services.stage.hears_nothing(services.b));
}

TEST_CASE("A service is sent the port at which a controller awaits it, and no host") {
  ServiceStage services;
  Peer eye = services.come("eye");
  const auto ask = [&](const Peer& peer, const std::string& service, const std::string& agent, std::uint16_t port) {
    wire::RawRequest request{.code = RawCode::connect_service, .object = service, .part = agent};
    request.port = port;
    std::string octets;
    REQUIRE(wire::append_raw_request(octets, request));
    services.stage.said();
    peer.send(octets);
  };
  ask(services.a, "eye", "a", 9301);
  CHECK(services.hears(eye, raw_octets(3, octets("2455") + "a,")));
  SECTION("the controller may ask over its data port") {
    Peer data(services.stage.gateway->port());
    data.say(wire::ConnectDataPort{"a"});
    CHECK(services.stage.next(data).starts_with("CONNECT_DATA_PORT_RESULT 0"));
    ask(data, "eye", "a", 9302);
    CHECK(services.hears(eye, raw_octets(3, octets("2456") + "a,")));
  }
  SECTION("only the agent's own controller may ask, for an existing service and with a port") {
    Peer tool(services.stage.gateway->port()), ear = services.come("ear");
    tool.send("SIGViewer,tool,");
    REQUIRE(services.hears(eye, raw_octets(2, "ear")));
    const std::string no_controller = "asks the service 'eye' to connect to 'a', and is not its controller";
    const auto refused = [&](const std::string& why) {
      return services.stage.until([&] { return !services.stage.log.empty(); }) &&
             services.stage.said()[0].ends_with(why);
    };
    ask(services.b, "eye", "a", 9301);
    CHECK(refused(no_controller));
    ask(tool, "eye", "a", 9301);
    CHECK(refused(no_controller));
    ask(ear, "eye", "a", 9301);
    CHECK(refused(no_controller));
    ask(services.a, "nothing", "a", 9301);
    CHECK(refused("asks the service 'nothing' to connect to port 9301: there is no such service"));
    ask(services.a, "eye", "a", 0);
    CHECK(refused("asks the service 'eye' to connect to port 0: there is no such port"));
    CHECK(services.stage.hears_nothing(eye));
  }
}

TEST_CASE("A controller that the server has started has no port, and reaches services through the server") {
  SigStage stage(agent("a", "y=50", true));
  auto controllers = stage.start_controllers();
  Peer& a = controllers[0];
  Peer eye(stage.gateway->port());
  eye.send("SIGMESSAGE,eye,");
  REQUIRE(stage.octets(eye, 4) == "SUCC");
  stage.control.run();
  CHECK(stage.turn(a).front() == "ON_INIT");
  stage.said();
  a.send(octets("0009 000c 2455") + "eye,a," + raw_octets(8, body_of("look", "1,eye")));
  const std::string look = raw_octets(1, "a," + body_of("look", "1,eye"));
  CHECK(shown(stage.octets(eye, look.size())) == shown(look));
  CHECK(stage.said()[0].ends_with(
      "asks the service 'eye' to connect to it: controllers that the server starts have no port"));
  // The service's answer waits for the next turn, and the world waits for the end of this turn.
  eye.send(in_text_form(body_of("can", "1,a")));
  CHECK(stage.hears_nothing(a));
  CHECK(stage.is_held());
  a.say(wire::TurnDone{stage.turn_number, 100.0});
  stage.step();
  stage.step_until_held();
  CHECK(stage.play(a, 100.0) == Words{"message can from eye"});
  // A service that has gone delays no one.
  eye.hang_up();
  stage.step();
  Peer again(stage.gateway->port());
  again.send("SIGMESSAGE,eye,");
  CHECK(stage.octets(again, 4) == "SUCC");
  again.send(in_text_form(body_of("cup", "1,a")));
  stage.step_until_held();
  CHECK(stage.play(a, 100.0) == Words{"message cup from eye"});
}

TEST_CASE("Services stay when the world is reset") {
  SigStage stage(agent("a", "y=50", true));
  auto controllers = stage.start_controllers();
  Peer eye(stage.gateway->port());
  eye.send("SIGMESSAGE,eye,");
  REQUIRE(stage.octets(eye, 4) == "SUCC");
  stage.control.run();
  CHECK(stage.play(controllers[0]) == Words{"ON_INIT"});
  stage.step();
  CHECK(stage.play(controllers[0], 100.0) == Words{"ON_ACTION 0.01"});
  stage.step();
  // Services ask and control as tools do.
  std::string restart;
  wire::append_packet(restart, wire::SimCtrl{static_cast<std::int16_t>(wire::SimCommand::restart)});
  eye.send(restart);
  CHECK(stage.play(controllers[0]) == Words{"ON_INIT"});
  stage.step();
  REQUIRE(stage.turn(controllers[0]).front() == "ON_ACTION 0.01");
  eye.send(in_text_form(body_of("can", "1,a")));
  CHECK(stage.hears_nothing(controllers[0]));
  controllers[0].say(wire::TurnDone{stage.turn_number, 100.0});
  stage.step_until_held();
  CHECK(stage.play(controllers[0]) == Words{"message can from eye"});
}

TEST_CASE("A service may ask, but changes nothing") {
  ServiceStage services;
  Peer eye = services.come("eye");
  std::string requests;
  wire::append_raw_request(requests, {.code = RawCode::set_position, .object = "a", .triple = {1, 2, 3}});
  wire::append_raw_request(requests, {.code = RawCode::check_entity, .object = "a"});
  eye.say(wire::AttachController{"b"});
  CHECK(services.stage.next(eye) == "ATTACH_CONTROLLER_RESULT 1 'this connection is attached already'");
  services.stage.said();
  eye.send(requests);
  CHECK(services.hears(eye, octets("0001")));
  CHECK(services.stage.sim->find("a")->position()[0] == 0.0);
  CHECK(services.stage.said()[0].ends_with(
      "set position of 'a' is refused: a client that is not attached changes nothing"));
}

TEST_CASE("A text message with a wrong length costs only its sender the message or the connection") {
  ServiceStage services;
  SigStage& stage = services.stage;
  Peer good = services.come("good");
  Peer bad = services.come("bad");
  REQUIRE(services.hears(good, raw_octets(2, "bad")));
  stage.said();
  struct Case {
    std::string octets, line;
  };
  SECTION("a stream that can no longer be separated ends the connection") {
    const auto& [octets, line] = GENERATE(values<Case>({
        {"00003", "a message whose length is less than its five digits"},
        {"0x", "a message whose length is not a number of five digits"},
        {"00010hello world", "received neither a packet nor a raw request"},
        {"hello", "received neither a packet nor a raw request"},
    }));
    CAPTURE(octets);
    bad.send(octets);
    CHECK(stage.is_disconnected(bad));
    CHECK(services.hears(good, raw_octets(8, "bad")));
    const Words lines = stage.said();
    REQUIRE(lines.size() >= 2);
    CHECK(lines[lines.size() - 2].find(line) != std::string::npos);
    CHECK(lines.back().ends_with("has left"));
  }
  SECTION("invalid messages are skipped") {
    const std::string body = body_of("hi", "1,good");
    bad.send(in_text_form("99999,hi,-1.0,1,good,") + in_text_form("00002,hi,-1.0,7,good,") + in_text_form("") +
             in_text_form(body));
    CHECK(services.hears(good, raw_octets(1, "bad," + body)));
    const Words lines = stage.said();
    REQUIRE(lines.size() == 3);
    for (const std::string& line : lines) CHECK(line.ends_with("a message that makes no sense"));
  }
  SECTION("more than a hundred invalid messages end the connection") {
    for (int i = 0; i < 101; ++i) bad.send(in_text_form("nonsense"));
    CHECK(stage.is_disconnected(bad));
  }
  SECTION("a message that is cut off is not delivered") {
    bad.send(in_text_form(body_of("hi", "1,good")).substr(0, 20));
    bad.hang_up();
    CHECK(services.hears(good, raw_octets(8, "bad")));
  }
  SECTION("the length of a text is limited") {
    std::string text(99'000, 'x');
    bad.send(in_text_form(body_of(text, "1,good")));
    REQUIRE(stage.until([&] { return !stage.log.empty(); }));
    CHECK(stage.said()[0].ends_with("a message that is too long, or of a name with a comma"));
    text.resize(65'000);
    const std::string body = body_of(text, "1,good");
    bad.send(in_text_form(body));
    CHECK(services.hears(good, raw_octets(1, "bad," + body)));
  }
  good.send(in_text_form(body_of("still here", "1,a")));
  CHECK(stage.next(services.a) == "message still here from good");
}

TEST_CASE("A service that does not read is disconnected when 8 MB are unsent, and its name is free") {
  ServiceStage services;
  SigStage& stage = services.stage;
  Peer idle = services.come("idle"), good = services.come("good");
  stage.said();
  const std::string message = raw_octets(8, body_of(std::string(60'000, 'x'), "1,idle"));
  for (int i = 0; i < 1'000 && stage.log.empty(); ++i) {
    services.a.send(message);
    stage.receive();
    stage.real.advance(10ms);
  }
  REQUIRE(stage.until([&] { return stage.log.size() >= 2; }));
  const Words lines = stage.said();
  CHECK(lines[0].find("idle (127.0.0.1:") != std::string::npos);
  CHECK(lines[0].ends_with("is disconnected: does not read what it is sent"));
  CHECK(services.hears(good, raw_octets(8, "idle")));
  Peer again = services.come("idle");
  CHECK(services.is_there(services.a, "idle"));
}
