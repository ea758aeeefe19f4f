// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

std::string words(const SimObj& object) {
  std::string text;
  for (const Collision& c : object.collisions())
    text += std::string(c.other) + ":" + std::string(c.other_part) + ":" + std::string(c.my_part) + ": ";
  return text;
}

/// How far a box slides in a second if it starts at 100 cm/s on a ground with that `collisionparam`.
double slide(const std::string& parameters) {
  WorldStage stage;
  stage.load("<collisionparam " + parameters + "/>" + object("Box.xml", "box", "y=5 vx=100"));
  stage.run(100);
  CHECK(stage.at("box").position()[1] == Approx(5).margin(0.5));
  return stage.at("box").position()[0];
}

}  // namespace

TEST_CASE("an object that falls comes to rest on the ground, which is not a collision") {
  WorldStage stage;
  stage.load(object("Box.xml", "box", "y=30"));
  stage.run(300);
  CHECK(stage.at("box").position()[1] == Approx(5).margin(0.2));
  CHECK(stage.at("box").collisions().empty());
  CHECK_FALSE(stage.at("box").is_touching(""));
}

TEST_CASE("collisions name each other object once, as long as it touches") {
  WorldStage stage;
  stage.load(kNoGravity + object("Box.xml", "table", "y=50 dynamics=false") + object("Ball.xml", "zoe", "y=64 x=-5") +
             object("Ball.xml", "adam", "y=64 x=5") + object("Ball.xml", "far", "x=500 y=50"));
  for (int i = 0; i < 3; ++i) {
    stage.run(1);
    CHECK(words(stage.at("table")) == "adam:body:body: zoe:body:body: ");
    CHECK(words(stage.at("adam")) == "table:body:body: zoe:body:body: ");
    CHECK(words(stage.at("far")).empty());
  }
  CHECK(stage.at("table").is_touching("body"));
  stage.at("adam").set_position({0, 500, 0});
  stage.run(1);
  CHECK(words(stage.at("table")) == "zoe:body:body: ");
  CHECK(words(stage.at("adam")).empty());
}

TEST_CASE("two objects without dynamics collide and do not move") {
  WorldStage stage;
  stage.load(object("Box.xml", "a", "y=50 dynamics=false") + object("Box.xml", "b", "y=55 dynamics=false"));
  stage.run(20);
  CHECK(words(stage.at("a")) == "b:body:body: ");
  CHECK(words(stage.at("b")) == "a:body:body: ");
  CHECK(stage.at("a").position() == SigVector{0, 50, 0});
  CHECK(stage.at("b").position() == SigVector{0, 55, 0});
}

TEST_CASE("of several touching parts the one whose name is first is reported") {
  WorldStage stage;
  stage.file("Wide.xml", R"(<define-class name="Wide" inherit="Entity.xml">
    <simpleShape type="box"><position x="-20"/><size sx="20" sy="10" sz="20"/></simpleShape>
    <simpleShape type="box"><position x="20"/><size sx="20" sy="10" sz="20"/></simpleShape></define-class>)");
  stage.load(kNoGravity + object("Wide.xml", "wide", "y=50 dynamics=false") +
             object("Wide.xml", "on_both", "y=59 dynamics=false") + object("Ball.xml", "right", "x=25 y=36"));
  stage.run(1);
  CHECK(words(stage.at("on_both")) == "wide:body:body: ");
  CHECK(words(stage.at("right")) == "wide:body_2:body: ");
  CHECK(words(stage.at("wide")) == "on_both:body:body: right:body:body_2: ");
}

TEST_CASE("an object with collision off falls through others, without a collision") {
  WorldStage stage;
  stage.load(object("Box.xml", "table", "y=50 dynamics=false") + object("Ball.xml", "ghost", "y=62 collision=false"));
  CHECK_FALSE(stage.at("ghost").collides());
  stage.run(100);
  CHECK(stage.at("ghost").position()[1] < 0);
  CHECK(stage.at("table").collisions().empty());
  stage.sim->reset();
  REQUIRE(stage.at("ghost").set_collision(true));
  CHECK(stage.at("ghost").attributes().is_on("collision"));
  stage.run(100);
  CHECK(stage.at("ghost").position()[1] > 50);
}

TEST_CASE("collisionparam sets friction, slip and bounce") {
  // Infinite friction stops the box, except for the slip.
  CHECK(slide("mu=\"-1\" slip1=\"0\" slip2=\"0\"") < 5);
  // Without friction it keeps sliding.
  CHECK(slide("mu=\"0\"") == Approx(100).margin(5));
  // Between the two it slides v²/2µg.
  CHECK(slide("mu=\"0.2\" slip1=\"0\" slip2=\"0\"") == Approx(100.0 * 100 / (2 * 0.2 * 980)).epsilon(0.1));
  // With slip it keeps creeping.
  CHECK(slide("mu=\"-1\" slip1=\"10\" slip2=\"10\"") > 50);
  const auto height_after_bounce = [](const std::string& parameters) {
    WorldStage stage;
    stage.load("<collisionparam " + parameters + "/>" + object("Ball.xml", "ball", "y=110"));
    double highest = 0;
    stage.run(60);
    for (int i = 0; i < 60; ++i) {
      stage.run(1);
      highest = std::max(highest, stage.at("ball").position()[1]);
    }
    return highest;
  };
  CHECK(height_after_bounce("bounce=\"0.8\"") > 60);
  CHECK(height_after_bounce("bounce=\"0\"") < 15);
  CHECK(height_after_bounce("bounce=\"0.8\" bounce_vel=\"900\"") < 15);
}

