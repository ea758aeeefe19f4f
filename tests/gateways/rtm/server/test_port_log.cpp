// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

#include "gateways/rtm/server/port_log.h"
#include "spark/core/log.h"
#include "tests/support/temporary_folder.h"

namespace rtm {

TEST_CASE("a line for each value, with the fewest digits that give it back") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "";
  spark::Log log;
  {
    PortLog ports(path, log);
    ports.write(7, "Motor0", "position", Value(Value::Content(0.1F)));
    ports.write(8, "Motor0", "position", Value(Value::Content(0.1)));
    ports.write(9, "Hand0", "hold", Value(Value::Content(true)));
    ports.write(9, "Panel0", "all", Value(Value::Doubles{1, -2.5, 1e300}));
    ports.write(9, "Panel0", "none", Value(Value::Floats{}));
    ports.write(10, "Panel0", "words", Value(Value::Content(std::string("two words"))));
  }
  std::ifstream file(path / "ports.log");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(text ==
        "7,Motor0,position,0.1\n8,Motor0,position,0.1\n9,Hand0,hold,true\n9,Panel0,all,1,-2.5,1e+300\n"
        "9,Panel0,none\n10,Panel0,words,two words\n");
}

TEST_CASE("a text cannot make a line of its own") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "";
  spark::Log log;
  {
    PortLog ports(path, log);
    ports.write(1, "Panel0", "words", Value(Value::Content(std::string("a\n2,Motor0,position,90"))));
  }
  std::ifstream file(path / "ports.log");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
}

TEST_CASE("a folder that is none is said") {
  spark::Log log;
  CHECK_THROWS_AS(PortLog("/nowhere/at/all", log), std::runtime_error);
}

}  // namespace rtm
