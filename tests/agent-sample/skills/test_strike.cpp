// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <utility>

#include "agent-sample/skills/strike.h"
#include "tests/agent-sample/skills/played_skill.h"

using namespace rcss3d::agent;

namespace {

struct Struck {
  std::optional<Kicked> kick;
  double forecast = 0;  // s, at the beginning
  double soonest = 0;   // s, of a kick in any direction
  bool touched = false;
};

/// Plays a strike, and computes where the ball goes.
Struck play(const World& start, const Strike& strike, double seconds = 12) {
  PlayedSkill game(start);
  Struck struck;
  bool first = true;
  struck.kick = game.play(seconds, [&](const World& world, Acts& acts) {
    BallCourse course;
    course.predict(world);
    const Approach approach(world, game.motion(), course);
    if (std::exchange(first, false)) {
      struck.forecast = approach.chance(strike).time;
      struck.soonest = approach.soonest().time;
    }
    approach.act(strike, acts);
  });
  struck.touched = game.touched();
  if (struck.kick) {
    const Vector push = (game.ball().position - game.me().position).unit();
    struck.kick->off = radians_between(game.motion().kicked(game.ball(), push, strike.kick).velocity,
                                       strike.target - game.ball().position);
  }
  return struck;
}

Strike full(Vector target) {
  Strike strike;
  strike.target = target;
  strike.kick = {5, 100};
  return strike;
}

World with(Vector me, Vector ball, Vector ball_velocity = {}) {
  World world = small_world();
  world.me.position = me;
  world.ball.position = ball;
  world.ball.velocity = ball_velocity;
  return world;
}

}  // namespace

TEST_CASE("strike: a resting ball goes in the wanted direction, from any place of the player, as soon as possible") {
  double sum = 0;
  int count = 0;
  for (const double x : {-3.0, -2.1, 0.0, 2.1, 3.0})
    for (const double y : {-2.1, 2.1})
      for (int degrees = 0; degrees < 360; degrees += 45) {
        CAPTURE(x, y, degrees);
        const Struck struck = play(with({x, y}, {}), full(Vector{9, 0}.turned(degrees * kDegree)));
        REQUIRE(struck.kick);
        CHECK_FALSE(struck.touched);
        CHECK(struck.kick->off < 2.5 * kDegree);
        CHECK(struck.kick->time < struck.soonest + 1.1);  // the way around the ball is at most 1.1 m longer
        CHECK(struck.kick->time == Approx(struck.forecast).margin(0.3));
        sum += struck.kick->time;
        ++count;
      }
  CHECK(sum / count < 2.45);
}

TEST_CASE("strike: a ball at the feet on the wrong side is run around without a touch") {
  for (int degrees = 0; degrees < 360; degrees += 30) {
    CAPTURE(degrees);
    const Struck struck = play(with(Vector{-0.37, 0}.turned(degrees * kDegree), {}), full({9, 0}));
    REQUIRE(struck.kick);
    CHECK_FALSE(struck.touched);
    CHECK(struck.kick->off < 3.5 * kDegree);
    CHECK(struck.kick->time < 1.4);
  }
}

TEST_CASE("strike: without acts between sensations the kick comes at a sensation, equally exactly") {
  for (int degrees = 0; degrees < 360; degrees += 30) {
    CAPTURE(degrees);
    World world = with({-2.1, 2.1}, {});
    world.can_delay = false;
    const Struck struck = play(world, full(Vector{9, 0}.turned(degrees * kDegree)));
    REQUIRE(struck.kick);
    CHECK(std::remainder(struck.kick->time, 0.2) == Approx(0).margin(1e-9));
    CHECK_FALSE(struck.touched);
    CHECK(struck.kick->off < 2.5 * kDegree);
    CHECK(struck.kick->time < struck.soonest + 1.3);
  }
}

TEST_CASE("strike: the speed of a rolling ball is taken into account") {
  for (const double speed : {2.0, 3.0, 6.0})
    for (const double side : {-1.0, 1.0}) {
      CAPTURE(speed, side);
      const Struck struck = play(with({1, 5 * side}, {-6, 0}, {speed, 0}), full({8, -9 * side}));
      REQUIRE(struck.kick);
      CHECK(struck.kick->before.velocity.length() > 0.1);
      CHECK(struck.kick->off < 2.5 * kDegree);
      CHECK(struck.kick->time < struck.soonest + 1.2);
    }
}

