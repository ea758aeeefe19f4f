// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/player_moves.h"
#include "tests/soccer-plugin/soccer_fixture.h"
#include "tests/soccer-plugin/statistics.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

/// Where `clear_circle` with radius 9.15 and distance 15.15 leaves `player`.
Vec3 cleared(SoccerFixture& f, AgentState& player, Vec3 from, Vec3 centre) {
  f.place(player, from);
  player.body().set_velocity({1, 2, 3});
  player.body().set_angular_velocity({1, 2, 3});
  clear_circle(f.game(), player.side, centre, 9.15, 15.15, f.core.random.stream("test"));
  return player.body().position();
}

void check_within(double value, double min, double max) {
  CHECK(value >= min);
  CHECK(value < max);
}

}  // namespace

TEST_CASE("players in the circle are moved straight back towards their own goal") {
  SoccerFixture f;
  AgentState& left = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {0, 0, 0.22});
  const Vec3 l = cleared(f, left, {13, 7, 0.22}, {10, 5, 0.111});
  check_within(l.x, 10 - 17.15, 10 - 15.15);
  CHECK(l.y == 7);
  CHECK(l.z == 1);
  CHECK(length(left.body().velocity()) == 0);
  CHECK(length(left.body().angular_velocity()) == 0);
  const Vec3 r = cleared(f, right, {13, 7, 0.22}, {10, 5, 0.111});
  check_within(r.x, 10 + 15.15, 10 + 17.15);
  CHECK(r.y == 7);
  CHECK(r.z == 1);
}

TEST_CASE("players near their own goal line are moved aside, towards the middle") {
  SoccerFixture f;
  AgentState& left = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {0, 0, 0.22});
  const Vec3 below = cleared(f, left, {-43, -18, 0.22}, {-40, -20, 0.111});
  CHECK(below.x == -43);
  check_within(below.y, -20 + 15.15, -20 + 17.15);
  const Vec3 above = cleared(f, left, {-43, 18, 0.22}, {-40, 20, 0.111});
  CHECK(above.x == -43);
  check_within(above.y, 20 - 17.15, 20 - 15.15 + 1e-9);
  CHECK(cleared(f, left, {-43, 0, 0.22}, {-40, 0, 0.111}).y < 0);

  const Vec3 r = cleared(f, right, {43, -18, 0.22}, {40, -20, 0.111});
  CHECK(r.x == 43);
  check_within(r.y, -20 + 15.15, -20 + 17.15);
  CHECK(cleared(f, right, {43, 0, 0.22}, {40, 0, 0.111}).y < 0);
  // 104 m of field: 36.85 + 15.15 is the line itself, so the drawn part decides about players further out only.
  const Vec3 room = cleared(f, right, {30, 3, 0.22}, {34, 0, 0.111});
  check_within(room.x, 34 + 15.15, 34 + 17.15);
}

TEST_CASE("players on the circle's border, of the other team, spared or without a team stay") {
  SoccerFixture f;
  AgentState& left = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& keeper = f.add_player(Side::left, 2, {1, 1, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {0, 1, 0.22});
  AgentState& teamless = f.add_agent({1, 0, 0.22});
  spark::RandomStream& random = f.core.random.stream("test");
  clear_circle(f.game(), Side::left, {0, 0, 0}, 9.15, 15.15, random, &keeper);
  CHECK(left.body().position().x < -15);
  CHECK(keeper.body().position() == Vec3{1, 1, 0.22});
  CHECK(right.body().position() == Vec3{0, 1, 0.22});
  clear_circle(f.game(), Side::none, {0, 0, 0}, 9.15, 15.15, random);
  CHECK(teamless.body().position() == Vec3{1, 0, 0.22});

  // The distance counts in three dimensions and strictly.
  CHECK(cleared(f, right, {0, 9.15, 0}, {0, 0, 0}) == Vec3{0, 9.15, 0});
  CHECK(cleared(f, right, {0, 9.14, 1}, {0, 0, 0}) == Vec3{0, 9.14, 1});
  CHECK(cleared(f, right, {0, 9.14, 0}, {0, 0, 0}).x > 15);
}

TEST_CASE("the distance is drawn anew for each player") {
  SoccerFixture f;
  AgentState& left = f.add_player(Side::left, 1, {0, 0, 0.22});
  double sum = 0, min = 0, max = -100;
  constexpr int kDraws = 1000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = cleared(f, left, {0, 0, 0.22}, {0, 0, 0}).x;
    sum += x, min = std::min(min, x), max = std::max(max, x);
  }
  CHECK(sum / kDraws == Approx(-16.15).margin(5 * 0.577 / std::sqrt(kDraws)));  // 5 sigma
  CHECK(min < -17.1);
  CHECK(max > -15.2);
}

