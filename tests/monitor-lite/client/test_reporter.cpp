// SPDX-License-Identifier: Apache-2.0
// The figures of a match, from frames for which they are known.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <string>

#include "monitor-lite/client/reporter.h"
#include "tests/monitor-lite/client/streams.h"
#include "tests/support/temporary_folder.h"

using namespace monitor;

namespace {

constexpr double kStep = 0.1;  // s between frames
constexpr int kInPlay = 3;

/// A match that a test advances frame by frame: 4 and 5 of foo, 9 of bar, on a field of 110 x 72 m.
struct Film {
  Film() {
    game.field_length = 110.0;
    game.field_width = 72.0;
    now.play_mode = kInPlay;
    now.team_left = "foo";
    now.team_right = "bar";
    now.players = {{Side::left, 4, true, {0, 0, 0.22}, false, ""},
                   {Side::left, 5, true, {10, 0, 0.22}, false, ""},
                   {Side::right, 9, true, {20, 0, 0.22}, false, ""}};
    now.ball = {0.4, 0, 0.111};
  }
  void show() { reporter.add(game, now); }
  /// Shows `frames` frames, in each of which the ball moves by the given metres.
  void roll(int frames, double x, double y = 0.0) {
    for (int i = 0; i < frames; ++i) {
      now.time += kStep;
      now.ball.x += x;
      now.ball.y += y;
      show();
    }
  }
  void touch(Side side, int number) {
    for (Player& each : now.players) each.last_toucher = each.side == side && each.number == number;
  }
  Report::PlayerLine line(Side side, int number) {
    for (const auto& each : reporter.report().players)
      if (each.side == side && each.number == number) return each;
    FAIL("no such player");
    return {};
  }

  Game game;
  Snapshot now;
  Reporter reporter;
};

}  // namespace

TEST_CASE("reports: a ball that speeds up at its last toucher is a kick, which ends as a pass or an interception") {
  Film film;
  film.show();
  film.touch(Side::left, 4);
  film.roll(10, 0.0);
  film.roll(9, 1.0);  // kicked: 10 m/s, to 9.4
  film.touch(Side::left, 5);
  film.roll(5, 0.0);
  film.roll(10, 1.0);  // to 19.4
  film.touch(Side::right, 9);
  film.roll(5, 0.0);
  const Report report = film.reporter.report();
  CHECK(report.has_touches);
  CHECK(film.line(Side::left, 4).touches == 1);
  CHECK(film.line(Side::left, 4).passes == 1);
  REQUIRE(film.line(Side::left, 4).kicks.size() == 1);
  CHECK(film.line(Side::left, 4).kicks[0].length == Approx(9.0));
  CHECK(film.line(Side::left, 4).kicks[0].time == Approx(1.1));
  CHECK(film.line(Side::left, 5).passes == 0);
  REQUIRE(film.line(Side::left, 5).kicks.size() == 1);
  CHECK(film.line(Side::left, 5).kicks[0].length == Approx(10.0));
  CHECK(film.line(Side::right, 9).interceptions == 1);
  CHECK(film.line(Side::right, 9).kicks.empty());
  CHECK(report.team(Side::left).passes == 1);
  REQUIRE(report.passes.size() == 1);
  const Report::Pass& pass = report.passes[0];
  CHECK(pass.side == Side::left);
  CHECK(pass.from == 4);
  CHECK(pass.to == 5);
  CHECK(pass.kicked == Approx(1.1));
  CHECK(pass.arrived > pass.kicked);
  CHECK(pass.end.x - pass.begin.x == Approx(9.0));
  CHECK(report.team(Side::right).interceptions == 1);
  CHECK(report.team(Side::left).had_ball == Approx(3.4));
  CHECK(report.team(Side::right).had_ball == Approx(0.5));
  CHECK(report.play_on == Approx(3.9));
}

