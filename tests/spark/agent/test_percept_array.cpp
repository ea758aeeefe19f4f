// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/percept_array.h"

#include <catch2/catch.hpp>

#include "spark/agent/sexp_percept_writer.h"

using namespace spark;

namespace {

void write_two(PerceptWriter& writer) {
  writer.begin("HJ");
  writer.field("name", "left");
  writer.field("axis", 12.5, Unit::degree);
  writer.end();
  writer.begin("GameState");
  writer.field("unum", 7);
  writer.begin("Vision");
  writer.end();
  writer.end();
}

}  // namespace

TEST_CASE("the percepts in an array can be written again, one by one") {
  PerceptArray percepts;
  write_two(percepts);
  std::string whole;
  SexpPerceptWriter direct(whole);
  write_two(direct);
  std::string again;
  SexpPerceptWriter writer(again);
  const std::size_t second = percepts.write_to(writer, 0);
  CHECK(again == "(HJ (name left) (axis 12.5))");
  CHECK(second == percepts.find("GameState"));
  CHECK(percepts.write_to(writer, second) == percepts.items().size());
  CHECK(again == whole);
}

TEST_CASE("short forms of writing items equal the long ones, even in an array that is filled again") {
  const PerceptWriter::Real polar[] = {{1.5, Unit::metre}, {-30.25, Unit::degree}, {0.0, Unit::degree}};
  PerceptArray percepts;
  for (const int objects : {200, 3, 0}) {
    percepts.clear();
    std::string expected, direct;
    SexpPerceptWriter writer(direct);
    for (PerceptWriter* each : {static_cast<PerceptWriter*>(&percepts), static_cast<PerceptWriter*>(&writer)}) {
      each->begin("Vision");
      for (int i = 0; i < objects; ++i) {
        each->begin("Player");
        each->named_text("team", "here");
        each->field("id", i);
        each->reals("pol", polar);
        each->end();
      }
      each->reals("none", {});
      each->end();
    }
    expected = "(Vision";
    for (int i = 0; i < objects; ++i)
      expected += " (Player (team here) (id " + std::to_string(i) + ") (pol 1.5 -30.25 0))";
    expected += " (none))";
    CHECK(direct == expected);
    std::string again;
    SexpPerceptWriter copy(again);
    CHECK(percepts.write_to(copy, 0) == percepts.items().size());
    CHECK(again == expected);
    CHECK(percepts.items().size() == static_cast<std::size_t>(2 + 2 + objects * 13));
    if (objects > 0) {
      CHECK(percepts.items()[9].number == 1.5);
      CHECK(percepts.items()[9].unit == Unit::metre);
      CHECK(percepts.items()[10].number == -30.25);
      CHECK(percepts.items()[10].unit == Unit::degree);
    }
  }
}

TEST_CASE("units have readable names") {
  CHECK(to_string(Unit::none).empty());
  CHECK(to_string(Unit::metre) == "m");
  CHECK(to_string(Unit::degree_per_second) == "degrees/s");
  CHECK(to_string(Unit::percent) == "percent");
  CHECK(to_string(Unit::celsius) == "celsius");
}

TEST_CASE("percepts with one name are found one after another, but not items with that name inside them") {
  PerceptArray percepts;
  for (const double angle : {1.0, 2.0, 3.0}) {
    percepts.begin("HJ");
    percepts.field("HJ", 7.0, Unit::none);
    percepts.field("axis", angle, Unit::degree);
    percepts.end();
  }
  std::vector<double> angles;
  const std::size_t end = percepts.items().size();
  for (std::size_t at = percepts.find("HJ"); at < end; at = percepts.find("HJ", at + 1)) {
    std::array<double, 2> numbers{};
    REQUIRE(percepts.numbers(at, numbers) == 2);
    angles.push_back(numbers[1]);
  }
  CHECK(angles == std::vector<double>{1.0, 2.0, 3.0});
  CHECK(percepts.find("HJ", end) == end);
}