TEST_CASE("players in a rectangle are moved behind its border") {
  SoccerFixture f;
  AgentState& left = f.add_player(Side::left, 1, {3, 5, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {3, 5, 0.22});
  spark::RandomStream& random = f.core.random.stream("test");
  const Rectangle area{0, 10, -5, 5};
  clear_rectangle(f.game(), Side::left, area, 1.0, random);
  check_within(left.body().position().x, -3, -1 + 1e-9);
  CHECK(left.body().position().y == 5);
  CHECK(left.body().position().z == 1);
  CHECK(right.body().position() == Vec3{3, 5, 0.22});
  clear_rectangle(f.game(), Side::right, area, 1.0, random);
  check_within(right.body().position().x, 11, 13);

  for (const Vec3 corner : {Vec3{0, -5, 0.22}, Vec3{10, 5, 0.22}, Vec3{0, 5, 30}}) {
    f.place(left, corner);
    clear_rectangle(f.game(), Side::left, area, 1.0, random);
    CHECK(left.body().position().x < 0);
  }
  f.place(left, {5, 5.001, 0.22});
  clear_rectangle(f.game(), Side::left, area, 1.0, random);
  CHECK(left.body().position() == Vec3{5, 5.001, 0.22});
}

TEST_CASE("halves reach beyond the walls, penalty areas are 16.5 m deep and 40.32 m wide") {
  SoccerFixture f;
  const Rectangle left = half_of(f.game(), Side::left), right = half_of(f.game(), Side::right);
  CHECK(left.x_min == -62);
  CHECK(left.x_max == 0);
  CHECK(right.x_min == 0);
  CHECK(right.x_max == 62);
  CHECK(left.y_min == -44);
  CHECK(right.y_max == 44);
  const Rectangle area = penalty_area_of(f.game(), Side::left);
  CHECK(area.x_min == -52);
  CHECK(area.x_max == Approx(-35.5));
  CHECK(area.y_min == Approx(-20.16));
  CHECK(area.y_max == Approx(20.16));
  CHECK(penalty_area_of(f.game(), Side::right).x_min == Approx(35.5));
  CHECK(penalty_area_of(f.game(), Side::right).x_max == 52);
}

TEST_CASE("on a small field no player is moved through a wall") {
  SoccerFixture f(1, {{"FieldLength", 20.0}, {"FieldWidth", 10.0}, {"GoalWidth", 4.0}});
  AgentState& left = f.add_player(Side::left, 1, {0, 0, 0.22});
  const Vec3 place = cleared(f, left, {-8, 0, 0.22}, {-9, 0, 0.111});
  CHECK(place.x == -8);
  CHECK(place.y == Approx(-(5 + 5 - 0.22)));
}

TEST_CASE("the distances by which players are moved are uniform over 2 m and independent (behaviour 7.3, 7.4)") {
  SoccerFixture f(31);
  AgentState& left = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {0, 0, 0.22});
  spark::RandomStream& random = f.core.random.stream("test");
  Sample circle_left, circle_right, rectangle;
  for (int i = 0; i < 4000; ++i) {
    circle_left.push_back(10 - cleared(f, left, {12, 7, 0.22}, {10, 5, 0.111}).x);
    circle_right.push_back(cleared(f, right, {12, 7, 0.22}, {10, 5, 0.111}).x - 10);
    f.place(left, {3, 0, 0.22});
    clear_rectangle(f.game(), Side::left, {0, 10, -5, 5}, 1.0, random);
    rectangle.push_back(-left.body().position().x);
  }
  check_uniform(circle_left, 15.15, 17.15);
  check_uniform(circle_right, 15.15, 17.15);
  check_uniform(rectangle, 1, 3);
  check_independent(circle_left, circle_right);
  check_independent(circle_left, rectangle);
  check_independent(circle_right, rectangle);
}
