// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "commserver/think/meter_maker.h"
#include "tests/support/files.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

using commserver::MeterMaker;
using commserver::Timer;

namespace {

struct Lines {
  Lines() { keep_lines(log, all, spark::LogLevel::normal); }
  spark::Log log;
  std::vector<std::string> all;
};

}  // namespace

TEST_CASE("an agent's meter is that of its type's timer, or of the one timer for all") {
  Lines lines;
  MeterMaker by_type({}, lines.log);
  CHECK(by_type.make(0, "foo", Timer::parse("fixed 3"))->cost('A') == 3);
  MeterMaker for_all({.timer = Timer::parse("fixed 5")}, lines.log);
  CHECK(for_all.make(0, "foo", Timer::parse("jiffies 1000"))->min_cost() == 5);
  CHECK(lines.all.empty());
}

TEST_CASE("measured thinking is reported once for each agent type") {
  Lines lines;
  MeterMaker meters({}, lines.log);
  const Timer timer = Timer::parse("jiffies 1000");
  for (const int agent : {0, 1}) CHECK(meters.make(agent, "foo", timer)->min_cost() == 0);
  meters.make(2, "bar", timer);
  REQUIRE(lines.all.size() == 2);
  CHECK(lines.all[0].starts_with("agent type 'foo': thinking is measured (timer 'jiffies 1000')"));
  CHECK(lines.all[1].starts_with("agent type 'bar': "));
}

TEST_CASE("a machine that counts no instructions is reported at most once, and CPU time is counted instead") {
  Lines lines;
  MeterMaker meters({}, lines.log);
  for (const int agent : {0, 1}) {
    const auto meter = meters.make(agent, "foo", Timer::parse("perfctr_instr 0.001"));
    meter->process_started(::getpid());
    meter->begin_cycle();
    volatile std::uint64_t work = 0;
    while (meter->cost('A') == 0) work = work + 1;
  }
  CHECK(std::ranges::count_if(lines.all, [](const std::string& line) {
          return line.starts_with("this machine does not count instructions");
        }) <= 1);
}

TEST_CASE("thinking times recorded by one maker are replayed by another, each agent's from its own file") {
  const TemporaryFolder folder;
  Lines lines;
  {
    MeterMaker recording({.record = folder.path()}, lines.log);
    for (const int agent : {0, 1}) {
      const auto meter = recording.make(agent, "foo", Timer::parse(agent == 0 ? "fixed 2" : "fixed 4"));
      meter->begin_cycle();
      meter->cost('A');
      meter->cost('D');
    }
  }
  CHECK(content(folder.path() / "agent1-ttimes.log") == "A4 D4 ");
  MeterMaker replaying({.timer = Timer::parse("jiffies 1000"), .replay = folder.path()}, lines.log);
  for (const int agent : {0, 1}) {
    const auto meter = replaying.make(agent, "foo", Timer());
    meter->begin_cycle();
    CHECK(meter->cost('A') == (agent == 0 ? 2 : 4));
  }
  CHECK(lines.all.empty());
  CHECK_THROWS_AS(replaying.make(2, "foo", Timer()), std::runtime_error);
}
