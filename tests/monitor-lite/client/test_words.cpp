// SPDX-License-Identifier: Apache-2.0
// The names of play modes, teams and goals, and the scorers of goals.
#include <catch2/catch.hpp>
#include <cmath>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/client/words.h"

using namespace monitor;

namespace {

Snapshot named(const std::string& left = "foo", const std::string& right = "bar") {
  Snapshot now;
  now.team_left = left;
  now.team_right = right;
  return now;
}

/// A field of 40 x 20 m with goals of 4 m, on which the test moves the ball; foo's 9 and 2, bar's 1 and 5.
struct Play {
  Play() {
    game.field_length = 40, game.field_width = 20, game.goal_width = 4;
    now = named();
    now.play_mode = 3;
    now.players = {{Side::left, 9, true, {-15, -8, 0.22}, false, ""},
                   {Side::left, 2, true, {-15, 8, 0.22}, false, ""},
                   {Side::right, 1, true, {15, -8, 0.22}, false, ""},
                   {Side::right, 5, true, {15, 8, 0.22}, false, ""}};
  }
  Player& player(Side side, int number) {
    for (Player& each : now.players)
      if (each.side == side && each.number == number) return each;
    throw std::runtime_error("no such player");
  }
  /// The next frame, with the ball there.
  void ball(double x, double y) {
    now.time += seconds;
    now.ball = {x, y, 0.111};
    happened = finder.next(game, now);
  }
  void touch(Side side, int number) {
    for (Player& each : now.players) each.last_toucher = each.side == side && each.number == number;
  }
  std::string goal(Side side, double x, double y) {
    (side == Side::left ? now.score_left : now.score_right) += 1;
    ball(x, y);
    REQUIRE(happened.size() == 1);
    CHECK(happened[0].kind == Event::Kind::goal);
    CHECK(happened[0].side == side);
    return happened[0].text;
  }

  Game game;
  Snapshot now;
  double seconds = 0.15;  ///< between frames
  EventFinder finder;
  std::vector<Event> happened;
};

}  // namespace

TEST_CASE("every play mode of the protocol has a readable name") {
  const std::pair<const char*, const char*> kWords[] = {{"BeforeKickOff", "before kick-off"},
                                                        {"KickOff_Left", "kick-off for foo"},
                                                        {"KickOff_Right", "kick-off for bar"},
                                                        {"PlayOn", "play on"},
                                                        {"KickIn_Left", "kick-in for foo"},
                                                        {"KickIn_Right", "kick-in for bar"},
                                                        {"corner_kick_left", "corner for foo"},
                                                        {"corner_kick_right", "corner for bar"},
                                                        {"goal_kick_left", "goal kick for foo"},
                                                        {"goal_kick_right", "goal kick for bar"},
                                                        {"offside_left", "offside by bar"},
                                                        {"offside_right", "offside by foo"},
                                                        {"GameOver", "full time"},
                                                        {"Goal_Left", "goal for foo"},
                                                        {"Goal_Right", "goal for bar"},
                                                        {"free_kick_left", "free kick for foo"},
                                                        {"free_kick_right", "free kick for bar"}};
  const Game game;
  REQUIRE(game.play_modes.size() == std::size(kWords));
  for (std::size_t i = 0; i < game.play_modes.size(); ++i) {
    CAPTURE(i);
    Snapshot now = named();
    now.play_mode = static_cast<int>(i);
    CHECK(game.play_modes[i] == kWords[i].first);
    CHECK(play_mode_sentence(game, now) == kWords[i].second);
  }
  Snapshot now = named();
  now.half = 2;
  CHECK(play_mode_sentence(game, now) == "half time");
}

TEST_CASE("unknown play modes are shown as far as they can be read") {
  Game game;
  game.play_modes = {"indirect_free_kick_right", "_left", "Left", ""};
  Snapshot now = named();
  CHECK(play_mode_sentence(game, now) == "indirect free kick for bar");
  now.play_mode = 1;
  CHECK(play_mode_sentence(game, now) == " left");
  now.play_mode = 2;
  CHECK(play_mode_sentence(game, now) == "Left");
  now.play_mode = 77;
  CHECK(play_mode_sentence(game, now) == "mode 77");
}

TEST_CASE("labels of teams are unambiguous, whatever the teams are called") {
  CHECK(team_label(named(), Side::left) == "foo");
  CHECK(team_label(named("", ""), Side::right) == "right");
  CHECK(team_label(named("   ", "x"), Side::left) == "left");
  CHECK(team_label(named("foo", "foo"), Side::left) == "foo (left)");
  CHECK(team_label(named("foo", "foo"), Side::right) == "foo (right)");
  CHECK(team_label(named("right", ""), Side::left) == "right (left)");
  CHECK(score_words(named("foo", "foo")) == "foo (left) 0 : 0 foo (right)");
}