TEST_CASE("reports: if the stream lists kicks, exactly these are counted") {
  Film film;
  film.game.shows_kicks = true;
  film.show();
  film.touch(Side::left, 4);
  film.roll(5, 0.0);
  film.now.kicks = {{Side::left, 4, 0.58}};
  film.roll(1, 0.1);  // too slow to be seen
  film.now.kicks = {};
  film.roll(9, 0.1);
  film.roll(5, 0.0);
  film.now.kicks = {{Side::none, 0, 2.08}};
  film.roll(1, 1.0);  // put somewhere, fast as a kicked ball
  film.now.kicks = {};
  film.roll(5, 1.0);
  film.now.kicks = {{Side::right, 9, 2.61}, {Side::left, 5, 2.65}};
  film.roll(1, 1.0);
  film.now.kicks = {};
  film.roll(5, 1.0);
  film.now.play_mode = 12;
  film.roll(2, 0.0);
  film.now.kicks = {{Side::left, 4, 3.3}};  // the game is over
  film.roll(2, 0.0);
  const Report report = film.reporter.report();
  REQUIRE(film.line(Side::left, 4).kicks.size() == 1);
  CHECK(film.line(Side::left, 4).kick_count == 1);
  CHECK(film.line(Side::left, 4).kicks[0].time == 0.58);
  CHECK(film.line(Side::left, 4).kicks[0].length == Approx(1.0));
  CHECK(film.line(Side::left, 4).kicks[0].speed == Approx(1.0));
  REQUIRE(film.line(Side::right, 9).kicks.size() == 1);
  CHECK(film.line(Side::right, 9).kicks[0].length == 0.0);
  REQUIRE(film.line(Side::left, 5).kicks.size() == 1);
  CHECK(film.line(Side::left, 5).kicks[0].speed == Approx(10.0));
  CHECK(report.team(Side::left).kicks == 2);
  CHECK(report.team(Side::right).kicks == 1);
  CHECK(report.team(Side::right).kick_speed == 0.0);
}

TEST_CASE("reports: listed kicks are counted even if frames are far apart") {
  Film film;
  film.game.shows_kicks = true;
  film.show();
  film.touch(Side::left, 4);
  for (int i = 1; i <= 20; ++i) {
    film.now.kicks = {{Side::left, 4, 10.0 * i - 3}, {Side::right, 9, 10.0 * i - 1}};
    film.now.time += 10.0;
    film.show();
  }
  const Report report = film.reporter.report();
  CHECK_FALSE(report.is_dense);
  CHECK(report.has_kicks());
  CHECK(report.team(Side::left).kicks == 20);
  CHECK(film.line(Side::right, 9).kick_count == 20);
}

TEST_CASE("reports: kicks have speed and direction, and teams have the place of their foremost player") {
  Film film;
  film.show();
  film.touch(Side::left, 4);
  film.roll(5, 0.0);
  film.roll(1, 0.3, 0.3);  // kicked between two frames
  film.roll(3, 0.9, 0.9);  // 45 degrees to the left, 12.7 m/s
  film.roll(9, 0.5, 0.5);  // slower, and later
  film.touch(Side::left, 5);
  film.now.players[1].position = film.now.ball;
  film.roll(5, 0.0);
  film.roll(8, -0.6, 0.0);  // back, 6 m/s
  film.now.players[2].position = {film.now.ball.x + 0.3, film.now.ball.y, 0.22};
  film.touch(Side::right, 9);
  film.roll(5, 0.0);
  film.roll(5, -0.8, 0.6);  // forward for them, 37 degrees to the right
  film.now.play_mode = 12;
  film.now.players[2].position.x = 50;  // no longer in play
  film.roll(5, 0.0);
  const Report report = film.reporter.report();
  REQUIRE(film.line(Side::left, 4).kicks.size() == 1);
  CHECK(film.line(Side::left, 4).kicks[0].speed == Approx(12.728).epsilon(0.001));
  CHECK(film.line(Side::left, 4).kicks[0].direction == Approx(45.0));
  REQUIRE(film.line(Side::left, 5).kicks.size() == 1);
  CHECK(std::abs(film.line(Side::left, 5).kicks[0].direction) == Approx(180.0));
  REQUIRE(film.line(Side::right, 9).kicks.size() == 1);
  CHECK(film.line(Side::right, 9).kicks[0].speed == Approx(10.0));
  CHECK(film.line(Side::right, 9).kicks[0].direction == Approx(-36.87).epsilon(0.001));
  const Report::TeamLine &left = report.team(Side::left), &right = report.team(Side::right);
  CHECK(left.kicks == 2);
  CHECK(left.kick_speed == Approx((12.728 + 6.0) / 2).epsilon(0.001));
  CHECK(left.fast_kick_speed == Approx(12.728).epsilon(0.001));
  CHECK(left.forward_kicks == 1);
  CHECK(right.forward_kicks == 1);
  // 4 stands at 0, 5 stands at 10 and later at the ball.
  REQUIRE(left.foremost.size() == 2);
  CHECK(left.foremost[0] == film.line(Side::left, 5).upfield);
  CHECK(left.foremost[0] > 8.0);
  CHECK(left.foremost[1] == 0.0);
  REQUIRE(right.foremost.size() == 1);
  CHECK(right.foremost[0] > -20.0);
  CHECK(right.foremost[0] < -5.0);
}

