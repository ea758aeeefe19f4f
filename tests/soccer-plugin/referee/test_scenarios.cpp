// SPDX-License-Identifier: Apache-2.0
// Scenario files can fail: expectations that do not hold are found, and invalid files are refused.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee/scenario_runner.h"

using namespace soccer::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A left player rests at (-10, 5), the ball goes towards the right goal, which it reaches within a second: with 8 m/s,
/// and with 8 · 5/7 when it has begun to roll.
constexpr std::string_view kSituation =
    "behaviour 7.2\n"
    "player left 2 at -10 5\n"
    "ball at 48 0 moving 8 0\n"
    "mode PlayOn\n";

std::optional<Failure> play(std::string_view lines) {
  return run_scenario(parse_scenario("x.txt", fmt::format("{}{}\n", kSituation, lines)));
}

std::string refusal(std::string_view text) {
  try {
    parse_scenario("x.txt", text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a scenario whose expectations are true passes") {
  const char* lines = GENERATE(
      "at 0 mode is PlayOn", "before 1 mode becomes Goal_Left\nthen score 1 : 0\nafter 0.1 mode is Goal_Left",
      "at 0.1 half 1", "at 0.5 game time 0.5", "at 0.1 ball at 48.65 0 within 0.15", "at 0.1 left 2 at -10 5 0.22",
      "at 0.1 left 2 has y from 4.9 to 5.1", "at 0.1 left 2 at least 55 from ball",
      "at 0.1 left 2 at most 5.1 from -10 0", "at 0.1 ball faster than 5", "at 0.1 left 2 slower than 0.1",
      "at 0.1 toucher none", "at 0.1 match on", "at 0.1 monitors read (Info", "from 0 to 0.2 mode is PlayOn",
      "at 0.1 left 2 touches ball\nat 0.11 toucher left 2\n"
      "at 0.11 left 2 at -10 5",
      "at 0.1 mode is PlayOn or KickOff_Left  # why not");
  CAPTURE(lines);
  const auto failure = play(lines);
  if (failure) UNSCOPED_INFO(failure->instead);
  CHECK_FALSE(failure);
}

TEST_CASE("a false expectation fails with its line number and what was seen instead") {
  struct Case {
    const char* lines;
    int line;
    const char* instead;
  };
  const auto c = GENERATE(values<Case>({
      {"at 0 mode is Goal_Left", 5, "the mode was PlayOn"},
      {"at 0 mode is PlayOn\nat 0.1 mode is KickOff_Left or KickOff_Right", 6, "the mode was PlayOn"},
      {"before 0.1 mode becomes Goal_Left", 5, "it did not happen"},
      {"before 1 mode becomes PlayOn", 5, "already"},
      {"before 1 mode becomes Goal_Left\nthen score 0 : 1", 6, "the score was 1 : 0"},
      {"before 1 mode becomes Goal_Left\nafter 0.5 mode is PlayOn", 6, "the mode was Goal_Left"},
      {"from 0 to 1 mode is PlayOn", 5, "the mode was Goal_Left"},
      {"from 0 to 1 mode is PlayOn\nat 0.9 half 1", 5, "the mode was Goal_Left"},
      {"at 0.1 half 2", 5, "half 1"},
      {"at 0.5 game time 0.4", 5, "game time was 0.5"},
      {"at 0.1 left 2 at -10 5.1", 5, "left 2 was at (-10.000 5.000"},
      {"at 0.1 left 2 at -10 5 1", 5, "left 2 was at"},
      {"at 0.1 left 2 has x from -9 to 0", 5, "left 2 was at"},
      {"at 0.1 left 2 at least 70 from ball", 5, "m from"},
      {"at 0.1 left 2 at most 4.9 from -10 0", 5, "m from"},
      {"at 0.1 ball slower than 5", 5, "the speed of ball was"},
      {"at 0.1 left 2 faster than 1", 5, "the speed of left 2 was"},
      {"at 0.1 toucher left 2", 5, "no one has touched"},
      {"at 0.1 left 2 touches ball\nat 0.2 toucher none", 6, "left 2 touched"},
      {"at 0.1 match over", 5, "went on"},
      {"at 0.1 monitors read (Die)", 5, "monitors read (Info"},
  }));
  CAPTURE(c.lines);
  const auto failure = play(c.lines);
  REQUIRE(failure);
  CHECK(failure->line == c.line);
  CHECK_THAT(failure->instead, Contains(c.instead));
}

TEST_CASE("a scenario file that makes no sense is rejected with the line number") {
  struct Case {
    const char* lines;
    int line;
    const char* why;
  };
  const auto c = GENERATE(values<Case>({
      {"", 5, "nothing is expected"},
      {"at 1 left 2 acts (kick 0 100)", 5, "nothing is expected"},
      {"offside at 3", 5, "unknown word"},
      {"at 1 weather is fine", 5, "unknown word"},
      {"at 1 left 2 sleeps", 5, "unknown word"},
      {"at one half 1", 5, "not a number"},
      {"at 1e9 half 1", 5, "not between"},
      {"at nan half 1", 5, "not a number"},
      {"at -1 half 1", 5, "not between"},
      {"at 0.005 half 1", 5, "hundredths"},
      {"at 1 half 5", 5, "not between"},
      {"at 1 half 1 2", 5, "too much"},
      {"at 1 half", 5, "missing"},
      {"at 1", 5, "too early"},
      {"at 1 score 1 0", 5, "\":\""},
      {"at 1 mode is Playon", 5, "no play mode"},
      {"at 1 mode becomes PlayOn", 5, "needs \"before\""},
      {"at 1 right 2 at 0 0", 5, "no player right 2"},
      {"at 1 left 12 at 0 0", 5, "not between"},
      {"at 1 ball acts (kick 0 1)", 5, "only a player"},
      {"at 2 half 1\nat 1 half 1", 6, "earlier"},
      {"before 2 half 2\nat 1 half 1", 6, "earlier"},
      {"from 2 to 1 half 1", 5, "ends before"},
      {"then half 1", 5, "\"before\""},
      {"after 1 half 1", 5, "\"before\""},
      {"before 1 left 2 acts (kick 0 1)", 5, "needs one time"},
      {"at 1 half 1\nmode PlayOn", 6, "without a time"},
      {"set Foo 1", 5, "no setting"},
      {"player left 2 at 0 0", 5, "already"},
      {"player left 3 at 0 x", 5, "not a number"},
  }));
  const std::string text = fmt::format("{}{}\n", kSituation, c.lines);
  CAPTURE(c.lines);
  CHECK_THAT(refusal(text), Contains(c.why));
  CHECK_THAT(refusal(text), StartsWith(fmt::format("x.txt:{}:", c.line)));
}

TEST_CASE("a scenario without a section, with a setting out of range or a refused command is rejected") {
  CHECK_THAT(refusal("at 1 half 1\n"), Contains("behaviour SECTION"));
  CHECK_THROWS_WITH(play("set RuleHalfTime -5\nat 1 half 1"), Contains("RuleHalfTime"));
  CHECK_THROWS_WITH(play("at 1 trainer sends (nonsense)\nat 1 half 1"), Contains("refused"));
}
