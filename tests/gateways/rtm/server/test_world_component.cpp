// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/world_component.h"

#include <omniORB4/CORBA.h>

#include <catch2/catch.hpp>
#include <thread>

#include <Simulation.hh>
#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/orb_access.h"
#include "spark/core/log.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "tests/support/waiting.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// A world that runs on a thread of its own, and its component.
class ServedWorld {
 public:
  explicit ServedWorld(std::chrono::milliseconds timeout = kTimeout)
      : run(std::make_shared<WorldRun>(WorldRun::Parts{commands, control, clock, spark::RealClock::system(), log},
                                       timeout)),
        component(make_world_component(run)) {
    clock.set_step_seconds(0.02);
    control.pause();
    control.begin();
  }
  ~ServedWorld() { stop(); }

  void start() {
    thread_ = std::thread([this] {
      while (!is_over_) {
        commands.run_all();
        run->follow();
        if (!control.may_step()) {
          std::this_thread::yield();
          continue;
        }
        clock.advance();
        control.stepped();
      }
    });
  }
  void stop() {
    is_over_ = true;
    if (thread_.joinable()) thread_.join();
  }

  const ServicePort::Interface& interface() const { return component->service_ports().at(0)->interfaces().at(0); }
  rcss::Simulation_ptr simulation() {
    const CORBA::Object_var object = orb.access().orb->string_to_object(interface().provide().c_str());
    return rcss::Simulation::_narrow(object.in());
  }

  spark::Log log;
  Orb orb{{}, log};
  spark::CommandQueue commands;
  spark::RunControl control;
  spark::Clock clock;
  std::shared_ptr<WorldRun> run;
  std::shared_ptr<Component> component;

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

TEST_CASE("the world is a component with a service port") {
  ServedWorld world;
  CHECK(world.component->type() == "World");
  CHECK(world.component->in_ports().empty());
  CHECK(world.component->out_ports().empty());
  REQUIRE(world.component->service_ports().size() == 1);
  CHECK(world.component->service_ports()[0]->name() == "simulation");
  CHECK(world.interface().instance == "simulation");
  CHECK(world.interface().type == "rcss::Simulation");
  CHECK(world.interface().is_provided());
}

TEST_CASE("a world is stepped by its service") {
  ServedWorld world;
  world.start();
  const rcss::Simulation_var simulation = world.simulation();
  CHECK(simulation->time_step() == 0.02);
  CHECK(simulation->time() == 0.0);
  simulation->step(5);
  CHECK(simulation->time() == Approx(0.1));
  CHECK(world.clock.now() == 5);
  simulation->run();
  CHECK(wait_until([&] { return world.clock.now() > 100; }));
  simulation->pause();
  const double time = simulation->time();
  simulation->step(1);
  CHECK(simulation->time() == Approx(time + 0.02));
  CHECK_THROWS_AS(simulation->step(1'000'001), CORBA::BAD_PARAM);
  world.run->end();
  CHECK_THROWS_AS(simulation->step(1), CORBA::OBJECT_NOT_EXIST);
}

TEST_CASE("calls to a world that does not answer are timed out and dropped") {
  ServedWorld world(std::chrono::milliseconds(20));
  const rcss::Simulation_var simulation = world.simulation();
  CHECK_THROWS_AS(simulation->step(1), CORBA::TIMEOUT);
  CHECK_THROWS_AS(simulation->pause(), CORBA::TIMEOUT);
  world.start();
  CHECK(wait_until([&] {
    try {
      return simulation->pause(), true;
    } catch (const CORBA::TIMEOUT&) {
      return false;
    }
  }));
  CHECK(world.clock.now() == 0);
}

TEST_CASE("a Stepper steps the world that it is connected to") {
  ServedWorld world;
  world.start();
  Manager manager({.log = world.log, .real_clock = spark::RealClock::system(), .time = [] { return 0ns; }},
                  {COMPONENT_FOLDER}, nullptr);
  manager.load("Stepper");
  const auto stepper = manager.create("Stepper", {{"steps", "3"}});
  REQUIRE(stepper->switch_on());
  const auto time = stepper->out_port("time");
  REQUIRE(time);
  const auto& wanted = stepper->service_ports().at(0)->interfaces().at(0);
  CHECK(wanted.type == world.interface().type);
  CHECK_FALSE(wanted.is_provided());
  CHECK_FALSE(wanted.require("no reference"));
  CHECK(world.clock.now() == 0);
  REQUIRE(wanted.require(world.interface().provide()));
  CHECK(wait_until([&] { return time->get().number() >= 0.06; }));
  REQUIRE(wanted.require(""));
  REQUIRE(stepper->switch_off());
  CHECK(world.clock.now() % 3 == 0);
  CHECK(time->get().number() == Approx(0.02 * static_cast<double>(world.clock.now())));
}

TEST_CASE("a Stepper whose world ends is at fault") {
  ServedWorld world;
  world.start();
  Manager manager({.log = world.log, .real_clock = spark::RealClock::system(), .time = [] { return 0ns; }},
                  {COMPONENT_FOLDER}, nullptr);
  manager.load("Stepper");
  const auto stepper = manager.create("Stepper");
  REQUIRE(stepper->service_ports().at(0)->interfaces().at(0).require(world.interface().provide()));
  world.run->end();
  REQUIRE(stepper->switch_on());
  CHECK(wait_until([&] { return stepper->state() == State::fault; }));
  CHECK_THAT(stepper->status().fault,
             Catch::Matchers::Contains("the world cannot be stepped: CORBA::OBJECT_NOT_EXIST"));
}

}  // namespace
}  // namespace rtm
