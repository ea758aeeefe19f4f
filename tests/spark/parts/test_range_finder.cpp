// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/parts/range_finder.h"

#include "spark/physics/collider.h"
#include "tests/spark/parts/part_bench.h"

using namespace spark;

namespace {

/// A finder 0.3 m in front of the middle of its robot, a box of 0.4 m.
struct Lookout {
  explicit Lookout(const std::string& scan) {
    bench.add(
        "(node Transform (setName robot) (node Body (setName body) (setBoxTotal 1 0.4 0.4 0.4)) "
        "(node BoxCollider (setBoxLengths 0.4 0.4 0.4)) (node Transform (setName head) (setLocalPos 0.3 0 0) "
        "(node RangeFinder (setName r) " +
        scan + ")))");
    bench.core.create("oxygen/Transform", "/scene/things");
  }
  void add_thing(const std::string& text) {
    bench.write("thing.rsg", "(" + text + ")");
    REQUIRE(import_scene(dynamic_cast<BaseNode&>(*bench.core.root().find("/scene/things")), "thing.rsg", {}));
    bench.run(bench.step);  // joins the world's lists
  }
  std::vector<double> ranges() { return bench.felt("RNG", "r", "ranges"); }
  PartBench bench;
};

}  // namespace

TEST_CASE("the ranges to a wall follow from its distance and angle, from right to left") {
  const double turn = GENERATE(0.0, 25.0, -40.0);  // degrees, of the wall's normal, to the left
  Lookout lookout("(setScan 60 15 20)");
  const double c = std::cos(turn / kPerRadian), s = std::sin(turn / kPerRadian);
  // The wall is 2 m from the finder, which is at x = 0.3.
  dynamic_cast<PlaneCollider&>(lookout.bench.core.create("oxygen/PlaneCollider", "/scene/wall"))
      .set_params(-c, -s, 0, -(2 + 0.3 * c));
  lookout.bench.run(0.01);
  const auto ranges = lookout.ranges();
  REQUIRE(ranges.size() == 5);
  for (int i = 0; i < 5; ++i) {
    const double ray = -30 + 15 * i;
    CHECK(ranges[static_cast<std::size_t>(i)] == Approx(2 / std::cos((ray - turn) / kPerRadian)).epsilon(1e-5));
  }
}

TEST_CASE("a ray gives the distance to the first ball or box, whatever is behind it") {
  Lookout lookout("(setScan 180 45 10)");
  lookout.add_thing(
      "(node Transform (setLocalPos 3.3 0 0) (node SphereCollider (setRadius 1)))"
      "(node Transform (setLocalPos 6 0 0) (node BoxCollider (setBoxLengths 1 20 1)))"
      "(node Transform (setLocalPos 0.3 -4 0) (setLocalRotation 0 0 30) (node Body (setBoxTotal 1 2 2 2)) "
      "(node BoxCollider (setBoxLengths 2 2 2)))"
      "(node Transform (setLocalPos 0.3 5 2) (node SphereCollider (setRadius 1.9)))");
  const auto ranges = lookout.ranges();
  REQUIRE(ranges.size() == 5);
  CHECK(ranges[0] == Approx(4 - 1 / std::cos(30 / kPerRadian)).epsilon(1e-6));  // the box turned by 30 degrees
  CHECK(ranges[1] == Approx(5.2 * std::sqrt(2)).epsilon(1e-6));                 // the far box, beside the ball
  CHECK(ranges[2] == Approx(2).epsilon(1e-6));
  CHECK(ranges[3] == Approx(5.2 * std::sqrt(2)).epsilon(1e-6));
  CHECK(ranges[4] == 10);  // over its head
}

TEST_CASE("a ray gives the distance to the nearer of two boxes, however large they are") {
  Lookout lookout("(setScan 0 1 10)");
  // The ray meets the long plate before the cube, though the cube's bounding sphere begins before the plate.
  lookout.add_thing(
      "(node Transform (setLocalPos 1.85 0 0) (node BoxCollider (setBoxLengths 0.1 20 1)))"
      "(node Transform (setLocalPos 3.3 0 0) (node BoxCollider (setBoxLengths 2 2 2)))");
  CHECK(lookout.ranges()[0] == Approx(1.5).epsilon(1e-6));
}

