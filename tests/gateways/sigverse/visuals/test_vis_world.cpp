// SPDX-License-Identifier: Apache-2.0
// Objects are found in pictures by their pixels, by rays and by bounds.
#include <epoxy/gl.h>
#include <catch2/catch.hpp>

#include <array>
#include <random>

#include "gateways/sigverse/visuals/frames.h"
#include "tests/gateways/sigverse/visuals/drawing.h"
#include "tests/support/files.h"

using namespace sigverse;
using namespace sigverse::visuals;

namespace {

constexpr std::array<int, 3> kSky{153, 204, 255};

client::Object thing(const std::string& name, const sight::Vector& place, const sight::Vector& size,
                     wire::PartShape kind = wire::PartShape::box, const std::string& class_name = "Thing") {
  client::Object object;
  object.name = name;
  object.class_name = class_name;
  object.attributes = {{"qw", "", 1.0}, {"x", "", place[0]}, {"y", "", place[1]}, {"z", "", place[2]}};
  client::Part part;
  part.name = "body";
  part.place = place;
  part.kind = kind;
  part.size = size;
  object.parts = {part};
  return object;
}

/// A world that is looked at from (0, 100, 300) along -z, where x is to the right; 1 cm at the origin is 0.8 pixels.
struct SeenThings : Drawing {
  SeenThings() {
    shot.camera.eye = drawn_place({0, 100, 300});
    shot.camera.target = drawn_place({0, 100, 0});
    shot.camera.field_of_view = glm::degrees(2 * std::atan(0.5F));
    shot.camera.nearest = 0.01F;
    shot.camera.farthest = 30;
  }
  void show(std::vector<client::Object> objects, const client::ShapeBase& shapes = {}) {
    client::World now;
    now.objects = std::move(objects);
    world.update(now, shapes);
  }
  client::ShapeBase file(const std::string& class_name, const std::string& text) {
    const std::string name = class_name + ".wrl";
    write_file(folder / name, "#VRML V2.0 utf8\n" + text);
    const std::string key = class_name + ":::";
    return client::ShapeBase(std::vector<wire::ShapeEntry>{{key, name}});
  }
  void draw() {
    offscreen.resize(shot.width, shot.height);
    world.draw(shot);
    painter.end();
    picture = offscreen.picture();
    CHECK(glGetError() == GL_NO_ERROR);
  }
  std::array<int, 3> at(int x, int y) const {
    const unsigned char* p = &picture.pixels[static_cast<std::size_t>(3 * (y * picture.width + x))];
    return {p[0], p[1], p[2]};
  }
  std::string name_at(float x, float y) {
    const auto found = world.at(shot, {x, y});
    return found ? std::string(found->object) : "";
  }

  Shot shot;
  monitor::Picture picture;
};

bool is_grey(const std::array<int, 3>& colour) {
  return colour[0] == colour[1] && colour[1] == colour[2] && colour[0] > 40 && colour[0] < 220;
}

}  // namespace

TEST_CASE("objects without a shape file are grey, and the rest of the picture is sky") {
  SeenThings seen;
  seen.show({thing("box", {-100, 100, 0}, {40, 40, 40}),
             thing("ball", {0, 150, 0}, {20, 0, 0}, wire::PartShape::sphere),
             thing("can", {100, 100, 0}, {20, 40, 0}, wire::PartShape::cylinder)});
  seen.draw();
  // The front of the box is 280 cm away.
  CHECK(is_grey(seen.at(160 - 85, 120)));
  CHECK(is_grey(seen.at(160, 120 - 40)));
  CHECK(is_grey(seen.at(160 + 80, 120)));
  CHECK(seen.at(160, 120) == kSky);
  CHECK(seen.at(0, 0) == kSky);
  CHECK(seen.at(160, 120 + 40) == kSky);
  seen.shot.camera.field_of_view = 0.5F;
  seen.shot.camera.target = drawn_place({0, 150, 0});
  CHECK(seen.name_at(160, 120) == "ball");
}

