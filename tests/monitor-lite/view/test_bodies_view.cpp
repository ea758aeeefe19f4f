// SPDX-License-Identifier: Apache-2.0
// What must be in a picture of a world without a game.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

namespace {

Game world() {
  Game game;
  game.has_bodies = true;
  game.play_modes = {"none"};
  return game;
}

/// A ball of 0.5 m at the origin, and a box of 2 x 0.2 x 0.2 m at (3, 1), which lies along x unless turned.
Snapshot ball_and_box(double angle = 0) {
  Snapshot now;
  now.bodies = {{"ball", {0, 0, 0.5}, {1, 0, 0, 0}},
                {"box", {3, 1, 0.1}, {std::cos(angle / 2), 0, 0, std::sin(angle / 2)}}};
  auto shapes = std::make_shared<BodyShapes>();
  (*shapes)["ball"] = {{BodyShape::Kind::sphere, {0.5, 0, 0}, {}}};
  (*shapes)["box"] = {{BodyShape::Kind::box, {2, 0.2, 0.2}, {}}};
  now.shapes = shapes;
  return now;
}

constexpr auto is_plain = [](const Pixel& p) { return p.is_green(); };

}  // namespace

TEST_CASE("bodies are drawn by their shapes where they are, on a plain without field, goals and score") {
  const char* name = GENERATE("side", "top");
  CAPTURE(name);
  Studio studio;
  studio.draw(ball_and_box(), name, world());
  CHECK(studio.count_near({0, 0, 0.5}, 5, is_plain) == 0);
  for (const double x : {-0.9, 0.0, 0.9}) CHECK(studio.count_near({3 + x, 1, 0.1}, 1, is_plain) == 0);
  CHECK(studio.count_near({3, 1.9, 0.1}, 1, is_plain) > 0);
  // No lines, walls and goals: the rest is green from edge to edge, but for the time above and the labels.
  CHECK(studio.count(0, 400, 1280, 720, [](const Pixel& p) { return p.is_white(); }) < 400);
}

TEST_CASE("boxes are turned as the body is") {
  Studio studio;
  const auto covered = [&](const Point& p) { return studio.count_near(p, 1, is_plain) == 0; };
  studio.draw(ball_and_box(0), "top", world());
  CHECK(covered({3.8, 1, 0.1}));
  CHECK_FALSE(covered({3, 1.8, 0.1}));
  CHECK_FALSE(covered({3.55, 1.55, 0.1}));
  studio.draw(ball_and_box(M_PI / 2), "top", world());
  CHECK_FALSE(covered({3.8, 1, 0.1}));
  CHECK(covered({3, 1.8, 0.1}));
  studio.draw(ball_and_box(M_PI / 4), "top", world());
  CHECK(covered({3.55, 1.55, 0.1}));
  CHECK(covered({2.45, 0.45, 0.1}));
  CHECK_FALSE(covered({3.55, 0.45, 0.1}));
}

TEST_CASE("cylinders end flat and capsules round, each as it lies") {
  const bool is_capsule = GENERATE(false, true);
  CAPTURE(is_capsule);
  const double half = std::sqrt(0.5);
  Snapshot now;
  now.bodies = {{"roll", {0, 0, 0.3}, {1, 0, 0, 0}}};
  auto shapes = std::make_shared<BodyShapes>();
  BodyShape shape{is_capsule ? BodyShape::Kind::capsule : BodyShape::Kind::cylinder, {0.3, 1, 0}, {}};
  shape.rotation = {half, 0, half, 0};  // along x
  (*shapes)["roll"] = {shape};
  now.shapes = shapes;
  Studio studio;
  studio.draw(now, "top", world());
  const auto covered = [&](double x, double y) { return studio.count_near({x, y, 0.3}, 1, is_plain) == 0; };
  CHECK(covered(0, 0.28));
  CHECK(covered(0.48, 0.28));
  CHECK_FALSE(covered(0, 0.33));
  CHECK(covered(0.7, 0) == is_capsule);
  CHECK_FALSE(covered(0.75, 0.25));
  CHECK_FALSE(covered(0.9, 0));
  // The body turns it, too: along y.
  now.bodies[0].rotation = {half, 0, 0, half};
  studio.draw(now, "top", world());
  CHECK(covered(0.28, 0.48));
  CHECK_FALSE(covered(0.48, 0.28));
}

