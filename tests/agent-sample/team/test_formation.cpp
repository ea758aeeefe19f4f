// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "agent-sample/team/files.h"
#include "agent-sample/team/formation.h"

using namespace rcss3d::agent;

namespace {

constexpr const char* kThree =
    "size 3  # players\n"
    "field 40 20\n"
    "mirror 2 3\n"
    "\n"
    "kick_off -19 0  -5 -4  -5 4\n"
    "kick_off_theirs -19 0  -9 -4  -9 4\n"
    "ours -10 0   -19 0  -8 -3  -8 3\n"
    "ours 10 8    -17 1  2 -2   5 6\n"
    "theirs 0 0   -18 0  -9 -2  -9 2\n";

Field field_of(double length, double width) {
  Field field;
  field.length = length;
  field.width = width;
  return field;
}

Formation three() {
  std::string error;
  Formation formation = Formation::read(kThree, error);
  REQUIRE(error == "");
  return formation;
}

std::string error_of(const std::string& text) {
  std::string error;
  Formation::read(text, error);
  return error;
}

}  // namespace

TEST_CASE("formation: players are at the places of the file when the ball is where the file says") {
  const Formation formation = three();
  const Field field = field_of(40, 20);
  const Vector two = formation.place(2, {10, 8}, true, field), three = formation.place(3, {10, 8}, true, field);
  CHECK(two.x == Approx(2).margin(0.01));
  CHECK(two.y == Approx(-2).margin(0.01));
  CHECK(three.x == Approx(5).margin(0.01));
  CHECK(three.y == Approx(6).margin(0.01));
  CHECK(formation.place(2, {0, 0}, false, field).x == Approx(-9));
  CHECK(formation.kick_off_place(3, false, field).x == Approx(-9));
  CHECK(formation.kick_off_place(3, true, field).y == Approx(4));
}

TEST_CASE("formation: the other wing is mirrored, with exchanged numbers") {
  const Formation formation = three();
  const Field field = field_of(40, 20);
  const Vector two = formation.place(2, {10, -8}, true, field), three = formation.place(3, {10, -8}, true, field);
  CHECK(two.x == Approx(5).margin(0.01));
  CHECK(two.y == Approx(-6).margin(0.01));
  CHECK(three.x == Approx(2).margin(0.01));
  CHECK(three.y == Approx(2).margin(0.01));
  CHECK(formation.place(1, {10, -8}, true, field).y == Approx(-1).margin(0.01));
}

TEST_CASE("formation: places do not jump when the ball crosses the middle") {
  const Formation formation = three();
  const Field field = field_of(40, 20);
  for (const double x : {-15.0, 0.0, 4.0, 18.0})
    for (std::size_t number = 1; number <= 3; ++number) {
      const Vector left = formation.place(number, {x, 1e-6}, true, field);
      const Vector right = formation.place(number, {x, -1e-6}, true, field);
      CHECK(distance(left, right) < 1e-3);
    }
}

TEST_CASE("formation: places scale with the field, and a ball outside counts as one at the border") {
  const Formation formation = three();
  const Vector small = formation.place(3, {10, 8}, true, field_of(40, 20));
  const Vector large = formation.place(3, {30, 32}, true, field_of(120, 80));
  CHECK(large.x == Approx(3 * small.x).margin(0.01));
  CHECK(large.y == Approx(4 * small.y).margin(0.01));
  const Vector corner = formation.place(3, {20, 10}, true, field_of(40, 20));
  CHECK(distance(corner, formation.place(3, {900, 900}, true, field_of(40, 20))) < 1e-9);
}

TEST_CASE("formation: numbers beyond the size get the place of the last one") {
  const Formation formation = three();
  CHECK(distance(formation.place(11, {0, 0}, true, field_of(40, 20)),
                 formation.place(3, {0, 0}, true, field_of(40, 20))) == 0);
}

