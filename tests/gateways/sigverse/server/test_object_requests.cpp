// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/server/request_stage.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace sigverse_test;

namespace {

bool near(const SigVector& a, const SigVector& b) {
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) < 1e-9;
}

}  // namespace

TEST_CASE("a reply about an object has its attributes and parts, and one about a missing object no record") {
  Requests requests;
  const std::string reply = requests.ask_by(GetEntity{"ball"});
  const auto packet = read_packet(reply);
  REQUIRE(packet);
  EntityResult result;
  ObjectRecord record;
  REQUIRE(read_entity(packet->data, result, record));
  CHECK(result.result == 0);
  CHECK(result.exists);
  CHECK(record.id == 1);
  CHECK(record.name == "ball");
  CHECK(record.class_name == "Ball");
  CHECK(!record.attached);
  CHECK(record.operations == 0);
  CHECK(std::ranges::is_sorted(record.attributes, {}, &AttributeRecord::name));
  const auto number = [&](std::string_view name) {
    const auto at = std::ranges::find(record.attributes, name, &AttributeRecord::name);
    REQUIRE(at != record.attributes.end());
    return std::get<double>(at->value);
  };
  CHECK(std::abs(number("x") - 10) < 1e-12);
  CHECK(std::abs(number("z") + 20) < 1e-12);
  CHECK(number("mass") == 2.5);
  REQUIRE(record.parts.size() == 1);
  CHECK(record.parts[0].name == "body");
  CHECK(record.parts[0].shape == PartShape::sphere);
  CHECK(std::abs(record.parts[0].size[0] - 10) < 1e-9);
  CHECK(near(record.parts[0].place, {10, 50, -20}));

  CHECK(shown(requests.ask_by(GetEntity{"none"})) ==
        "abcd002600040001000000000000"
        "0000"
        "000000000000f0bf"
        "0001"
        "0000000000000000"
        "0000"
        "dcba");
  CHECK(requests.problem.empty());
}

TEST_CASE("all objects are sent one by one, in the order of the world file") {
  Requests requests;
  std::string all;
  append_empty_packet(all, PacketType::get_all_entities);
  const std::string reply = requests.ask(all);
  std::string_view left = reply;
  for (std::uint16_t i = 0; i < 3; ++i) {
    const Unit unit = first_unit(left);
    REQUIRE(unit.kind == Unit::Kind::packet);
    const auto packet = read_packet(left.substr(0, unit.size));
    REQUIRE(packet);
    CHECK(packet->head.type == PacketType::get_all_entities_result);
    CHECK(packet->head.count == 3);
    CHECK(packet->head.number == i);
    OctetReader reader(packet->data);
    reader.real();
    ObjectRecord record;
    REQUIRE(read_record(reader, record));
    CHECK(record.id == i + 1U);
    left.remove_prefix(unit.size);
  }
  CHECK(left.empty());
}

TEST_CASE("names are sorted, of agents, of entities or of both") {
  Requests requests;
  using What = GetObjectNames;
  CHECK(read_as<GetObjectNamesResult>(requests.ask_by(What{3})).names == Texts{"ball", "desk", "me"});
  CHECK(read_as<GetObjectNamesResult>(requests.ask_by(What{What::kAgents})).names == Texts{"me"});
  CHECK(read_as<GetObjectNamesResult>(requests.ask_by(What{What::kEntities})).names == Texts{"ball", "desk"});
}

