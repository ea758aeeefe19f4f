// SPDX-License-Identifier: Apache-2.0
//
// Steady control periods allocate no memory, from the world's sensation to its orders.
#include <catch2/catch.hpp>

#include "gateways/rtm/server/exchange.h"
#include "tests/gateways/rtm/device/device_bench.h"
#include "tests/support/count_allocations.h"

namespace rtm {
namespace {

void write(spark::PerceptArray& into, double angle) {
  into.clear();
  into.begin("HJ");
  into.field("name", std::string_view("arm"));
  into.field("axis", angle, spark::Unit::degree);
  into.end();
}

}  // namespace

TEST_CASE("a steady period allocates nothing from submit to take") {
  for (const bool lock_step : {false, true}) {
    Bench bench(motor());
    bench.device->switch_on();
    bench.stage.manager().tick();
    Exchange exchange(lock_step, [] {});
    Period period, taken;
    AnswerList given, got;
    double last = 0;
    const auto go = [&](int periods) {
      for (int i = 0; i < periods; ++i) {
        period.step = i;
        period.is_control = true;
        Sensed& sensed = period.add_sensed();
        sensed.robot = 0;
        write(sensed.percepts, i % 90);
        exchange.submit(period);
        exchange.wait(taken);
        bench.device->in_port("position")->put(Value(i % 90));
        bench.stage.advance_time(10ms);
        for (std::size_t at = 0; at < taken.sensed_count; ++at) {
          bench.device->sense(taken.sensed[at].percepts);
          bench.device->act(given.add(taken.sensed[at].robot), taken.step, nullptr);
        }
        exchange.answer(given);
        if (exchange.take(got) && got.all[0].count == 1) last = *got.all[0].orders[0].numbers[0];
      }
    };
    go(20);
    const long before = allocations;
    go(1000);
    CHECK(allocations == before);
    CHECK(last == 2.0 * (999 % 90) + 1.0);
    CHECK(bench.device->out_port("angle")->get().number() == 10.0 - 999 % 90);
  }
}

}  // namespace rtm
