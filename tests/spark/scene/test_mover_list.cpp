// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/mover_list.h"

#include <catch2/catch.hpp>
#include <numbers>
#include <utility>

#include "spark/physics/body.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "tests/spark/scene/room.h"
#include "tests/support/count_allocations.h"

using namespace script_test;
using namespace spark;

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

std::string thing(const std::string& name) {
  return "(node Transform (setName " + name + ") (node Body (setName body)) (node Sphere (setName look)))";
}

struct Watched : Room {
  using Room::Room;
  /// Refreshes the list and returns its updates: "0 moved, 3 gone".
  std::string updates() {
    list.refresh(scenes->active_scene());
    std::string text;
    for (const MoverList::Update& update : list.take_updates()) {
      text += (text.empty() ? "" : ", ") + std::to_string(update.number);
      text += std::string(update.has_moved ? " moved" : "") + (update.has_zoomed ? " zoomed" : "") +
              (update.has_gone ? " gone" : "");
    }
    return text;
  }
  Body& body(const std::string& name) { return at<Body>("/usr/scene/" + name + "/body"); }
  MoverList list;
};

}  // namespace

TEST_CASE("movers are numbered in the order of the tree, and no number is used again") {
  Watched room(thing("a") + thing("b") + "(node Transform (setName c) (node Camera (setName eye)))" + thing("d"));
  room.scenes->set_active_scene("/usr/scene");
  CHECK(room.updates() == "0 moved, 1 moved, 2 moved zoomed, 3 moved");
  CHECK(room.list.movers()[1].serial == room.body("b").serial());
  CHECK(room.list.movers()[1].top == room.core.root().find("/usr/scene/b")->serial());
  CHECK(room.updates().empty());
  room.remove("b");
  CHECK(room.updates() == "1 gone");
  CHECK(room.list.movers()[1].serial == 0);
  CHECK(room.updates().empty());
  // A mover that comes in front of others, and one with the name of a mover that has gone.
  dynamic_cast<Node&>(*room.scene->child("a")).append(room.core.classes.create("oxygen/Camera"));
  room.add(thing("b"));
  CHECK(room.updates() == "4 moved zoomed, 5 moved");
  CHECK(room.list.movers()[5].serial == room.body("b").serial());
  // An object that is added and removed between two refreshes is not reported; another scene has none of these movers.
  room.add(thing("e"));
  room.remove("e");
  CHECK(room.updates().empty());
  CHECK(room.list.movers().size() == 6);
  room.scenes->create_scene("/usr/other");
  CHECK(room.updates() == "0 gone, 2 gone, 3 gone, 4 gone, 5 gone");
  // They get other numbers, because it was reported that they are gone.
  room.scenes->set_active_scene("/usr/scene");
  CHECK(room.updates() == "6 moved, 7 moved zoomed, 8 moved zoomed, 9 moved, 10 moved");
  CHECK(room.list.movers().size() == 11);
}

TEST_CASE("a mover that is removed before it was reported is not reported") {
  Watched room(thing("a"));
  room.list.refresh(room.scene);
  room.remove("a");
  CHECK(room.updates().empty());
  CHECK(room.list.movers().size() == 1);
}

TEST_CASE("updates contain movers that moved by more than 0.1 mm or 0.01 degrees since their last update") {
  Watched room(thing("a") + thing("b"));
  room.scenes->set_active_scene("/usr/scene");
  room.updates();
  Body& a = room.body("a");
  a.set_position({0.00009, 0, 0});
  CHECK(room.updates().empty());
  a.set_position({0.00018, 0, 0});  // slowly, but measured from the last update
  CHECK(room.updates() == "0 moved");
  CHECK(room.list.movers()[0].pose.position == Vec3{0.00018, 0, 0});
  a.set_position({0.00009, 0, 0});
  CHECK(room.updates().empty());
  const Vec3 axis = GENERATE(Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1});
  room.body("b").set_rotation_degrees(axis * 0.0095);
  CHECK(room.updates().empty());
  room.body("b").set_rotation_degrees(axis * 0.0105);
  CHECK(room.updates() == "1 moved");
  room.body("b").set_rotation_degrees(axis * 180);
  CHECK(room.updates() == "1 moved");
  CHECK(room.list.movers()[1].pose.rotation[0] == Approx(axis.x > 0 ? 1 : -1));
}

