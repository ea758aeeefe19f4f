// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/object_requests.h"

#include <cmath>
#include <limits>

#include "gateways/sigverse/wire/messages.h"
#include "tests/gateways/sigverse/wire/hex.h"
#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;
using namespace sigverse::wire;
using sigverse_test::octets;
using sigverse_test::shown;

namespace {

/// A world with a ball of 2.5 kg, an agent "me" and a desk that does not move, and who asks about them.
struct Desk {
  explicit Desk(bool own_objects_only = false) : requests(*stage.sim, own_objects_only) {
    stage.load(kNoGravity + object("Ball.xml", "ball", "x=10 y=50 z=-20 mass=2.5") +
               object("Me.xml", "me", "x=200 y=50", "<camera id=\"2\" link=\"body\" position=\"0 5 1\" fov=\"50\"/>") +
               object("Box.xml", "desk", "x=400 y=50 dynamics=false"));
    asker = {&stage.at("me"), true};
  }

  /// The octets of the reply.
  std::string ask(std::string_view packet) {
    std::string out;
    problem.clear();
    const auto read = read_packet(packet);
    REQUIRE(read);
    REQUIRE(requests.take(*read, asker, out, problem));
    return out;
  }
  template <typename Message>
  std::string ask_by(const Message& message) {
    std::string packet;
    REQUIRE(append_packet(packet, message));
    return ask(packet);
  }
  /// The octets of the reply to a raw request, in hexadecimal digits.
  std::string ask_raw(const RawRequest& request) {
    std::string raw, out;
    problem.clear();
    REQUIRE(append_raw_request(raw, request));
    REQUIRE(requests.take(read_raw(raw), asker, out, problem));
    return shown(out);
  }
  /// One record with these attributes.
  void update(std::string_view name, std::uint32_t operations, std::vector<AttributeRecord> attributes) {
    std::string packet;
    PacketWriter writer(packet, {PacketType::update_entities});
    writer.real(0.0);
    ObjectRecord record;
    record.name = name;
    record.class_name = "Ball";
    record.operations = operations;
    record.attributes = std::move(attributes);
    REQUIRE(append_record(packet, record));
    REQUIRE(writer.finish());
    CHECK(ask(packet).empty());
  }

  struct Stage : WorldStage {
    Stage() {
      file(
          "Me.xml",
          R"(<define-class name="Me" inherit="Agent.xml"><simpleShape type="sphere"><size r="10"/></simpleShape></define-class>)");
    }
  } stage;
  ObjectRequests requests;
  Asker asker;
  std::string problem;
};

bool near(const SigVector& a, const SigVector& b) {
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) < 1e-9;
}

template <typename Message>
Message read_as(std::string_view octets) {
  const auto packet = read_packet(octets);
  REQUIRE(packet);
  REQUIRE(packet->head.type == Message::kType);
  Message message;
  REQUIRE(read_data(packet->data, message));
  return message;
}

}  // namespace

TEST_CASE("an object is told with its attributes and parts, and what is not there with none") {
  Desk desk;
  const std::string reply = desk.ask_by(GetEntity{"ball"});
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

  CHECK(shown(desk.ask_by(GetEntity{"none"})) ==
        "abcd002600040001000000000000"
        "0000"
        "000000000000f0bf"
        "0001"
        "0000000000000000"
        "0000"
        "dcba");
  CHECK(desk.problem.empty());
}

TEST_CASE("all objects come one by one, in the order of the world file") {
  Desk desk;
  std::string all;
  append_empty_packet(all, PacketType::get_all_entities);
  const std::string reply = desk.ask(all);
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
  Desk desk;
  using What = GetObjectNames;
  CHECK(read_as<GetObjectNamesResult>(desk.ask_by(What{3})).names == Texts{"ball", "desk", "me"});
  CHECK(read_as<GetObjectNamesResult>(desk.ask_by(What{What::kAgents})).names == Texts{"me"});
  CHECK(read_as<GetObjectNamesResult>(desk.ask_by(What{What::kEntities})).names == Texts{"ball", "desk"});
}