TEST_CASE("forces act, and replies give the motion") {
  Requests requests;
  SimObj& ball = requests.stage.at("ball");
  requests.ask_by(AddForce{"ball", {0, 0, 500}, false});
  requests.ask_by(AddForce{"ball", {0, 0, 250}, false});
  requests.stage.run(1);
  const SigVector expected{0, 0, 750 / 2.5 * 0.01};
  CHECK(near(ball.linear_velocity(), expected));
  CHECK(near(read_as<GetLinearVelocityResult>(requests.ask_by(GetLinearVelocity{"ball"})).value, expected));
  requests.ask_by(SetLinearVelocity{"ball", {1, 2, 3}});
  CHECK(near(ball.linear_velocity(), {1, 2, 3}));
  requests.ask_by(SetMass{"ball", 5});
  CHECK(ball.mass() == 5);
  requests.ask_by(SetGravityMode{"ball", false});
  CHECK(!read_as<GetGravityModeResult>(requests.ask_by(GetGravityMode{"ball"})).on);
  requests.ask_by(AddTorque{"ball", {0, 5000, 0}, false});
  requests.ask_by(AddForceToParts{"ball", "body", {100, 0, 0}});
  requests.ask_by(AddForceAtPos{"ball", {0, 100, 0}, {0, 0, 1}, true, false});
  requests.stage.run(1);
  CHECK(read_as<GetAngularVelocityResult>(requests.ask_by(GetAngularVelocity{"ball"})).value[1] > 0);
  CHECK(std::abs(ball.linear_velocity()[0] - (1 + 100 / 5.0 * 0.01)) < 1e-9);
  CHECK(std::abs(ball.linear_velocity()[1] - (2 + 100 / 5.0 * 0.01)) < 1e-9);
  requests.ask_by(SetDynamicsMode{"ball", false});
  CHECK(!ball.dynamics());
  CHECK(requests.problem.empty());
}

TEST_CASE("a record sets only the motion that its bits name, and attributes that differ") {
  Requests requests;
  SimObj& ball = requests.stage.at("ball");
  const std::vector<AttributeRecord> place{{"x", "position", 1.0}, {"y", "position", 200.0}, {"z", "position", 3.0}};
  requests.update("ball", 0, place);
  CHECK(near(ball.position(), {10, 50, -20}));
  requests.update("ball", operation::kPosition, place);
  CHECK(near(ball.position(), {1, 200, 3}));
  CHECK(requests.problem.empty());

  requests.update("ball", operation::kRotation | operation::kLinearVelocity,
                  {{"qw", "", 0.0},
                   {"qx", "", 0.0},
                   {"qy", "", 1.0},
                   {"qz", "", 0.0},
                   {"vx", "", 4.0},
                   {"vy", "", 5.0},
                   {"vz", "", 6.0}});
  CHECK(std::abs(std::abs(ball.rotation()[2]) - 1) < 1e-12);
  CHECK(near(ball.linear_velocity(), {4, 5, 6}));
  requests.update("ball", operation::kAccel, {{"ax", "", 100.0}, {"ay", "", 0.0}, {"az", "", 0.0}});
  requests.stage.run(1);
  CHECK(near(ball.linear_velocity(), {5, 5, 6}));

  requests.update(
      "ball", 0,
      {{"dynamics", "", false}, {"graspable", "", true}, {"mass", "", 3.0}, {"visual", "", std::string_view("on")}});
  CHECK(!ball.dynamics());
  CHECK(ball.mass() == 3);
  CHECK(ball.attributes().is_on("graspable"));

  // A repeated value is no change, not even of a read-only attribute.
  requests.update("ball", 0, {{"name", "", std::string_view("ball")}, {"mass", "", 3.0}});
  CHECK(requests.problem.empty());
  requests.update("ball", 0, {{"name", "", std::string_view("other")}, {"mass", "", 4.0}});
  CHECK(requests.problem.find("name of 'ball' is refused") == 0);
  CHECK(ball.mass() == 4);
  CHECK(ball.object_name() == "ball");
}

TEST_CASE("a bad number affects nothing but itself") {
  Requests requests;
  SimObj& ball = requests.stage.at("ball");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  requests.update("ball", operation::kPosition, {{"mass", "", 7.0}, {"x", "", nan}, {"y", "", 0.0}, {"z", "", 0.0}});
  CHECK(requests.problem.find("x of 'ball' is refused") == 0);
  CHECK(near(ball.position(), {10, 50, -20}));
  CHECK(ball.mass() == 7);
  requests.update("ball", operation::kPosition, {{"x", "", 0.0}});
  CHECK(requests.problem == "x of 'ball' is refused: some of its numbers are missing");
  requests.ask_by(AddForce{"ball", {0, 0, 1e10}, false});
  CHECK(requests.problem.find("ADD_FORCE of 'ball' is refused: ") == 0);
  requests.ask_by(SetMass{"ball", -1});
  CHECK(requests.problem.find("SET_MASS of 'ball' is refused: ") == 0);
  CHECK(ball.mass() == 7);
  // If the mode of the object is the reason, the line has the level debug.
  requests.ask_by(AddForce{"desk", {0, 0, 1}, false});
  CHECK(requests.problem.empty());
}

