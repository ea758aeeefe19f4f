// SPDX-License-Identifier: Apache-2.0
// Fast balls and thin boxes.
#include <catch2/catch.hpp>

#include "tests/spark/physics/playground.h"

using namespace spark;

namespace {

/// A wall of 8 cm that stands in the plane x = 0, and a ball.
struct Range : Playground {
  Range() {
    world->set_gravity({});
    make_transform("wall", {0, 0, 0});
    make<BoxCollider>("BoxCollider", "wall/geometry").set_box_lengths({0.08, 4, 4});
    ball.set_swept(true);
  }
  /// Whether the ball ends beyond the wall.
  bool gets_through(Vec3 from, Vec3 velocity, int steps = 30) {
    ball.place_at_rest(from);
    ball.set_velocity(velocity);
    run(steps);
    return ball.position().x > 0;
  }
  Body& ball = make_ball({-9, 0, 0}, 0.43);
  BoxCollider& wall() { return dynamic_cast<BoxCollider&>(*core.root().find("/scene/wall/geometry")); }
};

}  // namespace

TEST_CASE("a swept ball rebounds from a thin wall at any speed, wherever it starts") {
  Range range;
  const double speed = GENERATE(5.0, 12.0, 50.0, 300.0, 5000.0);
  CAPTURE(speed);
  for (int i = 0; i < 50; ++i) {
    // It needs several steps to the wall, or is there within the first one.
    const double distance = 0.2 + 0.013 * i * speed / 50;
    CAPTURE(distance);
    CHECK_FALSE(range.gets_through({-distance, 0.3, -0.2}, {speed, 0.01 * speed, 0}));
    CHECK(range.ball.velocity().x < 0);
  }
}

TEST_CASE("a ball passes if it is not swept, flies beside the wall or does not collide with it") {
  Range range;
  const Vec3 from{-1.0, 0, 0}, shot{50, 0, 0};
  CHECK_FALSE(range.gets_through(from, shot));
  CHECK(range.gets_through({-1.0, 2.2, 0}, shot));
  range.wall().enable(false);
  CHECK(range.gets_through(from, shot));
  range.wall().enable(true);
  range.wall().set_group("one");
  dynamic_cast<Collider&>(*range.core.root().find("/scene/Ball/geometry")).set_group("one");
  CHECK(range.gets_through(from, shot));
  range.wall().set_group("");
  CHECK_FALSE(range.gets_through(from, shot));
  range.ball.set_swept(false);
  CHECK(range.gets_through({-1.15, 0, 0}, shot));
}

TEST_CASE("a swept ball passes a sensor, but not a gap that is much narrower than the ball") {
  Range range;
  range.make_transform("sensor", {-1, 0, 0});
  range.make<BoxCollider>("BoxCollider", "sensor/geometry").set_box_lengths({0.08, 4, 4});
  range.make<RecorderHandler>("RecorderHandler", "sensor/geometry/recorder");
  range.make_transform("upper", {0, 0, 4.05});
  range.make<BoxCollider>("BoxCollider", "upper/geometry").set_box_lengths({0.08, 4, 4});
  for (int i = 0; i < 30; ++i) CHECK_FALSE(range.gets_through({-2 - 0.017 * i, 0, 2.025}, {50, 0, 0}));
  CHECK(range.ball.position().x < -1);
}

TEST_CASE("a swept ball moves like any other ball as long as it hits no box") {
  Range range, other;
  other.ball.set_swept(false);
  for (Range* each : {&range, &other}) {
    each->make_floor();
    each->world->set_gravity({0, 0, -9.81});
    each->ball.place_at_rest({-3, 0, 1});
    each->ball.set_velocity({-40, 3, -30});
    each->run(200);
  }
  CHECK(range.ball.position() == other.ball.position());
}
