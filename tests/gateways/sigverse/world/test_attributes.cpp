// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/attributes.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

std::string group_of(SimObj& object, const std::string& name) {
  const Attribute* attribute = object.attributes().find(name);
  REQUIRE(attribute);
  return attribute->group;
}

}  // namespace

TEST_CASE("every object has the attributes that clients read, and agents have more") {
  WorldStage stage;
  stage.file("Robot.xml", R"(<define-class name="Robot" inherit="Agent.xml"/>)");
  stage.load(object("Ball.xml", "ball", "y=50") + object("Robot.xml", "robot", "y=50 x=100"));
  SimObj &ball = stage.at("ball"), &robot = stage.at("robot");
  const std::pair<const char*, const char*> numbers[] = {{"position", "x y z"},
                                                         {"rotation", "qw qx qy qz"},
                                                         {"force", "fx fy fz"},
                                                         {"torque", "tqx tqy tqz"},
                                                         {"velocity", "vx vy vz avx avy avz"},
                                                         {"physics", "mass graspRadius"},
                                                         {"scale", "scalex scaley scalez"}};
  for (const auto& [group, names] : numbers)
    for (std::string_view rest = names; !rest.empty();) {
      const auto end = std::min(rest.find(' '), rest.size());
      const std::string name(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      CAPTURE(name);
      CHECK(group_of(ball, name) == group);
      CHECK(std::holds_alternative<double>(ball.attributes().find(name)->value));
    }
  for (const char* name : {"agent", "dynamics", "collision", "graspable"})
    CHECK(std::holds_alternative<bool>(ball.attributes().find(name)->value));
  for (const char* name :
       {"name", "class", "superclass", "language", "implementation", "shapeFile", "visStateAttrName"})
    CHECK(std::holds_alternative<std::string>(ball.attributes().find(name)->value));
  CHECK(ball.attributes().text("name") == "ball");
  CHECK(ball.attributes().text("class") == "Ball");
  CHECK(ball.attributes().text("superclass") == "Entity");
  CHECK(ball.attributes().text("visStateAttrName") == "visual");
  CHECK(ball.attributes().number("mass") == 1);
  CHECK(ball.attributes().number("graspRadius") == 10);
  CHECK(ball.attributes().is_on("dynamics"));
  CHECK(ball.attributes().is_on("collision"));
  CHECK_FALSE(ball.attributes().is_on("graspable"));
  CHECK_FALSE(ball.is_agent());
  CHECK(ball.attributes().find("FOV") == nullptr);

  CHECK(robot.is_agent());
  CHECK(robot.attributes().text("superclass") == "Agent");
  CHECK(robot.attributes().number("FOV") == 45);
  CHECK(robot.attributes().number("aspectRatio") == 1.5);
  CHECK(robot.attributes().number("voiceReachRadius") == -1);
  CHECK_FALSE(robot.attributes().is_on("voiceReachRadiusEnable"));
  for (const char* name : {"vpx", "vvz", "lepx", "levy", "repz", "revx", "epx1", "evz2", "epy2"}) {
    CAPTURE(name);
    CHECK(std::holds_alternative<double>(robot.attributes().find(name)->value));
  }
  for (const char* name : {"elnk1", "elnk2"}) CHECK(robot.attributes().text(name).empty());
}

TEST_CASE("setting an attribute changes the state that it stands for") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50"));
  SimObj& ball = stage.at("ball");
  const auto set = [&ball](const char* name, AttributeValue value) { return ball.set_attribute(name, value); };
  CHECK(set("x", 12.0));
  CHECK(set("z", std::string("-3.5")));
  CHECK(ball.position()[0] == Approx(12));
  CHECK(ball.position()[2] == Approx(-3.5));
  CHECK(set("vx", 40.0));
  CHECK(set("avy", 2.0));
  CHECK(ball.linear_velocity()[0] == Approx(40));
  CHECK(ball.angular_velocity()[1] == Approx(2));
  CHECK(set("mass", std::string("4")));
  CHECK(ball.mass() == 4);
  CHECK(set("fy", 400.0));
  CHECK(set("tqz", 7.0));
  CHECK(ball.attributes().number("fy") == 400);
  CHECK(ball.attributes().number("tqz") == 7);
  stage.run(1);
  CHECK(ball.linear_velocity()[1] == Approx(1));
  CHECK(set("collision", false));
  CHECK_FALSE(ball.collides());
  CHECK(set("dynamics", std::string("false")));
  CHECK_FALSE(ball.dynamics());
  CHECK(set("graspable", std::string("true")));
  CHECK(ball.attributes().is_on("graspable"));
  CHECK(set("shapeFile", std::string("any text")));
  CHECK(ball.attributes().text("shapeFile") == "any text");
}