TEST_CASE("given team names take precedence over those of the stream") {
  LineReader reader({"Red Club", ""});
  reader.read("(Info (time 1))");
  CHECK(reader.snapshot().team_left == "Red Club");
  CHECK(reader.snapshot().team_right.empty());
  reader.read("(Info (team_left foo)(team_right bar))");
  CHECK(reader.snapshot().team_left == "Red Club");
  CHECK(reader.snapshot().team_right == "bar");
}

TEST_CASE("a goal belongs to the player who touched the ball last") {
  Play play;
  play.touch(Side::left, 9);
  for (double x = 14; x < 19; x += 1.5) play.ball(x, 0.5);
  CHECK(play.goal(Side::left, 19.8, 0.5) == "goal for foo by 9, 1 : 0");
  CHECK(play.happened[0].scorer.kind == Scorer::Kind::seen);
  CHECK(scorer_words(play.happened[0].scorer) == "no. 9");
}

TEST_CASE("a shot that the keeper touches is the shooter's goal, one that would have missed is an own goal") {
  Play play;
  play.touch(Side::left, 9);
  const double y = GENERATE(0.5, 4.0);
  for (double x = 14; x < 18; x += 1.5) play.ball(x, y);
  play.touch(Side::right, 1);
  play.ball(18.5, y);
  const std::string text = play.goal(Side::left, 19.8, 1);
  if (y < 2) {
    CHECK(text == "goal for foo by 9, 1 : 0");
  } else {
    CHECK(text == "goal for foo, own goal by 1 of bar, 1 : 0");
    CHECK(scorer_words(play.happened[0].scorer) == "no. 1 (own goal)");
  }
}

TEST_CASE("a ball that would have missed the goal by less than 0.3 m still counts as a shot") {
  Play play;
  play.touch(Side::left, 9);
  const double beside = GENERATE(0.25, 0.35);
  for (double x = 14; x < 18; x += 1.5) play.ball(x, 2 + beside);
  play.touch(Side::right, 1);
  play.ball(18.5, 2 + beside);
  CHECK(play.goal(Side::left, 19.8, 1) ==
        (beside < 0.3 ? "goal for foo by 9, 1 : 0" : "goal for foo, own goal by 1 of bar, 1 : 0"));
}

TEST_CASE("a shot that two opponents touch belongs to the shooter unless it was saved and played on") {
  Play play;
  play.touch(Side::left, 9);
  for (double x = 14; x < 17; x += 1.0) play.ball(x, 0);
  play.touch(Side::right, 5);
  play.ball(17.5, 0.1);
  play.touch(Side::right, 1);
  play.ball(18.5, 0.2);
  SECTION("it goes in") {
    CHECK(play.goal(Side::left, 19.8, 0.3) == "goal for foo by 9, 1 : 0");
  }
  SECTION("it is saved, and goes in much later off a defender") {
    for (double x = 18; x > 12; x -= 1.0) play.ball(x, 3);
    play.touch(Side::right, 5);
    for (double x = 12; x < 19; x += 1.0) play.ball(x, 0);
    CHECK(play.goal(Side::left, 19.8, 0.3) == "goal for foo, own goal by 5 of bar, 1 : 0");
  }
}

TEST_CASE("a keeper who holds a shot and carries it into his own goal scores an own goal") {
  Play play;
  play.touch(Side::left, 9);
  for (double x = 14; x < 17; x += 1.5) play.ball(x, 0);
  play.touch(Side::right, 1);
  play.ball(17.5, 0);
  SECTION("he carries it at once, at walking speed") {
    for (int i = 0; i < 3; ++i) play.ball(17.5, 0);
    for (double x = 17.6; x < 19.9; x += 0.2) play.ball(x, 0);
    CHECK(play.goal(Side::left, 20.1, 0) == "goal for foo, own goal by 1 of bar, 1 : 0");
  }
  SECTION("he comes back with it a minute later from farther away") {
    for (int i = 0; i < 400; ++i) play.ball(17.5, 0);
    for (double x = 17.5; x > 10; x -= 0.2) play.ball(x, 1);
    for (double x = 10; x < 19.5; x += 1.5) play.ball(x, 0);
    CHECK(play.goal(Side::left, 19.8, 0) == "goal for foo, own goal by 1 of bar, 1 : 0");
  }
  SECTION("a shot that only slows down remains the shooter's goal") {
    for (double x = 17.9; x < 19.9; x += 0.4) play.ball(x, 0.1);
    CHECK(play.goal(Side::left, 20.1, 0) == "goal for foo by 9, 1 : 0");
  }
}

