// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/free_spot.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/soccer-plugin/monitor_fixture.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using soccer::test::MonitorFixture;
using soccer::test::SoccerFixture;
using spark::Vec3;

namespace {

constexpr Rectangle kField{-10, 10, -5, 5};
const SoccerFixture::Variables kFreeSpot{{"FreeSpot", true}};

double distance(Spot a, Spot b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

bool is_free(Spot spot, const std::vector<Disc>& taken, const Rectangle& area) {
  if (!area.contains({spot.x, spot.y, 0})) return false;
  for (const Disc& disc : taken)
    if (distance(spot, disc.centre) < disc.radius - 1e-8) return false;
  return true;
}

double between(const Vec3& a, const Vec3& b) {
  return length(a - b);
}

}  // namespace

TEST_CASE("free spot: a free place is kept, and a taken one is replaced by the nearest free place") {
  const std::vector<Disc> one{{{1, 2}, 0.5}};
  CHECK(nearest_free_spot({3, 4}, {}, kField) == Spot{3, 4});
  CHECK(nearest_free_spot({1, 2.5}, one, kField) == Spot{1, 2.5});
  CHECK(nearest_free_spot({12, -7}, one, kField) == Spot{10, -5});
  const auto aside = nearest_free_spot({1.1, 2}, one, kField);
  REQUIRE(aside);
  CHECK(aside->x == Approx(1.5));
  CHECK(aside->y == Approx(2));
  // Right on top: to the side of the smaller x.
  CHECK(nearest_free_spot({1, 2}, one, kField) == Spot{0.5, 2});
  const std::vector<Disc> two{{{0, 0}, 1}, {{1, 0}, 1}};
  const auto between_them = nearest_free_spot({0.5, 0}, two, kField);
  REQUIRE(between_them);
  CHECK(between_them->x == Approx(0.5));
  CHECK(between_them->y == Approx(-std::sqrt(0.75)));
  const std::vector<Disc> all{{{0, 0}, 12}};
  CHECK_FALSE(nearest_free_spot({0, 0}, all, kField));
}

TEST_CASE("free spot: a place outside a covered corner is replaced by the nearest free one at the border") {
  const std::vector<Disc> corner{{{10, 5}, 1}, {{8.9, 5}, 0.4}};
  const auto spot = nearest_free_spot({11, 6}, corner, kField);
  REQUIRE(spot);
  CHECK(spot->x == Approx(10));
  CHECK(spot->y == Approx(4));
}

TEST_CASE("free spot: no free point of a fine grid is nearer than the spot that is found") {
  std::mt19937 random(7);
  const auto number = [&](double min, double max) {
    return min + (max - min) * (static_cast<double>(random()) / 4294967296.0);
  };
  int covered = 0, full = 0;
  for (int round = 0; round < 300; ++round) {
    const Rectangle area{-3, number(-1, 3), number(-3, 0), 2};
    std::vector<Disc> taken;
    for (int i = 0, n = static_cast<int>(number(0, 24)); i < n; ++i)
      taken.push_back({{number(-3, 3), number(-3, 3)}, number(0.2, round % 3 == 0 ? 3.0 : 1.2)});
    const Spot wanted{number(-4, 4), number(-4, 4)};
    const auto spot = nearest_free_spot(wanted, taken, area);
    double nearest = 1e9;
    for (double x = area.x_min; x <= area.x_max; x += 0.05)
      for (double y = area.y_min; y <= area.y_max; y += 0.05)
        if (is_free({x, y}, taken, area)) nearest = std::min(nearest, distance({x, y}, wanted));
    CAPTURE(round);
    if (spot) {
      CHECK(is_free(*spot, taken, area));
      CHECK(distance(*spot, wanted) <= nearest + 1e-9);
    } else {
      CHECK(nearest == 1e9);
    }
    covered += spot && !is_free(wanted, taken, area);
    full += !spot;
  }
  CHECK(covered > 50);
  CHECK(full > 0);
}

TEST_CASE("beam: without FreeSpot a taken place is used, with it the nearest free one of the player's own half") {
  const bool free = GENERATE(false, true);
  const Side side = GENERATE(Side::left, Side::right);
  CAPTURE(free, side);
  SoccerFixture f(1, {{"FreeSpot", free}});
  f.place_ball(0, 0);
  AgentState& first = f.add_player(side, 1, {-20, 5, 0.22});
  AgentState& second = f.add_player(side, 2, {20, 5, 0.22});
  f.act(first, "(beam -10 3 0)");
  f.act(second, "(beam -9.9 3 0)");
  const Vec3 a = own_frame(side, first.body().position()), b = own_frame(side, second.body().position());
  CHECK(a.x == Approx(-10));
  CHECK(b.y == Approx(3));
  CHECK(b.x == Approx(free ? -10 + 0.45 : -9.9));
  CHECK(b.z == Approx(0.22));
  // A player's own place is free for it.
  f.act(second, "(beam -9.5 3 0)");
  CHECK(own_frame(side, second.body().position()).x == Approx(free ? -9.55 + 0.05 : -9.5));
  // The ball takes a place, too, and the player's own half ends at the halfway line.
  f.act(second, "(beam 0 0 0)");
  const Vec3 c = own_frame(side, second.body().position());
  CHECK(c.x <= 1e-9);
  CHECK((between(second.body().position(), f.ball().body().position()) > 0.22 + 0.111) == free);
}

TEST_CASE("beam: with FreeSpot a whole team that beams to one place finds room, always in the same way") {
  std::vector<Vec3> places;
  for (int round = 0; round < 2; ++round) {
    SoccerFixture f(1, kFreeSpot);
    std::vector<AgentState*> team;
    for (int i = 1; i <= 11; ++i) team.push_back(&f.add_player(Side::left, i, {-20.0 - i, 5, 0.22}));
    for (AgentState* player : team) f.act(*player, "(beam 0 33.7 0)");
    for (std::size_t i = 0; i < team.size(); ++i) {
      const Vec3 at = team[i]->body().position();
      CHECK(at.x <= 1e-9);
      CHECK(at.y <= 33.78 + 1e-9);
      CHECK(length(at - Vec3{0, 33.7, 0.22}) < 2.5);
      for (std::size_t j = 0; j < i; ++j) CHECK(between(at, team[j]->body().position()) >= 0.45 - 1e-6);
      if (round == 0)
        places.push_back(at);
      else
        CHECK(at == places[i]);
    }
  }
}

TEST_CASE("trainers: with FreeSpot players and ball are not put into each other, but can be put above") {
  MonitorFixture f(kFreeSpot);
  AgentState& first = f.add_player(Side::left, 1, {-20, 5, 0.22});
  AgentState& second = f.add_player(Side::right, 1, {20, 5, 0.22});
  f.place_ball(30, 30);
  CHECK(f.send("(agent (team Left)(unum 1)(pos 3 4 0.22))") == 0);
  CHECK(first.body().position() == Vec3{3, 4, 0.22});
  CHECK(f.send("(agent (team Right)(unum 1)(pos 3 4 0.22)(vel 1 0 0))") == 0);
  CHECK(between(first.body().position(), second.body().position()) == Approx(0.45));
  CHECK(second.body().velocity() == Vec3{1, 0, 0});
  CHECK(f.send("(ball (pos 3 4 0.111))") == 0);
  CHECK(between(first.body().position(), f.ball().body().position()) >= 0.22 + 0.111);
  CHECK(between(second.body().position(), f.ball().body().position()) >= 0.22 + 0.111);
  CHECK(f.send("(ball (pos 3 4 2))") == 0);
  CHECK(f.ball().body().position() == Vec3{3, 4, 2});
  CHECK(f.send("(ball (vel 0 0 1))") == 0);
  CHECK(f.ball().body().position() == Vec3{3, 4, 2});
}

TEST_CASE("trainers: with FreeSpot an object that is higher than another needs less room beside it") {
  MonitorFixture f(kFreeSpot);
  AgentState& first = f.add_player(Side::left, 1, {3, 4, 0.22});
  AgentState& second = f.add_player(Side::right, 1, {20, 5, 0.22});
  CHECK(f.send("(agent (team Right)(unum 1)(pos 3.1 4 0.58))") == 0);
  // 0.36 m up and 0.27 m aside are 0.45 m.
  CHECK(second.body().position().x == Approx(3.27));
  CHECK(second.body().position().y == Approx(4));
  CHECK(second.body().position().z == 0.58);
  CHECK(between(first.body().position(), second.body().position()) == Approx(0.45));
}