TEST_CASE("a ball shows how it is turned") {
  Snapshot now = ball_and_box();
  now.bodies.resize(1);
  Studio studio;
  const auto dark_above = [&] {
    studio.draw(now, "top", world());
    return studio.count_near({0, 0, 1}, 3, [](const Pixel& p) { return p.sum() < 330; });
  };
  CHECK(dark_above() == 0);  // its belt lies
  now.bodies[0].rotation = {std::sqrt(0.5), std::sqrt(0.5), 0, 0};
  CHECK(dark_above() > 20);
}

TEST_CASE("what stands still is grey or as it is coloured, joints are seen through what they hold") {
  Studio studio;
  Snapshot now = ball_and_box();
  BodyShape wall{BodyShape::Kind::box, {0.4, 2, 0.5}, {-2, 0, 0.25}}, sign = wall;
  sign.middle.y = 3;
  sign.colour = {0.2, 0.45, 0.9};
  now.scenery = std::make_shared<std::vector<BodyShape>>(std::vector{wall, sign});
  studio.draw(now, "top", world());
  const auto is_grey = [](const Pixel& p) {
    return p.red > 90 && std::abs(p.red - p.green) < 12 && std::abs(p.red - p.blue) < 14;
  };
  CHECK(studio.count_near({-2, 0, 0.5}, 4, is_grey) > 30);
  CHECK(studio.count_near({-2, 3, 0.5}, 4, is_blue) > 30);
  const auto is_red = [](const Pixel& p) { return p.red > 150 && p.red > 2 * p.green && p.red > 2 * p.blue; };
  const auto red_at_ball = [&] { return studio.count_near({0, 0, 0.5}, 30, is_red); };
  CHECK(red_at_ball() == 0);
  now.joints = std::make_shared<std::vector<BodyJoint>>(
      std::vector<BodyJoint>{{"hinge", "ball", "", {0, 0, 0}, {{1, 0, 0}}}, {"hinge", "nobody", "ball", {}, {}}});
  studio.draw(now, "top", world());
  CHECK(red_at_ball() > 10);
}

TEST_CASE("cameras come as near as the things are small") {
  const double size = GENERATE(0.02, 1.0, 40.0);
  const char* name = GENERATE("side", "top", "left");
  CAPTURE(size, name);
  Snapshot now;
  now.bodies = {{"tower", {7, -3, size}, {1, 0, 0, 0}}};
  auto shapes = std::make_shared<BodyShapes>();
  (*shapes)["tower"] = {{BodyShape::Kind::box, {size, size, 2 * size}, {}}};
  now.shapes = shapes;
  Studio studio(640, 360);
  studio.draw(now, name, world());
  if (size > 0.1) CHECK(studio.count(0, 60, 640, 340, is_orange) > 640 * 360 / 100);
  const Stage stage = stage_of(now);
  CHECK(stage.radius < std::max(3 * size, 0.3));
  CHECK(stage.radius / stage.grid() <= 10.01F);
  for (const double end : {0.0, 2 * size}) {
    const auto [x, y] = studio.place({7, -3, end});
    CHECK((x > 0 && x < 640 && y > 40 && y < 360));
  }
}

TEST_CASE("groups of bodies have colours of their own, bodies without shapes are marked") {
  Studio studio;
  Snapshot now;
  now.bodies = {
      {"one/a", {0, 0, 0.1}, {1, 0, 0, 0}}, {"two/a", {1, 0, 0.1}, {1, 0, 0, 0}}, {"one/b", {0, 1, 0.1}, {1, 0, 0, 0}}};
  studio.draw(now, "top", world());
  CHECK(studio.count_near({0, 0, 0.1}, 3, is_orange) > 8);
  CHECK(studio.count_near({0, 1, 0.1}, 3, is_orange) > 8);
  CHECK(studio.count_near({1, 0, 0.1}, 3, is_blue) > 8);
  CHECK(studio.count_near({1, 0, 0.1}, 3, is_orange) == 0);
}

TEST_CASE("cameras of a world show all bodies, however far they are from each other, and none of them is no trouble") {
  const char* name = GENERATE("side", "ball", "left", "right", "top");
  const double far = GENERATE(0.1, 5.0, 800.0);
  CAPTURE(name, far);
  Studio studio(640, 360);
  Snapshot now = ball_and_box();
  now.bodies[1].position = {far, -far / 3, 0.1};
  studio.draw(now, name, world());
  if (std::string(name) == "side" || std::string(name) == "top")
    for (const Body& body : now.bodies) {
      const auto [x, y] = studio.place(body.position);
      CHECK((x > 0 && x < 640 && y > 0 && y < 360));
    }
  now.bodies.clear();
  studio.draw(now, name, world());
  now.bodies = {{"far", {1e6, -1e6, 1e6}, {1, 0, 0, 0}}};
  studio.draw(now, name, world());
}