TEST_CASE("reports: a player who kicks the ball on at first touch has received a pass, and shoots") {
  Film film;
  film.now.players[0].position = {40, -9, 0.22};
  film.now.players[1].position = {40.4, 0, 0.22};
  film.now.ball = {40, -8.6, 0.111};
  film.show();
  film.touch(Side::left, 4);
  film.roll(3, 0.0);
  film.roll(8, 0.0, 1.0);  // to 5, who has it at -0.6
  film.touch(Side::left, 5);
  film.roll(1, 1.0, 0.7);   // and within the same frame kicks it on
  film.roll(12, 1.3, 0.0);  // towards the goal
  const Report report = film.reporter.report();
  CHECK(report.team(Side::left).passes == 1);
  REQUIRE(report.passes.size() == 1);
  CHECK(report.passes[0].to == 5);
  CHECK(film.line(Side::left, 5).shots_on_target == 1);
  film.now.play_mode = 12;
  film.roll(1, 0.0);
  REQUIRE(film.line(Side::left, 4).kicks.size() == 1);
  REQUIRE(film.line(Side::left, 5).kicks.size() == 1);
  CHECK(film.line(Side::left, 5).kicks[0].speed == Approx(13.0));
  CHECK(film.line(Side::left, 5).kicks[0].length > 16.0);
}

TEST_CASE("reports: a kick past an opponent who is nearer a frame later belongs to the kicker") {
  Film film;
  film.now.players[0].position = {40, 0, 0.22};
  film.now.players[2].position = {41.5, 0.5, 0.22};
  film.now.ball = {40.4, 0, 0.111};
  film.show();
  film.touch(Side::left, 4);
  film.roll(3, 0.0);
  film.roll(12, 1.2, 0.0);
  CHECK(film.line(Side::left, 4).shots_on_target == 1);
  film.now.play_mode = 12;
  film.roll(1, 0.0);
  CHECK(film.line(Side::left, 4).kicks.size() == 1);
  CHECK(film.line(Side::right, 9).kicks.empty());
}

TEST_CASE("reports: a kick past an opponent who is nearer to the ball belongs to the kicker") {
  const double beside = GENERATE(0.4, 1.5);  // m from where the ball was to the opponent
  const bool at_once = GENERATE(true, false);
  Film film;
  film.now.players[0].position = {40, 0, 0.22};
  film.now.players[2].position = {40.42 + beside, 0, 0.22};
  film.now.ball = {40.42, 0, 0.111};
  film.show();
  film.touch(Side::right, 9);
  film.roll(2, 0.0);
  if (!at_once) film.touch(Side::left, 4);
  film.roll(1, 0.0);
  film.touch(Side::left, 4);
  film.roll(12, 1.2, 0.0);
  CHECK(film.line(Side::left, 4).shots_on_target == 1);
  film.now.play_mode = 12;
  film.roll(1, 0.0);
  CHECK(film.line(Side::left, 4).kicks.size() == 1);
  CHECK(film.line(Side::right, 9).kicks.empty());
}

TEST_CASE("reports: a kick that reaches another player within a frame belongs to the first player") {
  Film film;
  film.now.players[1].position = {2.4, 0, 0.22};
  film.show();
  film.touch(Side::left, 4);
  film.roll(3, 0.0);
  film.touch(Side::left, 5);
  film.roll(1, 1.6);
  film.roll(9, 0.0);
  REQUIRE(film.line(Side::left, 4).kicks.size() == 1);
  CHECK(film.line(Side::left, 4).kicks[0].length == Approx(1.6));
  CHECK(film.line(Side::left, 4).passes == 1);
  CHECK(film.line(Side::left, 5).kicks.empty());
}

TEST_CASE("reports: the speed of fast kicks is exceeded by one kick in ten") {
  Film film;
  film.show();
  film.touch(Side::left, 4);
  for (int i = 1; i <= 20; ++i) {  // 2 to 21 m/s
    film.roll(3, 0.0);
    film.roll(2, 0.1 * (i + 1));
    film.roll(4, 0.0);
    film.roll(2 * i + 2, -0.1);  // slowly back
  }
  film.now.play_mode = 12;
  film.roll(1, 0.0);
  const Report::TeamLine left = film.reporter.report().team(Side::left);
  CHECK(left.kicks == 20);
  CHECK(left.kick_speed == Approx(11.5));
  CHECK(left.fast_kick_speed == Approx(19.0));
}