TEST_CASE("updates of cameras have their pose and their angle of view") {
  Watched room("(node Transform (setName c) (setLocalPos 1 2 3) (node Camera (setName eye) (setFOV 60)))");
  room.scenes->set_active_scene("/usr/scene");
  CHECK(room.updates() == "0 moved zoomed");
  CHECK(room.list.movers()[0].field_of_view == Approx(60 * kDegree));
  CHECK(room.list.movers()[0].pose.rotation * Vec3{1, 0, 0} == Vec3{0, 1, 0});
  room.at<Camera>("/usr/scene/c/eye").set_fov(30);
  CHECK(room.updates() == "0 zoomed");
  room.at<Transform>("/usr/scene/c").set_local_rotation({0, 0, -90});
  CHECK(room.updates() == "0 moved");
  CHECK(room.list.movers()[0].pose.rotation[0] == Approx(1));
  CHECK(room.list.movers()[0].field_of_view == Approx(30 * kDegree));
}

TEST_CASE("additions, removals, names, colours and sizes count as changes, movements do not") {
  Watched room(thing("a") + "(node Transform (setName wall) (node BoxCollider (setName shape)))" +
               "(node PlaneCollider (setName floor))");
  room.scenes->set_active_scene("/usr/scene");
  REQUIRE(room.run("new('kerosin/MaterialServer', '/sys/server/material')\n"
                   "new('kerosin/MaterialSolid', '/sys/server/material/m')\n") == "");
  room.updates();
  std::uint64_t before = room.list.changes();
  const auto changes = [&] {
    room.updates();
    const std::uint64_t last = std::exchange(before, room.list.changes());
    return last != before;
  };
  CHECK_FALSE(changes());
  room.body("a").set_position({1, 0, 0});
  room.world->step(0.01);
  CHECK_FALSE(changes());
  const auto run = [&](const std::string& text) { REQUIRE(room.run(text) == ""); };
  run("get('/usr/scene/a/look').setMaterial('matRed')\n");
  CHECK(changes());
  run("get('/usr/scene/a/look').setRadius(0.5)\n");
  CHECK(changes());
  run("get('/usr/scene/wall/shape').setBoxLengths(1, 2, 3)\n");
  CHECK(changes());
  run("get('/usr/scene/wall/shape').setPosition(1, 2, 3)\n");
  CHECK(changes());
  run("get('/usr/scene/floor').setParams(0, 0, 1, -2)\n");
  CHECK(changes());
  run("get('/sys/server/material/m').setDiffuse(1, 0, 0, 1)\n");
  CHECK(changes());
  run("get('/usr/scene/a').setName('alpha')\n");
  CHECK(changes());
  room.add(thing("b"));
  CHECK(changes());
  room.remove("b");
  CHECK(changes());
  room.scenes->create_scene("/usr/other");
  CHECK(changes());
  CHECK_FALSE(changes());
}

TEST_CASE("the appearance has the numbers of movers and cameras") {
  Watched room(thing("a") + thing("b") + "(node Transform (setName c) (node Camera (setName eye)))");
  room.scenes->set_active_scene("/usr/scene");
  room.updates();
  room.remove("a");
  room.add(thing("d"));
  room.updates();
  const Appearance appearance = room.list.appearance();
  REQUIRE((appearance.movers.size() == 2 && appearance.cameras.size() == 1));
  CHECK((appearance.movers[0].name == "b" && appearance.movers[0].number == 1));
  CHECK((appearance.movers[1].name == "d" && appearance.movers[1].number == 3));
  CHECK(appearance.cameras[0].number == 2);
  CHECK(appearance_of(*room.scene).movers[0].number == MoverAppearance::kNoNumber);
}

TEST_CASE("following movers allocates no memory as long as none is added or removed") {
  std::string text = "(node Transform (setName eye) (node Camera (setName eye)))";
  for (int i = 0; i < 23; ++i) text += thing("m" + std::to_string(i));
  Watched room(text);
  for (int i = 0; i < 23; ++i) room.body("m" + std::to_string(i)).set_velocity({1, 0, 0});
  auto& eye = room.at<Transform>("/usr/scene/eye");
  std::size_t reported = 0;
  const auto step = [&](int i) {
    eye.set_local_pos({0.01 * i, 0, 1});
    room.world->step(0.01);
    room.list.refresh(room.scene);
    reported += room.list.take_updates().size();
  };
  step(1);
  const long before = allocations;
  for (int i = 2; i <= 50; ++i) step(i);
  CHECK(allocations == before);
  CHECK(reported == 50 * 24);
}
