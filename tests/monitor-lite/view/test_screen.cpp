// SPDX-License-Identifier: Apache-2.0
// Texts over a match.
#include <catch2/catch.hpp>

#include "monitor-lite/view/score_sheet.h"
#include "monitor-lite/view/screen.h"
#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

TEST_CASE("text that does not fit is made smaller, then shorter") {
  Studio studio;
  if (!studio.font.found()) return;
  const Screen screen{studio.painter, 1280, 720};
  CHECK(screen.fitted("foo", 20, 1000) == "foo");
  const std::string cut = screen.fitted(std::string(100, 'W'), 20, 300);
  CHECK(cut.ends_with("W..."));
  CHECK(screen.text_width(cut, 20) <= 300);
  CHECK(screen.fitted("foo", 20, 2).empty());
  CHECK(screen.fitting_size("foo", 20, 10, 1000) == 20);
  const float smaller = screen.fitting_size("ZeaLotrY", 20, 5, 60);
  CHECK(screen.text_width("ZeaLotrY", smaller) == Approx(60).margin(1));
  CHECK(screen.fitting_size(std::string(100, 'W'), 20, 10, 60) == 10);
}

TEST_CASE("the card of a match lists goals by scorer, including goals that were not seen") {
  Snapshot now = kick_off();
  now.score_left = 4;
  const auto goal = [](double time, Scorer scorer) {
    return Event{Event::Kind::goal, time, Side::left, "", scorer, 0, 0};
  };
  const ScoreSheet sheet = score_sheet(
      {goal(65, {Scorer::Kind::seen, 9}), goal(70, {Scorer::Kind::own_goal, 2}), goal(3605, {Scorer::Kind::seen, 9})},
      now);
  REQUIRE(sheet.left.size() == 3);
  CHECK(sheet.left[0].who == "no. 9");
  CHECK(sheet.left[0].times == "1:05, 60:05");
  CHECK(sheet.left[1].who == "no. 2 (own goal)");
  CHECK(sheet.left[2].who == "1 goal not seen");
  CHECK(sheet.right.empty());
  CHECK(score_sheet({goal(1e300, {})}, {}).left[0].who == "scorer unknown");
}
