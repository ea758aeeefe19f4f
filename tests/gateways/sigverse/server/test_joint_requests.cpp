// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/gateways/sigverse/server/request_stage.h"

using namespace sigverse_test;

namespace {

/// A robot "arm" with the hinges J1 and J2 at (0, 300, 0), without dynamics.
struct JointRequests : Requests {
  explicit JointRequests(bool own_objects_only = false)
      : Requests(own_objects_only, "", {jointed_object("arm", arm_plan(2), false, {{"y", 300.0}})}) {}

  std::string joint(RawCode code, std::string_view name) {
    return ask_raw({.code = code, .object = "arm", .part = name});
  }
};

std::string shown_reals(std::vector<double> numbers) {
  std::string octets;
  OctetWriter out(octets);
  for (const double number : numbers) out.real(number);
  return shown(octets);
}

}  // namespace

TEST_CASE("a shape's place follows from its part and GET_PART_SHAPES, however joints turn") {
  JointRequests requests;
  const sigverse::SimObj& arm = requests.stage.at("arm");
  const auto ask = [&] { return read_as<GetPartShapesResult>(requests.ask_by(GetPartShapes{"arm"})); };
  const auto listed = ask();
  REQUIRE(listed.shapes.size() == arm.part_count());
  CHECK(requests.ask_by(SetJointAngle{"arm", "J1", 0.5}).empty());
  CHECK(requests.ask_by(SetJointAngle{"arm", "J2", -2.0}).empty());
  const auto listed_again = ask();
  REQUIRE(listed_again.shapes.size() == listed.shapes.size());
  bool any_is_beside = false;
  for (std::size_t i = 0; i != listed.shapes.size(); ++i) {
    const sigverse::PartView part = arm.part(i);
    const ShapePlace& shape = listed.shapes[i];
    CHECK(shape.id == part.id);
    CHECK(sigverse::magnitude(sigverse::difference(listed_again.shapes[i].centre, shape.centre)) < 1e-9);
    const sigverse::SigPose pose =
        sigverse::SigPose{part.place, part.turn} * sigverse::SigPose{shape.centre, shape.turn};
    CHECK(sigverse::magnitude(sigverse::difference(pose.place, part.centre)) < 1e-9);
    for (std::size_t axis = 0; axis != 4; ++axis) CHECK(pose.turn[axis] == Approx(part.shape_turn[axis]).margin(1e-12));
    any_is_beside |= sigverse::magnitude(shape.centre) > 1.0;
  }
  CHECK(any_is_beside);
  CHECK(read_as<GetPartShapesResult>(requests.ask_by(GetPartShapes{"none"})).shapes.empty());
  CHECK(requests.problem.empty());
}

TEST_CASE("joints are set and read by packets and by raw requests") {
  JointRequests requests;
  sigverse::SimObj& arm = requests.stage.at("arm");
  CHECK(requests.ask_by(SetJointAngle{"arm", "J1", 0.5}).empty());
  CHECK(requests.problem.empty());
  CHECK(read_as<GetJointAngleResult>(requests.ask_by(GetJointAngle{"arm", "J1"})).angle == 0.5);
  CHECK(requests.joint(RawCode::get_joint_angle, "J1") == "01" + shown_reals({0.5}));
  const sigverse::SigVector place = arm.find_part("LINK2")->place;
  CHECK(place[0] == Approx(-30 * std::sin(0.5)));
  CHECK(requests.joint(RawCode::get_joint_position, "J2") == shown_reals({place[0], place[1], place[2]}) + "01");
  CHECK(requests.joint(RawCode::get_parts_position, "LINK2") == shown_reals({place[0], place[1], place[2]}) + "01");
  const sigverse::SigQuaternion turn = arm.find_part("LINK2")->turn;
  for (const RawCode code : {RawCode::get_parts_rotation, RawCode::parts_rotation_10})
    CHECK(requests.joint(code, "LINK2") == shown_reals({turn[0], turn[1], turn[2], turn[3]}) + "01");

  CHECK(requests.ask_by(SetJointQuaternion{"arm", "J2", {0.6, 0.8, 0, 0}, false}).empty());
  CHECK(*arm.joint_angle("J2") == Approx(2 * std::acos(0.6)));
  CHECK(requests.ask_by(SetJointQuaternion{"arm", "J2", {0.6, -0.8, 0, 0}, true}).empty());
  CHECK(*arm.joint_angle("J2") == Approx(0.0).margin(1e-9));
  requests.ask_raw(
      {.code = RawCode::set_joint_quaternion, .object = "arm", .part = "J2", .flag = true, .quad = {0.6, 0.8, 0, 0}});
  requests.ask_raw(
      {.code = RawCode::set_joint_quaternion, .object = "arm", .part = "J2", .flag = false, .quad = {0.8, 0.6, 0, 0}});
  CHECK(*arm.joint_angle("J2") == Approx(2 * std::acos(0.8)));
  requests.ask_by(SetJointAngle{"arm", "J2", -0.25});
  CHECK(requests.ask_raw({.code = RawCode::get_all_joint_angles, .object = "arm"}) ==
        "00170002" + shown("J1,0.500,J2,-0.250,"));

  requests.ask_raw({.code = RawCode::set_joint_velocity, .object = "arm", .part = "J1", .first = 1.0, .second = 20.0});
  requests.ask_by(SetPartVelocity{"arm", "LINK2", -1.0, 20.0});
  requests.stage.run(50);
  CHECK(*arm.joint_angle("J1") == Approx(1.0));
  CHECK(*arm.joint_angle("J2") == Approx(-0.75));
  requests.ask_by(SetJointVelocity{"arm", "J1", 0.0, 20.0});
  requests.stage.run(1);
  CHECK(*arm.joint_angle("J1") == Approx(1.0));
  CHECK(requests.problem.empty());
}

