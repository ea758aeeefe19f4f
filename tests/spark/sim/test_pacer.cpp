// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <chrono>

#include "tests/spark/sim/simulation_bench.h"
#include "tests/support/log_lines.h"

using namespace spark;
using namespace sim_test;

TEST_CASE("the pacer delays steps to keep the pace, and starts again after a long lag") {
  Pacer pacer;
  Pacer::Time now{};
  CHECK(pacer.delay(0, 0.01, std::nullopt, now) == Pacer::Duration::zero());
  CHECK(pacer.delay(0, 0.01, 1.0, now) == std::chrono::milliseconds(10));
  CHECK(pacer.delay(1, 0.01, 1.0, now) == std::chrono::milliseconds(20));
  CHECK(pacer.delay(1, 0.01, 2.0, now) == std::chrono::milliseconds(5));
  now += std::chrono::seconds(3);
  CHECK(pacer.delay(2, 0.01, 2.0, now) == std::chrono::milliseconds(5));
}

TEST_CASE("the pacer catches up with half a second of lag, and starts again after more") {
  using std::chrono::milliseconds;
  Pacer pacer;
  Pacer::Time now{};
  REQUIRE(pacer.delay(0, 0.01, 1.0, now) == milliseconds(10));
  SECTION("a lag of 0.3 s") {
    now += milliseconds(300);
    CHECK(pacer.delay(1, 0.01, 1.0, now) == milliseconds(0));
    CHECK(pacer.delay(28, 0.01, 1.0, now) == milliseconds(0));
    CHECK(pacer.delay(30, 0.01, 1.0, now) == milliseconds(10));
  }
  SECTION("a lag of 0.5 s") {
    now += milliseconds(20 + 500);
    CHECK(pacer.delay(1, 0.01, 1.0, now) == milliseconds(0));
    CHECK(pacer.delay(52, 0.01, 1.0, now) == milliseconds(10));
  }
  SECTION("a lag of more than 0.5 s") {
    now += milliseconds(20 + 501);
    CHECK(pacer.delay(1, 0.01, 1.0, now) == milliseconds(10));
    CHECK(pacer.delay(2, 0.01, 1.0, now) == milliseconds(20));
  }
}

TEST_CASE("input is read while the clock waits for real time, and does not lengthen a step") {
  Bench bench;
  bench.run_control.set_pace(1.0);
  bench.aspect->end = 10;
  std::vector<Step> read_at;
  bench.gateway.meddling = [&](AgentGatewayListener&) {
    if (bench.core.clock.now() == 5 && read_at.empty()) bench.gateway.unread = 6;
    if (bench.gateway.unread == 0) return;
    --bench.gateway.unread;
    read_at.push_back(bench.core.clock.now());
    bench.clock.advance(std::chrono::milliseconds(1));
  };
  const auto begin = bench.clock.now();
  bench.simulation().run();
  CHECK(read_at == std::vector<Step>(6, 5));
  CHECK(bench.clock.now() - begin == std::chrono::milliseconds(100));
  CHECK(bench.simulation().step_times().longest() == std::chrono::milliseconds(1));  // the first read, after the step
}

TEST_CASE("while the game waits for a person the clock keeps real time, and one log line says so") {
  Bench bench;
  bench.options.pace_chosen = false;
  bench.options.monitor_place = "port 4711";
  bench.aspect->wait_until = 10;
  std::vector<std::string> lines;
  keep_lines(bench.core.log, lines, LogLevel::normal);
  const auto begin = bench.clock.now();
  bench.simulation().run();
  CHECK(bench.clock.now() - begin == std::chrono::milliseconds(100));  // afterwards there is no pace
  CHECK(lines == std::vector<std::string>{"waiting for a whistle on port 4711"});
}