TEST_CASE("formation: an error in a file is reported with its line") {
  CHECK(error_of("") == "it has no line with the size of the team");
  CHECK(error_of("size 12\n") == "line 1: size is a whole number from 1 to 11");
  CHECK(error_of("size 2.5\n") == "line 1: size is a whole number from 1 to 11");
  CHECK(error_of("ours 0 0\n") == "line 1: the first line is the size of the team");
  CHECK(error_of("size 1\n\nfield 0 20\n") == "line 3: length and width of the field are expected");
  CHECK(error_of("size 2\nours 0 0 1 2 3\n") == "line 2: x and y of 2 players are expected");
  CHECK(error_of("size 1\nours 0 0 1 2 3\n") == "line 2: there is more in it than expected");
  CHECK(error_of("size 1\nours 0 nan 1 2\n") == "line 2: the place of the ball is expected, with y of at least 0");
  CHECK(error_of("size 1\nours 0 -1 1 2\n") == "line 2: the place of the ball is expected, with y of at least 0");
  CHECK(error_of("size 1\nours 0 1 1 1e300\n") == "line 2: x and y of 1 players are expected");
  CHECK(error_of("size 2\nmirror 1 3\n") == "line 2: the numbers of two players are expected");
  CHECK(error_of("size 1\nours 0 0 1 2\n") == "it has no places for one of ours and theirs");
  CHECK(error_of("size 1\nhers 0 0 1 2\n") ==
        "line 2: size, field, mirror, kick_off, kick_off_theirs, ours or theirs are expected");
}

TEST_CASE("formations: the one of the given size is used, or the next larger, or the largest") {
  Formations formations;
  std::string error;
  for (const char* text : {"size 5\nours 0 0 1 0 2 0 3 0 4 0 5 0\ntheirs 0 0 1 0 2 0 3 0 4 0 5 0\n",
                           "size 3\nours 0 0 1 0 2 0 3 0\ntheirs 0 0 1 0 2 0 3 0\n"}) {
    formations.add(Formation::read(text, error));
    REQUIRE(error == "");
  }
  CHECK(formations.for_size(1).size() == 3);
  CHECK(formations.for_size(3).size() == 3);
  CHECK(formations.for_size(4).size() == 5);
  CHECK(formations.for_size(11).size() == 5);
}

TEST_CASE("formations: the program has valid ones for three to eleven players") {
  Settings settings;
  Formations formations;
  REQUIRE(read_team_files({}, settings, formations) == "");
  for (int size = 3; size <= 11; ++size) {
    const Formation& formation = formations.for_size(size);
    REQUIRE(formation.size() == static_cast<std::size_t>(size));
    const Field field = field_of(40, 20);
    for (std::size_t number = 1; number <= formation.size(); ++number) {
      for (const bool ours : {false, true}) {
        const Vector start = formation.kick_off_place(number, ours, field);
        CHECK(start.x < 0);
        // At their kick-off the referee moves players away who are near the ball.
        if (!ours) CHECK(start.length() > 4);
        for (double x = -20; x <= 20; x += 4)
          for (double y = -10; y <= 10; y += 4) {
            const Vector place = formation.place(number, {x, y}, ours, field);
            CHECK(std::abs(place.x) < 20);
            CHECK(std::abs(place.y) < 10);
            for (std::size_t other = 1; other < number; ++other)
              CHECK(distance(place, formation.place(other, {x, y}, ours, field)) > 0.8);
          }
      }
    }
  }
}

TEST_CASE("the program's own styles can be read, and unknown styles and formations are reported") {
  for (const char* style : {"lobber", "flat", "wall", "press"}) {
    Settings settings;
    Formations formations;
    CHECK(read_team_files({style, ""}, settings, formations) == "");
  }
  Settings settings;
  Formations formations;
  CHECK(read_team_files({"no_such_style", ""}, settings, formations).starts_with("--style no_such_style: "));
  CHECK(read_team_files({"", "no_such_file"}, settings, formations).starts_with("--formation no_such_file: "));
}

TEST_CASE("settings: lines of name and value are read, and errors are reported with their line") {
  Settings settings;
  CHECK(read_settings("# a comment\n\nshot_distance 17\r\n  pressing 3 # three\nformations wall", settings) == "");
  CHECK(settings.kicks.shot_distance == 17);
  CHECK(settings.defence.pressing == 3);
  CHECK(settings.formations == "wall");
  CHECK(read_settings("\npressign 3\n", settings) == "line 2: there is no setting pressign");
  CHECK(read_settings("pressing many\n", settings) == "line 1: pressing is a number from 0 to 11");
  CHECK(read_settings("pressing -1\n", settings) == "line 1: pressing is a number from 0 to 11");
  CHECK(read_settings("pressing nan\n", settings) == "line 1: pressing is a number from 0 to 11");
  CHECK(read_settings("pressing 1 2\n", settings) == "line 1: there is more in it than expected");
  CHECK(read_settings("formations ../x\n", settings) == "line 1: formations is a name of letters and digits");
}