TEST_CASE("pushes act, and who asks is told the motion") {
  Desk desk;
  SimObj& ball = desk.stage.at("ball");
  desk.ask_by(AddForce{"ball", {0, 0, 500}, false});
  desk.ask_by(AddForce{"ball", {0, 0, 250}, false});
  desk.stage.run(1);
  const SigVector expected{0, 0, 750 / 2.5 * 0.01};
  CHECK(near(ball.linear_velocity(), expected));
  CHECK(near(read_as<GetLinearVelocityResult>(desk.ask_by(GetLinearVelocity{"ball"})).value, expected));
  desk.ask_by(SetLinearVelocity{"ball", {1, 2, 3}});
  CHECK(near(ball.linear_velocity(), {1, 2, 3}));
  desk.ask_by(SetMass{"ball", 5});
  CHECK(ball.mass() == 5);
  desk.ask_by(SetGravityMode{"ball", false});
  CHECK(!read_as<GetGravityModeResult>(desk.ask_by(GetGravityMode{"ball"})).on);
  desk.ask_by(AddTorque{"ball", {0, 5000, 0}, false});
  desk.ask_by(AddForceToParts{"ball", "body", {100, 0, 0}});
  desk.ask_by(AddForceAtPos{"ball", {0, 100, 0}, {0, 0, 1}, true, false});
  desk.stage.run(1);
  CHECK(read_as<GetAngularVelocityResult>(desk.ask_by(GetAngularVelocity{"ball"})).value[1] > 0);
  CHECK(std::abs(ball.linear_velocity()[0] - (1 + 100 / 5.0 * 0.01)) < 1e-9);
  CHECK(std::abs(ball.linear_velocity()[1] - (2 + 100 / 5.0 * 0.01)) < 1e-9);
  desk.ask_by(SetDynamicsMode{"ball", false});
  CHECK(!ball.dynamics());
  CHECK(desk.problem.empty());
}

TEST_CASE("of a record only what its bits say moves, and attributes that differ are assigned") {
  Desk desk;
  SimObj& ball = desk.stage.at("ball");
  const std::vector<AttributeRecord> place{{"x", "position", 1.0}, {"y", "position", 200.0}, {"z", "position", 3.0}};
  desk.update("ball", 0, place);
  CHECK(near(ball.position(), {10, 50, -20}));
  desk.update("ball", operation::kPosition, place);
  CHECK(near(ball.position(), {1, 200, 3}));
  CHECK(desk.problem.empty());

  desk.update("ball", operation::kRotation | operation::kLinearVelocity,
              {{"qw", "", 0.0},
               {"qx", "", 0.0},
               {"qy", "", 1.0},
               {"qz", "", 0.0},
               {"vx", "", 4.0},
               {"vy", "", 5.0},
               {"vz", "", 6.0}});
  CHECK(std::abs(std::abs(ball.rotation()[2]) - 1) < 1e-12);
  CHECK(near(ball.linear_velocity(), {4, 5, 6}));
  desk.update("ball", operation::kAccel, {{"ax", "", 100.0}, {"ay", "", 0.0}, {"az", "", 0.0}});
  desk.stage.run(1);
  CHECK(near(ball.linear_velocity(), {5, 5, 6}));

  desk.update(
      "ball", 0,
      {{"dynamics", "", false}, {"graspable", "", true}, {"mass", "", 3.0}, {"visual", "", std::string_view("on")}});
  CHECK(!ball.dynamics());
  CHECK(ball.mass() == 3);
  CHECK(ball.attributes().is_on("graspable"));

  // What a client only repeats is no change, not even of what nobody may change.
  desk.update("ball", 0, {{"name", "", std::string_view("ball")}, {"mass", "", 3.0}});
  CHECK(desk.problem.empty());
  desk.update("ball", 0, {{"name", "", std::string_view("other")}, {"mass", "", 4.0}});
  CHECK(desk.problem.find("name of 'ball' is refused") == 0);
  CHECK(ball.mass() == 4);
  CHECK(ball.object_name() == "ball");
}

TEST_CASE("one bad number spoils itself only") {
  Desk desk;
  SimObj& ball = desk.stage.at("ball");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  desk.update("ball", operation::kPosition, {{"mass", "", 7.0}, {"x", "", nan}, {"y", "", 0.0}, {"z", "", 0.0}});
  CHECK(desk.problem.find("x of 'ball' is refused") == 0);
  CHECK(near(ball.position(), {10, 50, -20}));
  CHECK(ball.mass() == 7);
  desk.update("ball", operation::kPosition, {{"x", "", 0.0}});
  CHECK(desk.problem == "x of 'ball' is refused: some of its numbers are missing");
  desk.ask_by(AddForce{"ball", {0, 0, 1e10}, false});
  CHECK(desk.problem.find("ADD_FORCE of 'ball' is refused: ") == 0);
  desk.ask_by(SetMass{"ball", -1});
  CHECK(desk.problem.find("SET_MASS of 'ball' is refused: ") == 0);
  CHECK(ball.mass() == 7);
  // Where the mode of the object is the reason, only developers are told.
  desk.ask_by(AddForce{"desk", {0, 0, 1}, false});
  CHECK(desk.problem.empty());
}