TEST_CASE("reports: a player who pushes the ball along does not kick it") {
  Film film;
  film.show();
  film.touch(Side::left, 4);
  for (int i = 0; i < 50; ++i) {
    film.now.players[0].position.x += 0.14;
    film.roll(1, 0.14);
  }
  CHECK(film.line(Side::left, 4).kicks.empty());
  CHECK(film.line(Side::left, 4).distance == Approx(7.0));
  CHECK(film.line(Side::left, 4).top_speed == Approx(1.4));
}

TEST_CASE("reports: a goal has a scorer and an assist, and shots on target are counted") {
  Film film;
  film.now.players[1].position = {45, 0, 0.22};
  film.now.ball = {45.4, -9, 0.111};
  film.now.players[0].position = {45, -9, 0.22};
  film.show();
  film.touch(Side::left, 4);
  film.roll(3, 0.0);
  film.roll(9, 0.0, 1.0);
  film.touch(Side::left, 5);
  film.roll(3, 0.0);
  film.roll(3, 1.0, 1.0);  // towards (54.9, 10): neither
  film.now.ball = {45.4, 0, 0.111};
  film.roll(3, 0.0);
  CHECK(film.line(Side::left, 5).shots == 0);
  film.roll(9, 1.0, 0.3);  // towards (55, 2.9)
  film.now.score_left = 1;
  film.now.play_mode = 13;
  film.roll(5, 0.3);
  const Report report = film.reporter.report();
  CHECK(film.line(Side::left, 5).shots == 1);
  CHECK(film.line(Side::left, 5).shots_on_target == 1);
  CHECK(report.team(Side::left).shots_on_target == 1);
  REQUIRE(report.goals.size() == 1);
  CHECK(report.goals[0].scorer.number == 5);
  CHECK(report.goals[0].scorer.assist == 4);
  CHECK(film.line(Side::left, 5).goals == 1);
  CHECK(film.line(Side::left, 4).assists == 1);
  CHECK(report.team(Side::left).score == 1);
}

TEST_CASE("reports: a goal after taking the ball from an opponent has no assist") {
  Film film;
  film.now.players[2].position = {45, 0, 0.22};
  film.now.ball = {45.4, 0, 0.111};
  film.show();
  film.touch(Side::right, 9);
  film.roll(3, 0.0);
  film.touch(Side::left, 5);
  film.roll(9, 1.0, 0.3);
  film.now.score_left = 1;
  film.now.play_mode = 13;
  film.roll(5, 0.3);
  const Report report = film.reporter.report();
  REQUIRE(report.goals.size() == 1);
  CHECK(report.goals[0].scorer.number == 5);
  CHECK(report.goals[0].scorer.assist == 0);
  CHECK(film.line(Side::right, 9).assists == 0);
  REQUIRE(!report.events.empty());
  CHECK(report.events.back().kind == Event::Kind::goal);
}

TEST_CASE("reports: an offside counts for the team that does not get the ball") {
  Film film;
  film.show();
  film.now.play_mode = 10;  // offside_left: the left team has the ball
  REQUIRE(play_mode_text(film.game, film.now.play_mode) == "offside_left");
  film.roll(2, 0.0);
  const Report report = film.reporter.report();
  CHECK(report.team(Side::right).offsides == 1);
  CHECK(report.team(Side::left).offsides == 0);
  REQUIRE(!report.events.empty());
  CHECK(report.events.back().kind == Event::Kind::offside);
}

TEST_CASE("reports: a ball that misses the goal by less than three metres is a shot, but not on target") {
  const double beside = GENERATE(2.9, 3.1);
  Film film;
  film.now.players[0].position = {44.6, 0, 0.22};
  film.now.ball = {45, film.game.goal_width / 2 + beside, 0.111};
  film.now.players[0].position.y = film.now.ball.y;
  film.show();
  film.touch(Side::left, 4);
  film.roll(3, 0.0);
  film.roll(5, 1.0);
  CHECK(film.line(Side::left, 4).shots == (beside < 3 ? 1 : 0));
  CHECK(film.line(Side::left, 4).shots_on_target == 0);
}

