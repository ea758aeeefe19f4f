// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/keeper.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "agent-sample/lib/player_motion.h"
#include "tests/agent-sample/team/small_match.h"

using namespace rcss3d::agent;

namespace {

using Task = Keeper::Task;

/// The keeper's answer to one moment.
struct KeepersAnswer {
  explicit KeepersAnswer(const World& world, Keeper keeper = Keeper(KeeperSettings{})) {
    BallCourse course;
    course.predict(world);
    Race race;
    race.run(world, course);
    Drawing drawing;
    task = keeper.decide(world, course, race, acts, drawing);
  }

  bool catches_at(int step) const { return acts.text(step).find("(catch)") != std::string::npos; }
  int catches() const {
    int count = 0;
    for (int step = 0; step < Acts::kSteps; ++step) count += catches_at(step) ? 1 : 0;
    return count;
  }

  Acts acts;
  Task task;
};

/// Lets a ball roll at the goal, whose course the keeper knows exactly; returns whether it catches while the ball is
/// within reach.
bool is_caught(Vector ball, Vector velocity, Vector keeper_place) {
  SmallMatch match(1);
  match.put_me(keeper_place);
  Motion me{keeper_place, {}};
  const BallMotion motion(match.world.field);
  BallState state = motion.rolling(ball, velocity);
  Keeper keeper{KeeperSettings{}};
  for (int cycle = 0; cycle < 20; ++cycle) {
    match.put_ball(state.position, state.velocity);
    SmallMatch::put(match.world.me, me.position, me.velocity);
    match.world.now = 0.2 * cycle;
    const KeepersAnswer answer(match.world, keeper);
    for (int step = 0; step < Acts::kSteps; ++step) {
      if (answer.catches_at(step) && distance(state.position, me.position) < 1.1) return true;
      me = player_motion::drive(me, answer.acts.driven(), 0.01);
      motion.step(state);
      if (state.position.x < -match.world.field.half_length()) return false;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("keeper: it stands in front of the goal on the bisector, farther out for a near ball") {
  const SmallMatch match(1);
  const Keeper keeper{KeeperSettings{}};
  const Vector far = keeper.place_for(match.world, {10, 0}), near = keeper.place_for(match.world, {-13, 0});
  CHECK(far.x == Approx(-20 + KeeperSettings{}.near_line));
  CHECK(far.y == Approx(0).margin(1e-9));
  CHECK(near.x > far.x + 1);
  const Vector left = keeper.place_for(match.world, {-13, 5}), right = keeper.place_for(match.world, {-13, -5});
  CHECK(left.y > 0.3);
  CHECK(left.y == Approx(-right.y));
  CHECK(left.x == Approx(right.x));
}

TEST_CASE("keeper: its place is on the field and near the goal for every place of the ball") {
  SmallMatch match(1);
  const Keeper keeper{KeeperSettings{}};
  for (double x = -24; x < 24; x += 0.7)
    for (double y = -14; y < 14; y += 0.7) {
      const Vector place = keeper.place_for(match.world, {x, y});
      REQUIRE(place.x >= -19.7 - 1e-9);
      REQUIRE(place.x < -16);
      REQUIRE(std::abs(place.y) <= 2);
    }
}

TEST_CASE("keeper: it reaches shots into both corners") {
  for (const double speed : {7.0, 9.0, 11.0})
    for (const double corner : {-1.7, -0.8, 0.0, 0.8, 1.7}) {
      const Vector ball{-9, 0.5}, at{-20, corner};
      CAPTURE(speed, corner);
      CHECK(is_caught(ball, (at - ball).unit() * speed, {-19.2, 0}));
    }
}

TEST_CASE("keeper: it lets a ball that goes wide pass") {
  SmallMatch match(1);
  match.put_ball({-12, 0}, {-8, 5});
  CHECK(KeepersAnswer(match.world).task == Task::stand);
  match.put_ball({-12, 0}, {-8, 1.5});
  CHECK(KeepersAnswer(match.world).task == Task::save);
}

TEST_CASE("keeper: near an opponent with the ball it catches before a kick can be seen") {
  SmallMatch match(1);
  match.put_me({-17, 0});
  match.put_ball({-13, 0});
  CHECK(KeepersAnswer(match.world).catches() == 0);
  match.put_opponent(3, {-12.6, 0});
  const KeepersAnswer answer(match.world);
  CHECK(answer.catches() > 5);
  CHECK(answer.catches_at(19));
}

TEST_CASE("keeper: it runs to the side to which an opponent is about to kick") {
  SmallMatch match(1);
  match.put_me({-19.3, 0});
  match.put_ball({-9, 0});
  const Vector corner{-20, 1.5}, towards = (corner - Vector{-9, 0}).unit();
  match.put_opponent(3, Vector{-9, 0} - towards * 0.36);
  CHECK(KeepersAnswer(match.world).acts.driven().y > 0.3);
  match.put_opponent(3, Vector{-9, 0} - Vector{towards.x, -towards.y} * 0.36);
  CHECK(KeepersAnswer(match.world).acts.driven().y < -0.3);
  match.put_opponent(3, {-9, -0.36});  // across the field
  CHECK(std::abs(KeepersAnswer(match.world).acts.driven().y) < 0.2);
}

TEST_CASE("keeper: at the first sight of a shot it runs where the kick goes, not along the filtered velocity") {
  SmallMatch match(1);
  match.put_me({-19.3, 0});
  match.put_ball({-9, 2}, {-1, 4});
  match.put_opponent(3, {-8.5, 2.2});
  Keeper keeper{KeeperSettings{}};
  match.world.now = 1;
  // Soon after a kick towards y = -1.5 the filter has a third of the change of velocity.
  const Vector push = (Vector{-20, -1.5} - Vector{-9, 2.4}).unit() * 12 - Vector{-1, 4};
  const auto again = [&](Keeper& same) {
    BallCourse course;
    course.predict(match.world);
    Race race;
    race.run(match.world, course);
    Acts acts;
    Drawing drawing;
    const Task task = same.decide(match.world, course, race, acts, drawing);
    return std::pair{task, acts.driven().y};
  };
  again(keeper);
  match.world.now = 1.2;
  match.put_ball({-10.5, 2.4}, Vector{-1, 4} + push * 0.33);
  const auto [task, sideways] = again(keeper);
  CHECK(task == Task::save);
  CHECK(sideways < -0.3);
}

TEST_CASE("keeper: it comes close to a near ball, and stays on the line where a lob could come down in the goal") {
  const SmallMatch match(1);
  const Keeper keeper{KeeperSettings{}};
  for (const double away : {5.5, 6.0, 7.0}) {
    const Vector ball{away - 20, 0};
    CHECK(distance(keeper.place_for(match.world, ball), ball) < 3.7);
  }
  for (const double away : {10.5, 12.0}) CHECK(keeper.place_for(match.world, {away - 20, 1}).x < -19.2);
}

TEST_CASE("keeper: without timed acts it catches once a cycle") {
  SmallMatch match(1);
  match.world.can_delay = false;
  match.put_me({-17, 0});
  match.put_ball({-16.2, 0}, {-3, 0});
  const KeepersAnswer answer(match.world);
  CHECK(answer.catches_at(0));
  CHECK(answer.catches() == 1);
}

TEST_CASE("keeper: it fetches a loose ball only if it reaches the ball first") {
  SmallMatch match(1);
  match.put_me({-19, 0});
  match.put_ball({-17.5, 2});
  match.put_opponent(4, {-8, 2});
  CHECK(KeepersAnswer(match.world).task == Task::leave);
  match.put_ball({-13, 6});
  match.put_opponent(4, {-12, 6});
  CHECK(KeepersAnswer(match.world).task == Task::stand);
  match.put_ball({5, 0});
  match.world.opponents = {};
  CHECK(KeepersAnswer(match.world).task == Task::stand);
}

TEST_CASE("keeper: it leaves a ball to a mate who has it") {
  SmallMatch match(1);
  match.put_me({-19, 0});
  match.put_ball({-17, 1});
  match.put_mate(2, {-16.6, 1.1});
  match.put_opponent(4, {-5, 1});
  CHECK(KeepersAnswer(match.world).task == Task::stand);
}

TEST_CASE("keeper: it distributes a ball that it has, and catches it again when an opponent comes") {
  SmallMatch match(1);
  match.put_me({-18, 0});
  match.put_ball({-17.6, 0});
  const KeepersAnswer alone(match.world);
  CHECK(alone.task == Task::distribute);
  CHECK_FALSE(alone.acts.drives());
  CHECK(alone.catches() == 0);
  match.put_opponent(4, {-16.6, 0.3});
  const KeepersAnswer attacked(match.world);
  CHECK(attacked.task != Task::distribute);
  CHECK(attacked.catches_at(0));
}

TEST_CASE("keeper: it does not catch a ball that it has just kicked away") {
  SmallMatch match(1);
  match.put_me({-18, 0});
  match.put_ball({-17.3, 0}, {11, 0});
  match.put_opponent(4, {-10, 0});
  CHECK(KeepersAnswer(match.world).catches() == 0);
}

TEST_CASE("keeper: it works on fields of any size, and with unknown or impossible positions") {
  for (const double length : {20.0, 40.0, 104.0, 200.0}) {
    SmallMatch match(1);
    match.world.field.length = length;
    match.world.field.width = length / 2;
    match.world.field.goal_width = std::min(7.32, length / 10);
    match.put_me({-length / 2 + 1, 0});
    for (const double x : {-0.55, -0.49, -0.4, 0.0, 0.5, std::numeric_limits<double>::quiet_NaN()}) {
      match.put_ball({x * length, 1}, {-9, 0.3});
      const KeepersAnswer answer(match.world);
      CHECK(std::isfinite(answer.acts.driven().length()));
    }
    match.world.ball = {};
    CHECK(KeepersAnswer(match.world).task == Task::stand);
  }
}