TEST_CASE("the object in front is found, with the place that was hit") {
  SeenThings seen;
  seen.show({thing("behind", {0, 100, -100}, {500, 500, 20}), thing("box", {0, 100, 0}, {40, 40, 40}),
             thing("ball", {100, 100, 0}, {20, 0, 0}, wire::PartShape::sphere)});
  CHECK(seen.name_at(160, 120) == "box");
  CHECK(seen.name_at(160 + 80, 120) == "ball");
  CHECK(seen.name_at(160, 40) == "behind");
  CHECK(seen.name_at(1, 1) == "");
  // A pixel off the centre: (1, -1) of 240 pixels in 280 cm.
  const auto there = seen.world.at(seen.shot, {161, 121});
  REQUIRE(there);
  CHECK(there->place[0] == Approx(280.0 / 240).margin(1e-3));
  CHECK(there->place[1] == Approx(100 - 280.0 / 240).margin(1e-3));
  CHECK(there->place[2] == Approx(20).margin(1e-3));
  // A map of the same world, from above.
  seen.shot.camera.flat = true;
  seen.shot.camera.eye = drawn_place({0, 5000, 0});
  seen.shot.camera.target = drawn_place({0, 0, 0});
  seen.shot.camera.up = {0, 1, 0};
  seen.shot.camera.field_of_view = 4;  // m
  CHECK(seen.name_at(160, 120) == "box");
  CHECK(seen.name_at(160 + 60, 120) == "ball");
  CHECK(seen.name_at(160, 60) == "behind");
  CHECK(seen.name_at(160, 180) == "");
  seen.draw();
  CHECK(seen.at(160, 180) == kSky);
  CHECK(is_grey(seen.at(160, 120)));
}

TEST_CASE("a ray finds what the picture shows") {
  SeenThings seen;
  std::mt19937 random(7);
  const auto in = [&](double low, double high) { return low + (high - low) * (random() / 4294967296.0); };
  std::string text = "Transform { rotation 1 1 0 1 scale 1 2 1 children [ ";
  for (int i = 0; i < 20; ++i)
    text += "Transform { translation " + std::to_string(in(-100, 100)) + " " + std::to_string(in(-80, 80)) + " " +
            std::to_string(in(-100, 100)) +
            " scale -1 1 1 children Shape { geometry Cone { bottomRadius 20 height 40 } } } ";
  const client::ShapeBase shapes = seen.file("Cones", text + "] }");
  seen.show({thing("cones", {0, 100, 0}, {1, 1, 1}, wire::PartShape::box, "Cones")}, shapes);
  seen.draw();
  int found = 0, differing = 0;
  for (int y = 0; y < seen.shot.height; y += 3)
    for (int x = 0; x < seen.shot.width; x += 3) {
      const bool is_there = seen.name_at(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F) == "cones";
      found += is_there;
      differing += is_there != (seen.at(x, y) != kSky);
    }
  CHECK(found > 500);
  CHECK(differing <= 5);  // pixels on an edge
}

TEST_CASE("an object's own shapes around the eye are not drawn, other shapes are") {
  SeenThings seen;
  client::Object robot = thing("robot", {0, 100, 290}, {40, 40, 40});
  client::Part hand = robot.parts.front();
  hand.name = "hand";
  hand.place = {0, 100, 200};
  hand.size = {10, 10, 10};
  robot.parts.push_back(hand);
  const client::Object wall = thing("wall", {0, 100, -100}, {2000, 2000, 10});
  seen.show({robot, wall});
  seen.shot.own = "robot";
  CHECK(seen.name_at(160, 120) == "robot");
  CHECK(seen.name_at(20, 120) == "wall");
  const auto hand_at = seen.world.at(seen.shot, {160, 120});
  CHECK(hand_at->place[2] == Approx(205).margin(1e-2));
  // Other cameras see the same box from inside.
  seen.shot.own = "wall";
  CHECK(seen.world.at(seen.shot, {20, 120})->object == "robot");
  seen.draw();
  CHECK(is_grey(seen.at(20, 120)));
}

