// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/set_play.h"

#include <catch2/catch.hpp>
#include <random>

#include "monitor-lite/trainer/attempt.h"

using namespace monitor;
using Kind = Condition::Kind;

namespace {

const std::string kWhole = R"((play "two lines" ; a comment
  (repeat 7)(seed 3)(interval 10)(time 2.5)(mode corner_kick_left)
  (player Right 11 (at (choice 1 2) 0 0.5)(battery (uniform 10 20)))
  (ball (at 1 -2)(speed (normal 0 1) 3))
  (player L 1 (at 5 6))
  (end won (or (score Left)(and (touched Right 2)(ball_in 0 1 -1 1))))
  (end gone (not (player_in Left 1 0 10 0 10)))
  (end won (ball_faster 20))))";

SetPlay read(const std::string& text) {
  return read_set_play(text, "some.play");
}
std::string inside(const std::string& parts) {
  return "(play p (ball (at 0 0))\n" + parts + ")";
}

}  // namespace

TEST_CASE("a set play has the values of its file, and defaults for the others") {
  const SetPlay play = read(kWhole);
  CHECK(play.name == "two lines");
  CHECK(play.repeat == 7);
  CHECK(play.seed == 3);
  CHECK(play.interval == 10);
  CHECK(play.seconds == 2.5);
  CHECK(play.mode == "corner_kick_left");
  REQUIRE(play.placements.size() == 3);
  CHECK(words_for(play.placements[0]) == "ball");
  CHECK(words_for(play.placements[1]) == "Right 11");
  CHECK(words_for(play.placements[2]) == "Left 1");
  CHECK(play.placements[0].velocity[0].kind == Drawn::Kind::normal);
  CHECK(play.placements[1].height->numbers == std::vector{0.5});
  CHECK(play.placements[1].battery->kind == Drawn::Kind::uniform);
  REQUIRE(play.ends.size() == 3);
  CHECK(play.ends[0].condition.kind == Kind::any);
  CHECK(play.ends[0].condition.parts[1].parts[0].number == 2);
  CHECK(play.outcomes() == std::vector<std::string>{"won", "gone", "time"});

  const SetPlay plain = read("(play p (ball (at 0 0)))");
  CHECK(plain.repeat == 100);
  CHECK(plain.seed == 1);
  CHECK(plain.interval == 5);
  CHECK(plain.seconds == 10);
  CHECK(plain.mode == "PlayOn");
}

TEST_CASE("a mistake in a set play is reported in one line with its place") {
  const std::pair<std::string, std::string> wrong[] = {
      {"", "some.play: expected one (play \"name\" ...)"},
      {"(play p", "some.play: expected one (play \"name\" ...), and a bracket for each bracket"},
      {"(play p (ball (at 0 0))) (play q (ball (at 0 0)))", "some.play: expected one (play \"name\" ...)"},
      {"(play)", "some.play:1: expected its name: (play \"name\" ...)"},
      {"(play p)", "some.play:1: it places neither ball nor players"},
      {inside("(repeat 0)"), "some.play:2: '0': expected a whole number from 1 to 1000000"},
      {inside("\n(repeat 1e9)"), "some.play:3: '1e9': expected a whole number from 1 to 1000000"},
      {inside("(seed -1)"), "some.play:2: '-1': expected a whole number from 0 to 9007199254740992"},
      {inside("(interval 1001)"), "some.play:2: '1001': expected a whole number from 1 to 1000"},
      {inside("(time nan)"), "some.play:2: 'nan': expected a number from 0.01 to 3600"},
      {inside("(time)"), "some.play:2: expected (time SECONDS)"},
      {inside("(color red)"),
       "some.play:2: 'color': expected repeat, seed, interval, time, mode, ball, player, await or end"},
      {inside("word"), "some.play:2: 'word': expected repeat, seed, interval, time, mode, ball, player, await or end"},
      {inside("(ball (at 0 0))"), "some.play:2: there is one ball"},
      {inside("(player Left 1 (at 0 0))(player L 1 (at 0 0))"), "some.play:2: Left 1 is placed twice"},
      {inside("(player Middle 1 (at 0 0))"), "some.play:2: 'Middle': expected Left or Right"},
      {inside("(player Left 12 (at 0 0))"), "some.play:2: '12': expected a whole number from 1 to 11"},
      {inside("(player Left 1)"), "some.play:2: expected (player Left|Right NUMBER (at X Y) ...)"},
      {inside("(player Left 1 (speed 1 1))"), "some.play:2: it is nowhere: (at X Y) is missing"},
      {inside("(player Left 1 (at 1001 0))"), "some.play:2: '1001': expected a number from -1000 to 1000"},
      {inside("(player Left 1 (at inf 0))"), "some.play:2: 'inf': expected a number from -1000 to 1000"},
      {inside("(player Left 1 (at (uniform 1) 0))"),
       "some.play:2: 'uniform': expected a number, (uniform FROM TO), (normal MEAN DEVIATION) or (choice A B ...)"},
      {inside("(player Left 1 (at (normal 0 -1) 0))"),
       "some.play:2: 'normal': expected a number, (uniform FROM TO), (normal MEAN DEVIATION) or (choice A B ...)"},
      {inside("(player Left 1 (at 0 0)(battery 101))"), "some.play:2: '101': expected a number from 0 to 100"},
      {inside("(end goal)"), "some.play:2: expected (end NAME CONDITION)"},
      {inside("(end \"\" (score Left))"), "some.play:2: '': expected a name of 1 to 40 characters of ASCII"},
      {inside("(end x (ball_in 1 0 0 1))"), "some.play:2: the area is empty: X1 <= X2 and Y1 <= Y2"},
      {inside("(end x (and))"), "some.play:2: expected conditions within it"},
      {inside("(end x (not (score Left)(score Right)))"), "some.play:2: expected (not CONDITION)"},
  };
  for (const auto& [text, line] : wrong) CHECK_THROWS_WITH(read(text), line);
  CHECK_THROWS_WITH(read(inside("(end x (luck))")), Catch::StartsWith("some.play:2: 'luck': expected (score ...)"));
  CHECK_THROWS_WITH(read(std::string(40, '(')), Catch::StartsWith("some.play: "));
  CHECK_THROWS_WITH(read_set_play("/nowhere/x.play"), "/nowhere/x.play: cannot be read: No such file or directory");
}