TEST_CASE("texts of attributes are parsed like those of world files") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50"));
  SimObj& ball = stage.at("ball");
  CHECK(ball.set_attribute("x", std::string(" 52.5.0 ")));
  CHECK(ball.attributes().number("x") == 52.5);
  CHECK(ball.set_attribute("x", std::string("1 2")));
  CHECK(ball.position()[0] == Approx(1));
  CHECK(ball.set_attribute("dynamics", std::string("FALSE")));
  CHECK_FALSE(ball.dynamics());
  CHECK(ball.set_attribute("dynamics", std::string("on")));
  CHECK(ball.dynamics());
}

TEST_CASE("the numbers of a quaternion may be set one by one, even if all are 0 in between") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50"));
  SimObj& ball = stage.at("ball");
  const bool dynamics = GENERATE(true, false);
  ball.set_dynamics(dynamics);
  CHECK(ball.set_attribute("qw", 0.0));  // all four are 0 now
  CHECK(ball.set_attribute("qy", 1.0));
  CHECK(ball.rotation() == SigQuaternion{0, 0, 1, 0});
  CHECK(ball.attributes().number("qy") == 1);
}

TEST_CASE("read-only attributes and impossible values are refused and change nothing") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50"));
  SimObj& ball = stage.at("ball");
  const Attributes before = ball.attributes();
  for (const char* name : {"class", "superclass", "agent", "name"}) {
    CHECK_FALSE(ball.set_attribute(name, std::string("x")));
    CHECK(ball.complaint() == "this attribute is read-only");
  }
  CHECK_FALSE(ball.set_attribute("nosuch", 1.0));
  CHECK(ball.complaint() == "it has no such attribute");
  for (const char* text : {"", "abc", "nan", "inf", "1e999", "true", "-", "cm30"}) {
    CAPTURE(text);
    CHECK_FALSE(ball.set_attribute("x", std::string(text)));
  }
  CHECK_FALSE(ball.set_attribute("x", true));
  CHECK_FALSE(ball.set_attribute("dynamics", 1.0));
  CHECK_FALSE(ball.set_attribute("shapeFile", 1.0));
  for (const char* name : {"x", "vx", "avx", "fx", "tqx", "qw", "mass", "graspRadius", "scalex"})
    for (const double bad : {kNaN, kInfinite, -kInfinite, 1e12}) {
      CAPTURE(name, bad);
      CHECK_FALSE(ball.set_attribute(name, bad));
      CHECK_FALSE(ball.refused_by_mode());
    }
  CHECK(ball.attributes() == before);
}

TEST_CASE("a field of view is above 0 and below 180 degrees, even if it is set as an attribute") {
  WorldStage stage;
  stage.file("Robot.xml", R"(<define-class name="Robot" inherit="Agent.xml"/>)");
  stage.load(kNoGravity + object("Robot.xml", "robot", "y=50"));
  SimObj& robot = stage.at("robot");
  CHECK(robot.set_attribute("FOV", 179.9));
  for (const double bad : {0.0, 180.0, 181.0}) {
    CAPTURE(bad);
    CHECK_FALSE(robot.set_attribute("FOV", bad));
    CHECK(robot.complaint() == "a field of view has to be above 0 and below 180 degrees");
  }
  CHECK(robot.attributes().number("FOV") == 179.9);
}

TEST_CASE("attributes accept only finite numbers, and values of their own type") {
  Attributes attributes;
  attributes.add("x", {"position", 1.5});
  attributes.add("graspable", {"physics", true});
  for (const double bad : {kNaN, kInfinite, -kInfinite}) CHECK_FALSE(attributes.set("x", bad));
  CHECK_FALSE(attributes.set("x", true));
  CHECK_FALSE(attributes.set("graspable", 1.0));
  CHECK_FALSE(attributes.set("y", 1.0));
  CHECK(attributes.number("x") == 1.5);
  CHECK(attributes.set("x", -2.0));
  CHECK(attributes.set("graspable", false));
  CHECK(attributes.number("x") == -2.0);
  CHECK_FALSE(attributes.is_on("graspable"));
}