TEST_CASE("reports: an own goal is not counted among a player's goals, and has no assist") {
  Film film;
  film.now.players[0].position = {-45, 0, 0.22};
  film.now.ball = {-45.4, 0, 0.111};
  film.show();
  film.touch(Side::left, 5);
  film.roll(3, 0.0);
  film.touch(Side::left, 4);
  film.roll(3, 0.0);
  film.roll(9, -1.0);
  film.now.score_right = 1;
  film.now.play_mode = 14;
  film.roll(1, -0.3);
  const Report report = film.reporter.report();
  REQUIRE(report.goals.size() == 1);
  CHECK(report.goals[0].scorer.kind == Scorer::Kind::own_goal);
  CHECK(report.goals[0].scorer.assist == 0);
  CHECK(film.line(Side::left, 4).own_goals == 1);
  CHECK(film.line(Side::left, 4).goals == 0);
  CHECK(film.line(Side::left, 5).assists == 0);
}

TEST_CASE("reports: distance and speed are right while the clock stands or a player is moved") {
  Film film;
  film.show();
  const auto walk = [&](double seconds, double metres) {
    film.now.time += seconds;
    film.now.players[0].position.x += metres;
    film.show();
  };
  for (int i = 0; i < 10; ++i) walk(kStep, 0.16);
  walk(0.05, 0.16);  // as long as before, but the clock stood for a part of it
  walk(kStep, 0.16);
  walk(kStep, 12.0);  // put there
  walk(0.0, 12.0);    // while the clock stands
  walk(kStep, 0.16);
  CHECK(film.line(Side::left, 4).top_speed == Approx(1.6));
  CHECK(film.line(Side::left, 4).distance == Approx(12 * 0.16));  // one frame to see that he stands again
}

TEST_CASE("reports: a player who is put down from above has not walked until he stands") {
  Film film;
  film.show();
  const auto go = [&](double metres, double height) {
    film.now.time += kStep;
    film.now.players[0].position.x += metres;
    film.now.players[0].position.z = height;
    film.show();
  };
  for (int i = 0; i < 10; ++i) go(0.16, 0.22);
  // Put there as by a referee, by less than a player runs between two frames, and onto another player.
  go(0.3, 0.99);
  for (const double height : {0.82, 0.43, 0.41, 0.55, 0.47, 0.22}) go(0.35, height);
  for (int i = 0; i < 10; ++i) go(0.16, 0.22);
  CHECK(film.line(Side::left, 4).top_speed == Approx(1.6));
  // The first frame on the ground is slower than the one before, and so not counted.
  CHECK(film.line(Side::left, 4).distance == Approx(19 * 0.16));
  // A player that keeps bouncing is counted again after some time.
  go(0.3, 0.99);
  for (int i = 0; i < 60; ++i) go(0.1, i % 2 == 0 ? 0.22 : 0.25);
  CHECK(film.line(Side::left, 4).distance == Approx(19 * 0.16 + 30 * 0.1).margin(0.11));
}

TEST_CASE("reports: play modes, time of the ball in each half, and numbers of players are counted") {
  Film film;
  film.now.play_mode = 0;
  film.now.players.pop_back();
  film.show();
  film.now.players.push_back({Side::right, 9, true, {20, 0, 0.22}, false, ""});
  film.now.play_mode = 1;
  film.roll(5, 0.0);
  film.now.play_mode = kInPlay;
  film.roll(10, 0.0);
  film.now.ball.x = -0.4;
  film.roll(30, 0.0);
  film.now.players.pop_back();
  film.roll(1, 0.0);
  film.now.play_mode = 12;
  film.now.players.clear();
  film.roll(5, 0.0);
  const Report report = film.reporter.report();
  REQUIRE(report.modes.size() == 4);
  CHECK(report.modes[0].mode == "BeforeKickOff");
  CHECK(report.modes[0].seconds == 0.0);
  CHECK(report.modes[2].mode == "PlayOn");
  CHECK(report.modes[2].seconds == Approx(4.1));
  CHECK(report.modes[2].times == 1);
  CHECK(report.modes[3].seconds == Approx(0.5));
  CHECK(report.team(Side::left).ball_in_half == Approx(3.1));
  CHECK(report.team(Side::right).ball_in_half == Approx(1.0));
  CHECK(report.team(Side::left).max_players == 2);
  CHECK(report.team(Side::left).last_players == 2);
  CHECK(report.team(Side::right).max_players == 1);
  CHECK(report.team(Side::right).last_players == 0);
  CHECK_FALSE(report.has_touches);
  CHECK(report.last_mode == "GameOver");
  REQUIRE(report.slices.size() == 1);
  CHECK(report.slices[0].in_half[0] == Approx(3.1));
}

