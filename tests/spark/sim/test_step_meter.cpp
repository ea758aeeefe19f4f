// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <chrono>
#include <utility>

#include "spark/sim/step_meter.h"

#include "tests/spark/sim/simulation_bench.h"

using sim_test::Bench;
using sim_test::only;
using spark::StepMeter;
using namespace std::chrono_literals;

TEST_CASE("a step's time excludes the time it waits, and the time before the first step") {
  StepMeter meter;
  StepMeter::Time now{5h};
  meter.waits(now);  // for agents to arrive
  meter.resumes(now += 2s);
  meter.begin(now += 1s);
  CHECK(meter.steps().count() == 0);
  meter.stepped(now += 3ms);
  CHECK(meter.steps().longest() == 3ms);
  meter.waits(now += 1ms);
  meter.resumes(now += 10s);
  meter.waits(now += 2ms);
  meter.resumes(now += 10s);
  meter.stepped(now += 4ms);
  CHECK(meter.steps().count() == 2);
  CHECK(meter.steps().longest() == 7ms);
  // Work in time that would have passed idle.
  meter.resumes(now += 50ms);
  meter.resumes(now += 60ms);
  meter.stepped(now += 1ms);
  CHECK(meter.steps().longest() == 7ms);
  // The next step begins anew.
  meter.stepped(now += 1ms);
  CHECK(meter.steps().longest() == 7ms);
  CHECK(meter.steps().quantile(0.3) < 2ms);
}

TEST_CASE("a step's time includes frame listeners, but not reading while the match waits for an agent") {
  Bench bench;
  bench.aspect->end = 60;
  bench.simulation().start_agent("a");
  struct Work final : spark::FrameListener {
    explicit Work(ManualClock& real) : clock(real) {}
    void frame(spark::Step step) override {
      if (step == 30) clock.advance(3ms);
    }
    ManualClock& clock;
  } work(bench.clock);
  bench.simulation().add_frame_listener(work);
  // The match waits for the agent's first answer; meanwhile the server reads fifty times, which takes 2 ms each time.
  int reads = 0;
  spark::Step asked_in = -1;
  bench.gateway.hanging = {0};
  bench.gateway.meddling = [&](spark::AgentGatewayListener&) {
    const spark::Step before = std::exchange(asked_in, bench.core.clock.now());
    if (before != asked_in || only(bench.notes, "sense").empty()) return;
    bench.clock.advance(2ms);
    if (++reads == 50) bench.gateway.hanging.clear();
  };
  bench.simulation().run();
  CHECK(reads == 50);
  CHECK(bench.simulation().step_times().longest() == 3ms);
}
