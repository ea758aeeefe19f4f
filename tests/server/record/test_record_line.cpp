// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "server/record/record_line.h"
#include "spark/agent/act.h"

using namespace server;
using namespace spark;

TEST_CASE("any bytes survive a line, and do not end it early") {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  for (const std::string& text : {all, std::string("(drive 100 0 0)"), std::string("%"), std::string("%4"),
                                  std::string("%41"), std::string("%%25"), std::string()}) {
    std::string word, rest;
    append_escaped(word, text);
    append_escaped(rest, text, true);
    CHECK(word.find_first_of(" \n\r\t") == word.npos);
    CHECK(rest.find_first_of("\n\r\t") == rest.npos);
    CHECK(unescaped(word) == text);
    CHECK(unescaped(rest) == text);
  }
  std::string plain;
  append_escaped(plain, "(drive 100 0 0)", true);
  CHECK(plain == "(drive 100 0 0)");
  // Texts that no recorder writes are taken as they are.
  CHECK(unescaped("%4") == "%4");
  CHECK(unescaped("%zz%") == "%zz%");
}

TEST_CASE("lines keep the position of the line before, and never go back") {
  RecordLineReader reader;
  const auto begun = reader.read("b");
  REQUIRE(begun);
  CHECK(begun->at == InputPosition{0, 0});
  CHECK(begun->entry == Entry::begun);
  const auto acted = reader.read("@20.3 a 7 -4 (say a b)");
  REQUIRE(acted);
  CHECK(acted->at == InputPosition{20, 3});
  CHECK(acted->entry == Entry::acted);
  CHECK(acted->rest == "7 -4 (say a b)");
  CHECK(reader.read("h 7")->at == InputPosition{20, 3});
  CHECK(reader.read("@20.4 h 7"));
  CHECK_FALSE(reader.read("@20.3 h 7"));
  CHECK_FALSE(reader.read("@19.9 h 7"));
  for (const char* bad : {"", "q 1", "bb", "@21 h 1", "@x.1 h 1", "@-1.0 h 1", "@21.-1 h 1", "@21.0", "@21.0x h 1"})
    CHECK_FALSE(RecordLineReader().read(bad));
}

TEST_CASE("trailing arguments that were not given are not written") {
  ActionList with, without;
  with.add("beam").real(1).skip().skip();
  without.add("beam").real(1);
  std::string one, other;
  append_actions(one, with.all());
  append_actions(other, without.all());
  CHECK(one == other);
  CHECK(one == ".beam =3ff0000000000000");
  // The same for an action without any arguments.
  ActionList bare;
  bare.add("create");
  std::string line;
  append_actions(line, bare.all());
  CHECK(line == ".create");
}

TEST_CASE("actions are read back with every bit of their numbers") {
  ActionList list;
  list.add("drive").real(100).real(-0.0).real(std::numeric_limits<double>::quiet_NaN());
  list.add("say").text("a b%\n").skip().real(1e-310);
  list.rest("hinge 1");
  list.add("create");
  std::string line;
  append_actions(line, list.all());
  CHECK(line.find('\n') == line.npos);
  ActionReader reader;
  REQUIRE(reader.read(line));
  const auto& actions = reader.actions();
  REQUIRE(actions.size() == 4);
  CHECK(actions[0].effector == "drive");
  CHECK(actions[0].arguments.real(0) == 100.0);
  CHECK(std::signbit(actions[0].arguments.real(1)));
  CHECK(std::isnan(actions[0].arguments.real(2)));
  CHECK_FALSE(actions[0].arguments[3].given);
  CHECK(actions[1].arguments[0].text == "a b%\n");
  CHECK_FALSE(actions[1].arguments[1].given);
  CHECK(actions[1].arguments[2].given);
  CHECK(actions[1].arguments.real(2) == 1e-310);
  CHECK(actions[2].effector == "hinge 1");
  CHECK(actions[2].rest);
  CHECK_FALSE(actions[3].rest);
  for (const char* bad : {"", "=0000000000000000", ".a =1", ".a  .b", ".a x", ".a =000000000000000g"})
    CHECK_FALSE(reader.read(bad));
  std::string many = ".a";
  for (std::size_t i = 0; i <= Arguments::kMaxArguments; ++i) many += " -";
  CHECK_FALSE(reader.read(many));
  many.clear();
  for (std::size_t i = 0; i < Act::kMaxActions; ++i) many += i == 0 ? ".a" : " .a";
  CHECK(reader.read(many));
  CHECK_FALSE(reader.read(many + " .a"));
}
