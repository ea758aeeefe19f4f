// SPDX-License-Identifier: Apache-2.0
//
// The body's side of a robot: the episodes of its sensations.
#include <catch2/catch.hpp>
#include <memory>

#include "gateways/rtm/server/robot.h"
#include "spark/core/log.h"
#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

struct EpisodeBench {
  EpisodeBench(std::unique_ptr<spark::AnswerTimes> times, spark::Clock& its_clock)
      : clock(its_clock),
        robot(0, RobotOffer{.name = "arm", .acts = {}, .is_bench = true, .timing = {1, 0, 1}}, std::move(times),
              real_clock, log) {}

  void sense() {
    robot.begin_sensation(clock.now(), clock.now(), clock.begin());
    robot.end_sensation(clock.now() + 1);
  }
  spark::Step delivered_begin() {
    Period period;
    robot.deliver(period, listener, clock);
    REQUIRE(period.sensed_count == 1);
    return period.sensed[0].begin;
  }

  void answer(spark::Step step) {
    Answer answer;
    answer.step = step;
    robot.act(answer, listener, clock.begin());
  }

  spark::Clock& clock;
  spark::Log log;
  HeldClock real_clock;
  spark::NullListener listener;
  Robot robot;
};

}  // namespace

TEST_CASE("a sensation that is handed over after a reset belongs to the episode in which it was perceived") {
  for (const bool lock_step : {true, false}) {
    CAPTURE(lock_step);
    spark::Clock clock;
    std::unique_ptr<spark::AnswerTimes> times;
    if (lock_step)
      times = std::make_unique<spark::WaitedTimes>(clock, std::chrono::seconds(1));
    else
      times = std::make_unique<spark::PresentTimes>(clock);
    EpisodeBench bench(std::move(times), clock);
    clock.advance();
    bench.sense();
    clock.begin_at(10);
    CHECK(bench.delivered_begin() == 0);
    clock.advance();
    bench.sense();
    CHECK(bench.delivered_begin() == 10);
    // Both are answered, so the world waits for neither.
    bench.answer(1);
    bench.answer(11);
    CHECK(bench.robot.report().acts == 2);
    CHECK(bench.robot.earliest_act() >= 12);
  }
}

}  // namespace rtm
