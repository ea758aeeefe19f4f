// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "tests/gateways/sigverse/client/scripted_server.h"

using namespace sigverse;
using namespace sigverse::client;
using Received = SimServer::Received;

namespace {

const wire::PartRecord kBall{1, wire::PartShape::sphere, "body", {1, 2, 3}, {1, 0, 0, 0}, {10, 0, 0}};
constexpr std::string_view kAsksAll("\xab\xcd\0\x1a\0\1\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xf0\xbf\xdc\xba", 26);

wire::ObjectRecord ball(std::string_view name) {
  return object_record(name, {{"x", "position", 1.0}, {"y", "position", 2.0}, {"z", "position", 3.0}}, {kBall});
}

std::string shapes_of(std::string_view name, const sight::Vector& place) {
  return packet_of(wire::GetPartShapesResult{name, {{1, place, {1, 0, 0, 0}}}});
}

/// The requests in these octets, such as "1", "135 ball" or "3 ".
std::vector<std::string> requests_in(std::string_view octets) {
  std::vector<std::string> requests;
  while (!octets.empty()) {
    const wire::Unit unit = wire::first_unit(octets);
    REQUIRE(unit.kind == wire::Unit::Kind::packet);
    const auto packet = wire::read_packet(octets.substr(0, unit.size));
    std::string line = std::to_string(static_cast<int>(packet->head.type));
    wire::GetEntity named;
    if (!packet->data.empty() && wire::read_data(packet->data, named)) line += " " + std::string(named.name);
    requests.push_back(line);
    octets.remove_prefix(unit.size);
  }
  return requests;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("requests are sent as packets of the protocol") {
  ScriptedServer server;
  server.link.sendGetAllEntitiesRequest();
  CHECK(server.taken() == kAsksAll);
  server.link.sendSimCtrlCommand(wire::SimCommand::restart);
  CHECK(server.taken() == packet_of(wire::SimCtrl{3}));
  server.link.attachView("V");
  CHECK(server.taken() == packet_of(wire::AttachView{"V", 1}));
  server.link.sendGetEntityRequest("ball");
  CHECK(server.taken() == packet_of(wire::GetEntity{"ball"}));
  server.link.sendX3DDBRequest();
  CHECK(server.taken().substr(4, 2) == std::string_view("\0\x27", 2));
  server.link.sendEndRequest();
  CHECK(server.taken() == std::string("\0\7\0\4", 4));
  server.link.close();
  server.link.sendGetAllEntitiesRequest();
  CHECK(server.taken().empty());
  CHECK(server.process() == Received::ended);
  CHECK(server.link.problem().empty());
  CHECK(server.link.descriptor() == -1);
}

TEST_CASE("a changed attribute is sent alone, a changed pose as a whole") {
  ScriptedServer server;
  Object object = object_of(ball("ball"));
  object.parts.clear();
  const auto sent = [&] {
    const std::string octets = server.taken();
    const auto packet = wire::read_packet(octets);
    REQUIRE(packet);
    CHECK(packet->head.type == wire::PacketType::update_entities);
    wire::OctetReader reader(packet->data);
    reader.real();
    wire::ObjectRecord record;
    REQUIRE(wire::read_record(reader, record));
    CHECK(reader.at_end());
    CHECK(record.parts.empty());
    return object_of(record);
  };
  REQUIRE(server.link.sendAttributes(object, {{"switch", "visState", std::string("on")}}));
  Object changed = sent();
  CHECK(changed.name == "ball");
  CHECK(changed.operations == 0);
  REQUIRE(changed.attributes.size() == 1);
  CHECK(changed.text("switch") == "on");

  REQUIRE(server.link.sendAttributes(object, {{"y", "position", 50.0}, {"mass", "physics", 2.0}}));
  changed = sent();
  CHECK(changed.operations == wire::operation::kPosition);
  CHECK(changed.attributes.size() == 4);
  CHECK(changed.number("x") == 1.0);
  CHECK(changed.number("y") == 50.0);
  CHECK(changed.number("z") == 3.0);
  CHECK(changed.number("mass") == 2.0);

  CHECK_FALSE(server.link.sendAttributes(object, {{"long", "", std::string(70'000, 'a')}}));
  CHECK(server.taken().empty());
}

TEST_CASE("a sound is sent as viewers send it, however slowly the server reads it") {
  ScriptedServer server;
  const std::string samples(wire::kMaxSoundOctets, 'a');
  REQUIRE(server.link.sendRawSound("robot_000", 1.5, {.channels = 1, .rate = 16'000, .bits = 16, .samples = samples}));
  CHECK(server.link.has_unsent());
  std::string octets;
  while (server.link.has_unsent()) {
    octets += server.taken();
    REQUIRE(server.process() == Received::nothing);
  }
  octets += server.taken();
  const auto first = wire::read_packet(std::string_view(octets).substr(0, wire::first_unit(octets).size));
  REQUIRE(first);
  CHECK(first->head.type == wire::PacketType::on_recv_sound);
  CHECK(first->head.flags == wire::kForward);
  CHECK(first->head.target == "robot_000");
  wire::OnRecvSoundHeader header;
  REQUIRE(wire::read_data(first->data, header));
  CHECK(header.from == "SIGViewer");
  CHECK(header.time == 1.5);
  CHECK(header.format.length == samples.size());
  wire::LargeContent content;
  auto state = content.begin(*first, header.format.length, wire::kMaxSoundOctets);
  std::string_view left = std::string_view(octets).substr(first->octets.size());
  while (!left.empty()) {
    const std::string_view one = left.substr(0, wire::first_unit(left).size);
    state = content.add(*wire::read_packet(one));
    left.remove_prefix(one.size());
  }
  CHECK(state == wire::LargeContent::State::complete);
  CHECK(content.content() == samples);
  const std::string longer = samples + "ab";
  CHECK_FALSE(server.link.sendRawSound("robot_000", 1.5, {.samples = longer}));
  CHECK(server.taken().empty());
}

TEST_CASE("packets from the server reach the listener, one for each call") {
  ScriptedServer server;
  CHECK(server.process() == Received::nothing);
  server.link.attachView("V");
  server.send(packet_of(wire::AttachViewResult{0, "", {{"Ball:::", "ball.x3d"}}}));
  CHECK(server.link.shapes().entries().size() == 1);
  server.send(packet_of(wire::AttachViewResult{1, "attached already", {}}));
  CHECK(server.link.shapes().entries().size() == 1);
  server.send(packet_of(wire::LogMsg{2, "hello"}) + packet_of(wire::DisplayText{64, 1, "goal"}));
  server.send(packet_of(wire::X3dDbResult{{{"Ball:::", "ball.x3d"}, {"Cup:::", "cup.x3d"}}}));
  server.send(packet_of(wire::OnAction{1.0}) + std::string("\0\2\0\x0c\0\0\0\0\0\0\0\0", 12));
  CHECK(server.events == Lines{"1 shapes", "attached yes ", "attached no attached already", "log 2 hello",
                               "display 64 1 goal", "2 shapes", "packet 29", "raw 2"});
  server.taken();
  server.close();
  CHECK(server.process() == Received::ended);
  CHECK(server.link.problem() == "the server has closed the connection");
  CHECK_FALSE(server.link.is_connected());
  // The last world may still be shown.
  CHECK(server.link.shapes().entries().size() == 2);
}

TEST_CASE("a packet may arrive octet by octet") {
  ScriptedServer server;
  server.link.sendGetAllEntitiesRequest();
  for (const char octet : all_of(0.5, {object_record("can")})) server.send({&octet, 1});
  REQUIRE(server.worlds.size() == 1);
  CHECK(server.worlds[0].time == 0.5);
  CHECK(server.worlds[0].objects[0].name == "can");
  server.link.sendGetAllEntitiesRequest();
  server.send(all_of(0.75, {}));
  REQUIRE(server.worlds.size() == 2);
  CHECK(server.worlds[1].objects.empty());
}

TEST_CASE("a world contains the places of its shapes, each of which is requested once") {
  ScriptedServer server;
  server.link.sendGetAllEntitiesRequest();
  server.taken();
  server.send(all_of(0.5, {ball("a"), object_record("nothing"), ball("b"), ball("c")}));
  CHECK(server.worlds.empty());
  // A single request first shows whether the server knows such requests.
  CHECK(requests_in(server.taken()) == Lines{"135 c", "3 "});
  server.send(shapes_of("c", {0, 3, 0}) + no_entity(0.5));
  CHECK(server.worlds.empty());
  CHECK(requests_in(server.taken()) == Lines{"135 a", "135 b", "3 "});
  // Other replies come as before.
  server.link.sendGetEntityRequest("c");
  server.send(shapes_of("a", {0, 1, 0}) + shapes_of("b", {0, 2, 0}) + no_entity(0.5));
  REQUIRE(server.worlds.size() == 1);
  const auto& objects = server.worlds[0].objects;
  CHECK(objects[0].parts[0].shape_place[1] == 1.0);
  CHECK(objects[2].parts[0].shape_place[1] == 2.0);
  CHECK(objects[3].parts[0].shape_place[1] == 3.0);
  std::string entity;
  const auto c = ball("c");
  wire::append_entity(entity, 0.75, &c);
  server.send(entity);
  REQUIRE(server.entities.size() == 1);
  CHECK(server.entities[0]->parts[0].shape_place[1] == 3.0);
  CHECK(server.events == Lines{"entity 0.75 c"});

  server.taken();
  server.link.sendGetAllEntitiesRequest();
  server.send(all_of(1.0, {ball("b"), ball("d")}));
  CHECK(requests_in(server.taken()) == Lines{"1", "135 d", "3 "});
  server.send(shapes_of("d", {0, 4, 0}) + no_entity(1.0));
  REQUIRE(server.worlds.size() == 2);
  CHECK(server.worlds[1].objects[0].parts[0].shape_place[1] == 2.0);
  CHECK(server.worlds[1].objects[1].parts[0].shape_place[1] == 4.0);
}

TEST_CASE("a server that does not know requests for places of shapes is asked once") {
  ScriptedServer server;
  server.link.sendGetAllEntitiesRequest();
  server.taken();
  server.send(all_of(0.5, {ball("a"), ball("b")}));
  CHECK(requests_in(server.taken()) == Lines{"135 b", "3 "});
  server.send(no_entity(0.5));
  REQUIRE(server.worlds.size() == 1);
  CHECK(server.worlds[0].objects[1].parts[0].shape_place == sight::Vector{});
  server.link.sendGetAllEntitiesRequest();
  server.send(all_of(0.75, {ball("a"), ball("c")}));
  CHECK(server.worlds.size() == 2);
  CHECK(requests_in(server.taken()) == Lines{"1"});
}

TEST_CASE("a world waits for its shapes no longer than until the next world arrives") {
  ScriptedServer server;
  server.link.sendGetAllEntitiesRequest();
  server.link.sendGetAllEntitiesRequest();
  server.send(all_of(0.5, {ball("a")}) + all_of(0.75, {ball("a")}));
  REQUIRE(server.worlds.size() == 2);
  CHECK(server.worlds[1].time == 0.75);
  server.send(shapes_of("a", {0, 1, 0}) + no_entity(0.5));
  CHECK(server.worlds.size() == 2);
  server.link.sendGetAllEntitiesRequest();
  server.send(all_of(1.0, {ball("a")}));
  REQUIRE(server.worlds.size() == 3);
  CHECK(server.worlds[2].objects[0].parts[0].shape_place[1] == 1.0);
}

TEST_CASE("invalid data are left out with one line, and the rest is used") {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  auto wrong = ball("wrong");
  wrong.attributes[0].value = kNone;
  wrong.parts.push_back(kBall);
  wrong.parts[1].place[0] = kNone;
  std::string cut = all_of(1.0, {ball("cut")});
  cut.replace(cut.size() - 10, 10, std::string("\xdc\xba", 2));
  cut[3] = static_cast<char>(cut[3] - 8);
  ScriptedServer server;
  for (int i = 0; i != 3; ++i) {
    server.link.sendGetAllEntitiesRequest();
    server.send(all_of(1.0, {wrong}));
    if (i == 0) server.send(no_entity(1.0));
    server.link.sendGetAllEntitiesRequest();
    server.send(cut);
  }
  REQUIRE(server.worlds.size() == 6);
  CHECK(server.worlds[0].objects[0].attributes.size() == 2);
  CHECK(server.worlds[0].objects[0].parts.size() == 1);
  CHECK(server.worlds[1].objects.empty());
  server.link.sendGetAllEntitiesRequest();
  server.send(all_of(kNone, {}));
  CHECK(server.worlds.back().time == 1.0);
  CHECK(server.events == Lines{"problem 'wrong' has attributes or parts that make no sense; they are left out",
                               "problem! the server sends an object that cannot be read",
                               "problem the server sends a time that is not finite"});
  server.events.clear();
  for (int i = 0; i != 3; ++i)
    server.send(packet_of(wire::GetPartShapesResult{"x", {}}) + no_entity(0.0) + all_of(3.0, {}));
  CHECK(server.events == Lines{"problem the server sends shapes that were not asked for",
                               "problem the server sends an object that was not asked for",
                               "problem the server sends a world that was not asked for"});
  std::string empty_line;
  wire::append_empty_packet(empty_line, wire::PacketType::log_msg);
  server.events.clear();
  for (int i = 0; i != 3; ++i) CHECK(server.send(empty_line) == Received::nothing);
  CHECK(server.events == Lines{"problem! the server sends a packet that cannot be read: LOG_MSG"});
}

TEST_CASE("a shape with an invalid place stays at its part") {
  ScriptedServer server;
  for (const auto& place :
       {wire::ShapePlace{1, {1e12, 0, 0}, {1, 0, 0, 0}}, wire::ShapePlace{1, {1, 0, 0}, {0, 0, 0, 0}},
        wire::ShapePlace{2, {1, 0, 0}, {1, 0, 0, 0}}}) {
    server.link.sendGetAllEntitiesRequest();
    const std::string name = "ball " + std::to_string(server.worlds.size());
    server.send(all_of(0.0, {ball(name)}));
    server.send(packet_of(wire::GetPartShapesResult{name, {place}}) + no_entity(0.0));
    REQUIRE(server.worlds.back().find(name) != nullptr);
    CHECK(server.worlds.back().find(name)->parts[0].shape_place == sight::Vector{});
  }
}

TEST_CASE("invalid packets, or packets out of order, end the connection with a line") {
  const auto ended = [](std::string_view octets) {
    ScriptedServer server;
    server.link.sendGetAllEntitiesRequest();
    CHECK(server.send(octets) == Received::ended);
    CHECK_FALSE(server.link.is_connected());
    CHECK(server.worlds.empty());
    return server.link.problem();
  };
  CHECK(ended("HTTP/1.1 400 Bad Request\r\n\r\n") == "received neither a packet nor a raw request");
  CHECK(ended(std::string_view("\xab\xcd\0\1", 4)) == "a size that is too small");
  std::string wrong_end = all_of(0.0, {});
  wrong_end.back() = 'x';
  CHECK(ended(wrong_end) == "a packet does not end where its size says");
  const std::string two = all_of(0.0, {ball("a"), ball("b")});
  const std::string second = two.substr(wire::first_unit(two).size);
  CHECK(ended(second) == "the server sends objects out of order");
  const std::string three = all_of(0.0, {ball("a"), ball("b"), ball("c")});
  CHECK(ended(three.substr(0, three.size() / 3) + three.substr(three.size() / 3 * 2)) ==
        "the server sends objects out of order");
}

TEST_CASE("a server that never stops sending does not fill the memory") {
  ScriptedServer server;
  // Data that were not requested are not kept.
  for (int i = 0; i != 100; ++i) server.send(all_of(0.0, {ball("a")}));
  CHECK(server.events == Lines{"problem the server sends a world that was not asked for"});
  CHECK(server.worlds.empty());

  // A record of as many parts as a packet takes.
  const std::vector<wire::PartRecord> parts(600, kBall);
  const wire::ObjectRecord large = object_record("large", {}, parts);
  server.link.sendGetAllEntitiesRequest();
  auto received = Received::nothing;
  std::uint64_t sent = 0;
  for (std::uint16_t number = 0; received == Received::nothing && number != 60'000; ++number) {
    std::string octets;
    REQUIRE(wire::append_one_of_all(octets, 0.0, &large, 65'535, number));
    received = server.send(octets);
    sent += octets.size();
  }
  CHECK(received == Received::ended);
  CHECK(server.link.problem() == "the server sends more objects than a world has");
  CHECK(sent < SimServer::kMaxWorldOctets + 100'000);
}

TEST_CASE("many large worlds may arrive one after the other") {
  ScriptedServer server;
  const wire::ObjectRecord large = object_record("large", {}, std::vector<wire::PartRecord>(600, kBall));
  const std::string octets = all_of(1.0, std::vector(400, large));
  const auto worlds = SimServer::kMaxWorldOctets / octets.size() + 2;
  CHECK(octets.size() > SimServer::kMaxWorldOctets / 10);
  for (std::size_t i = 0; i != worlds; ++i) {
    server.link.sendGetAllEntitiesRequest();
    REQUIRE(server.send(octets) == Received::nothing);
    if (i == 0) server.send(no_entity(1.0));
    REQUIRE(server.worlds.size() == 1);
    CHECK(server.worlds[0].objects.size() == 400);
    server.worlds.clear();
  }
}

TEST_CASE("the number of lines about a server is limited, however many mistakes it makes") {
  ScriptedServer server;
  for (int i = 0; i != 300; ++i) {
    const std::string name = "ball " + std::to_string(i);
    auto wrong = object_record(name, {{"x", "", std::numeric_limits<double>::infinity()}});
    server.link.sendGetAllEntitiesRequest();
    server.send(all_of(0.0, {wrong}));
  }
  CHECK(server.worlds.size() == 300);
  CHECK(server.events.size() == SimServer::kMaxProblems);
}
