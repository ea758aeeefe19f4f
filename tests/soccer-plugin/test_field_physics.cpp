// SPDX-License-Identifier: Apache-2.0
// The numbers of behaviour 2.6 and 14.1 in the scene that the set-up script builds, through the effectors: masses,
// drags, radii, surfaces and walls are those of a match. (tests/physics has the same tables for the engine alone.)
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

constexpr double kStep = 0.01;

/// One percent, or one unit of the last digit the table prints.
Approx printed(double value, double unit) {
  return Approx(value).margin(std::max(0.01 * std::abs(value), unit)).epsilon(0);
}

/// A match that leaves ball and players alone: after the end the referee moves nothing.
struct FieldFixture : SoccerFixture {
  explicit FieldFixture(const Variables& variables = {}) : SoccerFixture(1, variables) {
    game().set_play_mode(PlayMode{Phase::game_over});
    place_ball(0, 30);
  }
  AgentState& silent_player(Side side, Vec3 position) {
    AgentState& player = add_player(side, 0, position);
    silence(player);
    return player;
  }
};

}  // namespace

TEST_CASE("field: a player accelerates with (drive 100 0 0) and coasts as in behaviour 14.1") {
  FieldFixture f;
  AgentState& player = f.silent_player(Side::left, {0, 0, 0.22});
  f.act(player, "(drive 100 0 0)");
  struct Row {
    int step;
    double v, v_unit, x, x_unit;
  };
  int step = 0;
  for (const Row& row : {Row{1, 0.0403, 1e-4, 0.0004, 1e-4},
                         {10, 0.359, 1e-3, 0.0205, 1e-4},
                         {20, 0.638, 1e-3, 0.0723, 1e-4},
                         {50, 1.157, 1e-3, 0.354, 1e-3},
                         {100, 1.487, 1e-3, 1.033, 1e-3},
                         {200, 1.609, 1e-3, 2.605, 1e-3},
                         {400, 1.620, 1e-3, 5.840, 1e-3}}) {
    f.step(row.step - step);
    step = row.step;
    CAPTURE(step);
    CHECK(player.body().velocity().x == printed(row.v, row.v_unit));
    CHECK(player.body().position().x == printed(row.x, row.x_unit));
  }
  CHECK(player.battery == Approx(100 - 9.7222e-4 * 400).margin(1e-6));  // behaviour 14.2
  f.act(player, "(drive 0 0 0)");
  const double start = player.body().position().x;
  int steps = 0;
  for (; player.body().velocity().x > 0.01 && steps < 1000; ++steps) f.step();
  CHECK(steps * kStep == printed(2.04, 0.01));
  CHECK(player.body().position().x - start == printed(0.635, 0.001));
}

TEST_CASE("field: drive power p gives 0.01616·p m/s with the time constant 0.404 s (behaviour 2.6)") {
  const double power = GENERATE(5.0, 25.0, 60.0, 100.0);
  CAPTURE(power);
  FieldFixture f;
  AgentState& player = f.silent_player(Side::right, {0, 0, 0.22});
  f.act(player, fmt::format("(drive 0 {} 0)", power));
  f.step(40);
  // The right team's y is the world's -y. The contact is a little soft, hence one percent.
  CHECK(player.body().velocity().y == Approx(-0.01616 * power * (1 - std::exp(-0.40 / 0.404))).epsilon(0.01));
  f.step(500);
  CHECK(player.body().velocity().y == Approx(-0.01616 * power).epsilon(0.01));
}

TEST_CASE("field: kicks with power 100 fly and roll as in behaviour 14.1") {
  struct Row {
    double mass, degrees, v_x, v_z, top, top_unit, landing, end, time;
  };
  const Row row = GENERATE(
      Row{0.41, 0, 13.62, 0, 0.111, 1e-3, 0, 26.49, 9.48}, Row{0.43, 0, 13.00, 0, 0.111, 1e-3, 0, 26.48, 9.85},
      Row{0.45, 0, 12.44, 0, 0.111, 1e-3, 0, 26.47, 10.21}, Row{0.43, 10, 15.26, 1.79, 0.35, 1e-2, 6.1, 26.07, 9.75},
      Row{0.43, 20, 14.56, 4.45, 1.17, 1e-2, 10.3, 24.87, 9.67},
      Row{0.43, 30, 13.42, 6.94, 2.32, 1e-2, 12.2, 22.91, 9.55},
      Row{0.43, 40, 11.87, 9.19, 3.60, 1e-2, 12.2, 20.24, 9.38},
      Row{0.43, 50, 9.96, 11.14, 4.87, 1e-2, 11.1, 16.95, 9.10});
  CAPTURE(row.mass, row.degrees);
  FieldFixture f({{"BallMass", row.mass}});
  AgentState& player = f.silent_player(Side::left, {-0.38, 0, 0.22});
  f.place_ball(0, 0);
  f.step(100);
  f.act(player, fmt::format("(kick {} 100)", row.degrees));
  f.place(player, {-40, 20, 0.22});
  const double start = f.ball().body().position().x;
  double top = 0, landing = 0;
  bool flew = false;
  int steps = 0;
  while (steps < 10 || (length(f.ball().body().velocity()) >= 0.1 && steps < 2000)) {
    f.step();
    const Vec3 at = f.ball().body().position();
    if (++steps == 10) {
      CHECK(f.ball().body().velocity().x == printed(row.v_x, 0.01));
      CHECK(f.ball().body().velocity().z == printed(row.v_z, 0.01));
    }
    top = std::max(top, at.z);
    if (at.z > 0.121) flew = true;
    if (flew && landing == 0 && at.z <= 0.111) landing = at.x - start;
  }
  CHECK(top == printed(row.top, row.top_unit));
  CHECK(landing == Approx(row.landing).margin(0.15).epsilon(0));
  CHECK(f.ball().body().position().x - start == printed(row.end, 0.01));
  CHECK(steps * kStep == printed(row.time, 0.01));
}

