// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "gateways/sigverse/client/world.h"
#include "tests/gateways/sigverse/client/scripted_server.h"

using namespace sigverse;
using namespace sigverse::client;

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

const wire::PartRecord kBox{1, wire::PartShape::box, "body", {1, 2, 3}, {2, 0, 0, 0}, {10, 20, 30}};

std::string octets_of(const wire::ObjectRecord& record) {
  std::string octets;
  REQUIRE(wire::append_record(octets, record));
  return octets;
}

}  // namespace

TEST_CASE("an object is converted back to the same record") {
  wire::ObjectRecord record =
      object_record("can",
                    {{"attached", "g", true},
                     {"mass", "physics", 0.1 + 0.2},
                     {"off", "", false},
                     {"text", "visState", std::string_view("a\0b\xff", 4)},
                     {"zero", "", -0.0}},
                    {kBox,
                     {2, wire::PartShape::cylinder, "lid", {0, 5, 0}, {.3, .1, 0, 0}, {3, 1, 0}},
                     {9, wire::PartShape::sphere, "", {0, 6, 0}, {1, 0, 0, 0}, {1, 0, 0}}});
  record.id = 77;
  record.attached = true;
  record.operations = 3;
  std::size_t left_out = 7;
  const Object object = object_of(record, left_out);
  CHECK(left_out == 0);
  CHECK(octets_of(record_of(object)) == octets_of(record));
  CHECK(object_of(record_of(object)) == object);
}

TEST_CASE("attributes of an object are found by their names") {
  // An untrusted peer need not sort them, and may send one twice: the first counts.
  const Object object = object_of(object_record(
      "can",
      {{"z", "", 3.0}, {"b", "", true}, {"a", "", "text"}, {"z", "", 4.0}, {"c", "", false}, {"empty", "", ""}}));
  REQUIRE(object.attributes.size() == 5);
  CHECK(object.attributes.front().name == "a");
  CHECK(object.number("z") == 3.0);
  CHECK(object.number("b") == 1.0);
  CHECK(object.number("c", 5.0) == 0.0);
  CHECK(object.number("a", 5.0) == 5.0);
  CHECK(object.number("none", 6.0) == 6.0);
  CHECK(object.text("a") == "text");
  CHECK(object.text("z").empty());
  REQUIRE(object.find("empty") != nullptr);
  CHECK(object.find("") == nullptr);
  CHECK(object.find("zz") == nullptr);
}

TEST_CASE("invalid data in a record are left out of the object and counted") {
  std::vector<wire::PartRecord> parts(10, kBox);
  parts[0].place[1] = kNoNumber;
  parts[1].size[2] = 0.0;
  parts[2].size[0] = -1.0;
  parts[3].turn = {0, 0, 0, 0};
  parts[4].turn[2] = HUGE_VAL;
  parts[5].place[0] = 1e12;
  parts[6].size[0] = kNoNumber;
  parts[7].turn = {1e308, 1e308, 1e308, 1e308};
  std::size_t left_out = 0;
  const Object object = object_of(
      object_record("can", {{"mass", "", kNoNumber}, {"force", "", -HUGE_VAL}, {"x", "", 1e300}}, parts), left_out);
  CHECK(left_out == 2 + 8);
  CHECK(object.parts.size() == 2);
  REQUIRE(object.attributes.size() == 1);
  CHECK(object.number("x") == 1e300);
}

TEST_CASE("a scene has the shapes of a world at the places of their parts") {
  const double half = std::sqrt(0.5);
  World world;
  world.objects.push_back(object_of(object_record("can", {}, {kBox})));
  world.objects.push_back(object_of(object_record("nothing")));
  world.objects[0].parts.push_back(
      {2, "arm", {1, 2, 3}, {half, 0, 0, half}, wire::PartShape::cylinder, {3, 40, 0}, {20, 0, 0}, {0, 2, 0, 0}});
  CHECK(world.find("nothing") == &world.objects[1]);
  CHECK(world.find("none") == nullptr);
  CHECK(world.objects[0].find_part("arm") == &world.objects[0].parts[1]);
  const sight::Scene scene = scene_of(world);
  REQUIRE(scene.objects().size() == 1);
  const sight::Scene::Object& can = scene.objects()[0];
  REQUIRE(can.solids.size() == 2);
  CHECK(can.solids[0].half() == sight::Vector{5, 10, 15});
  CHECK(can.solids[1].centre()[1] == Approx(22.0));  // a quarter turn about z
  CHECK(can.solids[1].axes().x[1] == Approx(1.0));
  CHECK(can.solids[1].axes().y[0] == Approx(1.0));
}

TEST_CASE("a camera of an object is placed at its part") {
  const Object robot = object_of(object_record(
      "robot", {{"FOV2", "", 60.0}, {"elnk2", "", "HEAD"}, {"epz2", "", 5.0}, {"evx2", "", 1.0}, {"evz2", "", 0.0}},
      {kBox, {2, wire::PartShape::sphere, "HEAD", {0, 100, 0}, {1, 0, 0, 0}, {10, 0, 0}}}));
  const sight::View view = view_of(robot, 2);
  CHECK(view.eye == sight::Vector{0, 100, 5});
  CHECK(view.axes.z == sight::Vector{1, 0, 0});
  CHECK(view.fov == 60.0);
  CHECK_THROWS_WITH(view_of(robot, 3), "'robot' has no camera 3");
}
