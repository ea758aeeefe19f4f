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

TEST_CASE("groups of bodies have colours of their own, bodies without shapes are marked") {
  Studio studio;
  Snapshot now;
  now.bodies = {
      {"one/a", {0, 0, 0.1}, {1, 0, 0, 0}}, {"two/a", {1, 0, 0.1}, {1, 0, 0, 0}}, {"one/b", {0, 1, 0.1}, {1, 0, 0, 0}}};
  studio.draw(now, "top", world());
  const auto is_orange = [](const Pixel& p) { return p.is_orange(); };
  const auto is_blue = [](const Pixel& p) { return p.is_blue(); };
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
