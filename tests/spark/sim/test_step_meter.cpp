// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <chrono>

#include "spark/sim/step_meter.h"

using spark::StepMeter;
using namespace std::chrono_literals;

TEST_CASE("a step counts without the time for which it waits, and without what was before the first") {
  StepMeter meter;
  StepMeter::Time now{5h};
  meter.waits(now);  // for agents to come
  meter.goes_on(now += 2s);
  meter.begin(now += 1s);
  CHECK(meter.steps().count() == 0);
  meter.stepped(now += 3ms);
  CHECK(meter.steps().longest() == 3ms);
  meter.waits(now += 1ms);
  meter.goes_on(now += 10s);
  meter.waits(now += 2ms);
  meter.goes_on(now += 10s);
  meter.stepped(now += 4ms);
  CHECK(meter.steps().count() == 2);
  CHECK(meter.steps().longest() == 7ms);
  // Done in time that was left anyway.
  meter.goes_on(now += 50ms);
  meter.goes_on(now += 60ms);
  meter.stepped(now += 1ms);
  CHECK(meter.steps().longest() == 7ms);
  // The next one begins anew.
  meter.stepped(now += 1ms);
  CHECK(meter.steps().longest() == 7ms);
  CHECK(meter.steps().quantile(0.3) < 2ms);
}