TEST_CASE("rays ignore the finder's robot, sensors and disabled colliders, and are 0 inside a collider") {
  Lookout lookout("(setScan 0 1 5)");
  CHECK(lookout.ranges() == std::vector<double>{5});
  lookout.bench.add(
      "(node Transform (setName arm) (setLocalPos 0.8 0 0) (node Body (setBoxTotal 1 0.1 0.1 0.1)) "
      "(node BoxCollider (setBoxLengths 0.1 0.1 0.1)))");
  lookout.add_thing(
      "(node Transform (setLocalPos 1.8 0 0) (node BoxCollider (setName goal) (setBoxLengths 1 1 1) "
      "(addCollisionHandler oxygen/RecorderHandler)))"
      "(node Transform (setLocalPos 3.3 0 0) (node SphereCollider (setName ball) (setRadius 1)))"
      "(node Transform (setLocalPos 0 0 0) (node RayCollider (setParams 2.5 -1 0 0 1 0 2)))");
  CHECK(lookout.ranges()[0] == Approx(2).epsilon(1e-6));
  const auto find = [&](const std::string& path) {
    return dynamic_cast<SphereCollider*>(lookout.bench.core.root().find(path));
  };
  auto* ball = find("/scene/things/ball") ? find("/scene/things/ball") : nullptr;
  visit_children_first(lookout.bench.core.root(), [&](Leaf& leaf) {
    if (leaf.name() == "ball") ball = dynamic_cast<SphereCollider*>(&leaf);
  });
  REQUIRE(ball);
  ball->set_radius(3.1);  // now it contains the finder
  CHECK(lookout.ranges() == std::vector<double>{0});
  ball->enable(false);
  CHECK(lookout.ranges() == std::vector<double>{5});
}

TEST_CASE("the rays turn, tilt and move with the body") {
  Lookout lookout("(setScan 90 45 20)");
  lookout.bench.world->set_gravity({});
  dynamic_cast<PlaneCollider&>(lookout.bench.core.create("oxygen/PlaneCollider", "/scene/floor"))
      .set_params(0, 0, 1, -3);
  auto& body = lookout.bench.at<Body>("robot/body");
  REQUIRE(body.set_rotation_degrees({0, 30, 0}));  // it looks down
  lookout.bench.run(0.01);
  const auto ranges = lookout.ranges();
  const double height = 3 - 0.3 * 0.5;  // of the finder, above the floor
  CHECK(ranges[1] == Approx(height / 0.5).epsilon(1e-6));
  CHECK(ranges[0] == Approx(height / (0.5 * std::sqrt(0.5))).epsilon(1e-6));
  CHECK(ranges[2] == Approx(ranges[0]).epsilon(1e-6));
  REQUIRE(body.set_position({0, 0, 1}));
  lookout.bench.run(0.01);
  CHECK(lookout.ranges()[1] == Approx((height + 1) / 0.5).epsilon(1e-6));
}

TEST_CASE("a scan has a ray for each angle, and invalid scans are refused") {
  Lookout lookout("(setScan 240 0.75 4)");
  auto& finder = lookout.bench.at<RangeFinder>("robot/head/r");
  CHECK(finder.scan().rays() == 321);
  CHECK(finder.fields().size() == 321);
  CHECK(finder.fields()[320].name == "ranges 320");
  CHECK(lookout.ranges().size() == 321);
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const double wrong[][3] = {{361, 1, 1},  {-1, 1, 1},   {nan, 1, 1},   {90, 0, 1},    {90, -1, 1},
                             {90, nan, 1}, {90, inf, 1}, {90, 1e-9, 1}, {90, 1, 0},    {90, 1, -1},
                             {90, 1, nan}, {90, 1, inf}, {90, 1, 1e30}, {360, 0.1, 1}, {360, 1e-300, 1}};
  for (const auto& [angle, step, farthest] : wrong) {
    CAPTURE(angle, step, farthest);
    CHECK_FALSE(finder.set_scan(angle, step, farthest));
  }
  CHECK(finder.scan().rays() == 321);
  CHECK(finder.set_scan(0, 1, 1));
  CHECK(lookout.ranges().size() == 1);
  CHECK(finder.set_scan(0.3, 0.1, 1));  // rounding does not lose a ray
  CHECK(finder.scan().rays() == 4);
}

TEST_CASE("a scan changes no bit of the world") {
  const auto play = [](bool looks) {
    Lookout lookout("(setScan 360 5 10)");
    lookout.bench.world->set_gravity({0, 0, -9.81});
    dynamic_cast<PlaneCollider&>(lookout.bench.core.create("oxygen/PlaneCollider", "/scene/floor"))
        .set_params(0, 0, 1, -1);
    lookout.add_thing(
        "(node Transform (setLocalPos 1 0.1 0.3) (setLocalRotation 10 20 30) (node Body (setName body) "
        "(setBoxTotal 1 0.3 0.3 0.3)) (node BoxCollider (setBoxLengths 0.3 0.3 0.3)))"
        "(node Transform (setLocalPos 1.1 0.2 0) (setLocalRotation 40 20 0) (node Body (setName body) "
        "(setBoxTotal 1 0.3 0.3 0.3)) (node BoxCollider (setBoxLengths 0.3 0.3 0.3)))");
    for (int i = 0; i < 200; ++i) {
      lookout.bench.run(0.01);
      if (looks) lookout.ranges();
    }
    std::vector<double> numbers;
    for (const Body* body : lookout.bench.world->bodies())
      for (const double number : body->exact_pose().quaternion) numbers.push_back(number + body->position().x);
    return numbers;
  };
  CHECK(play(true) == play(false));
}
