// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/world/pointing.h"

#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

std::vector<std::string> pointed(WorldStage& stage, const SigVector& from, const SigVector& direction,
                                 PointedSize size) {
  const std::vector<const SimObj*> all(stage.sim->objects().begin(), stage.sim->objects().end());
  std::vector<std::string> names;
  for (const SimObj* object : pointed_objects(all, from, direction, size)) names.push_back(object->object_name());
  return names;
}

}  // namespace

TEST_CASE("a direction has length 1, and there is none from a place to itself") {
  CHECK(direction_between({1, 2, 3}, {1, 2, 8}) == SigVector{0, 0, 1});
  CHECK(magnitude(*direction_between({1, 2, 3}, {-7, 4, 8})) == Approx(1));
  CHECK_FALSE(direction_between({1, 2, 3}, {1, 2, 3}));
}

TEST_CASE("pointed objects lie ahead, sorted by their distance from the ray minus their size") {
  WorldStage stage;
  stage.file(
      "Rod.xml",
      R"(<define-class name="Rod" inherit="Entity.xml"><simpleShape type="cylinder"><size r="1" h="60"/></simpleShape></define-class>)");
  stage.load(kNoGravity + object("Ball.xml", "ball", "z=100 x=25 y=50") +  // radius 10, cube of edge 16.1
             object("Box.xml", "box", "z=300 x=-30 y=50") +                // half diagonal 22.9, edge 20
             object("Rod.xml", "rod", "z=50 x=30 y=50 dynamics=false") +   // half diagonal 30, edge 5.7
             object("Ball.xml", "behind", "z=-20 y=50") + object("Ball.xml", "beside", "x=5 z=0 y=50"));
  using Names = std::vector<std::string>;
  const SigVector from{0, 50, 0}, ahead{0, 0, 1};
  CHECK(pointed(stage, from, ahead, PointedSize::point) == Names{"ball", "box", "rod"});
  CHECK(pointed(stage, from, ahead, PointedSize::sphere) == Names{"rod", "box", "ball"});
  CHECK(pointed(stage, from, ahead, PointedSize::cube) == Names{"ball", "box", "rod"});
  CHECK(pointed(stage, from, {0, 0, -1}, PointedSize::point) == Names{"behind"});
  CHECK(pointed(stage, {0, 50, 10}, ahead, PointedSize::point) == Names{"ball", "box", "rod"});
}
