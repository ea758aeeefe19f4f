// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <thread>

#include "gateways/rtm/component/port_log.h"
#include "spark/core/log.h"
#include "tests/support/temporary_folder.h"

namespace rtm {

TEST_CASE("a port log has a line for each value, with the fewest digits that restore it") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "ports.log";
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
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(text ==
        "7,Motor0,position,0.1\n8,Motor0,position,0.1\n9,Hand0,hold,true\n9,Panel0,all,1,-2.5,1e+300\n"
        "9,Panel0,none\n10,Panel0,words,two words\n");
}

TEST_CASE("lines that were buffered on a thread are written when they are handed to the log") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "ports.log";
  spark::Log log;
  PortLog::Lines lines;
  {
    PortLog ports(path, log);
    std::thread other([&] {
      const PortLog::Buffering buffering(lines);
      ports.write(1, "Arm1", "angle", Value(1.5));
      ports.write(std::chrono::nanoseconds(2'500'000'000), "Arm1", "words", Value(Value::Content(std::string("a\nb"))));
    });
    other.join();
    ports.write(1, "Arm0", "angle", Value(0.5));
    ports.write(lines);
    CHECK(lines.empty());
    ports.write(lines);
  }
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(text == "1,Arm0,angle,0.5\n1,Arm1,angle,1.5\n2.500000000,Arm1,words,a?b\n");
}

TEST_CASE("a text cannot make a line of its own") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "ports.log";
  spark::Log log;
  {
    PortLog ports(path, log);
    ports.write(1, "Panel0", "words", Value(Value::Content(std::string("a\n2,Motor0,position,90"))));
  }
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
}

TEST_CASE("outside of the server lines have the times of the values") {
  using namespace std::chrono_literals;
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "ports.log";
  spark::Log log;
  {
    PortLog ports(path, log);
    ports.write(1s + 5ns, "Logic0", "out", Value(Value::Content(2.5F)));
    ports.write(-250ms, "Logic0", "out", Value(Value::Content(2.5F)));
  }
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(text == "1.000000005,Logic0,out,2.5\n-0.250000000,Logic0,out,2.5\n");
}

TEST_CASE("a port log that cannot be created is reported") {
  spark::Log log;
  CHECK_THROWS_WITH(PortLog("/nowhere/at/all", log), "/nowhere/at/all: No such file or directory");
}

}  // namespace rtm
