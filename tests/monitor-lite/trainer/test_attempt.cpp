// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/attempt.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "monitor-lite/trainer/tally.h"

using namespace monitor;

namespace {

/// A set play with one end, and a match to watch.
struct Stage {
  explicit Stage(const std::string& condition)
      : play(read_set_play("(play p (time 1)(ball (at 0 0))(player Left 2 (at 1 1))(end it " + condition + "))", "p")) {
    now.play_mode = 3;
    now.players.push_back({Side::left, 2, true, {1, 1, 0.2}, false, ""});
    now.players.push_back({Side::right, 2, true, {9, 9, 0.2}, false, ""});
  }
  /// Whether the condition holds after `change` has been applied to a frame in which it does not hold.
  bool holds(const std::function<void(Snapshot&)>& change) {
    AttemptWatch watch(play, game, begin_attempt(play, game, 1, 1), now);
    CHECK_FALSE(watch.see(now));
    Snapshot then = now;
    change(then);
    return watch.see(then) && watch.attempt().outcome == "it";
  }
  SetPlay play;
  Game game;
  Snapshot now;
};

}  // namespace

TEST_CASE("each condition holds exactly when its description says so") {
  CHECK(Stage("(score Left)").holds([](Snapshot& then) { then.score_left = 1; }));
  CHECK_FALSE(Stage("(score Left)").holds([](Snapshot& then) { then.score_right = 1; }));
  CHECK(Stage("(score Right)").holds([](Snapshot& then) { then.score_right = 1; }));
  CHECK(Stage("(score Left)").holds([](Snapshot& then) { then.shoot_out_left = 1; }));
  CHECK(Stage("(leads Right)").holds([](Snapshot& then) { then.score_right = 1; }));
  CHECK(Stage("(leads Right)").holds([](Snapshot& then) { then.shoot_out_right = 1; }));
  CHECK_FALSE(Stage("(leads Right)").holds([](Snapshot& then) { then.score_left = 1, then.shoot_out_right = 1; }));
  CHECK(Stage("(mode Goal_Left GameOver)").holds([](Snapshot& then) { then.play_mode = 12; }));
  CHECK_FALSE(Stage("(mode Goal_Left GameOver)").holds([](Snapshot& then) { then.play_mode = 4; }));
  CHECK(Stage("(touched Left)").holds([](Snapshot& then) { then.players[0].last_toucher = true; }));
  CHECK(Stage("(touched Left 2)").holds([](Snapshot& then) { then.players[0].last_toucher = true; }));
  CHECK_FALSE(Stage("(touched Left 3)").holds([](Snapshot& then) { then.players[0].last_toucher = true; }));
  CHECK_FALSE(Stage("(touched Left 2)").holds([](Snapshot& then) { then.players[1].last_toucher = true; }));
  CHECK(Stage("(ball_in 2 3 -1 0)").holds([](Snapshot& then) { then.ball = {2, 0, 0}; }));
  CHECK_FALSE(Stage("(ball_in 2 3 -1 0)").holds([](Snapshot& then) { then.ball = {2, 0.1, 0}; }));
  CHECK(Stage("(player_in Right 2 0 5 0 5)").holds([](Snapshot& then) { then.players[1].position = {5, 0, 0}; }));
  CHECK_FALSE(Stage("(player_in Right 3 0 99 0 99)").holds([](Snapshot&) {}));
  CHECK(Stage("(ball_faster 2)").holds([](Snapshot& then) { then.ball_velocity = Point{0, -2, 0.5}; }));
  CHECK_FALSE(Stage("(ball_faster 2)").holds([](Snapshot& then) { then.ball_velocity = Point{0, -2, 0}; }));
  // Without velocities the speed is computed from the places.
  CHECK(Stage("(ball_faster 2)").holds([](Snapshot& then) { then.time = 0.1, then.ball.x = 0.21; }));
  CHECK(Stage("(and (ball_slower 3)(ball_faster 1))").holds([](Snapshot& then) {
    then.ball_velocity = Point{2, 0, 0};
  }));
  CHECK(Stage("(after 0.5)").holds([](Snapshot& then) { then.time = 0.46; }));
  CHECK_FALSE(Stage("(after 0.5)").holds([](Snapshot& then) { then.time = 0.44; }));
  CHECK(Stage("(not (ball_slower 1))").holds([](Snapshot& then) { then.ball_velocity = Point{0, 0, 1}; }));
  CHECK(Stage("(or (score Left)(score Right))").holds([](Snapshot& then) { then.score_right = 1; }));
  CHECK_FALSE(Stage("(and (score Left)(score Right))").holds([](Snapshot& then) { then.score_right = 1; }));
}

TEST_CASE("an attempt ends when its time is over, even if the game clock stands") {
  for (const bool stands : {false, true}) {
    Stage stage("(score Left)");
    AttemptWatch watch(stage.play, stage.game, begin_attempt(stage.play, stage.game, 1, 1), stage.now);
    int frames = 1;
    for (; !watch.see(stage.now); ++frames) {
      REQUIRE(frames < 100);
      if (!stands) stage.now.time += 0.05;
    }
    CHECK(watch.attempt().outcome == "time");
    CHECK(watch.attempt().seconds == Approx(1));
    CHECK(frames == 20);
  }
}

TEST_CASE("goals count from the beginning of an attempt") {
  Stage stage("(score Left)");
  stage.now.score_left = 2;
  CHECK_FALSE(stage.holds([](Snapshot&) {}));
  CHECK(stage.holds([](Snapshot& then) { then.score_left = 3; }));
}

