// SPDX-License-Identifier: Apache-2.0
// The map of a robot that runs errands: paths around obstacles, and the edge of the known floor.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "agent-sample/sigverse/errand/floor_map.h"

using errand::distance;
using errand::FloorMap;
using errand::FloorPlace;

namespace {

/// Marks a rectangle of floor as seen, free or `occupied`.
void look(FloorMap& map, FloorPlace from, FloorPlace to, bool occupied = false) {
  for (double x = from.x; x <= to.x; x += 2.5)
    for (double z = from.z; z <= to.z; z += 2.5) occupied ? map.see_occupied({x, z}) : map.see_free({x, z});
  map.finish_look();
}

double nearest(const std::vector<FloorPlace>& path, FloorPlace place) {
  double least = 1e9;
  for (const FloorPlace& at : path) least = std::min(least, distance(at, place));
  return least;
}

}  // namespace

TEST_CASE("a path on open floor is straight") {
  FloorMap map;
  look(map, {-200, -200}, {200, 200});
  map.plan({0, 0});
  const auto path = map.path({150, 0});
  REQUIRE(path.size() > 25);
  CHECK(distance(path.front(), {0, 0}) < 5.0);
  CHECK(distance(path.back(), {150, 0}) < 5.0);
  CHECK(map.cost({150, 0}).value() == Approx(150.0).margin(10.0));
}

TEST_CASE("a path goes through a door and keeps clear of its posts") {
  FloorMap map;
  look(map, {-200, -200}, {200, 200});
  look(map, {100, -700}, {105, -60}, true);
  look(map, {100, 60}, {105, 700}, true);
  map.plan({0, 150});
  const auto path = map.path({180, 150});
  REQUIRE_FALSE(path.empty());
  CHECK(nearest(path, {100, 60}) > FloorMap::kRadius);
  CHECK(nearest(path, {100, 0}) < 25.0);
  // With the door closed there is no way.
  look(map, {100, -60}, {105, 60}, true);
  map.plan({0, 150});
  CHECK(map.path({180, 150}).empty());
  CHECK_FALSE(map.cost({180, 150}));
}

TEST_CASE("a gap just wide enough for the body is used only if there is no other way") {
  FloorMap map;
  look(map, {-400, -400}, {400, 400});
  look(map, {100, -700}, {105, -35}, true);
  look(map, {100, 35}, {105, 700}, true);
  map.plan({0, 0});
  CHECK_FALSE(map.path({200, 0}).empty());
  CHECK(map.cost({200, 0}).value() > 400.0);
  look(map, {100, -35}, {105, -20}, true);
  look(map, {100, 20}, {105, 35}, true);
  map.plan({0, 0});
  CHECK(map.path({200, 0}).empty());
}

TEST_CASE("a square is occupied while more looks have seen it occupied than free") {
  FloorMap map;
  const FloorPlace place{100, 0};
  look(map, place, place, true);
  map.plan({0, 0});
  CHECK(map.clearance(place) == 0.0);
  for (int i = 0; i < 3; ++i) look(map, place, place);
  map.plan({0, 0});
  CHECK(map.clearance(place) > 0.0);
  SECTION("the weight of many looks is limited") {
    for (int i = 0; i < 50; ++i) look(map, place, place, true);
    for (int i = 0; i < 12; ++i) look(map, place, place);
    map.plan({0, 0});
    CHECK(map.clearance(place) > 0.0);
  }
  SECTION("within one look occupied outweighs free") {
    map.see_occupied(place);
    map.see_free(place);
    map.finish_look();
    map.plan({0, 0});
    CHECK(map.clearance(place) == 0.0);
  }
}

TEST_CASE("the nearest unknown floor is at the edge of the known floor") {
  FloorMap map;
  // A known room, whose door leads to unknown floor.
  look(map, {-150, -150}, {150, 150});
  look(map, {-155, -160}, {155, -155}, true);
  look(map, {-155, 155}, {155, 160}, true);
  look(map, {-160, -160}, {-155, 160}, true);
  look(map, {155, -160}, {160, -60}, true);
  look(map, {155, 60}, {160, 160}, true);
  map.plan({0, 0});
  const std::optional<FloorPlace> door = map.nearest_unknown();
  REQUIRE(door);
  CHECK(distance(*door, {150, 0}) < 70.0);
  SECTION("it is gone once the floor is known") {
    look(map, {150, -60}, {165, 60}, true);
    map.plan({0, 0});
    CHECK_FALSE(map.nearest_unknown());
  }
  SECTION("it is gone once it has been dismissed") {
    map.dismiss_unknown({150, 0});
    map.plan({0, 0});
    CHECK_FALSE(map.nearest_unknown());
  }
}

TEST_CASE("places outside the map have no cost, path or clearance") {
  FloorMap map;
  const double far = 1e9, nothing = 0.0 / 0.0;
  for (const FloorPlace place :
       {FloorPlace{far, 0}, FloorPlace{0, -far}, FloorPlace{nothing, 0}, FloorPlace{0, nothing}}) {
    map.see_free(place);
    map.see_occupied(place);
    map.finish_look();
    map.plan({0, 0});
    CHECK_FALSE(map.cost(place));
    CHECK(map.path(place).empty());
    CHECK(map.clearance(place) == 0.0);
  }
  map.plan({far, nothing});
  CHECK_FALSE(map.cost({0, 0}));
  CHECK_FALSE(map.nearest_unknown());
}