TEST_CASE("a second friction of 0 counts as none, as in published files") {
  CHECK(slide("mu=\"-1\" mu2=\"0\" slip1=\"0\" slip2=\"0\"") < 5);
}

TEST_CASE("the centre of mass follows from the shapes") {
  // A thin post with a heavy head: their common centre is up in the head.
  WorldStage stage;
  stage.file("Hammer.xml", R"(<define-class name="Hammer" inherit="Entity.xml">
    <simpleShape type="box"><position y="10"/><size sx="2" sy="20" sz="2"/></simpleShape>
    <simpleShape type="box"><position y="25"/><size sx="16" sy="10" sz="8"/></simpleShape></define-class>)");
  stage.load(kNoGravity + object("Hammer.xml", "hammer", "y=100"));
  SimObj& hammer = stage.at("hammer");
  CHECK(hammer.position() == SigVector{0, 100, 0});
  CHECK(hammer.part_count() == 2);
  CHECK(hammer.part(0).place[1] == Approx(110));
  CHECK(hammer.find_part("body_2")->place[1] == Approx(125));
  CHECK_FALSE(hammer.find_part("body_3"));
  const double light = 2 * 20 * 2, heavy = 16 * 10 * 8, centre = (light * 10 + heavy * 25) / (light + heavy);
  // A force at the centre of mass causes no rotation.
  hammer.add_force_at({5000, 0, 0}, {0, 100 + centre, 0}, false, false);
  stage.run(1);
  CHECK(std::abs(hammer.angular_velocity()[2]) < 1e-9);
  hammer.add_force_at({5000, 0, 0}, {0, 100, 0}, false, false);
  stage.run(1);
  CHECK(hammer.angular_velocity()[2] > 1);
  // It turns about that point.
  stage.sim->reset();
  hammer.set_angular_velocity({0, 0, 3});
  stage.run(30);
  const SigVector place = hammer.position();
  const SigVector middle = turned(hammer.rotation(), {0, centre, 0});
  CHECK(place[0] + middle[0] == Approx(0).margin(1e-9));
  CHECK(place[1] + middle[1] == Approx(100 + centre));
  // Rotated at its place, it stays there.
  stage.sim->reset();
  hammer.set_rotation({std::sqrt(0.5), std::sqrt(0.5), 0, 0}, false);
  CHECK(hammer.position()[1] == Approx(100));
  CHECK(hammer.position()[2] == Approx(0).margin(1e-12));
  CHECK(hammer.find_part("body_2")->place[2] == Approx(25));
}

TEST_CASE("the inertia of several shapes is that of all parts together, about any axis") {
  WorldStage stage;
  stage.file("Tins.xml", R"(<define-class name="Tins" inherit="Entity.xml">
    <simpleShape type="cylinder"><position x="10"/><size r="4" h="18"/></simpleShape>
    <simpleShape type="cylinder"><position x="-10"/><size r="4" h="18"/></simpleShape></define-class>)");
  stage.file("Dumbbell.xml", R"(<define-class name="Dumbbell" inherit="Entity.xml">
    <simpleShape type="sphere"><position x="6" y="9" z="18"/><size r="2"/></simpleShape>
    <simpleShape type="sphere"><position x="-6" y="-9" z="-18"/><size r="2"/></simpleShape></define-class>)");
  stage.load(kNoGravity + object("Tins.xml", "tins", "y=50 mass=2") +
             object("Dumbbell.xml", "dumbbell", "y=200 mass=2"));
  // The angular velocity, in rad/s, after one step from rest with that torque.
  const auto turns = [&](const char* name, const SigVector& torque) {
    stage.sim->reset();
    REQUIRE(stage.at(name).add_torque(torque, false));
    stage.run(1);
    return stage.at(name).angular_velocity();
  };
  const auto check = [&](const char* name, const SigVector& torque, double inertia) {
    const SigVector turn = turns(name, torque);
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(name, inertia, i);
      CHECK(turn[i] == Approx(torque[i] / inertia * 0.01).margin(1e-9));
    }
  };
  // Each tin has 1 kg, its axis along y.
  const double across = 4.0 * 4.0 / 4 + 18.0 * 18.0 / 12;
  check("tins", {1000, 0, 0}, 2 * across);
  check("tins", {0, 1000, 0}, 2 * (4.0 * 4.0 / 2 + 10 * 10));
  check("tins", {0, 0, 1000}, 2 * (across + 10 * 10));
  // Along the bar, and across it.
  const double ball = 0.4 * 2 * 2;
  check("dumbbell", {20, 30, 60}, 2 * ball);
  check("dumbbell", {3000, -2000, 0}, 2 * (ball + 21 * 21));
  check("dumbbell", {6000, 0, -2000}, 2 * (ball + 21 * 21));
}