TEST_CASE("setters refuse values beyond their bounds") {
  WorldStage stage;
  stage.load(kNoGravity + object("Ball.xml", "ball", "y=50"));
  SimObj& ball = stage.at("ball");
  const Attributes before = ball.attributes();
  for (const double bad : {kNaN, kInfinite, -kInfinite, 1.1e6, -1e7}) {
    CAPTURE(bad);
    CHECK_FALSE(ball.set_position({0, bad, 0}));
    CHECK_FALSE(ball.set_linear_velocity({0, 0, bad}));
    CHECK_FALSE(ball.set_angular_velocity({bad, 0, 0}));
    CHECK_FALSE(ball.set_rotation({bad, 0, 0, 0}, false));
    CHECK_FALSE(ball.set_mass(bad));
    CHECK_FALSE(ball.set_camera_position(1, {bad, 0, 0}));
    CHECK_FALSE(ball.set_camera_direction(1, {bad, 0, 0}));
    CHECK_FALSE(ball.set_camera_fov(1, bad));
    CHECK_FALSE(ball.set_camera_aspect_ratio(1, bad));
    CHECK_FALSE(ball.add_force_at({1, 0, 0}, {bad, 0, 0}, false, false));
  }
  for (const double bad : {kNaN, kInfinite, -kInfinite, 1.1e9, -1e10}) {
    CAPTURE(bad);
    CHECK_FALSE(ball.set_force({bad, 0, 0}));
    CHECK_FALSE(ball.add_force({0, bad, 0}, false));
    CHECK_FALSE(ball.add_force({0, bad, 0}, true));
    CHECK_FALSE(ball.set_torque({0, 0, bad}));
    CHECK_FALSE(ball.add_torque({0, 0, bad}, true));
    CHECK_FALSE(ball.set_acceleration({0, 0, bad}));
    CHECK_FALSE(ball.add_force_at({0, 0, bad}, {0, 0, 0}, true, true));
    CHECK_FALSE(ball.add_force_to_part("body", {bad, 0, 0}));
  }
  CHECK_FALSE(ball.set_mass(0));
  CHECK_FALSE(ball.set_mass(-1));
  CHECK_FALSE(ball.set_rotation({0, 0, 0, 0}, false));
  CHECK_FALSE(ball.set_camera_fov(1, 0));
  CHECK_FALSE(ball.set_camera_fov(1, 180));
  CHECK_FALSE(ball.add_force_to_part("tail", {1, 0, 0}));
  CHECK(ball.attributes() == before);
  // Values at the bounds are accepted, and the world stays valid.
  CHECK(ball.set_mass(1e6));
  CHECK(ball.set_force({1e9, 0, 0}));
  CHECK(ball.add_force({0, 1e9, 0}, false));
  CHECK_FALSE(ball.add_force({0, 1e9, 0}, false));
  CHECK(ball.set_position({1e6, -1e6, 1e6}));
  stage.run(3);
  CHECK(std::isfinite(ball.position()[0]));
}

TEST_CASE("a SimObj that a script creates has no body and refuses everything") {
  WorldStage stage;
  auto& loose = dynamic_cast<SimObj&>(stage.core.create("SimObj", "/sig/loose"));
  CHECK_FALSE(loose.set_position({1, 2, 3}));
  CHECK_FALSE(loose.set_rotation({1, 0, 0, 0}, true));
  CHECK_FALSE(loose.add_force({1, 0, 0}, false));
  CHECK_FALSE(loose.set_mass(1));
  CHECK_FALSE(loose.set_dynamics(false));
  CHECK_FALSE(loose.set_collision(false));
  CHECK_FALSE(loose.set_gravity_mode(false));
  CHECK(loose.position() == SigVector{});
  CHECK(loose.part_count() == 0);
  CHECK_FALSE(loose.find_part(""));
  CHECK_FALSE(loose.is_touching(""));
  CHECK(loose.attributes().table().empty());
  stage.run(1);
}
