// SPDX-License-Identifier: Apache-2.0
// The cost of thinking: measured, recorded, replayed (protocol 5).
#include <unistd.h>
#include <catch2/catch.hpp>
#include <fstream>

#include "commserver/think/think_times.h"
#include "tests/commserver/think/work.h"
#include "tests/support/files.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

using commserver::FixedMeter;
using commserver::MeasuringMeter;
using commserver::RecordingMeter;
using commserver::ReplayingMeter;
using commserver::WorkCounter;
using spark::Step;

TEST_CASE("measured thinking costs the whole steps counted since the cycle began") {
  Work work{1000};
  MeasuringMeter meter(work.counter_of(), 100.0);
  meter.begin_cycle();
  work.done = 5000;
  CHECK(meter.cost('A') == 0);  // nothing is counted before the process has started
  meter.process_started(1);
  meter.begin_cycle();
  CHECK(meter.cost('A') == 0);
  work.done += 99;
  CHECK(meter.cost('A') == 0);
  work.done += 1;
  CHECK(meter.cost('C') == 1);
  work.done += 250;
  CHECK(meter.cost('D') == 3);
  work.done += 1000;  // between cycles: charged to no cycle
  meter.begin_cycle();
  CHECK(meter.cost('D') == 0);
  CHECK(meter.min_cost() == 0);
  work.done = ~std::uint64_t{0};
  CHECK(meter.cost('D') == Step{1'000'000'000'000});
  work.done = 0;  // a counter that has gone back
  CHECK(meter.cost('D') == 0);
}

TEST_CASE("the CPU time of this process is counted, in ticks of ten milliseconds and in nanoseconds") {
  const auto ticks = commserver::cpu_ticks_of(getpid());
  const auto nanoseconds = commserver::nanoseconds_of(getpid());
  const std::uint64_t tick = ticks->read();
  const std::uint64_t begin = nanoseconds->read();
  while (nanoseconds->read() < begin + 30'000'000) {
  }
  CHECK(ticks->read() >= tick + 2);
  CHECK(ticks->read() <= tick + 60);
  CHECK(commserver::cpu_ticks_of(4194303)->read() == 0);  // no such process
  // Machines differ in this; but if it counts, it counts.
  if (const auto instructions = commserver::instructions_of(getpid())) CHECK(instructions->read() > 0);
}

TEST_CASE("costs are recorded, a line per cycle, and replayed") {
  const TemporaryFolder folder;
  const auto file = commserver::think_times_file(folder.path(), 3);
  CHECK(file.filename() == "agent3-ttimes.log");
  {
    Work work;
    auto measuring = std::make_unique<MeasuringMeter>(work.counter_of(), 1.0);
    spark::Log log;
    RecordingMeter meter(std::move(measuring), file, log);
    meter.process_started(1);
    for (const int cycle : {1, 2}) {
      meter.begin_cycle();
      work.done += static_cast<std::uint64_t>(cycle);
      CHECK(meter.cost('A') == cycle);
      work.done += 5;
      CHECK(meter.cost('D') == cycle + 5);
    }
  }
  CHECK(content(file) == "A1 D6 \nA2 D7 ");
  spark::Log log;
  ReplayingMeter again(file, 0, 3, log);
  for (const int cycle : {1, 2}) {
    again.begin_cycle();
    CHECK(again.cost('A') == cycle);
    CHECK(again.cost('D') == cycle + 5);
  }
}

TEST_CASE("an agent that differs from the record is reported once, and continues at the same cost") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "times";
  const std::string text = GENERATE("A4 C4 D5 \n", "A4 \n\n", "A4 Dx\n", "A4 D-1\n", "A4 D9999999999\nD1");
  CAPTURE(text);
  std::ofstream(file) << text;
  spark::Log log;
  std::vector<std::string> lines;
  keep_lines(log, lines);
  ReplayingMeter meter(file, 0, 3, log);
  for (int cycle = 0; cycle < 3; ++cycle) {
    meter.begin_cycle();
    if (cycle == 0) CHECK(meter.cost('A') == 4);
    CHECK(meter.cost('D') == 4);
  }
  CHECK(lines == std::vector<std::string>{"agent 3 does not behave as in the match whose thinking times are replayed"});
}

TEST_CASE("after the end of a record thinking costs as much as the last time, without a message") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "times";
  const std::string text = GENERATE("A4", "A4 ", "D9 \nA4 ");
  std::ofstream(file) << text;
  spark::Log log;
  int lines = 0;
  log.add_sink(spark::LogLevel::warning, [&](spark::LogLevel, std::string_view) { ++lines; });
  ReplayingMeter meter(file, 0, 3, log);
  if (text.front() == 'D') {
    meter.begin_cycle();
    CHECK(meter.cost('D') == 9);
  }
  for (int cycle = 0; cycle < 3; ++cycle) {
    meter.begin_cycle();
    CHECK(meter.cost('A') == 4);
    CHECK(meter.cost('D') == 4);
  }
  CHECK(lines == 0);
}

TEST_CASE("thinking times that cannot be written are reported in one line, however many they are") {
  const int cycles = GENERATE(1, 10'000);
  spark::Log log;
  std::vector<std::string> lines;
  log.add_sink(spark::LogLevel::normal, [&](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
  {
    RecordingMeter meter(std::make_unique<FixedMeter>(7), "/dev/full", log);
    for (int cycle = 0; cycle < cycles; ++cycle) {
      meter.begin_cycle();
      CHECK(meter.cost('D') == 7);
    }
    CHECK(lines.size() == (cycles == 1 ? 0 : 1));
  }
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].ends_with("cannot write /dev/full: No space left on device; these thinking times end here"));
}

TEST_CASE("missing thinking times are an error, a file that cannot be created for them is reported") {
  spark::Log log;
  std::vector<std::string> lines;
  log.add_sink(spark::LogLevel::normal, [&](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
  CHECK_THROWS_WITH(ReplayingMeter("/nowhere/agent0-ttimes.log", 0, 0, log),
                    "cannot open the recorded thinking times /nowhere/agent0-ttimes.log");
  { RecordingMeter(std::make_unique<FixedMeter>(1), "/nowhere/x", log).cost('A'); }
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].ends_with("cannot write /nowhere/x: No such file or directory; these thinking times end here"));
}