TEST_CASE("a set play with random bytes is read or rejected with one line") {
  std::mt19937 bytes(1);
  for (int i = 0; i < 3000; ++i) {
    std::string text = kWhole;
    for (int cut = 0; cut < 3; ++cut) text[bytes() % text.size()] = static_cast<char>(bytes());
    if (i % 2 == 0) text.resize(bytes() % text.size());
    try {
      read(text);
    } catch (const std::runtime_error& error) {
      CHECK(std::string(error.what()).find('\n') == std::string::npos);
      CHECK_THAT(error.what(), Catch::StartsWith("some.play:"));
    }
  }
}

TEST_CASE("draws are those of SplitMix64, and have the vectors of tests/match/set_plays.py") {
  Draws draws(1, 1);
  CHECK(Draws(1, 1).bits() == draws.bits());
  CHECK(Draws(1, 1).bits() != Draws(1, 2).bits());
  CHECK(Draws(1, 1).bits() != Draws(2, 1).bits());
  // The vectors are also in tests/match/set_plays.py.
  Draws vectors(7, 3);
  CHECK(vectors.bits() == 17670481865470212032u);
  CHECK(Drawn{Drawn::Kind::uniform, {-2, 5}}.value(vectors) == 3.664497);
  CHECK(Drawn{Drawn::Kind::normal, {10, 3}}.value(vectors) == 15.414686);
  CHECK(Drawn{Drawn::Kind::choice, {1, 2, 3}}.value(vectors) == 3);
  CHECK(Drawn{Drawn::Kind::fixed, {1.0 / 3}}.value(vectors) == 0.333333);
  double sum = 0, squares = 0;
  for (int i = 0; i < 20000; ++i) {
    const double drawn = Drawn{Drawn::Kind::normal, {5, 2}}.value(vectors);
    sum += drawn;
    squares += (drawn - 5) * (drawn - 5);
  }
  CHECK(sum / 20000 == Approx(5).margin(0.06));
  CHECK(squares / 20000 == Approx(4).margin(0.2));
  CHECK(Drawn{Drawn::Kind::normal, {0, 1000}, -1, 1}.value(vectors) <= 1);
}

TEST_CASE("an attempt begins as the set play says, and depends only on seed and number") {
  const SetPlay play = read(kWhole);
  const Beginning first = begin_attempt(play, Game(), 3, 1);
  CHECK(first.episode_seed == begin_attempt(play, Game(), 3, 1).episode_seed);
  CHECK(first.episode_seed != begin_attempt(play, Game(), 3, 2).episode_seed);
  CHECK(first.placed[0].place.z == Game().ball_radius);
  CHECK(first.placed[1].place.z == 0.5);
  CHECK(first.placed[2].place.z == Game().agent_radius);
  CHECK_THAT(commands_for(play, first, false),
             Catch::StartsWith("(playMode corner_kick_left)(ball (pos 1 -2 0.111)(vel ") &&
                 Catch::Contains("(agent (team Right)(unum 11)(pos ") && Catch::Contains("(battery 1") &&
                 Catch::EndsWith("(agent (team Left)(unum 1)(pos 5 6 0.22)(vel 0 0 0))"));
  CHECK_THAT(commands_for(play, first, true), Catch::EndsWith("(vel 0 0 0)(battery 100))"));
}
