// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch.hpp>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "agent-sample/lib/sexp_reader.h"

using rcss3d::agent::SexpReader;

TEST_CASE("lists can be entered and left one after the other") {
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

TEST_CASE("leaving a list moves behind it, even if it has not been read completely") {
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

TEST_CASE("a list in place of a word is no word, and words before a list are skipped when it is entered") {
  SexpReader text("(a (b) c (d))");
  REQUIRE(text.enter());
  CHECK(text.word() == "a");
  CHECK(text.word().empty());  // it is in front of (b)
  REQUIRE(text.enter());
  CHECK(text.word() == "b");
  text.leave();
  REQUIRE(text.enter());  // over c
  CHECK(text.word() == "d");
}

TEST_CASE("incomplete text ends every list") {
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

TEST_CASE("numbers are parsed to the same bits as by std::from_chars") {
  const auto bits_of = [](double number) { return std::bit_cast<std::uint64_t>(number); };
  const auto check = [&](const std::string& word) {
    double expected = 0;
    std::from_chars(word.data(), word.data() + word.size(), expected);
    CAPTURE(word);
    CHECK(bits_of(SexpReader(word).number()) == bits_of(expected));
    const std::string at_the_end_of_a_list = word + ")";
    CHECK(bits_of(SexpReader(at_the_end_of_a_list).number()) == bits_of(expected));
  };
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string word = i % 2 ? "-" : "";
    const std::size_t whole = random() % 9, decimals = random() % 12;
    for (std::size_t digit = 0; digit < whole; ++digit) word += static_cast<char>('0' + random() % 10);
    if (decimals > 0) word += '.';
    for (std::size_t digit = 0; digit < decimals; ++digit) word += static_cast<char>('0' + random() % 10);
    check(word);
  }
  for (const char* word : {"0",
                           "-0",
                           "-0.00",
                           "0.1",
                           "999999999999999",
                           "9007199254740993",
                           "0.000000000000001",
                           "1e-05",
                           "-6.5e3",
                           "1.",
                           ".5",
                           "-.5",
                           "+1",
                           "-",
                           "--1",
                           "1.2.3",
                           "1,5",
                           "12x",
                           "inf",
                           "nan",
                           "-inf"})
    check(word);
}
