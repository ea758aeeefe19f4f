// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <functional>

#include "tests/spark/sim/simulation_bench.h"

using namespace spark;
using namespace sim_test;

TEST_CASE("commands are carried out between steps, and also while the clock is paused") {
  Bench bench;
  bench.run_control.pause();
  Step seen = -1;
  int naps = 0;
  std::function<void()> look = [&] {
    seen = bench.core.clock.now();
    if (++naps < 3)
      bench.commands.post(look);
    else
      bench.run_control.run();
  };
  bench.commands.post(look);
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(seen == 0);
  CHECK(naps == 3);
}

TEST_CASE("run control: its modes and the transitions between them") {
  using Mode = RunControl::Mode;
  RunControl control;
  CHECK(control.mode() == Mode::starting);
  CHECK_FALSE(control.may_step());
  control.begin();
  CHECK(control.mode() == Mode::running);
  control.pause();
  CHECK(control.mode() == Mode::paused);
  CHECK_FALSE(control.may_step());
  control.step(2);
  control.step(1);
  for (int i = 0; i < 3; ++i) {
    CHECK(control.mode() == Mode::stepping);
    CHECK(control.may_step());
    CHECK_FALSE(control.paused());
    control.stepped();
  }
  CHECK(control.mode() == Mode::paused);
  control.step(5);
  control.toggle();  // pauses while stepping
  CHECK(control.mode() == Mode::paused);
  control.toggle();
  CHECK(control.mode() == Mode::running);
  control.step(1);  // also from running
  control.stepped();
  CHECK(control.mode() == Mode::paused);
  control.step(-7);
  control.step(RunControl::kMaxSteps);
  control.step(RunControl::kMaxSteps);
  for (Step i = 0; i < RunControl::kMaxSteps; ++i) control.stepped();
  CHECK(control.mode() == Mode::paused);
  control.run();
  control.stepped();
  CHECK(control.mode() == Mode::running);
  control.stop();
  CHECK(control.mode() == Mode::stopped);
  CHECK_FALSE(control.may_step());
  CHECK(to_string(Mode::stepping) == "stepping");
}

TEST_CASE("run control: steps that are requested while the agents start are made from the start on") {
  RunControl control;
  control.step(3);
  CHECK(control.mode() == RunControl::Mode::starting);
  control.begin();
  CHECK(control.mode() == RunControl::Mode::stepping);
}

TEST_CASE("run control: the clock stops after the requested number of steps") {
  Bench bench;
  bench.aspect->end = 1000;
  bench.run_control.pause();
  std::vector<Step> stands;
  std::function<void()> look = [&] {
    if (bench.run_control.mode() == RunControl::Mode::paused) {
      stands.push_back(bench.core.clock.now());
      if (stands.size() == 3) return bench.run_control.stop();
      bench.run_control.step(stands.size() == 1 ? 1 : 14);
    }
    bench.commands.post(look);
  };
  bench.commands.post(look);
  CHECK(bench.simulation().run() == Simulation::Outcome::stopped);
  CHECK(stands == std::vector<Step>{0, 1, 15});
}

TEST_CASE("stop ends the run") {
  Bench bench;
  bench.aspect->end = 1'000'000'000;
  bench.commands.post([&] { bench.run_control.stop(); });
  CHECK(bench.simulation().run() == Simulation::Outcome::stopped);
}