TEST_CASE("reports: a score that goes back begins another match with a report of its own") {
  Film film;
  film.now.score_left = 2;
  film.show();
  film.touch(Side::left, 4);
  film.roll(20, 0.1);
  film.now.score_left = 0;
  film.now.time = 0.0;
  film.show();
  film.roll(4, 0.1);
  CHECK(film.reporter.report().time == Approx(0.4));
  CHECK(film.reporter.report().frames == 5);
  CHECK(film.reporter.report().goals.empty());
}

TEST_CASE("reports: heat maps count players on the field only, each in its cell") {
  Film film;
  film.now.players[0].position = {-54.9, -35.9, 0.22};
  film.now.players[1].position = {54.9, 35.9, 0.22};
  film.now.players[2].position = {55.1, 0, 0.22};
  film.show();
  film.roll(10, 0.0);
  const Report report = film.reporter.report();
  using Heat = Report::Heat;
  CHECK(report.heat[0].seconds.front() == Approx(1.0));
  CHECK(report.heat[0].seconds.back() == Approx(1.0));
  for (const double seconds : report.heat[1].seconds) CHECK(seconds == 0.0);
  CHECK(report.heat[2].seconds[Heat::kColumns * (Heat::kRows / 2) + Heat::kColumns / 2] == Approx(1.0));
}

TEST_CASE("reports: a log is reported as far as it can be read") {
  TemporaryFolder folder;
  const auto file = folder / "monitor.log";
  std::string text = text_of(match(40));
  std::string problem;
  const auto report = [&] {
    std::ofstream(file, std::ios::trunc) << text;
    return report_of_log(file, problem);
  };
  CHECK(report().frames == 40);
  CHECK(problem.empty());
  CHECK(report().team(Side::left).score == 1);
  text += "(Info (time 7)(P (pos nan 0 0)))\n(Info (time";
  CHECK(report().frames == 41);
  CHECK_THAT(problem, Catch::StartsWith("2 lines could not be read completely, first: "));
  // Lines after the millionth one are read, too.
  text.clear();
  for (int i = 0; i < 1'000'001; ++i) text += "x\n";
  text += text_of(match(3));
  CHECK(report().frames == 3);
  CHECK_THAT(problem, Catch::StartsWith("1000001 lines could not be read completely, first: "));
  text = "(Init (FieldLength 100))\n";
  CHECK_THROWS_WITH(report(), file.string() + ": there is no frame of a match in it");
  CHECK_THROWS(report_of_log(folder / "nothing", problem));
}

namespace {

/// Number 4 of foo runs at 1.2 m/s for a minute, and every six seconds kicks the ball to 5 and gets it back; at the end
/// he shoots, and the keeper lets the ball through. There is a frame every `steps` steps of 0.01 s, with six digits.
Report report_of_drill(int steps, double begin) {
  Game game;
  game.field_length = 110.0;
  game.field_width = 72.0;
  Snapshot now;
  now.play_mode = kInPlay;
  now.team_left = "foo";
  now.team_right = "bar";
  Reporter reporter;
  const auto digits = [](double value) { return std::stod(fmt::format("{:.6g}", value)); };
  for (int step = 0; step <= 6600; ++step) {
    const double time = 0.01 * step, phase = std::fmod(time, 6.0);
    const bool is_over = time > 62.7;
    const double x = time < 60.0 ? std::abs(std::fmod(1.2 * time, 40.0) - 20.0) : 30.0;
    const bool is_last = time >= 60.0;
    // 8 m/s for a second, to 5, and later back; at the end towards the goal, touched by the keeper on the way.
    const double drilled = std::clamp(8.0 * std::min(phase - 1.0, 5.0 - phase), 0.0, 8.0);
    const double along = is_last ? std::clamp(15.0 * (time - 61.0), 0.0, 26.5) : drilled;
    const bool has_five = !is_last && phase >= 2.0 && phase < 5.0;
    const bool has_keeper = is_last && along > 23.0;
    now.players = {{Side::left, 4, true, {x, 0, 0.22}, !has_five && !has_keeper, ""},
                   {Side::left, 5, true, {x + 8.5, has_five ? 0.0 : 1.0, 0.22}, has_five, ""},
                   {Side::right, 1, true, {53.0, 0.5, 0.22}, has_keeper, ""}};
    now.ball = {digits(x + 0.35 + along), 0.0, 0.111};
    now.time = digits(begin + time);
    now.score_left = is_over ? 1 : 0;
    now.play_mode = is_over ? 13 : kInPlay;
    if (step % steps == 0) reporter.add(game, now);
  }
  return reporter.report();
}

}  // namespace