TEST_CASE("packets and requests that are cut off change nothing, and each is reported") {
  Requests requests;
  std::string packet;
  REQUIRE(append_packet(packet, SetMass{"ball", 9}));
  const auto whole = read_packet(packet);
  REQUIRE(whole);
  for (std::size_t size = 0; size < whole->data.size(); ++size) {
    Packet cut = *whole;
    cut.data = whole->data.substr(0, size);
    requests.dispatcher.packet(requests.new_session(), cut);
    CHECK(requests.taken_reply().empty());
    CHECK(requests.problem == "SET_MASS has data that are too short");
  }
  CHECK(requests.stage.at("ball").mass() == 2.5);

  std::string raw;
  REQUIRE(append_raw_request(raw, {.code = RawCode::set_position, .object = "ball", .triple = {1, 2, 3}}));
  for (std::size_t size = 4; size < raw.size(); ++size) {
    CHECK(requests.ask_raw(std::string_view(raw).substr(0, size)).empty());
    CHECK(requests.problem == "the request 'set position' is too short");
  }
  CHECK(near(requests.stage.at("ball").position(), {10, 50, -20}));
}

TEST_CASE("a client that is not attached may only ask, and controllers may be restricted to themselves") {
  Requests requests;
  requests.client = Requests::Client::unattached;
  CHECK(!requests.ask_by(GetEntity{"ball"}).empty());
  requests.ask_by(SetMass{"ball", 9});
  CHECK(requests.problem == "SET_MASS of 'ball' is refused: a client that is not attached changes nothing");
  requests.ask_raw({.code = RawCode::set_position, .object = "ball"});
  CHECK(requests.problem == "set position of 'ball' is refused: a client that is not attached changes nothing");
  requests.update("ball", 0, {{"mass", "", 9.0}});
  CHECK(requests.stage.at("ball").mass() == 2.5);
  requests.ask_by(SetMass{"none", 9});
  CHECK(requests.problem == "SET_MASS: there is no object 'none'");

  Requests own(true);
  own.ask_by(SetMass{"ball", 9});
  CHECK(own.problem == "SET_MASS of 'ball' is refused: 'me' may change itself and what it holds only");
  own.ask_by(SetMass{"me", 9});
  CHECK(own.problem.empty());
  CHECK(own.stage.at("me").mass() == 9);
  own.client = Requests::Client::viewer;
  own.ask_by(SetMass{"ball", 9});
  CHECK(own.stage.at("ball").mass() == 9);
}

