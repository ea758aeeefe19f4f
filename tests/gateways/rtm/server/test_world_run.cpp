// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/world_run.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "spark/core/log.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;
using Answer = WorldRun::Answer;

/// A world that runs turn by turn while a caller waits, on the caller's thread; `before_turn` is called before each.
class TurningWorld final : public spark::RealClock {
 public:
  explicit TurningWorld(bool is_ready = true) {
    if (is_ready) control.begin();
    log.add_sink(spark::LogLevel::normal, [this](spark::LogLevel, std::string_view line) { lines.emplace_back(line); });
  }

  Time now() const override { return Time(); }
  void wait(Duration, const Block& block) override {
    for (int i = 0; i < turns_of_a_wait; ++i) {
      ++count;
      if (before_turn) before_turn();
      turn();
      if (block(0ns)) return;
    }
  }
  void turn() {
    commands.run_all();
    run.follow();
    if (!control.may_step()) return;
    clock.advance();
    control.stepped();
  }

  int turns_of_a_wait = 20;
  int count = 0;
  std::function<void()> before_turn;
  spark::CommandQueue commands;
  spark::RunControl control;
  spark::Clock clock;
  std::vector<std::string> lines;
  spark::Log log;
  WorldRun run{{commands, control, clock, *this, log}, 1000ms};
};

TEST_CASE("a world is paused, resumed and reports its time") {
  TurningWorld world;
  world.clock.set_step_seconds(0.002);
  CHECK(world.run.pause() == Answer::done);
  CHECK(world.control.is_held());
  for (int i = 0; i < 5; ++i) world.turn();
  CHECK(world.run.time() == 0.0);
  CHECK(world.run.run() == Answer::done);
  for (int i = 0; i < 4; ++i) world.turn();
  CHECK(world.run.time() == Approx(5 * 0.002));
  CHECK(world.run.time_step() == 0.002);
  CHECK(world.lines == std::vector<std::string>{"a caller of the world's service pauses the simulation",
                                                "a caller of the world's service resumes the simulation"});
  for (int i = 0; i < 100; ++i) {
    CHECK(world.run.pause() == Answer::done);
    CHECK(world.run.run() == Answer::done);
  }
  CHECK(world.lines.size() < 10);
}

TEST_CASE("a caller gets its answer when its steps have been made") {
  TurningWorld world;
  world.control.pause();
  CHECK(world.run.step(3) == Answer::done);
  CHECK(world.clock.now() == 3);
  CHECK(world.count == 4);  // three steps, and the turn that finds them made
  CHECK(world.control.paused());
  CHECK(world.run.step(0) == Answer::done);
  CHECK(world.clock.now() == 3);
}

TEST_CASE("a running world is paused after a caller's steps, until it is run again") {
  TurningWorld world;
  for (int i = 0; i < 10; ++i) world.turn();
  CHECK(world.run.step(2) == Answer::done);
  CHECK(world.clock.now() == 12);
  for (int i = 0; i < 5; ++i) world.turn();
  CHECK(world.clock.now() == 12);
  // A monitor that has made steps and leaves does not resume it.
  CHECK_FALSE(world.control.give_back());
  CHECK(world.run.run() == Answer::done);
  CHECK(world.clock.now() == 13);
}

TEST_CASE("steps that are not made in time are dropped") {
  TurningWorld world;
  world.turns_of_a_wait = 2;
  CHECK(world.run.step(100) == Answer::late);
  CHECK(world.clock.now() == 2);
  for (int i = 0; i < 10; ++i) world.turn();
  CHECK(world.clock.now() == 2);
  CHECK(world.control.paused());
  // Requests that have not reached the world in time are not carried out later either.
  world.turns_of_a_wait = 0;
  CHECK(world.run.step(5) == Answer::late);
  CHECK(world.run.run() == Answer::late);
  for (int i = 0; i < 10; ++i) world.turn();
  CHECK(world.clock.now() == 2);
}

TEST_CASE("steps of several callers are made one after the other") {
  TurningWorld world;
  world.control.pause();
  Answer second = Answer::late;
  spark::Step after_second = 0;
  world.before_turn = [&] {
    if (world.count != 2) return;
    second = world.run.step(2);
    after_second = world.clock.now();
  };
  CHECK(world.run.step(3) == Answer::done);
  CHECK(second == Answer::done);
  CHECK(after_second == 5);
  CHECK(world.clock.now() == 5);
}

TEST_CASE("a caller is notified if its steps are interrupted") {
  TurningWorld world;
  const auto at_turn = [&world](int turn, auto what) {
    world.before_turn = [&world, what, turn, first = world.count] {
      if (world.count - first == turn) what();
    };
  };
  SECTION("by a pause") {
    at_turn(3, [&] { world.control.pause(); });
    CHECK(world.run.step(10) == Answer::interrupted);
    CHECK(world.clock.now() == 2);
  }
  SECTION("by another episode") {
    at_turn(3, [&] { world.clock.begin_at(100); });
    CHECK(world.run.step(10) == Answer::interrupted);
  }
  SECTION("not if the world is run meanwhile") {
    at_turn(3, [&] { world.control.run(); });
    CHECK(world.run.step(10) == Answer::done);
    CHECK(world.control.mode() == spark::RunControl::Mode::running);
  }
  SECTION("by the end") {
    at_turn(3, [&] { world.run.end(); });
    CHECK(world.run.step(10) == Answer::ended);
    CHECK(world.run.pause() == Answer::ended);
  }
}

TEST_CASE("before the agents are ready no step is made") {
  TurningWorld world(false);
  world.turns_of_a_wait = 3;
  CHECK(world.run.step(2) == Answer::late);
  world.turn();
  CHECK(world.control.paused());
  world.turns_of_a_wait = 10;
  world.before_turn = [&, first = world.count] {
    if (world.count - first == 4) world.control.begin();
  };
  CHECK(world.run.step(2) == Answer::done);
  CHECK(world.clock.now() == 2);
}

TEST_CASE("too many callers at a time and too many steps are refused") {
  TurningWorld world;
  int busy = 0, depth = 0;
  world.before_turn = [&] {
    if (++depth > 30) return;
    if (world.run.step(1) == Answer::busy) ++busy;
  };
  CHECK(world.run.step(1) == Answer::done);
  CHECK(busy >= 1);
  CHECK(world.run.step(static_cast<std::uint64_t>(spark::RunControl::kMaxSteps) + 1) == Answer::too_many);
  CHECK(world.run.step(~0ULL) == Answer::too_many);
}

TEST_CASE("the steps of callers on several threads are all made") {
  spark::CommandQueue commands;
  spark::RunControl control;
  spark::Clock clock;
  spark::Log log;
  WorldRun run({commands, control, clock, spark::RealClock::system(), log}, 60'000ms);
  control.pause();
  control.begin();
  std::atomic<bool> is_over = false;
  std::thread simulation([&] {
    while (!is_over) {
      commands.run_all();
      run.follow();
      if (control.may_step()) {
        clock.advance();
        control.stepped();
      } else {
        std::this_thread::yield();
      }
    }
    run.end();
  });
  std::vector<std::thread> callers;
  std::atomic<int> done = 0;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      for (int j = 0; j < 25; ++j)
        if (run.step(2) == Answer::done) ++done;
    });
  for (std::thread& caller : callers) caller.join();
  CHECK(done == 100);
  CHECK(clock.now() == 200);
  is_over = true;
  simulation.join();
  CHECK(run.step(1) == Answer::ended);
}

}  // namespace
}  // namespace rtm