TEST_CASE("reports: figures do not depend on the frame rate or on the game time") {
  const int steps = GENERATE(1, 2, 5, 7, 10, 15, 20);
  const double begin = GENERATE(0.0, 9'970.0, 50'000.0);
  CAPTURE(steps, begin);
  const Report report = report_of_drill(steps, begin);
  CHECK(report.is_dense);
  CHECK(report.team(Side::left).kicks == 21);
  CHECK(report.team(Side::left).passes == 20);
  CHECK(report.team(Side::left).kick_speed == Approx(8.0).margin(1.6));
  CHECK(report.team(Side::left).shots == 1);
  CHECK(report.team(Side::left).shots_on_target == 1);
  REQUIRE(report.goals.size() == 1);
  CHECK(report.goals[0].scorer.kind == Scorer::Kind::seen);
  CHECK(report.goals[0].scorer.number == 4);
  CHECK(report.players[0].distance == Approx(72.0).margin(1.0));
  CHECK(report.players[0].top_speed == Approx(1.2).margin(0.05));
}

TEST_CASE("reports: if frames are too far apart, kickers and scorers are unknown") {
  const int steps = GENERATE(30, 60, 200);
  CAPTURE(steps);
  const Report report = report_of_drill(steps, 0.0);
  CHECK_FALSE(report.is_dense);
  CHECK(report.has_restarts == (steps < 100));
  for (const Report::PlayerLine& player : report.players) CHECK(player.assists == 0);
  REQUIRE(report.goals.size() == 1);
  CHECK(report.goals[0].scorer.kind == Scorer::Kind::unknown);
  CHECK(report.play_on == Approx(62.7).margin(0.01 * steps));
}

TEST_CASE("reports: a single step of PlayOn does not divide a kick-in into two") {
  Film film;
  const double seconds = GENERATE(0.01, 0.15);
  const int frames = static_cast<int>(std::lround(1.5 / seconds));
  const auto show = [&](int mode, int count) {
    for (film.now.play_mode = mode; count > 0; --count) {
      film.now.time += seconds;
      film.show();
    }
  };
  show(kInPlay, frames);
  show(4, frames);
  show(kInPlay, seconds < 0.1 ? 1 : 0);
  show(4, frames);
  const Report report = film.reporter.report();
  CHECK(report.team(Side::left).restarts == 1);
  REQUIRE(report.modes.size() == 2);
  CHECK(report.modes[0].times == 1);
  CHECK(report.modes[1].times == 1);
}

TEST_CASE("reports: a ball that a trainer moves was not kicked") {
  Film film;
  film.show();
  film.touch(Side::left, 4);
  film.roll(5, 0.0);
  SECTION("at rest") {
    film.roll(1, 3.0);
    film.roll(10, 0.0);
  }
  SECTION("in front of the goal") {
    film.now.players[0].position.x = 48;
    film.now.ball.x = 48.4;
    film.roll(5, 0.0);
    film.roll(1, 3.0);
    CHECK(film.line(Side::left, 4).shots == 1);  // it looks like one
    film.roll(10, 0.0);
  }
  SECTION("with another velocity") {
    film.roll(1, 3.0);
    film.roll(5, 0.0, 0.5);
  }
  film.now.play_mode = 12;
  film.roll(1, 0.0);
  CHECK(film.line(Side::left, 4).kicks.empty());
  CHECK(film.line(Side::left, 4).shots == 0);
  CHECK(film.line(Side::left, 4).shots_on_target == 0);
}

TEST_CASE("reports: a goal with the ball already behind the line in the next frame counts as a shot") {
  Film film;
  film.now.players[0].position = {54, 0, 0.22};
  film.now.ball = {54.4, 0, 0.111};
  film.show();
  film.touch(Side::left, 4);
  film.roll(5, 0.0);
  film.now.score_left = 1;
  film.now.play_mode = 13;
  film.roll(1, 0.9);
  CHECK(film.line(Side::left, 4).goals == 1);
  CHECK(film.line(Side::left, 4).shots == 1);
  CHECK(film.line(Side::left, 4).shots_on_target == 1);
  CHECK(film.reporter.report().team(Side::left).shots_on_target == 1);
}

namespace {

/// A goal for foo in a log that lists kicks, with a given number of steps of 0.01 s between frames.
struct KickedGoal {
  struct Moment {
    double time;
    Side side;
    int number;
  };
  std::vector<std::pair<double, double>> ball;  ///< time and place along the field
  std::vector<Moment> touches, kicks;
  double goal = 0.0;