TEST_CASE("strike: a fast incoming ball is kicked even if its place is slightly wrong") {
  int kicked = 0, count = 0;
  for (const double speed : {6.0, 9.0})
    for (const double off : {-0.03, -0.015, 0.0, 0.015, 0.03})
      for (const double late : {-0.03, 0.0, 0.03}) {
        // The ball's place that the player knows is wrong sideways, and ahead or behind.
        PlayedSkill game(with({0, 0.36}, {-4, 0}, {speed, 0}));
        const auto kick = game.play(1.5, [&](World world, Acts& acts) {
          world.ball.position = world.ball.position + Vector{late, off};
          BallCourse course;
          course.predict(world);
          Strike strike = full({0, -9});
          strike.kick = {0, 100};
          strike.tolerance = 0.15;
          Approach(world, game.motion(), course).act(strike, acts);
        });
        ++count;
        if (kick && !game.touched()) ++kicked;
      }
  CHECK(kicked >= 0.8 * count);
}

TEST_CASE("strike: at a restart a ball on the line is run to at full speed, although it seems to be out") {
  World world = with({-52.0, -30.0}, {-52.2, -34.2});
  world.field.length = 104;
  world.field.width = 68;
  world.game.mode = Mode::kick_in;
  world.game.whose = Whose::ours;
  const Struck struck = play(world, full({0, 0}));
  REQUIRE(struck.kick);
  CHECK(struck.kick->time < 4);
}

TEST_CASE("strike: a kick in any direction takes no longer than the shortest possible time") {
  for (const double speed : {3.0, 5.0, 7.5})
    for (const double x : {-2.0, 1.0, 4.0}) {
      CAPTURE(speed, x);
      Strike strike = full({19, 0});
      strike.any_direction = true;
      const Struck struck = play(with({x, 5.5}, {-6, 1}, {speed, 0}), strike);
      REQUIRE(struck.kick);
      CHECK(struck.kick->time < 1.03 * struck.soonest + 0.02);
    }
}

TEST_CASE("strike: a ball in the air is kicked after it has come down") {
  World world = with({4, 0.5}, {0, 0}, {3, 0});
  world.ball.height = 1.5;
  world.ball.climb = 2;
  const Struck struck = play(world, full({-9, 0}));
  REQUIRE(struck.kick);
  CHECK(struck.kick->before.height < 0.6);
  CHECK(struck.kick->time > 0.4);
}

TEST_CASE("strike: no kick comes before the earliest time or outside the tolerance") {
  Strike strike = full({9, 0});
  strike.earliest = 2;
  PlayedSkill game(with({-0.36, 0}, {}));
  double now = 0;
  const auto kick = game.play(5, [&](const World& world, Acts& acts) {
    BallCourse course;
    course.predict(world);
    Strike wish = strike;
    wish.earliest = std::max(0.0, strike.earliest - now);
    now += 0.2;
    Approach(world, game.motion(), course).act(wish, acts);
  });
  REQUIRE(kick);
  CHECK(kick->time == Approx(2).margin(0.05));

  World world = with({0.36, 0}, {});  // on the wrong side
  BallCourse course;
  course.predict(world);
  Acts acts;
  Approach(world, game.motion(), course).act(full({9, 0}), acts);
  for (int step = 0; step < Acts::kSteps; ++step) CHECK(acts.text(step).find("kick") == std::string::npos);
}

TEST_CASE("strike: a ball that leaves the field cannot be kicked") {
  const World world = with({-10, 0}, {18, 0}, {6, 0});
  BallCourse course;
  course.predict(world);
  const Approach approach(world, BallMotion(world.field), course);
  CHECK(course.leaves_field() == Approx(0.35).margin(0.1));
  CHECK_FALSE(approach.soonest().possible());
  CHECK_FALSE(approach.chance(Vector{1, 0}).possible());
}

TEST_CASE("strike: numbers that are not finite do no harm") {
  const double none = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {none, infinite, 1e300, -1e9}) {
    CAPTURE(bad);
    for (int place = 0; place < 5; ++place) {
      World world = with({-2, 1}, {});
      Strike strike = full({9, 0});
      if (place == 0) world.me.position.x = bad;
      if (place == 1) world.me.velocity.y = bad;
      if (place == 2) world.ball.position.x = bad;
      if (place == 3) world.ball.velocity.y = bad;
      if (place == 4) strike.target.x = strike.earliest = bad;
      BallCourse course;
      course.predict(world);
      const BallMotion motion(world.field);
      Acts acts;
      const Approach approach(world, motion, course);
      approach.chance(strike);
      approach.chance(Vector{bad, bad});
      approach.act(strike, acts);
      CHECK(acts.driven().length() <= 1.0001);
    }
  }
}