TEST_CASE("packets and requests that are cut change nothing and are told apart") {
  Desk desk;
  std::string packet;
  REQUIRE(append_packet(packet, SetMass{"ball", 9}));
  const auto whole = read_packet(packet);
  REQUIRE(whole);
  for (std::size_t size = 0; size < whole->data.size(); ++size) {
    Packet cut = *whole;
    cut.data = whole->data.substr(0, size);
    std::string out;
    REQUIRE(desk.requests.take(cut, desk.asker, out, desk.problem));
    CHECK(desk.requests.is_malformed());
    CHECK(desk.problem == "SET_MASS has data that are too short");
    CHECK(out.empty());
  }
  CHECK(desk.stage.at("ball").mass() == 2.5);

  std::string raw;
  REQUIRE(append_raw_request(raw, {.code = RawCode::set_position, .object = "ball", .triple = {1, 2, 3}}));
  for (std::size_t size = 4; size < raw.size(); ++size) {
    std::string out;
    REQUIRE(desk.requests.take(read_raw(std::string_view(raw).substr(0, size)), desk.asker, out, desk.problem));
    CHECK(desk.requests.is_malformed());
    CHECK(desk.problem == "the request 'set position' is too short");
  }
  CHECK(near(desk.stage.at("ball").position(), {10, 50, -20}));
}

TEST_CASE("who is not attached asks and changes nothing, and controllers may be kept to themselves") {
  Desk desk;
  desk.asker = {};
  CHECK(!desk.ask_by(GetEntity{"ball"}).empty());
  desk.ask_by(SetMass{"ball", 9});
  CHECK(desk.problem == "SET_MASS of 'ball' is refused: who is not attached changes nothing");
  desk.ask_raw({.code = RawCode::set_position, .object = "ball"});
  CHECK(desk.problem == "set position of 'ball' is refused: who is not attached changes nothing");
  desk.update("ball", 0, {{"mass", "", 9.0}});
  CHECK(desk.stage.at("ball").mass() == 2.5);
  desk.ask_by(SetMass{"none", 9});
  CHECK(desk.problem == "SET_MASS: there is no object 'none'");

  Desk own(true);
  own.ask_by(SetMass{"ball", 9});
  CHECK(own.problem == "SET_MASS of 'ball' is refused: 'me' may change itself only");
  own.ask_by(SetMass{"me", 9});
  CHECK(own.problem.empty());
  CHECK(own.stage.at("me").mass() == 9);
  own.asker = {nullptr, true};  // a viewer
  own.ask_by(SetMass{"ball", 9});
  CHECK(own.stage.at("ball").mass() == 9);
}

