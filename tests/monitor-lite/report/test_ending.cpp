// SPDX-License-Identifier: Apache-2.0
// The ending of a match, from its frames.
#include <catch2/catch.hpp>

#include "monitor-lite/report/ending.h"

using namespace monitor;

namespace {

constexpr Absent kExpected{.was_expected = true};

Report with(int max_left, int left_last, int max_right, int right_last) {
  Report report;
  report.time = 10.0;
  report.teams[0].name = "foo";
  report.teams[0].max_players = max_left;
  report.teams[0].last_players = left_last;
  report.teams[1].name = "bar";
  report.teams[1].max_players = max_right;
  report.teams[1].last_players = right_last;
  return report;
}

}  // namespace

TEST_CASE("a match with players of both teams at its end is no walk-over") {
  const Ending ending = ending_of(with(11, 1, 11, 11), kExpected);
  CHECK_FALSE(ending.is_walk_over);
  CHECK(ending.winner == Side::none);
  CHECK(ending.why.empty());
}

TEST_CASE("a team that lost all its players has lost by walk-over, even if no team was announced") {
  const Ending ending = ending_of(with(11, 11, 3, 0), {});
  CHECK(ending.is_walk_over);
  CHECK(ending.winner == Side::left);
  CHECK(ending.why == "bar has lost all its players");
  CHECK(ending_of(with(3, 0, 11, 1), {}).winner == Side::right);
}

TEST_CASE("an announced team that never came has lost by walk-over, if it had the time to come") {
  Report report = with(0, 0, 11, 11);
  CHECK(ending_of(report, kExpected).winner == Side::right);
  CHECK(ending_of(report, kExpected).why == "the left team never came");
  CHECK_FALSE(ending_of(report, {}).is_walk_over);
  report.time = 9.9;
  CHECK_FALSE(ending_of(report, kExpected).is_walk_over);
  // However short the match was, a team that could no longer come was absent.
  CHECK(ending_of(report, {.was_expected = true, .is_gone = true}).winner == Side::right);
  CHECK_FALSE(ending_of(report, {.was_expected = false, .is_gone = true}).is_walk_over);
}

TEST_CASE("if neither team has players, no team has won") {
  const Ending ending = ending_of(with(11, 0, 0, 0), kExpected);
  CHECK(ending.is_walk_over);
  CHECK(ending.winner == Side::none);
  CHECK(ending.why == "foo has lost all its players, the right team never came");
  // One of the teams was not expected.
  CHECK(ending_of(with(11, 0, 0, 0), {}).winner == Side::none);
}