TEST_CASE("field: resting heights and rebounds are those of behaviour 2.6 and 14.1") {
  FieldFixture f;
  AgentState& player = f.silent_player(Side::left, {-20, 0, 0.22});
  f.place_ball({0, 0, 10});
  std::vector<double> peaks;
  double before = f.ball().body().velocity().z;
  for (int i = 0; i < 1000; ++i) {
    f.step();
    const double now = f.ball().body().velocity().z;
    if (before > 0 && now <= 0 && peaks.size() < 4) peaks.push_back(f.ball().body().position().z);
    before = now;
  }
  REQUIRE(peaks.size() == 4);
  CHECK(peaks[0] == printed(2.35, 0.01));
  CHECK(peaks[1] == printed(0.97, 0.01));
  CHECK(peaks[2] == printed(0.49, 0.01));
  CHECK(peaks[3] == printed(0.31, 0.01));
  CHECK(f.ball().body().position().z == Approx(0.110998).margin(1e-6).epsilon(0));
  CHECK(player.body().position().z == Approx(0.219632).margin(1e-6).epsilon(0));
}

TEST_CASE("field: the ball's flight is semi-implicit Euler to 1e-9 (behaviour 2.6)") {
  const double mass = GENERATE(0.41212, 0.43);
  FieldFixture f({{"BallMass", mass}});
  Vec3 at{-10, 3, 1};
  Vec3 v{12, -4, 9};
  f.place_ball(at);
  f.ball().body().set_velocity(v);
  f.ball().body().set_angular_velocity({5, 6, 7});  // no Magnus force
  for (int i = 0; i < 150; ++i) {
    v = v + kStep * (Vec3{0, 0, -9.81} - 0.3 / mass * v);
    at = at + kStep * v;
    f.step();
    REQUIRE(length(f.ball().body().velocity() - v) < 1e-9);
    REQUIRE(length(f.ball().body().position() - at) < 1e-9);
  }
  CHECK(length(f.ball().body().angular_velocity() - Vec3{5, 6, 7}) < 1e-9);  // no angular drag either
}

TEST_CASE("field: a rolling ball slows at the rate 0.3/(1.4 m) and by nothing else (behaviour 2.6)") {
  struct Row {
    double mass, decay;
  };
  const auto [mass, decay] = GENERATE(Row{0.41212, 0.52}, Row{0.41, 0.5226}, Row{0.45, 0.4762});
  CAPTURE(mass);
  FieldFixture f({{"BallMass", mass}});
  f.place_ball(-30, 0);
  f.ball().body().set_velocity({6, 0, 0});
  f.ball().body().set_angular_velocity({0, 6 / 0.111, 0});
  f.step(50);
  for (const int seconds : {1, 4}) {
    const double before = f.ball().body().velocity().x;
    f.step(100 * seconds);
    CHECK(std::log(before / f.ball().body().velocity().x) / seconds == Approx(decay).epsilon(0.01));
    CHECK(f.ball().body().angular_velocity().y * 0.111 == Approx(f.ball().body().velocity().x).epsilon(0.01));
  }
}

TEST_CASE("field: a ball bounces with 0.8 at 2.05 m/s, and does not bounce at 1.82 m/s (behaviour 2.6)") {
  struct Row {
    double speed;
    bool bounces;
  };
  const auto [speed, bounces] = GENERATE(Row{9, true}, Row{2.05, true}, Row{1.82, false}, Row{0.5, false});
  CAPTURE(speed);
  FieldFixture f;
  // Just above the floor, with the speed that gravity and drag of one step make the wanted one.
  f.place_ball({0, 0, 0.1111});
  f.ball().body().set_velocity({0, 0, -(speed - 9.81 * kStep) / (1 - 0.3 / 0.43 * kStep)});
  f.step();
  CHECK(f.ball().body().velocity().z == Approx(-speed));
  f.step();
  // Without bounce it is only pushed out: a fifth of the depth, which is one step's way less 0.1 mm.
  CHECK(f.ball().body().velocity().z == Approx(bounces ? 0.8 * speed : 0.2 * (speed - 0.01)).epsilon(0.01));
}