TEST_CASE("raw requests have their replies, to the octet") {
  Desk desk;
  desk.ask_raw({.code = RawCode::set_position, .object = "desk", .triple = {1, 2, 3}});
  const std::string one_two_three = "000000000000f03f00000000000000400000000000000840";
  CHECK(desk.ask_raw({.code = RawCode::get_position, .object = "desk"}) == "01" + one_two_three);
  CHECK(desk.ask_raw({.code = RawCode::get_parts_position, .object = "desk", .part = "body"}) == one_two_three + "01");
  CHECK(desk.ask_raw({.code = RawCode::get_position, .object = "none"}) == "00" + std::string(48, '0'));
  CHECK(desk.ask_raw({.code = RawCode::get_parts_position, .object = "desk", .part = "arm"}) ==
        std::string(48, '0') + "00");

  const std::string about_y =
      "0000000000000000"
      "0000000000000000"
      "000000000000f03f"
      "0000000000000000";
  desk.ask_raw({.code = RawCode::set_rotation, .object = "desk", .flag = true, .quad = {0, 0, 1, 0}});
  CHECK(desk.ask_raw({.code = RawCode::get_rotation, .object = "desk"}) == "01" + about_y);
  CHECK(desk.ask_raw({.code = RawCode::get_parts_rotation, .object = "desk", .part = "body"}) == about_y + "01");
  // Relative: half a turn and half a turn are none.
  desk.ask_raw({.code = RawCode::set_rotation, .object = "desk", .flag = false, .quad = {0, 0, 1, 0}});
  CHECK(std::abs(std::abs(desk.stage.at("desk").rotation()[0]) - 1) < 1e-12);

  CHECK(desk.ask_raw({.code = RawCode::check_entity, .object = "desk"}) == "0001");
  CHECK(desk.ask_raw({.code = RawCode::check_entity, .object = "none"}) == "0000");
  CHECK(desk.ask_raw({.code = RawCode::is_touching, .object = "desk", .part = "body"}) == "00");
  desk.ask_raw({.code = RawCode::set_collision, .object = "ball", .flag = false});
  CHECK(!desk.stage.at("ball").collides());

  desk.ask_raw({.code = RawCode::set_camera_position, .object = "me", .camera = 2, .triple = {1, 2, 3}});
  CHECK(desk.ask_raw({.code = RawCode::get_camera_position, .object = "me", .camera = 2}) == "01" + one_two_three);
  desk.ask_raw({.code = RawCode::set_camera_direction, .object = "me", .camera = 2, .triple = {1, 2, 3}});
  CHECK(desk.ask_raw({.code = RawCode::get_camera_direction, .object = "me", .camera = 2}) == "01" + one_two_three);
  desk.ask_raw({.code = RawCode::set_camera_fov, .object = "me", .camera = 2, .first = 60});
  CHECK(desk.stage.at("me").camera(2)->fov == 60);
  desk.ask_raw({.code = RawCode::set_camera_aspect_ratio, .object = "me", .camera = 2, .first = 2});
  CHECK(desk.stage.at("me").camera(2)->aspect_ratio == 2);
  CHECK(desk.ask_raw({.code = RawCode::get_camera_position, .object = "me", .camera = 9}) ==
        "00" + std::string(48, '0'));
  CHECK(desk.problem.empty());
  desk.ask_raw({.code = RawCode::set_camera_fov, .object = "me", .camera = 2, .first = 180});
  CHECK(desk.problem.find("FOV of 'me' is refused: ") != std::string::npos);
}

TEST_CASE("bodies without joints, hands and wheels say so in the layout of their kind") {
  Desk desk;
  CHECK(desk.ask_raw({.code = RawCode::get_joint_position, .object = "me", .part = "ARM"}) == std::string(50, '0'));
  CHECK(desk.ask_raw({.code = RawCode::get_pointing_vector, .object = "me", .part = "A", .other = "B"}) ==
        std::string(50, '0'));
  CHECK(desk.ask_raw({.code = RawCode::get_joint_angle, .object = "me", .part = "ARM"}) == std::string(18, '0'));
  CHECK(desk.ask_raw({.code = RawCode::get_all_joint_angles, .object = "me"}) == "00040000");
  CHECK(desk.ask_raw({.code = RawCode::grasp, .object = "me", .part = "body", .other = "ball"}) == "0004");
  CHECK(desk.ask_raw({.code = RawCode::grasp, .object = "me", .part = "body", .other = "none"}) == "0001");
  CHECK(desk.ask_raw({.code = RawCode::is_grasped, .object = "ball"}) == "00");
  CHECK(desk.problem.empty());
  CHECK(desk.ask_raw({.code = RawCode::set_wheel_velocity, .object = "me"}).empty());
  CHECK(desk.problem.find("'me' has no wheels") != std::string::npos);
  CHECK(desk.ask_by(SetJointAngle{"me", "ARM", 1}).empty());
  CHECK(desk.problem == "SET_JOINT_ANGLE: 'me' has no joint 'ARM'");
  CHECK(read_as<GetJointAngleResult>(desk.ask_by(GetJointAngle{"me", "ARM"})).angle == 0);
  CHECK(read_as<GetJointForceResult>(desk.ask_by(GetJointForce{"me", "ARM"})).ok == 0);
  CHECK(read_as<GetPointedObjectResult>(desk.ask_by(GetPointedObject{"me", "a", "b", "0"})).names.empty());
}

TEST_CASE("what is not about objects is left to others") {
  Desk desk;
  std::string out, packet;
  REQUIRE(append_packet(packet, SimCtrl{0}));
  CHECK(!desk.requests.take(*read_packet(packet), desk.asker, out, desk.problem));
  std::string raw;
  REQUIRE(append_raw_request(raw, {.code = RawCode::sim_time}));
  CHECK(!desk.requests.take(read_raw(raw), desk.asker, out, desk.problem));
  CHECK(!desk.requests.take(Raw{200, {}}, desk.asker, out, desk.problem));
  CHECK(out.empty());
}