TEST_CASE("raw requests get their replies octet for octet") {
  Requests requests;
  requests.ask_raw({.code = RawCode::set_position, .object = "desk", .triple = {1, 2, 3}});
  const std::string one_two_three = "000000000000f03f00000000000000400000000000000840";
  CHECK(requests.ask_raw({.code = RawCode::get_position, .object = "desk"}) == "01" + one_two_three);
  CHECK(requests.ask_raw({.code = RawCode::get_parts_position, .object = "desk", .part = "body"}) ==
        one_two_three + "01");
  CHECK(requests.ask_raw({.code = RawCode::get_position, .object = "none"}) == "00" + std::string(48, '0'));
  CHECK(requests.ask_raw({.code = RawCode::get_parts_position, .object = "desk", .part = "arm"}) ==
        std::string(48, '0') + "00");

  const std::string about_y =
      "0000000000000000"
      "0000000000000000"
      "000000000000f03f"
      "0000000000000000";
  requests.ask_raw({.code = RawCode::set_rotation, .object = "desk", .flag = true, .quad = {0, 0, 1, 0}});
  CHECK(requests.ask_raw({.code = RawCode::get_rotation, .object = "desk"}) == "01" + about_y);
  CHECK(requests.ask_raw({.code = RawCode::get_parts_rotation, .object = "desk", .part = "body"}) == about_y + "01");
  // Relative: two half turns cancel each other.
  requests.ask_raw({.code = RawCode::set_rotation, .object = "desk", .flag = false, .quad = {0, 0, 1, 0}});
  CHECK(std::abs(std::abs(requests.stage.at("desk").rotation()[0]) - 1) < 1e-12);

  CHECK(requests.ask_raw({.code = RawCode::check_entity, .object = "desk"}) == "0001");
  CHECK(requests.ask_raw({.code = RawCode::check_entity, .object = "none"}) == "0000");
  CHECK(requests.ask_raw({.code = RawCode::is_touching, .object = "desk", .part = "body"}) == "00");
  requests.ask_raw({.code = RawCode::set_collision, .object = "ball", .flag = false});
  CHECK(!requests.stage.at("ball").collides());

  requests.ask_raw({.code = RawCode::set_camera_position, .object = "me", .camera = 2, .triple = {1, 2, 3}});
  CHECK(requests.ask_raw({.code = RawCode::get_camera_position, .object = "me", .camera = 2}) == "01" + one_two_three);
  requests.ask_raw({.code = RawCode::set_camera_direction, .object = "me", .camera = 2, .triple = {1, 2, 3}});
  CHECK(requests.ask_raw({.code = RawCode::get_camera_direction, .object = "me", .camera = 2}) == "01" + one_two_three);
  requests.ask_raw({.code = RawCode::set_camera_fov, .object = "me", .camera = 2, .first = 60});
  CHECK(requests.stage.at("me").camera(2)->fov == 60);
  requests.ask_raw({.code = RawCode::set_camera_aspect_ratio, .object = "me", .camera = 2, .first = 2});
  CHECK(requests.stage.at("me").camera(2)->aspect_ratio == 2);
  CHECK(requests.ask_raw({.code = RawCode::get_camera_position, .object = "me", .camera = 9}) ==
        "00" + std::string(48, '0'));
  CHECK(requests.problem.empty());
  requests.ask_raw({.code = RawCode::set_camera_fov, .object = "me", .camera = 2, .first = 180});
  CHECK(requests.problem.find("FOV of 'me' is refused: ") != std::string::npos);
}

TEST_CASE("requests for joints of a body without joints get empty replies in the usual layout") {
  Requests requests;
  CHECK(requests.ask_raw({.code = RawCode::get_joint_position, .object = "me", .part = "ARM"}) == std::string(50, '0'));
  CHECK(requests.ask_raw({.code = RawCode::get_pointing_vector, .object = "me", .part = "A", .other = "B"}) ==
        std::string(50, '0'));
  CHECK(requests.ask_raw({.code = RawCode::get_joint_angle, .object = "me", .part = "ARM"}) == std::string(18, '0'));
  CHECK(requests.ask_raw({.code = RawCode::get_all_joint_angles, .object = "me"}) == "00040000");
  CHECK(requests.problem.empty());
  CHECK(requests.ask_by(SetJointAngle{"me", "ARM", 1}).empty());
  CHECK(requests.problem == "SET_JOINT_ANGLE of 'me' is refused: it has no such joint");
  CHECK(read_as<GetJointAngleResult>(requests.ask_by(GetJointAngle{"me", "ARM"})).angle == 0);
}

TEST_CASE("codes that clients may not send are refused with their number") {
  Requests requests;
  std::string packet, raw;
  append_empty_packet(packet, PacketType::get_entity_result);
  CHECK(requests.ask(packet).empty());
  CHECK(requests.problem == "a packet of the unknown type 4");
  RawWriter(raw, std::uint16_t{200}).finish();
  CHECK(requests.ask_raw(raw).empty());
  CHECK(requests.problem == "a raw request of the unknown code 200");
}

TEST_CASE("a client is disconnected for invalid requests, not for refused ones") {
  Requests requests;
  std::string refused, cut;
  REQUIRE(append_packet(refused, SetMass{"none", 9}));
  append_empty_packet(cut, PacketType::set_mass);
  Session& session = requests.new_session();
  for (std::size_t i = 0; i <= Session::kMaxBad; ++i) requests.dispatcher.packet(session, *read_packet(refused));
  CHECK(!session.is_over());
  for (std::size_t i = 0; i <= Session::kMaxBad; ++i) requests.dispatcher.packet(session, *read_packet(cut));
  CHECK(session.is_over());
}