TEST_CASE("field: walls stand half of BorderSize outside the lines (behaviour 1.4, 2.6)") {
  struct Row {
    Vec3 way;
    double ball_stops, player_stops;
  };
  const auto [way, ball_stops, player_stops] =
      GENERATE(Row{{1, 0, 0}, 25 - 0.111, 25 - 0.22}, Row{{-1, 0, 0}, 25 - 0.111, 25 - 0.22},
               Row{{0, 1, 0}, 15 - 0.111, 15 - 0.22}, Row{{0, -1, 0}, 15 - 0.111, 15 - 0.22});
  CAPTURE(way.x, way.y);
  FieldFixture f({{"FieldLength", 40.0}, {"FieldWidth", 20.0}});
  AgentState& player = f.silent_player(Side::left, (player_stops - 0.05) * way + Vec3{0, 0, 0.22});
  // Beside the player, slow: in one step it goes 1 mm, which is how deep it can get.
  const Vec3 aside{5 * way.y, 5 * way.x, 0.111};
  f.place_ball((ball_stops - 0.02) * way + aside);
  f.ball().body().set_velocity(0.1 * way);
  f.ball().body().set_angular_velocity(0.1 / 0.111 * Vec3{-way.y, way.x, 0});
  f.act(player, fmt::format("(drive {} {} 0)", 20 * way.x, 20 * way.y));
  double ball_reached = 0, player_reached = 0;
  for (int i = 0; i < 200; ++i) {
    f.step();
    const Vec3 ball = f.ball().body().position(), body = player.body().position();
    ball_reached = std::max(ball_reached, ball.x * way.x + ball.y * way.y);
    player_reached = std::max(player_reached, body.x * way.x + body.y * way.y);
  }
  CHECK(ball_reached == Approx(ball_stops).margin(0.001).epsilon(0));
  // The player leans against the wall; it came with at most 0.33 m/s.
  CHECK(player_reached == Approx(player_stops).margin(0.0033).epsilon(0));
}

TEST_CASE("field: players who push each other stay 2R apart, less the depth of their contact (behaviour 2.6)") {
  const double gap = GENERATE(0.0, 0.01, 0.05, 0.5, 1.03);
  const double y = GENERATE(0.0, 0.1);
  CAPTURE(gap, y);
  FieldFixture f;
  const double x = std::sqrt(std::pow(0.44 + gap, 2) - y * y) / 2;
  AgentState& a = f.silent_player(Side::left, {-x, 0, 0.22});
  AgentState& b = f.silent_player(Side::right, {x, y, 0.22});
  f.act(a, "(drive 100 0 0)");
  f.act(b, "(drive 100 0 0)");
  double nearest = 1, fastest = 0;
  for (int i = 0; i < 300; ++i) {
    fastest = std::max(fastest, length(a.body().velocity() - b.body().velocity()));
    f.step();
    nearest = std::min(nearest, length(a.body().position() - b.body().position()));
  }
  // A contact of softness 1e-5 gives way by F·1e-5·0.01/0.2 = 0.21 mm under 420 N; a player that arrives with speed
  // gets one step's way deeper before the contact is found. Players that stand and push never come nearer than 0.436 m.
  CHECK(nearest >= 0.44 - 0.00022 - fastest * kStep);
  if (gap <= 0.01 && y == 0) CHECK(nearest >= 0.436);
  CHECK(nearest <= 0.44);
}

TEST_CASE("field: no player is faster than AgentMaxSpeed, in any direction (behaviour 1.6, 2.4)") {
  FieldFixture f;
  AgentState& player = f.silent_player(Side::left, {0, 0, 39});
  player.body().set_velocity({30, 40, 0});
  f.step();
  // The clamp acts before the step; drag and gravity act in it.
  const double slowed = 1 - 12.0 / 75.0 * kStep;
  CHECK(player.body().velocity().x == Approx(6 * slowed));
  CHECK(player.body().velocity().y == Approx(8 * slowed));
  CHECK(player.body().velocity().z == Approx(-9.81 * kStep));
  f.place(player, {0, 0, 39});
  double fastest = 0;
  for (int i = 0; i < 250; ++i) {
    f.step();
    fastest = std::max(fastest, -player.body().velocity().z);
  }
  CHECK(fastest == Approx(10 * slowed + 9.81 * kStep));
}