  double ball_at(double time) const {
    for (std::size_t i = 1; i < ball.size(); ++i) {
      const auto &from = ball[i - 1], &to = ball[i];
      if (time < to.first)
        return from.second + std::max(0.0, time - from.first) / (to.first - from.first) * (to.second - from.second);
    }
    return ball.back().second;
  }
  Report report(int steps) const {
    Film film;
    film.game.shows_kicks = true;
    film.now.score_left = 0;
    for (int step = 0; step < static_cast<int>(100 * goal) + 100 + steps; step += steps) {
      const double before = film.now.time, time = film.now.time = 0.01 * step;
      film.now.kicks.clear();
      for (const Moment& kick : kicks)
        if (kick.time < time && kick.time >= before) film.now.kicks.push_back({kick.side, kick.number, kick.time});
      for (const Moment& touch : touches)
        if (touch.time < time) film.touch(touch.side, touch.number);
      film.now.ball.x = ball_at(time);
      film.now.score_left = time >= goal ? 1 : 0;
      film.now.play_mode = time >= goal ? 13 : kInPlay;
      film.show();
    }
    return film.reporter.report();
  }
};

}  // namespace

TEST_CASE("reports: in a log that lists kicks the kicks tell the scorer, at any frame rate") {
  const int steps = GENERATE(1, 15, 20, 60, 100, 200);
  CAPTURE(steps);
  KickedGoal play{{{5, 45}, {6, 55.2}}, {{5, Side::left, 4}}, {{5, Side::left, 4}}, 6};
  Scorer::Kind kind = Scorer::Kind::seen;
  int number = 4, assist = 0;
  SECTION("a shot") {}
  SECTION("after a pass") {
    play.kicks = {{2, Side::left, 4}, {3, Side::left, 5}, {4.5, Side::left, 4}, {5, Side::left, 4}};
    assist = 5;
  }
  SECTION("an opponent's body touches it") {
    play.touches.push_back({5.5, Side::right, 9});
  }
  SECTION("an opponent kicks it on its way") {
    play.kicks.push_back({5.5, Side::right, 9});
    play.touches.push_back({5.5, Side::right, 9});
  }
  SECTION("an opponent kicks it into his own goal") {
    play.ball.insert(play.ball.begin(), {{1, 20}, {3, 45}});
    play.kicks = {{1, Side::left, 4}, {5, Side::right, 9}};
    play.touches = {{1, Side::left, 4}, {3, Side::right, 9}};
    kind = Scorer::Kind::own_goal;
    number = 9;
  }
  SECTION("an opponent carries it into his own goal") {
    play.ball = {{5, 45}, {5.5, 50}, {15, 50}, {25, 45}, {40, 55.2}};
    play.touches.push_back({5.5, Side::right, 9});
    play.goal = 40;
    kind = Scorer::Kind::own_goal;
    number = 9;
  }
  SECTION("a mate carries it into the goal") {
    play.ball = {{5, 20}, {7, 40}, {20, 55.2}};
    play.touches.push_back({7, Side::left, 5});
    play.goal = 20;
    number = 5;
    assist = 4;
  }
  SECTION("an opponent's kick hits the player") {
    play.kicks = {{5, Side::right, 9}};
    play.touches = {{5, Side::right, 9}, {5.3, Side::left, 4}};
  }
  SECTION("a ball that was moved before and touched by no one since") {
    play.ball = {{5, 45}, {5.4, 50}, {5.41, 47}, {6, 55.2}};
    play.kicks.push_back({5.4, Side::none, 0});
    kind = Scorer::Kind::unknown;
    number = 0;
  }
  const Report report = play.report(steps);
  REQUIRE(report.goals.size() == 1);
  CHECK(report.goals[0].scorer.kind == kind);
  CHECK(report.goals[0].scorer.number == number);
  CHECK(report.goals[0].scorer.assist == assist);
  int goals = 0, own_goals = 0, assists = 0;
  for (const Report::PlayerLine& player : report.players) {
    goals += player.goals;
    own_goals += player.own_goals;
    assists += player.assists;
    if (player.goals > 0) CHECK(player.shots_on_target >= 1);
  }
  CHECK(goals == (kind == Scorer::Kind::seen ? 1 : 0));
  CHECK(own_goals == (kind == Scorer::Kind::own_goal ? 1 : 0));
  CHECK(assists == (assist > 0 ? 1 : 0));
}
