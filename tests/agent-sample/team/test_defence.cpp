// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/defence.h"

#include <catch2/catch.hpp>

#include "tests/agent-sample/team/small_match.h"

using namespace rcss3d::agent;

namespace {

using Kind = Duty::Kind;

/// Five against five: they have the ball at -8 0, three of them in front of our goal.
SmallMatch attacked(int number) {
  SmallMatch match(number);
  match.put_ball({-8, 0});
  match.put_opponent(1, {19, 0});
  match.put_opponent(2, {-7.6, 0});
  match.put_opponent(3, {-12, 5});
  match.put_opponent(4, {-11, -5});
  match.put_opponent(5, {2, 0});
  const Vector places[] = {{}, {-18.5, 0}, {-10, 0.5}, {-12, 3}, {-12, -3}, {-6, 2}};
  for (int mate = 1; mate <= 5; ++mate) {
    if (mate == number)
      match.put_me(places[mate]);
    else
      match.put_mate(mate, places[mate]);
  }
  return match;
}

struct Duties {
  /// `at_front`: the places of all players are at the other end of the field.
  explicit Duties(const SmallMatch& match, DefenceSettings settings = {}, bool at_front = false)
      : far_away(at_front), defence(settings) {
    again(match);
  }
  void again(const SmallMatch& match) {
    BallCourse course;
    course.predict(match.world);
    race.run(match.world, course);
    Defence::Places homes;
    for (std::size_t i = 0; i < homes.size(); ++i) homes[i] = {far_away ? 12.0 : -10.0, 0.5};
    defence.assign(match.world, course, race, homes);
  }
  int count(Kind kind) const {
    int all = 0;
    for (int number = 2; number <= 5; ++number) all += defence.duty(number).kind == kind ? 1 : 0;
    return all;
  }
  bool far_away;
  Race race;
  Defence defence;
};

}  // namespace

TEST_CASE("defence: one player presses, one covers, and the others mark") {
  const SmallMatch match = attacked(2);
  const Duties duties(match);
  REQUIRE(duties.defence.needed());
  CHECK(duties.count(Kind::press) == 1);
  CHECK(duties.count(Kind::cover) == 1);
  CHECK(duties.count(Kind::mark) == 2);
  const Duty& press = duties.defence.duty(duties.race.ours());
  CHECK(press.kind == Kind::press);
  CHECK(distance(press.place, match.world.ball.position) < 0.6);
  CHECK(press.place.x < match.world.ball.position.x);
}

TEST_CASE("defence: players whose place is far away from an opponent do not mark it") {
  const SmallMatch match = attacked(2);
  const Duties duties(match, {}, true);
  CHECK(duties.count(Kind::press) == 1);
  CHECK(duties.count(Kind::cover) == 1);
  CHECK(duties.count(Kind::mark) == 0);
  CHECK(duties.count(Kind::hold) == 2);
}

TEST_CASE("defence: a marking player stands between the opponent and our goal") {
  const SmallMatch match = attacked(2);
  const Duties duties(match);
  for (int number = 2; number <= 5; ++number) {
    const Duty& duty = duties.defence.duty(number);
    if (duty.kind != Kind::mark) continue;
    const Vector opponent = match.world.opponents[static_cast<std::size_t>(duty.opponent)].position;
    CHECK(distance(duty.place, opponent) < 1.5);
    CHECK(distance(duty.place, match.world.field.our_goal()) < distance(opponent, match.world.field.our_goal()));
  }
}

TEST_CASE("defence: all players of our team compute the same duties") {
  const Duties of_two(attacked(2)), of_five(attacked(5));
  for (int number = 2; number <= 5; ++number) {
    CHECK(of_two.defence.duty(number).kind == of_five.defence.duty(number).kind);
    CHECK(of_two.defence.duty(number).opponent == of_five.defence.duty(number).opponent);
  }
}

TEST_CASE("defence: while we are first at the ball no defence is needed, and everyone holds the formation") {
  SmallMatch match = attacked(2);
  match.put_opponent(2, {3, 0});
  match.put_me({-8.5, 0});
  const Duties duties(match);
  CHECK_FALSE(duties.defence.needed());
  CHECK(duties.count(Kind::hold) == 4);
  CHECK(duties.defence.duty(3).place.y == 0.5);
}

TEST_CASE("defence: the style sets the number of pressing players") {
  DefenceSettings settings;
  settings.pressing = 10;
  CHECK(Duties(attacked(2), settings).count(Kind::press) == 4);
}

TEST_CASE("defence: duties stay the same while little changes") {
  SmallMatch match = attacked(2);
  Duties duties(match);
  std::array<Duty, 6> before;
  for (int number = 2; number <= 5; ++number) before[static_cast<std::size_t>(number)] = duties.defence.duty(number);
  match.put_mate(3, {-12.1, 2.8});
  match.put_mate(4, {-11.8, -2.9});
  duties.again(match);
  for (int number = 2; number <= 5; ++number) {
    CHECK(duties.defence.duty(number).kind == before[static_cast<std::size_t>(number)].kind);
    CHECK(duties.defence.duty(number).opponent == before[static_cast<std::size_t>(number)].opponent);
  }
}

TEST_CASE("defence: one player alone needs no defence, and presses the only opponent") {
  SmallMatch match(2);
  const Duties alone(match);
  CHECK_FALSE(alone.defence.needed());
  match.put_opponent(4, {0.5, 0});
  const Duties against_one(match);
  CHECK(against_one.defence.needed());
  CHECK(against_one.defence.duty(2).kind == Kind::press);
}