TEST_CASE("the owner of a goal does not depend on the frame rate, or is unknown at low rates") {
  Play play;
  play.seconds = GENERATE(0.01, 0.05, 0.15, 0.2, 0.3, 2.0);
  const bool is_shot = GENERATE(true, false);
  CAPTURE(play.seconds, is_shot);
  play.touch(Side::left, 9);
  const double end = 18.5, speed = 8.0;
  const auto fly = [&](double from, double to, double y) {
    for (double x = from; x < to - 1e-9; x += speed * play.seconds) play.ball(std::round(x * 100) / 100, y);
  };
  fly(3, end, is_shot ? 0.5 : 4.0);
  play.touch(Side::right, 1);
  fly(end, 19.9, is_shot ? 0.5 : 1.0);
  const std::string text = play.goal(Side::left, 20.1, 0.5);
  if (play.seconds > 0.25)
    CHECK(text == "goal for foo, 1 : 0");
  else
    CHECK(text == (is_shot ? "goal for foo by 9, 1 : 0" : "goal for foo, own goal by 1 of bar, 1 : 0"));
}

TEST_CASE("a player who touched the ball before it was moved elsewhere has not scored") {
  Play play;
  play.touch(Side::left, 9);
  for (int i = 0; i < 3; ++i) play.ball(-15 + i, -8);
  play.ball(12, 5);  // a trainer
  for (double x = 13; x < 19; x += 1.0) play.ball(x, 0);
  SECTION("no player was near the ball since") {
    CHECK(play.goal(Side::left, 19.8, 0) == "goal for foo, 1 : 0");
    CHECK(scorer_words(play.happened[0].scorer).empty());
  }
  SECTION("the player was near the ball again") {
    play.player(Side::left, 9).position = {18.5, 0.5, 0.22};
    play.ball(18.7, 0);
    CHECK(play.goal(Side::left, 19.8, 0) == "goal for foo by 9, 1 : 0");
  }
}

TEST_CASE("without touches in the stream the nearest player of the team is the probable scorer") {
  Play play;
  play.ball(14, -8);
  const bool mate = GENERATE(true, false);
  play.player(mate ? Side::left : Side::right, mate ? 2 : 5).position = {15.2, -6.6, 0.22};
  play.ball(15, -7);
  play.player(mate ? Side::left : Side::right, mate ? 2 : 5).position = {0, 0, 0.22};
  play.ball(17, -3);
  const std::string text = play.goal(Side::left, 19.8, 0);
  CHECK(text == (mate ? "goal for foo, probably by 2, 1 : 0" : "goal for foo, 1 : 0"));
}

TEST_CASE("goals belong to one match, and a score that goes back begins another") {
  Play play;
  play.ball(0, 0);
  std::vector<Event> all;
  const auto score = [&](Side side) {
    play.goal(side, 1, 1);
    all.push_back(play.happened[0]);
  };
  score(Side::left);
  score(Side::right);
  CHECK(goals_of_match(all, play.now).size() == 2);
  play.now.score_left = play.now.score_right = 0;
  play.ball(0, 0);
  REQUIRE(play.happened.size() == 1);
  CHECK(play.happened[0].kind == Event::Kind::play_on);
  CHECK(goals_of_match(all, play.now).empty());
  score(Side::right);
  const auto goals = goals_of_match(all, play.now);
  REQUIRE(goals.size() == 1);
  CHECK(goals[0].score_right == 1);
  CHECK(is_same_match(play.now, play.now));
  CHECK_FALSE(is_same_match(play.now, named()));
}

TEST_CASE("half time is reported once, with the score") {
  Game game;
  EventFinder finder;
  Snapshot now = named();
  now.play_mode = 3;
  finder.next(game, now);
  now.half = 2;
  now.play_mode = 0;
  now.time = 300;
  const auto events = finder.next(game, now);
  REQUIRE(events.size() == 1);
  CHECK(events[0].kind == Event::Kind::half);
  CHECK(events[0].text == "half time, foo 0 : 0 bar");
  now.play_mode = 10;  // offside_left: the left team has the ball
  const auto offside = finder.next(game, now);
  REQUIRE(offside.size() == 1);
  CHECK(offside[0].side == Side::left);
  CHECK(named_team(offside[0]) == Side::right);
}