TEST_CASE("torques on joints and forces on parts act with dynamics, and are ignored otherwise") {
  JointRequests requests;
  sigverse::SimObj& arm = requests.stage.at("arm");
  CHECK(requests.ask_by(AddJointTorque{"arm", "J1", 1e4}).empty());
  CHECK(requests.problem.empty());
  requests.ask_by(SetDynamicsMode{"arm", true});
  requests.ask_by(AddJointTorque{"arm", "J1", 1e4});
  requests.stage.run(1);
  const double first = *arm.joint_angle("J1");
  CHECK(first > 1e-3);
  CHECK(requests.ask_by(AddForceToParts{"arm", "LINK2", {0, 0, 1000}}).empty());
  requests.stage.run(1);
  CHECK(*arm.joint_angle("J2") > 1e-4);
  CHECK(requests.problem.empty());
  requests.ask_by(SetJointQuaternion{"arm", "J1", {1, 0, 0, 0}, false});
  CHECK(*arm.joint_angle("J1") > first);
}

TEST_CASE("a record has each part with its own pose") {
  JointRequests requests;
  requests.ask_by(SetJointAngle{"arm", "J1", 3.141592653589793});
  const std::string reply = requests.ask_by(GetEntity{"arm"});
  const auto packet = read_packet(reply);
  REQUIRE(packet);
  OctetReader reader(packet->data);
  reader.u16(), reader.real();
  REQUIRE(reader.u16() == 1);
  ObjectRecord record;
  REQUIRE(read_record(reader, record));
  REQUIRE(record.parts.size() == 3);
  CHECK(record.parts[2].name == "LINK2");
  CHECK(record.parts[2].id == 3);
  CHECK(record.parts[2].place[1] == Approx(290));
  CHECK(std::abs(record.parts[2].turn[3]) == Approx(1.0));
  CHECK(record.parts[2].size == std::array{4.0, 30.0, 4.0});
}

TEST_CASE("unknown joints and parts, and invalid numbers, are refused with one line each") {
  JointRequests requests;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto check_refused = [&](const std::string& begin, const char* name) {
    CAPTURE(name);
    CHECK(requests.problem.find(begin) == 0);
    CHECK(requests.problem.find("is refused: ") != std::string::npos);
    CHECK(requests.stage.log.size() == 1);
  };
  requests.ask_by(SetJointAngle{"arm", "NONE", 1});
  check_refused("SET_JOINT_ANGLE of 'arm'", "joint");
  for (const double bad : {nan, 1e300, -1e300}) {
    requests.ask_by(SetJointAngle{"arm", "J1", bad});
    check_refused("SET_JOINT_ANGLE of 'arm'", "angle");
    requests.ask_by(SetJointVelocity{"arm", "J1", bad, 1});
    check_refused("SET_JOINT_VELOCITY of 'arm'", "velocity");
    requests.ask_by(SetPartVelocity{"arm", "LINK1", 1, bad});
    check_refused("SET_PART_VELOCITY of 'arm'", "torque");
    requests.ask_by(SetJointQuaternion{"arm", "J1", {1, bad, 0, 0}, true});
    check_refused("SET_JOINT_QUATERNION of 'arm'", "quaternion");
    requests.ask_by(AddJointTorque{"arm", "J1", bad});
    check_refused("ADD_JOINT_TORQUE of 'arm'", "torque");
    requests.ask_raw({.code = RawCode::set_joint_velocity, .object = "arm", .part = "J1", .first = bad, .second = 1});
    check_refused("set joint velocity of 'arm'", "raw velocity");
  }
  requests.ask_by(AddForceToParts{"arm", "NONE", {1, 0, 0}});
  check_refused("ADD_FORCE_TO_PARTS of 'arm'", "part");
  requests.ask_by(SetJointAngle{"none", "J1", 1});
  CHECK(requests.problem == "SET_JOINT_ANGLE: there is no object 'none'");
  CHECK(*requests.stage.at("arm").joint_angle("J1") == 0.0);

  for (const std::string_view object : {"arm", "none"}) {
    CHECK(requests.ask_raw({.code = RawCode::get_joint_angle, .object = object, .part = "X"}) == std::string(18, '0'));
    CHECK(requests.ask_raw({.code = RawCode::get_joint_position, .object = object, .part = "X"}) ==
          std::string(50, '0'));
    CHECK(requests.ask_raw({.code = RawCode::get_parts_position, .object = object, .part = "X"}) ==
          std::string(50, '0'));
    CHECK(requests.ask_raw({.code = RawCode::get_parts_rotation, .object = object, .part = "X"}) ==
          std::string(66, '0'));
    CHECK(read_as<GetJointAngleResult>(requests.ask_by(GetJointAngle{object, "X"})).angle == 0.0);
    CHECK(requests.problem.empty());
  }
  CHECK(requests.ask_raw({.code = RawCode::get_all_joint_angles, .object = "none"}) == "00040000");

  JointRequests own(true);
  own.ask_by(SetJointAngle{"arm", "J1", 1});
  CHECK(own.problem == "SET_JOINT_ANGLE of 'arm' is refused: 'me' may change itself and what it holds only");
  own.client = Requests::Client::unattached;
  own.ask_raw({.code = RawCode::set_joint_velocity, .object = "arm", .part = "J1", .first = 1, .second = 1});
  CHECK(own.problem.find("a client that is not attached changes nothing") != std::string::npos);
  CHECK(*own.stage.at("arm").joint_angle("J1") == 0.0);
}