TEST_CASE("a file is loaded once for all its objects, and drawn in their sizes and colours") {
  SeenThings seen;
  const client::ShapeBase shapes =
      seen.file("Dice",
                "Shape { appearance Appearance { material Material { diffuseColor 0 0 0 emissiveColor 0 1 0 } } "
                "geometry Sphere { radius 10 } }");
  client::Object small = thing("small", {-60, 100, 0}, {10, 0, 0}, wire::PartShape::sphere, "Dice"), large = small;
  large.name = "large";
  large.attributes = {{"qw", "", 1.0},     {"scalex", "", 4.0}, {"scaley", "", 1.0},
                      {"scalez", "", 1.0}, {"x", "", 60.0},     {"y", "", 100.0}};
  seen.show({small, large}, shapes);
  const std::size_t loaded = seen.library.vertex_count();
  std::filesystem::remove(seen.folder / "Dice.wrl");
  seen.show({small, large}, shapes);
  CHECK(seen.library.vertex_count() == loaded);
  seen.draw();
  const std::array<int, 3> green{0, 255, 0};
  for (const int x : {160 - 48, 160 + 48 - 30, 160 + 48 + 30}) CHECK(seen.at(x, 120) == green);
  for (const int x : {160 - 48 - 10, 160 - 48 + 10, 160 + 48 + 34}) CHECK(seen.at(x, 120) == kSky);
  CHECK(seen.at(160 + 48, 120 - 10) == kSky);
  const auto bounds = seen.world.bounds("large");
  REQUIRE(bounds);
  CHECK(glm::distance(bounds->low, drawn_place({20, 90, 10})) < 1e-4F);
  CHECK(glm::distance(bounds->high, drawn_place({100, 110, -10})) < 1e-4F);
  CHECK(seen.world.boxes("large").size() == 1);
  CHECK(seen.world.boxes("nothing").empty());
}

TEST_CASE("a floor is drawn only if it is wanted, and hides nothing") {
  SeenThings seen;
  seen.show({thing("flat", {0, 0.1, 0}, {30, 0.2, 30})});
  seen.shot.camera.target = drawn_place({0, 0, 0});
  seen.draw();
  const auto without = seen.at(160, 120);
  CHECK(is_grey(without));
  CHECK(seen.at(100, 120) == kSky);
  seen.shot.floor = Bounds{glm::vec3(-0.15F), glm::vec3(0.15F)};
  seen.draw();
  CHECK(seen.at(160, 120) == without);
  CHECK(seen.at(100, 120) != kSky);
  CHECK(seen.name_at(100, 120) == "");
}

TEST_CASE("objects that are far away, without size or with the same name do no harm") {
  SeenThings seen;
  seen.shot.floor = Bounds{glm::vec3(-1e10F), glm::vec3(1e10F)};
  std::vector<client::Object> objects;
  for (const double far : {1e9, -1e9, 1e300}) objects.push_back(thing("far", {far, far, far}, {1e9, 1e9, 1e9}));
  objects.push_back(thing("same", {0, 100, 0}, {40, 40, 40}));
  objects.push_back(thing("same", {0, 200, 0}, {40, 40, 40}));
  objects.push_back(thing("tiny", {0, 0, 0}, {1e-300, 1e-300, 1e-300}));
  client::Object bare = thing("bare", {0, 0, 0}, {1, 1, 1});
  bare.parts.clear();
  bare.attributes.clear();
  objects.push_back(bare);
  seen.show(objects);
  seen.draw();
  CHECK(seen.name_at(160, 120) == "same");
  CHECK(seen.world.bounds("bare") == std::nullopt);
  seen.show({});
  seen.draw();
  CHECK(seen.world.bounds("same") == std::nullopt);
}