TEST_CASE("a condition of time holds at that time, and other ends take precedence over the time limit") {
  // The first frame counts as one of 0.05 s.
  CHECK(Stage("(after 0.3)").holds([](Snapshot& then) { then.time = 0.25; }));
  CHECK(Stage("(score Left)").holds([](Snapshot& then) { then.time = 5, then.score_left = 1; }));
}

TEST_CASE("when the clock stops, a frame lasts as long as the previous one") {
  Stage stage("(score Left)");
  AttemptWatch watch(stage.play, stage.game, begin_attempt(stage.play, stage.game, 1, 1), stage.now);
  CHECK_FALSE(watch.see(stage.now));
  stage.now.time += 0.1;
  int frames = 2;
  for (; !watch.see(stage.now); ++frames) REQUIRE(frames < 100);
  CHECK(frames == 11);
}

TEST_CASE("short numbers have no trailing zeros, and zero is never negative") {
  CHECK(short_number(-0.0001, 3) == "0");
  CHECK(short_number(-0.5, 3) == "-0.5");
  CHECK(short_number(100, 0) == "100");
  CHECK(short_number(2.5004, 3) == "2.5");
}

TEST_CASE("the distance of the ball is measured, and its path is thinned out") {
  Stage stage("(after 0.9)");
  AttemptWatch watch(stage.play, stage.game, begin_attempt(stage.play, stage.game, 1, 1), stage.now);
  for (bool over = false; !over;) {
    stage.now.time += 0.05;
    stage.now.ball.x += 0.1;
    stage.now.ball_velocity = Point{2, 0, 0};
    over = watch.see(stage.now);
  }
  const Attempt& attempt = watch.attempt();
  CHECK(attempt.seconds == Approx(0.9));
  CHECK(attempt.ball_way == Approx(1.8));
  CHECK(attempt.ball_top_speed == 2);
  CHECK(attempt.ball_end.x == Approx(1.8));
  REQUIRE(attempt.ball_path.size() >= 5);
  for (std::size_t i = 1; i < attempt.ball_path.size(); ++i)
    CHECK(attempt.ball_path[i].x - attempt.ball_path[i - 1].x > 0.29);
}

TEST_CASE("shares have Wilson's interval, and times have mean and deviation") {
  const Tally::Run run{"p <&\"", 5, 5, true, {"goal", "never", "time"}};
  std::vector<Attempt> attempts(10);
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    attempts[i].beginning.number = static_cast<int>(i) + 1;
    attempts[i].beginning.placed = {{Side::none, 0, {1, 2, 0.1}, {}}, {Side::left, 2, {-3, 4, 0.2}, {}}};
    attempts[i].outcome = i < 4 ? "goal" : i < 9 ? "time" : "of its own, so";
    attempts[i].seconds = static_cast<double>(i);
    attempts[i].ball_path = {{1, 2, 0}, {5, 2, 0}};
    attempts[i].ball_end = {5, 2, 0};
  }
  const Tally results = tally(run, attempts);
  REQUIRE(results.outcomes.size() == 4);
  const Tally::Outcome& goal = results.outcomes[0];
  CHECK(goal.attempts == 4);
  CHECK(goal.share == 0.4);
  CHECK(goal.low == Approx(0.1682).margin(0.0001));  // as of the formula in Wilson's paper
  CHECK(goal.high == Approx(0.6873).margin(0.0001));
  CHECK(goal.mean_seconds == 1.5);
  CHECK(goal.deviation_seconds == Approx(std::sqrt(5.0 / 3)));
  CHECK(results.outcomes[1].attempts == 0);
  CHECK(results.outcomes[1].low == 0);
  CHECK(results.outcomes[1].high == Approx(0.2775).margin(0.0001));
  CHECK(results.outcomes[3].name == "of its own, so");
  CHECK(results.seconds == 45);

  CHECK_THAT(table_of(run, results),
             Catch::StartsWith("p <&\": 10 attempts, seed 5\n") &&
                 Catch::Contains("goal                   4   40.0 %   16.8 to  68.7 %  1.50 ± 1.29 s\n"));
  CHECK_THAT(
      csv_of(attempts),
      Catch::StartsWith("number,seed,outcome,seconds,ball_end_x,ball_end_y,ball_top_speed,ball_way,ball x,ball y,"
                        "Left 2 x,Left 2 y\n1,0,goal,0,5,2,0,0,1,2,-3,4\n") &&
          Catch::EndsWith("10,0,\"of its own, so\",9,5,2,0,0,1,2,-3,4\n"));
  const auto json = nlohmann::json::parse(json_of(run, results, attempts));
  CHECK(json["play"] == "p <&\"");
  CHECK(json["outcomes"][0]["low"] == 0.1682);
  CHECK(json["attempts"][9]["placed"]["Left 2"].dump() == "[-3,4,0.2]");
  const std::string plot = plot_of(run, results, attempts, Game());
  CHECK_THAT(plot, Catch::Contains(">p &lt;&amp;&quot;: 10 attempts, seed 5<") &&
                       Catch::Contains("goal: 4 of 10 (40.0 %, 95 %: 16.8 to 68.7 %)"));
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = plot.find(part); at != plot.npos; at = plot.find(part, at + 1)) ++found;
    return found;
  };
  CHECK(count("<polyline ") == 10);
  CHECK(count("fill=\"#409eff\"") == 10);
}
