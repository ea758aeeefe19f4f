// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "agent-sample/sexp_reader.h"

using sample::SexpReader;

TEST_CASE("lists are entered and left one after the other") {
  SexpReader text("(pol 3.2 -12 0)(id 1_l)");
  REQUIRE(text.enter());
  CHECK(text.word() == "pol");
  CHECK(text.number() == 3.2);
  CHECK(text.number() == -12);
  text.leave();
  REQUIRE(text.enter());
  CHECK(text.word() == "id");
  CHECK(text.word() == "1_l");
  CHECK(text.word().empty());
  text.leave();
  CHECK_FALSE(text.enter());
}

TEST_CASE("whoever leaves a list is behind it, whatever was in it") {
  SexpReader text("(Vision (Ball (pol 1 2 3)) (Flag (id 1_l) (pol 4 5 6)))(GameState (time 7))");
  REQUIRE(text.enter());
  CHECK(text.word() == "Vision");
  std::vector<std::string> kinds;
  for (; text.enter(); text.leave()) kinds.emplace_back(text.word());
  CHECK(kinds == std::vector<std::string>{"Ball", "Flag"});
  text.leave();
  REQUIRE(text.enter());
  CHECK(text.word() == "GameState");
  REQUIRE(text.enter());
  CHECK(text.word() == "time");
  CHECK(text.number() == 7);
}

TEST_CASE("a list in place of a word, and a word in place of a list") {
  SexpReader text("(a (b) c (d))");
  REQUIRE(text.enter());
  CHECK(text.word() == "a");
  CHECK(text.word().empty());  // it stands in front of (b)
  REQUIRE(text.enter());
  CHECK(text.word() == "b");
  text.leave();
  REQUIRE(text.enter());  // over c
  CHECK(text.word() == "d");
}

TEST_CASE("text that breaks off ends every list") {
  const std::string whole = "(Vision (Player (team foo) (pol 1.5 2 3)))";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    SexpReader text(std::string_view(whole).substr(0, length));
    int lists = 0;
    while (text.enter()) ++lists, text.word();
    CHECK(lists <= 3);
    text.leave();
    text.leave();
    text.leave();
    CHECK_FALSE(text.enter());
    CHECK(text.word().empty());
    CHECK(text.number() == 0);
  }
}
