// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/link_requests.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/gateways/sigverse/server/request_stage.h"

using namespace sigverse_test;

namespace {

std::string robot(const std::string& name, const std::string& values) {
  std::string text = object("Me.xml", name, values);
  return text.insert(text.find("class="), "type=\"Robot\" ");
}

const std::string kThings = object("Ball.xml", "can", "x=200 y=50 z=25 graspable=true graspRadius=40") +
                            object("Ball.xml", "cup", "x=200 y=75 graspable=true graspRadius=40") +
                            object("Ball.xml", "moon", "x=200 y=500 graspable=true graspRadius=40") +
                            robot("rover", "x=600 y=50 dynamics=false");

struct LinkedRequests : Requests {
  explicit LinkedRequests(bool own_objects_only = false) : Requests(own_objects_only, kThings) {}
  std::string grasp(std::string_view owner, std::string_view part, std::string_view target) {
    return ask_raw({.code = RawCode::grasp, .object = owner, .part = part, .other = target});
  }
  bool is_held(std::string_view name) { return ask_raw({.code = RawCode::is_grasped, .object = name}) == "01"; }
  void drive(RawCode code, std::string_view name, double first, double second) {
    CHECK(ask_raw({.code = code, .object = name, .first = first, .second = second}).empty());
  }
};

}  // namespace

TEST_CASE("a joint is made, its force requested, and the joint released by packets") {
  LinkedRequests requests;
  requests.ask_by(ConnectJoint{"rope", "desk", "", "can", "body"});
  CHECK(requests.problem.empty());
  CHECK(requests.stage.world->set_gravity({0, 0, -9.807}));
  requests.stage.run(200);
  const std::string reply = requests.ask_by(GetJointForce{"desk", "rope"});  // its texts are views into it
  const auto force = read_as<GetJointForceResult>(reply);
  CHECK(force.ok == 1);
  CHECK(force.sides[0].part == "body");
  CHECK(force.sides[1].part == "body");
  CHECK(force.sides[1].force[1] == Approx(980.7).epsilon(0.01));
  CHECK(force.sides[0].force[1] == -force.sides[1].force[1]);
  CHECK(read_as<GetJointForceResult>(requests.ask_by(GetJointForce{"desk", "chain"})).ok == 0);
  CHECK(read_as<GetJointForceResult>(requests.ask_by(GetJointForce{"can", "rope"})).ok == 0);
  CHECK(read_as<GetJointForceResult>(requests.ask_by(GetJointForce{"none", "rope"})).ok == 0);
  requests.ask_by(ConnectJoint{"rope", "desk", "", "ball", ""});
  CHECK(requests.problem ==
        "CONNECT_JOINT 'rope' of 'desk' with 'ball' is refused: it already has a joint with that name");
  requests.ask_by(ConnectJoint{"rope", "none", "", "ball", ""});
  CHECK(requests.problem == "CONNECT_JOINT: there is no object 'none'");
  requests.ask_by(ConnectJoint{"other", "desk", "", "none", ""});
  CHECK(requests.problem == "CONNECT_JOINT: there is no object 'none'");
  requests.ask_by(ReleaseJoint{"desk", "chain"});
  CHECK(requests.problem == "RELEASE_JOINT: 'desk' has made no joint 'chain'");
  requests.ask_by(ReleaseJoint{"desk", "rope"});
  CHECK(requests.problem.empty());
  CHECK(read_as<GetJointForceResult>(requests.ask_by(GetJointForce{"desk", "rope"})).ok == 0);
}

