// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/team_roster.h"

using soccer::Side;
using soccer::TeamRoster;

TEST_CASE("the first name is the left team, the second the right one, a third is refused") {
  TeamRoster roster;
  CHECK(roster.join("foo") == Side::left);
  CHECK(roster.join("bar") == Side::right);
  CHECK(roster.join("foo") == Side::left);
  CHECK(roster.join("bar") == Side::right);
  CHECK(roster.join("Foo") == Side::none);
  CHECK(roster.join("") == Side::none);
  CHECK(roster.name(Side::left) == "foo");
  CHECK(roster.name(Side::right) == "bar");
  CHECK(roster.name(Side::none).empty());
}

TEST_CASE("an empty team name never joins a side") {
  TeamRoster roster;
  CHECK(roster.join("") == Side::none);
  CHECK(roster.join("foo") == Side::left);
  CHECK(roster.join("") == Side::none);
  CHECK(roster.join("bar") == Side::right);
  CHECK(roster.join("") == Side::none);
  CHECK(roster.name(Side::left) == "foo");
  CHECK(roster.name(Side::right) == "bar");
}

TEST_CASE("a requested number is assigned only once per team") {
  TeamRoster roster;
  CHECK(roster.take_number(Side::left, 7) == 7);
  CHECK(roster.take_number(Side::left, 7) == 0);
  CHECK(roster.take_number(Side::right, 7) == 7);
  CHECK(roster.take_number(Side::none, 7) == 0);
  CHECK(roster.take_number(Side::none, 0) == 0);
}

TEST_CASE("number 0 and invalid numbers mean one more than the largest") {
  TeamRoster roster;
  CHECK(roster.take_number(Side::left, 0) == 1);
  CHECK(roster.take_number(Side::left, 5) == 5);
  CHECK(roster.take_number(Side::left, 0) == 6);
  CHECK(roster.take_number(Side::left, 12) == 7);
  CHECK(roster.take_number(Side::left, -3) == 8);
  CHECK(roster.take_number(Side::left, 2147483647) == 9);
}

TEST_CASE("after the largest number the lowest free one follows, and a full team refuses players") {
  TeamRoster roster;
  CHECK(roster.take_number(Side::right, 11) == 11);
  for (int number = 1; number <= 10; ++number) CHECK(roster.take_number(Side::right, 0) == number);
  CHECK(roster.take_number(Side::right, 0) == 0);
  CHECK(roster.take_number(Side::right, 4) == 0);
  CHECK(roster.take_number(Side::left, 0) == 1);
}

TEST_CASE("a released number can be taken again") {
  TeamRoster roster;
  for (int number = 1; number <= 11; ++number) roster.take_number(Side::left, number);
  roster.release_number(Side::left, 3);
  roster.release_number(Side::left, 0);
  roster.release_number(Side::left, 12);
  roster.release_number(Side::none, 4);
  CHECK(roster.take_number(Side::left, 4) == 0);
  CHECK(roster.take_number(Side::left, 0) == 3);
  CHECK(roster.take_number(Side::left, 0) == 0);
}

TEST_CASE("start places are counted per side") {
  TeamRoster roster;
  CHECK(roster.next_start_place(Side::left) == 0);
  CHECK(roster.next_start_place(Side::left) == 1);
  CHECK(roster.next_start_place(Side::right) == 0);
  CHECK(roster.next_start_place(Side::left) == 2);
}

TEST_CASE("with two contestants each agent type has one team, which agents of the other type cannot join") {
  TeamRoster roster;
  roster.set_contestants({"red", "blue"});
  std::string why;
  const auto refused = [&](const char* name, const char* type) {
    why.clear();
    return roster.join(name, type, &why) == Side::none;
  };
  SECTION("the name of a type is reserved for it, whichever type joins first") {
    CHECK(refused("blue", "red"));
    CHECK(why == "the team name 'blue' belongs to agent type 'blue', agents of type 'red' cannot use it");
    CHECK(roster.name(Side::left).empty());
    CHECK(roster.join("blue", "blue") == Side::left);
    CHECK(roster.join("Reds", "red") == Side::right);
  }
  SECTION("agents of one type cannot join the team of the other") {
    CHECK(roster.join("Reds", "red") == Side::left);
    CHECK(roster.join("Blues", "blue") == Side::right);
    CHECK(refused("Reds", "blue"));
    CHECK(why == "the team of agent type 'blue' is 'Blues', its agents cannot join 'Reds'");
    CHECK(roster.join("Reds", "red") == Side::left);
  }
  SECTION("one type cannot take both sides") {
    CHECK(roster.join("Reds", "red") == Side::left);
    CHECK(refused("Others", "red"));
    CHECK(roster.join("Blues", "blue") == Side::right);
  }
  SECTION("two types with the same team name are two teams") {
    CHECK(roster.join("Twins", "red") == Side::left);
    CHECK(roster.join("Twins", "blue") == Side::right);
    CHECK(roster.join("Twins", "red") == Side::left);
    CHECK(roster.name(Side::left) == "Twins");
    CHECK(roster.name(Side::right) == "Twins_2");
  }
  SECTION("agents of further types can join either team, and take no team away") {
    CHECK(roster.join("blue", "robot 7") == Side::left);
    CHECK(refused("blue", "red"));
    CHECK(roster.join("blue", "blue") == Side::left);
    CHECK(roster.join("Reds", "red") == Side::right);
    CHECK(roster.join("Reds", "robot 8") == Side::right);
    CHECK(refused("Greens", "robot 9"));
  }
}

TEST_CASE("with one or three agent types no type has a team of its own") {
  const auto types = GENERATE(std::vector<std::string>{"red"}, std::vector<std::string>{"red", "blue", "keeper"});
  TeamRoster roster;
  roster.set_contestants(types);
  CHECK(roster.join("blue", "red") == Side::left);
  CHECK(roster.join("blue", "blue") == Side::left);
  CHECK(roster.join("Greens", "red") == Side::right);
}
