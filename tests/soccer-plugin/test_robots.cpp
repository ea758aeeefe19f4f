// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "soccer-plugin/player_moves.h"
#include "spark/core/core.h"
#include "spark/physics/articulation.h"
#include "spark/physics/joint_kinds.h"
#include "spark/script/script_engine.h"
#include "tests/soccer-plugin/monitor_fixture.h"
#include "tests/support/folders.h"

using namespace soccer;
using namespace soccer::test;
using spark::Body;
using spark::Vec3;

namespace {

struct Kind {
  const char* file;
  double height;     ///< of the agent's node where the robot stands
  const char* main;  ///< the body that represents it
  std::size_t bodies;
};
constexpr Kind kCar{"cart.rsg", 0.12, "hull", 5};
constexpr Kind kArm{"three_hinges.rsg", 0.0, "foot/body", 4};
constexpr Kind kFourLegs{"robots/four_legs.rsg", 0.35, "trunk", 9};

/// A match among robots: agents get what the script's addAgent builds, as `(create)` calls it.
struct RobotMatch : MonitorFixture {
  RobotMatch() {
    core.scene_path.push_back(source_folder() + "/tests/support/scenes");
    engine.evaluate("importBundle 'sparkagent'; nil");
  }
  AgentState& add_robot(const Kind& kind, Vec3 place) {
    engine.evaluate(
        fmt::format("$robot = '{}'; def addAgent(path); addScene(path, $robot); "
                    "addScene(path, 'robot_player.rsg'); end; nil",
                    kind.file));
    spark::AgentAspect& agent = connect({place.x, place.y, kind.height});
    act(agent, "(create)");
    step();
    auto& state = find<AgentState>(fmt::format("{}/AgentState", agent.name()));
    return state;
  }
  AgentState& add_to_team(const Kind& kind, const std::string& team, Vec3 place) {
    AgentState& robot = add_robot(kind, place);
    act(robot, fmt::format("(init (unum 0)(teamname {}))", team));
    step();
    return robot;
  }
};

std::vector<Body*> bodies_of(RobotMatch& f, const AgentState& robot) {
  return f.core.find_all<Body>(&robot.agent());
}

/// Where its bodies are, as the main one sees them.
std::vector<Vec3> shape_of(RobotMatch& f, const AgentState& robot) {
  std::vector<Vec3> shape;
  const spark::Mat3 back = spark::transposed(robot.body().rotation());
  for (const Body* body : bodies_of(f, robot)) shape.push_back(back * (body->position() - robot.body().position()));
  return shape;
}

void check_whole(RobotMatch& f, const AgentState& robot, const std::vector<Vec3>& shape, double tolerance) {
  const auto now = shape_of(f, robot);
  REQUIRE(now.size() == shape.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    CAPTURE(i);
    CHECK(length(now[i] - shape[i]) < tolerance);
  }
}

void check_stands(RobotMatch& f, const AgentState& robot) {
  for (const Body* body : bodies_of(f, robot)) {
    CHECK(length(body->velocity()) < 0.05);
    CHECK(length(body->angular_velocity()) < 0.3);
  }
}

}  // namespace