TEST_CASE("every request to grasp is answered, even an invalid one") {
  LinkedRequests requests;
  CHECK(requests.grasp("me", "body", "nothing") == "0001");
  CHECK(requests.problem == "grasp: 'me' does not get 'nothing': there is no such object");
  CHECK(requests.grasp("me", "body", "ground") == "0001");
  CHECK(requests.grasp("me", "body", "ball") == "0004");
  CHECK(requests.problem == "grasp: 'me' does not get 'ball': it cannot be grasped");
  CHECK(requests.grasp("me", "body", "me") == "0004");
  CHECK(requests.grasp("me", "body", "moon") == "0005");
  CHECK(requests.problem == "grasp: 'me' does not get 'moon': it is farther away than its graspRadius");
  CHECK(requests.grasp("me", "ARM", "can") == "0004");
  CHECK(requests.problem == "grasp: 'me' has no part 'ARM'");
  CHECK(requests.grasp("none", "body", "can") == "0004");
  CHECK(requests.problem == "grasp: there is no object 'none'");
  CHECK(requests.grasp("me", "body", "can") == "0000");
  CHECK(requests.problem.empty());
  CHECK(requests.grasp("me", "body", "cup") == "0002");
  CHECK(requests.problem == "grasp: 'me' does not get 'cup': the part already holds something");
  CHECK(requests.grasp("cup", "body", "can") == "0003");
  CHECK(requests.problem == "grasp: 'cup' does not get 'can': another part holds it");
  CHECK(requests.is_held("can"));
  CHECK_FALSE(requests.is_held("cup"));
  CHECK_FALSE(requests.is_held("none"));
  requests.client = Requests::Client::unattached;
  CHECK(requests.ask_raw({.code = RawCode::release, .object = "me", .part = "body"}).empty());
  CHECK(requests.problem == "release of 'me' is refused: a client that is not attached changes nothing");
  CHECK(requests.grasp("cup", "body", "can") == "0004");
  requests.client = Requests::Client::controller;
  CHECK(requests.ask_raw({.code = RawCode::release, .object = "me", .part = "ARM"}).empty());
  CHECK(requests.is_held("can"));
  CHECK(requests.ask_raw({.code = RawCode::release, .object = "me", .part = "body"}).empty());
  CHECK_FALSE(requests.is_held("can"));
}

TEST_CASE("the place of a held thing is known as soon as its holder has been moved") {
  LinkedRequests requests;
  requests.stage.at("me").set_dynamics(false);
  REQUIRE(requests.grasp("me", "body", "can") == "0000");
  requests.ask_raw({.code = RawCode::set_position, .object = "me", .triple = {0, 50, 0}});
  const std::string held = requests.ask_raw({.code = RawCode::get_position, .object = "can"});
  requests.stage.at("ball").set_dynamics(false);
  requests.ask_raw({.code = RawCode::set_position, .object = "ball", .triple = {0, 50, 25}});
  CHECK(requests.ask_raw({.code = RawCode::get_position, .object = "ball"}) == held);
  // It cannot be taken out of the hand that way. No warning is logged, as a client may try in every step.
  requests.ask_raw({.code = RawCode::set_position, .object = "can", .triple = {0, 90, 0}});
  CHECK(requests.problem.find("warning") == std::string::npos);
  CHECK(requests.ask_raw({.code = RawCode::get_position, .object = "can"}) == held);
}

TEST_CASE("a restricted controller may change what it holds, and joins nothing else to itself") {
  LinkedRequests requests(true);
  requests.ask_by(SetMass{"can", 9});
  CHECK(requests.problem == "SET_MASS of 'can' is refused: 'me' may change itself and what it holds only");
  CHECK(requests.grasp("cup", "body", "can") == "0004");
  CHECK(requests.grasp("me", "body", "can") == "0000");
  requests.ask_by(SetMass{"can", 9});
  CHECK(requests.problem.empty());
  CHECK(requests.stage.at("can").mass() == 9);
  requests.ask_by(ConnectJoint{"j", "me", "", "cup", ""});
  CHECK(requests.problem == "CONNECT_JOINT of 'cup' is refused: 'me' may change itself and what it holds only");
  requests.drive(RawCode::set_wheel, "rover", 10, 40);
  CHECK(requests.problem == "set wheel of 'rover' is refused: 'me' may change itself and what it holds only");
}

TEST_CASE("wheels are set and turned by requests") {
  LinkedRequests requests;
  requests.drive(RawCode::set_wheel_velocity, "rover", 1, 1);
  CHECK(requests.problem == "set wheel velocity of 'rover' is refused: its wheels have no radius and distance yet");
  requests.drive(RawCode::set_wheel, "me", 10, 40);
  CHECK(requests.problem == "set wheel: 'me' has no wheels");
  requests.drive(RawCode::set_wheel, "none", 10, 40);
  CHECK(requests.problem == "set wheel: there is no object 'none'");
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity(), 1e300}) {
    requests.drive(RawCode::set_wheel, "rover", 10, bad);
    CHECK(requests.problem ==
          "set wheel of 'rover' is refused: radius and distance of wheels have to be above 0 and at most 1e4 cm");
  }
  requests.drive(RawCode::set_wheel, "rover", 10, 40);
  requests.drive(RawCode::set_wheel_velocity, "rover", 1, std::nan(""));
  CHECK(requests.problem ==
        "set wheel velocity of 'rover' is refused: a wheel's velocity has to be a number up to 1e4 rad/s");
  requests.drive(RawCode::set_wheel_velocity, "rover", 1, 1);
  CHECK(requests.problem.empty());
  requests.stage.run(50);
  CHECK(magnitude(difference(requests.stage.at("rover").position(), {600, 50, 5})) < 1e-9);
}

