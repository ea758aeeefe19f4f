// SPDX-License-Identifier: Apache-2.0
// The contents of pictures of a world without a game.
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

/// A camera from above that shows 6 m from top to bottom.
Camera map_at(float x, float y) {
  Camera camera;
  camera.flat = true;
  camera.field_of_view = 6;
  camera.eye = {x, y, 200};
  camera.target = {x, y, 0};
  camera.up = {0, 1, 0};
  return camera;
}

constexpr auto is_plain = [](const Pixel& p) { return p.is_green(); };

}  // namespace

TEST_CASE("bodies are drawn with their shapes at their places, without field lines and goals") {
  const char* name = GENERATE("side", "top");
  CAPTURE(name);
  Studio studio;
  studio.draw(ball_and_box(), name, world());
  CHECK(studio.count_near({0, 0, 0.5}, 5, is_plain) == 0);
  for (const double x : {-0.9, 0.0, 0.9}) CHECK(studio.count_near({3 + x, 1, 0.1}, 1, is_plain) == 0);
  CHECK(studio.count_near({3, 1.4, 0.1}, 1, is_plain) > 0);
  // No lines, walls and goals: the rest is green up to the edges, except for the time and the labels.
  CHECK(studio.count(0, 400, 1280, 720, [](const Pixel& p) { return p.is_white(); }) < 400);
}

TEST_CASE("boxes are drawn with the rotation of their body") {
  Studio studio;
  studio.game = world();
  const auto covered = [&](const Point& p) { return studio.count_near(p, 1, is_plain) == 0; };
  studio.draw(ball_and_box(0), map_at(2, 0));
  CHECK(covered({3.8, 1, 0.1}));
  CHECK_FALSE(covered({3, 1.8, 0.1}));
  CHECK_FALSE(covered({3.55, 1.55, 0.1}));
  studio.draw(ball_and_box(M_PI / 2), map_at(2, 0));
  CHECK_FALSE(covered({3.8, 1, 0.1}));
  CHECK(covered({3, 1.8, 0.1}));
  studio.draw(ball_and_box(M_PI / 4), map_at(2, 0));
  CHECK(covered({3.55, 1.55, 0.1}));
  CHECK(covered({2.45, 0.45, 0.1}));
  CHECK_FALSE(covered({3.55, 0.45, 0.1}));
}

TEST_CASE("cylinders have flat and capsules round ends, in any direction") {
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
  studio.game = world();
  studio.draw(now, map_at(0, 0));
  const auto covered = [&](double x, double y) { return studio.count_near({x, y, 0.3}, 1, is_plain) == 0; };
  CHECK(covered(0, 0.28));
  CHECK(covered(0.48, 0.28));
  CHECK_FALSE(covered(0, 0.33));
  CHECK(covered(0.7, 0) == is_capsule);
  CHECK_FALSE(covered(0.75, 0.25));
  CHECK_FALSE(covered(0.9, 0));
  // The body turns the shape, too: it lies along y.
  now.bodies[0].rotation = {half, 0, 0, half};
  studio.draw(now, map_at(0, 0));
  CHECK(covered(0.28, 0.48));
  CHECK_FALSE(covered(0.48, 0.28));
}

TEST_CASE("a sphere shows its rotation") {
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

TEST_CASE("scenery is grey or has its own colour, and joints are visible through bodies") {
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
      std::vector<BodyJoint>{{"hinge", "ball", "", {0, 0, 0}, {{1, 0, 0}}}, {"hinge", "none", "ball", {}, {}}});
  studio.draw(now, "top", world());
  CHECK(red_at_ball() > 10);
}

