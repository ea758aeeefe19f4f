// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "agent-sample/lib/drawing.h"

namespace {

using rcss3d::agent::Drawing;
using rcss3d::agent::World;

World world_of(bool left, int number, double time) {
  World world;
  world.left = left;
  world.number = number;
  world.game.time = time;
  return world;
}

Drawing begun() {
  Drawing drawing;
  drawing.switch_on(true);
  drawing.begin(world_of(false, 7, 12.5));
  return drawing;
}

constexpr const char* kHead = "(by right 7)(time 12.5)";

TEST_CASE("a drawing is one text with the player and the game time") {
  Drawing drawing = begun();
  drawing.line("pass", {1, -2.5}, {10.126, 0});
  drawing.circle("ball", {0, -0.001}, 0.5);
  drawing.words("pass", {3, 4}, "to 5: 0.31");
  CHECK(drawing.text() ==
        std::string(kHead) + "(line pass 1 -2.5 10.13 0)(circle ball 0 0 0.5)(words pass 3 4 \"to 5: 0.31\")");
}

TEST_CASE("a cycle without a drawing has no text, and each cycle starts empty") {
  Drawing drawing = begun();
  CHECK(drawing.text().empty());
  drawing.circle("ball", {1, 1}, 1);
  CHECK_FALSE(drawing.text().empty());
  drawing.begin(world_of(true, 2, 0));
  CHECK(drawing.text().empty());
  drawing.circle("ball", {1, 1}, 1);
  CHECK(drawing.text() == "(by left 2)(time 0)(circle ball 1 1 1)");
}

TEST_CASE("a drawing that is not switched on stays empty") {
  Drawing drawing;
  drawing.begin(world_of(true, 2, 1));
  drawing.line("pass", {0, 0}, {1, 1});
  drawing.circle("pass", {0, 0}, 1);
  drawing.words("pass", {0, 0}, "x");
  CHECK(drawing.text().empty());
}

TEST_CASE("shapes with impossible numbers are left out, and the others stay") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Drawing drawing = begun();
  drawing.line("a", {kNan, 0}, {1, 1});
  drawing.circle("a", {0, 0}, kInfinity);
  drawing.words("a", {0, 1e7}, "far away");
  CHECK(drawing.text().empty());
  drawing.circle("a", {0, 0}, 100000);
  CHECK(drawing.text() == std::string(kHead) + "(circle a 0 0 100000)");
}

TEST_CASE("text in a drawing is escaped, so that it cannot end its field") {
  Drawing drawing = begun();
  drawing.words("two words)", {0, 0}, "he said \"no\"\n(line b 0 0 1 1)\\");
  drawing.words("", {0, 0}, "");
  CHECK(drawing.text() ==
        std::string(kHead) + "(words two_words_ 0 0 \"he said 'no' (line b 0 0 1 1)/\")(words _ 0 0 \"\")");
}

TEST_CASE("the size of a drawing is limited, and its last shape is complete") {
  Drawing drawing = begun();
  for (int i = 0; i < 5000; ++i) drawing.line("all", {1, 2}, {3, 4});
  CHECK(drawing.text().size() <= Drawing::kMaxText);
  CHECK(drawing.text().size() > Drawing::kMaxText - 100);
  CHECK(drawing.text().ends_with("(line all 1 2 3 4)"));
  drawing.words("all", {0, 0}, std::string(100000, 'x'));
  CHECK(drawing.text().size() <= Drawing::kMaxText);
}

}  // namespace