TEST_CASE("a car, an arm and a four-legged robot join a match, beam, and stand still while no one drives them") {
  const Kind kind = GENERATE(kCar, kArm, kFourLegs);
  const bool left = GENERATE(true, false);
  CAPTURE(kind.file, left);
  RobotMatch f;
  f.game().roster().join("foo");
  f.game().roster().join("bar");
  AgentState& robot = f.add_robot(kind, {3, 3, 0});
  CHECK(robot.body().full_path() == robot.agent().full_path() + '/' + kind.main);
  CHECK(bodies_of(f, robot).size() == kind.bodies);
  const auto shape = shape_of(f, robot);

  f.act(robot, left ? "(init (unum 5)(teamname foo))" : "(init (unum 5)(teamname bar))");
  // At its start place, in its shape, with its lowest point on the floor, and facing the opponents' goal.
  const double side = left ? 1.0 : -1.0;
  CHECK(robot.body().position().x == Approx(-side * (52 - 0.44)));
  CHECK(robot.body().position().y == Approx(34 - 0.44));
  const double standing = kind.height > 0 ? kind.height : 0.06;
  CHECK(robot.body().position().z == Approx(standing).margin(0.005));
  CHECK((robot.body().rotation() * Vec3{1, 0, 0}).x == Approx(side).margin(0.001));
  check_whole(f, robot, shape, 1e-9);
  f.step(100);
  check_whole(f, robot, shape, 0.02);
  check_stands(f, robot);

  f.act(robot, "(beam -10 4 0)");
  CHECK(robot.body().position().x == Approx(-side * 10));
  CHECK(robot.body().position().y == Approx(side * 4));
  f.step(1000);
  check_whole(f, robot, shape, 0.02);
  check_stands(f, robot);
  CHECK(length(robot.body().position() - Vec3{-side * 10, side * 4, standing}) < 0.03);
  CHECK(length(robot.position() - robot.body().position()) < 1e-9);

  // The other team: half a turn, and back.
  f.act(robot, left ? "(init (unum 5)(teamname bar))" : "(init (unum 5)(teamname foo))");
  CHECK((robot.body().rotation() * Vec3{1, 0, 0}).x == Approx(-side).margin(0.01));
  f.step(50);
  check_whole(f, robot, shape, 0.02);
  CHECK(f.log_lines().empty());
}

TEST_CASE("the referee and trainers move a robot with all its bodies") {
  const Kind kind = GENERATE(kCar, kArm, kFourLegs);
  CAPTURE(kind.file);
  RobotMatch f;
  AgentState& robot = f.add_to_team(kind, "foo", {3, 3, 0});
  f.step(20);
  const auto shape = shape_of(f, robot);
  const auto move = [&](const char* what, auto how) {
    CAPTURE(what);
    const Vec3 before = robot.body().position();
    for (Body* body : bodies_of(f, robot)) body->set_velocity({1, 2, 3});
    how();
    CHECK(length(robot.body().position() - before) > 1.0);
    check_whole(f, robot, shape, 0.02);
  };
  move("half cleared", [&] {
    clear_rectangle(f.game(), Side::left, {-60, 0, -40, 40}, 1.0, f.core.random.stream("t"));
  });
  check_stands(f, robot);
  CHECK(spark::Articulation(robot.body()).reach_down().value() > robot.body().position().z - 0.9);
  const Vec3 centre = robot.body().position();
  move("circle cleared", [&] { clear_circle(f.game(), Side::left, centre, 9, 15, f.core.random.stream("t")); });
  check_stands(f, robot);
  move("trainer's position", [&] { CHECK(f.send("(agent (team Left)(unum 1)(pos -20 3 2))") == 0); });
  CHECK(robot.body().position() == Vec3{-20, 3, 2});
  for (Body* body : bodies_of(f, robot)) CHECK(body->velocity() == Vec3{1, 2, 3});
  CHECK(f.send("(agent (team Left)(unum 1)(vel 0 0.5 1))") == 0);
  for (Body* body : bodies_of(f, robot)) {
    CHECK(body->velocity() == Vec3{0, 0.5, 1});
    CHECK(body->angular_velocity() == Vec3{});
  }
  f.step(30);
  check_whole(f, robot, shape, 0.02);
  CHECK(f.log_lines().empty());
}

TEST_CASE("monitors and other players see a robot where its main body is") {
  RobotMatch f;
  AgentState& arm = f.add_to_team(kArm, "foo", {3, 3, 0});
  AgentState& car = f.add_to_team(kCar, "bar", {-4, -4, 0});
  f.step(20);
  const auto place = [](const Vec3& p) { return fmt::format("(pos {:g} {:g} {:g})", p.x, p.y, p.z); };
  const std::string line = f.frame();
  CHECK(line.find("(P (s 1)(id 1)" + place(arm.body().position()) + ")") != line.npos);
  CHECK(line.find("(P (s 2)(id 1)" + place(car.body().position()) + ")") != line.npos);
  // Each sees the other 40 m away.
  f.act(arm, "(beam -20 0 0)");
  f.act(car, "(beam -20 0 0)");
  f.step(20);
  f.call(arm, "VisionPerceptor", "addNoise", {false});
  f.call(car, "VisionPerceptor", "addNoise", {false});
  for (const AgentState* viewer : {&arm, &car}) {
    const std::string text = f.sense(*viewer);
    const std::size_t at = text.find("(Player ");
    REQUIRE(at != text.npos);
    CHECK(text.substr(at).find("(pol 40") < 60);
  }
}