TEST_CASE("cameras come closer to smaller bodies") {
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

TEST_CASE("each group of bodies has its own colour, and bodies without shapes are marked") {
  Studio studio;
  Snapshot now;
  now.bodies = {
      {"one/a", {0, 0, 0.1}, {1, 0, 0, 0}}, {"two/a", {1, 0, 0.1}, {1, 0, 0, 0}}, {"one/b", {0, 1, 0.1}, {1, 0, 0, 0}}};
  studio.draw(now, "top", world());
  CHECK(studio.count_near({0, 0, 0.1}, 3, is_orange) > 8);
  CHECK(studio.count_near({0, 1, 0.1}, 3, is_orange) > 8);
  CHECK(studio.count_near({1, 0, 0.1}, 3, is_blue) > 8);
  CHECK(studio.count_near({1, 0, 0.1}, 3, is_orange) == 0);
  // The marks grow with the picture.
  now.bodies = {{"one/a", {0, 0, 0.1}, {1, 0, 0, 0}}, {"two/a", {40, 0, 0.1}, {1, 0, 0, 0}}};
  studio.draw(now, "top", world());
  const int small = studio.count_near({0, 0, 0.1}, 6, is_orange);
  Studio wall(3840, 2160);
  wall.draw(now, "top", world());
  CHECK(wall.count_near({0, 0, 0.1}, 18, is_orange) > 7 * small);
}

TEST_CASE("cameras of a world show all bodies, however far apart they are, and an empty world is drawn, too") {
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

namespace {

/// A square court of 5 m with walls of 0.3 m, and a post in its middle.
Snapshot court() {
  Snapshot now;
  auto shapes = std::make_shared<BodyShapes>();
  const auto add = [&](const char* name, Point place, BodyShape shape, std::array<double, 3> colour) {
    shape.colour = colour;
    now.bodies.push_back({name, place, {1, 0, 0, 0}});
    (*shapes)[name] = {shape};
  };
  for (const double side : {-2.55, 2.55}) {
    add(side < 0 ? "west" : "east", {side, 0, 0.15}, {BodyShape::Kind::box, {0.1, 5.2, 0.3}, {}}, {1, 0.6, 0.1});
    add(side < 0 ? "south" : "north", {0, side, 0.15}, {BodyShape::Kind::box, {5.2, 0.1, 0.3}, {}}, {1, 0.6, 0.1});
  }
  add("post", {0, 0, 0.25}, {BodyShape::Kind::cylinder, {0.2, 0.5, 0}, {}}, {0.2, 0.45, 1});
  now.shapes = shapes;
  return now;
}

}  // namespace

TEST_CASE("cameras of a world fill the picture with the world") {
  const char* name = GENERATE("side", "left", "right", "top");
  const auto [width, height] = GENERATE(std::pair{640, 360}, std::pair{360, 640});
  CAPTURE(name, width, height);
  Studio studio(width, height);
  const Snapshot now = court();
  studio.draw(now, name, world());
  int left = width, right = 0, top = height, bottom = 0;
  for (const double x : {-2.6, 2.6})
    for (const double y : {-2.6, 2.6})
      for (const double z : {0.0, 0.3}) {
        const auto [at_x, at_y] = studio.place({x, y, z});
        left = std::min(left, at_x);
        right = std::max(right, at_x);
        top = std::min(top, at_y);
        bottom = std::max(bottom, at_y);
      }
  CHECK((left >= 0 && right <= width && top >= height * 7 / 100 && bottom <= height * 94 / 100));
  // The whole width of the picture is used, or the whole height that is free.
  CHECK(std::max(static_cast<double>(right - left) / width, static_cast<double>(bottom - top) / (0.83 * height)) >
        0.85);
}

TEST_CASE("labels are directly above what they name") {
  Studio studio;
  const Snapshot now = court();
  studio.draw(now, "side", world());
  const auto letters_above = [&](const Point& top) {
    const auto [x, y] = studio.place(top);
    return studio.count(x - 25, y - 40, x + 25, y, is_white);
  };
  CHECK(letters_above({0, 0, 0.5}) > 20);
  CHECK(letters_above({0, 2.55, 0.3}) > 20);
  CHECK(letters_above({2.55, 0, 0.3}) > 20);
  CHECK(letters_above({2.55, 0, 2.6}) == 0);
  CHECK(letters_above({1.3, 1.3, 0}) == 0);
}

TEST_CASE("scenery has no mark that would show its rolling") {
  Snapshot now;
  BodyShape disc{BodyShape::Kind::cylinder, {1, 0.01, 0}, {0, 0, 0.005}};
  disc.colour = {0.9, 0.9, 0.9};
  Studio studio;
  const auto dark = [&] {
    studio.draw(now, "top", world());
    return studio.count_near({0.5, 0, 0.01}, 20, [](const Pixel& p) { return p.sum() < 400; });
  };
  now.scenery = std::make_shared<std::vector<BodyShape>>(std::vector{disc});
  CHECK(dark() == 0);
  now.scenery.reset();
  auto shapes = std::make_shared<BodyShapes>();
  (*shapes)["disc"] = {disc};
  now.shapes = shapes;
  now.bodies = {{"disc", {0, 0, 0}, {1, 0, 0, 0}}};
  CHECK(dark() > 20);
}

TEST_CASE("the stage encloses turned shapes, and stays the same while they move a little") {
  Snapshot now;
  auto shapes = std::make_shared<BodyShapes>();
  const double half = std::sqrt(0.5);
  const auto with = [&](const BodyShape& shape) {
    (*shapes)["a"] = {shape};
    now.shapes = shapes;
    now.bodies = {{"a", {0, 0, 0}, {half, 0, half, 0}}};  // z becomes x
    return stage_of(now);
  };
  const auto check = [](const Stage& stage, float x, float y, float z) {
    const glm::vec3 size = stage.high - stage.low;
    const float step = stage.radius / 8;
    CHECK((size.x >= x * 0.99F && size.x <= x + 2 * step));
    CHECK((size.y >= y * 0.99F && size.y <= y + 2 * step));
    CHECK((size.z >= z * 0.99F && size.z <= z + 2 * step));
  };
  check(with({BodyShape::Kind::box, {1, 2, 4}, {}}), 4, 2, 1);
  check(with({BodyShape::Kind::cylinder, {0.5, 4, 0}, {}}), 4, 1, 1);
  check(with({BodyShape::Kind::capsule, {0.5, 4, 0}, {}}), 5, 1, 1);
  check(with({BodyShape::Kind::sphere, {0.5, 0, 0}, {}}), 1, 1, 1);
  const Stage before = with({BodyShape::Kind::box, {1.02, 2.02, 4.02}, {}});
  now.bodies[0].position = {0.005, 0.005, 0};
  const Stage after = stage_of(now);
  CHECK(before.middle == after.middle);
  CHECK(before.radius == after.radius);
}