TEST_CASE("GET_POINTED_OBJECT returns the objects ahead on a line, the nearest first") {
  Requests requests(false, object("Man.xml", "man", "x=1000 y=50") + object("Box.xml", "behind", "x=1000 y=50 z=-90") +
                               object("Ball.xml", "close", "x=1002 y=50 z=100") +
                               object("Ball.xml", "held", "x=1000 y=50 z=50 graspable=true graspRadius=1000") +
                               object("Box.xml", "wide", "x=1020 y=50 z=90"));
  const auto pointed = [&](std::string_view who, std::string_view from, std::string_view to, std::string_view type) {
    std::vector<std::string> names;
    const std::string reply = requests.ask_by(GetPointedObject{who, from, to, type});
    for (const std::string_view name : read_as<GetPointedObjectResult>(reply).names) names.emplace_back(name);
    return names;
  };
  using Names = std::vector<std::string>;
  REQUIRE(requests.ask_raw({.code = RawCode::grasp, .object = "man", .part = "body_2", .other = "held"}) == "0000");
  CHECK(pointed("man", "body", "body_2", "0") == Names{"close", "wide"});
  CHECK(pointed("man", "body", "body_2", "1") == Names{"close", "wide"});
  requests.stage.at("close").set_position({1014, 50, 100});
  CHECK(pointed("man", "body", "body_2", "1") == Names{"wide", "close"});
  CHECK(pointed("man", "body_2", "body", "2") == Names{"behind", "desk", "me", "ball"});
  CHECK(pointed("man", "body", "body_2", "3").empty());
  CHECK(pointed("man", "body", "body_2", "").empty());
  CHECK(pointed("man", "body", "body", "0").empty());
  CHECK(pointed("man", "body", "ARM", "0").empty());
  CHECK(pointed("none", "body", "body_2", "0").empty());
  CHECK(requests.problem.empty());
}

TEST_CASE("the arm of a robot points, holds, and reports the forces on its joints") {
  Requests requests(false, object("Ball.xml", "can", "y=370 graspable=true graspRadius=40"),
                    {jointed_object("arm", arm_plan(2), false, {{"y", 300.0}})});
  const auto pointing = [&](std::string_view object, std::string_view from, std::string_view to) {
    return requests.ask_raw({.code = RawCode::get_pointing_vector, .object = object, .part = from, .other = to});
  };
  const auto three = [](double x, double y, double z) {
    std::string octets;
    OctetWriter out(octets);
    for (const double number : {x, y, z}) out.real(number);
    return shown(octets);
  };
  CHECK(pointing("arm", "J1", "J2") == three(0, 1, 0) + "01");
  CHECK(pointing("arm", "J2", "J1") == three(0, -1, 0) + "01");
  for (const std::string_view other : {"J1", "NOSE", ""}) CHECK(pointing("arm", "J1", other) == std::string(50, '0'));
  CHECK(pointing("none", "J1", "J2") == std::string(50, '0'));
  CHECK(requests.problem.empty());

  // Within one turn, without a step.
  CHECK(requests.ask_raw({.code = RawCode::grasp, .object = "arm", .part = "LINK2", .other = "can"}) == "0000");
  requests.ask_by(SetJointAngle{"arm", "J1", 3.141592653589793});
  CHECK(magnitude(difference(requests.stage.at("can").position(), {0, 270, 0})) < 1e-9);
  const std::string reply = requests.ask_by(GetJointForce{"arm", "J1"});  // its texts are views into it
  const auto force = read_as<GetJointForceResult>(reply);
  CHECK(force.ok == 1);
  CHECK(force.sides[0].part == "body");
  CHECK(force.sides[1].part == "LINK1");
  CHECK(force.sides[1].force == Triple{});
  requests.ask_by(ConnectJoint{"J1", "arm", "LINK1", "ball", ""});
  CHECK(requests.problem ==
        "CONNECT_JOINT 'J1' of 'arm' with 'ball' is refused: it already has a joint with that name");
}