TEST_CASE("robots change sides with all their bodies, and face the other goal") {
  const Kind kind = GENERATE(kCar, kFourLegs);
  CAPTURE(kind.file);
  RobotMatch f;
  AgentState& left = f.add_to_team(kind, "foo", {3, 3, 0});
  AgentState& right = f.add_to_team(kind, "bar", {3, 3, 0});
  f.step(50);
  const auto ahead = [](const AgentState& robot) { return (robot.body().rotation() * Vec3{1, 0, 0}).x; };
  const auto shape = shape_of(f, left);
  const double before = ahead(left);
  const Vec3 at = left.body().position();
  REQUIRE(std::abs(before) > 0.9);
  REQUIRE(f.send("(changeSides)") == 0);
  CHECK(ahead(left) == Approx(-before));
  CHECK(left.body().position().x == Approx(-at.x));
  CHECK(left.body().position().y == Approx(-at.y));
  check_whole(f, left, shape, 1e-9);
  // At a new start place of its new side it faces the other goal.
  f.act(left, "(init (unum 0)(teamname foo))");
  CHECK(left.side == Side::right);
  CHECK(ahead(left) == Approx(-before).margin(0.02));
  REQUIRE(f.send("(changeSides)") == 0);
  CHECK(ahead(left) == Approx(before).margin(0.02));
  CHECK(ahead(right) * ahead(left) < 0);
}

TEST_CASE("monitors see a robot without an agent state at its body, and an agent without a body at the origin") {
  RobotMatch f;
  f.engine.evaluate("def addAgent(path); addScene(path, 'three_hinges.rsg'); end; nil");
  spark::AgentAspect& agent = f.connect({7, -8, 0});
  CHECK(f.frame().find("(P (pos 0 0 0))") != std::string::npos);
  f.act(agent, "(create)");
  f.step(2);
  CHECK(f.frame().find("(P (pos 7 -8 0.0") != std::string::npos);
}

TEST_CASE("a body that is joined to the ball moves with it wherever the ball is put") {
  RobotMatch f;
  f.engine.evaluate(R"(
    new('oxygen/Transform', '/usr/scene/tail').setLocalPos(0.4, 0, 10)
    new('oxygen/Body', '/usr/scene/tail/body').setSphereTotal(0.1, 0.05)
    new('oxygen/BallJoint', '/usr/scene/tail/joint').attach('../body', '../../Ball/physics')
    nil)");
  auto& tail = f.find<Body>("tail/body");
  const Vec3 way = tail.position() - f.ball().body().position();
  f.place_ball(20, 3);
  CHECK(length(tail.position() - f.ball().body().position() - way) < 1e-9);
  CHECK(f.send("(ball (pos -5 5 1)(vel 1 0 0))") == 0);
  CHECK(length(tail.position() - f.ball().body().position() - way) < 1e-9);
  CHECK(tail.velocity() == Vec3{1, 0, 0});
}

TEST_CASE("robots in a match are driven by their joints, and push the ball") {
  RobotMatch f;
  AgentState& car = f.add_to_team(kCar, "foo", {3, 3, 0});
  f.act(car, "(beam -1 0 0)");
  f.step(20);
  f.game().set_play_mode({Phase::play_on});
  f.place_ball(0, 0);
  f.act(car, "(left 10)(right 10)");
  f.step(200);
  CHECK(car.body().position().x > -0.3);
  // Friction holds a ball that is pushed with a flat front: it only moves away by bouncing off.
  CHECK(f.ball().body().position().x > 0.1);
  CHECK(f.ball_state().last_touch().unum == 1);
  CHECK(f.sense(car).find("(HJ (name left) (axis ") != std::string::npos);
}
