// SPDX-License-Identifier: Apache-2.0
//
// Controller objects of other programs, which are not components: the order of their calls, and their failures.
#include "gateways/rtm/control/controller_object.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/orb_access.h"
#include "tests/gateways/rtm/control/control_bench.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/stepped_clock.h"
#include "tests/support/waiting.h"

namespace rtm {
namespace {

using Calls = std::vector<std::string>;

/// A controller of another program: notes its calls, and calls functions of the test in them.
class WalkerServant final : public POA_OpenHRP::Controller {
 public:
  void setModelName(const char* name) override { note(std::string("setModelName ") + name); }
  void setDynamicsSimulator(OpenHRP::DynamicsSimulator_ptr given) override {
    simulation = OpenHRP::DynamicsSimulator::_duplicate(given);
    note("setDynamicsSimulator");
  }
  void setViewSimulator(OpenHRP::ViewSimulator_ptr) override { note("setViewSimulator"); }
  void setTimeStep(CORBA::Double seconds) override { note("setTimeStep " + std::to_string(seconds)); }
  void initialize() override { note("initialize"); }
  void start() override { note("start"); }
  void input() override { note("input"); }
  void control() override { note("control"); }
  void output() override { note("output"); }
  void stop() override { note("stop"); }
  void destroy() override { note("destroy"); }
  void shutdown() override { note("shutdown"); }

  Calls take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(calls_, {});
  }

  OpenHRP::DynamicsSimulator_var simulation;
  std::map<std::string, std::function<void()>> when;  ///< by the operation

 private:
  void note(const std::string& call) {
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back(call);
    }
    if (const auto found = when.find(call.substr(0, call.find(' '))); found != when.end()) found->second();
  }

  std::mutex mutex_;
  Calls calls_;
};

const Calls kPreparation{"setModelName arm", "setDynamicsSimulator", "setTimeStep 0.002000", "initialize"};
const Calls kPeriod{"input", "control", "output"};

Calls operator+(Calls one, const Calls& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// The part of a robot "arm" that calls the controller "Walker".
struct WalkerBench {
  WalkerBench() : walker(serve("walker")) {
    part.look([this] { ++changes; });
    REQUIRE(wait_until([this] { return part.missing().empty() && changes > 0; }));
  }

  ~WalkerBench() {
    part.stop();
    for (const char* key : {"walker", "another"}) vanish(key);
  }

  /// A controller with that key, published as "Walker" from now on.
  WalkerServant* serve(const std::string& key) {
    auto* const servant = new WalkerServant;
    const PortableServer::ServantBase_var counted = servant;
    const CORBA::Object_var object = stage.orb->access().add(counted.in(), key);
    names_of_stage->bind(root_path("Walker", ""), object.in());
    return servant;
  }
  void vanish(const std::string& key) { stage.orb->access().remove(key); }

  void start() {
    part.start({.robot = "arm", .step_seconds = 0.001, .period_steps = 2});
    part.meet({map, effectors, BenchPercepts().array()});
  }
  /// Runs one control period; returns its orders.
  std::vector<Order> period(const BenchPercepts& seen = {}) {
    const spark::PerceptArray percepts = seen.array();
    answer.count = 0;
    CHECK(part.input({step, percepts}));
    CHECK(part.control());
    CHECK(part.output(answer));
    step += 2;
    return {answer.orders.begin(), answer.orders.begin() + static_cast<std::ptrdiff_t>(answer.count)};
  }
  /// Runs periods until the controller is called again, with searches for it due.
  void periods_until_it_is_back(WalkerServant& who) {
    CHECK(wait_until([&] {
      clock.step();
      period();
      return !who.take().empty();
    }));
  }
  ControlTally tally() const { return part.tallies().at(0); }

  Stage stage;
  SteppedClock clock;
  std::unique_ptr<Names> names_of_stage =
      names(*stage.orb, {.name_server = "none", .reference_folder = stage.folder / "ior"}, clock);
  WalkerServant* walker;
  const RobotMap map = bench_map();
  const std::vector<EffectorForm> effectors = bench_effectors();
  RobotSnapshots robots{0.001};
  std::atomic<int> changes{0};
  ControllerObject part{ControllerObject::Settings{.name = "Walker", .watchdog = 100ms, .initialize_limit = 2s},
                        *stage.orb, names_of_stage.get(), robots, clock};
  spark::Step step = 0;
  Answer answer;
};

/// Sets the torque of J1 to its angle, in each control().
void drive_by_angle(WalkerServant& walker) {
  walker.when["control"] = [&walker] {
    OpenHRP::DblSequence_var angle;
    walker.simulation->getCharacterLinkData("arm", "J1", OpenHRP::DynamicsSimulator::JOINT_VALUE, angle.out());
    walker.simulation->setCharacterLinkData("arm", "J1", OpenHRP::DynamicsSimulator::JOINT_TORQUE, angle.in());
  };
}

}  // namespace

TEST_CASE("a controller object is called in the published order") {
  WalkerBench bench;
  CHECK(bench.changes == 1);
  bench.start();
  CHECK(bench.walker->take() == kPreparation);
  bench.period();
  CHECK(bench.walker->take() == Calls{"start"} + kPeriod);
  for (int i = 1; i != 1000; ++i) {
    bench.period();
    REQUIRE(bench.walker->take() == kPeriod);
  }
  bench.part.stop();
  bench.part.stop();
  CHECK(bench.walker->take() == Calls{"stop"});
  CHECK(bench.tally().controller == "Walker");
  CHECK(bench.tally().periods == 1000);
  CHECK(bench.tally().ticks == 1000);
  CHECK(bench.tally().failures == 0);
}

TEST_CASE("a controller object reads angles and sets torques of its robot") {
  WalkerBench bench;
  drive_by_angle(*bench.walker);
  bench.start();
  for (const double degrees : {90.0, -45.0}) {
    const std::vector<Order> orders = bench.period({.angle = degrees});
    REQUIRE(orders.size() == 1);
    CHECK(orders[0].effector == kJ1Torque);
    CHECK(orders[0].numbers[0] == Approx(degrees * kPi / 180));
  }
  CHECK(bench.tally().refusals == 0);
}

TEST_CASE("a controller object needs to implement only input, control and output") {
  WalkerBench bench;
  int missing = 0;
  const auto is_missing = [&missing] {
    ++missing;
    throw CORBA::BAD_OPERATION(0, CORBA::COMPLETED_NO);
  };
  for (const char* operation : {"setModelName", "setDynamicsSimulator", "setTimeStep", "initialize", "start", "stop"})
    bench.walker->when[operation] = is_missing;
  bench.start();
  bench.walker->take();
  bench.period();
  CHECK(bench.walker->take() == Calls{"start"} + kPeriod);
  bench.period();
  CHECK(bench.walker->take() == kPeriod);
  bench.part.stop();
  CHECK(missing == 6);
  CHECK(bench.tally().ticks == 2);
  CHECK(bench.tally().failures == 0);
}

TEST_CASE("a controller object that cannot be initialized ends the start with its message") {
  WalkerBench bench;
  SECTION("an exception with one line") {
    bench.walker->when["initialize"] = [] {
      throw OpenHRP::Controller::ControllerException("another controller has the robot\n");
    };
    CHECK_THROWS_WITH(bench.start(), "controller Walker cannot be initialized: another controller has the robot?");
  }
  SECTION("an exception with a very long text") {
    bench.walker->when["initialize"] = [] {
      throw OpenHRP::Controller::ControllerException(std::string(100'000, 'x').c_str());
    };
    try {
      bench.start();
      FAIL("it was initialized");
    } catch (const std::runtime_error& error) {
      CHECK(std::string(error.what()).size() < 400);
    }
  }
  SECTION("no answer in time") {
    bench.walker->when["initialize"] = [] { throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE); };
    CHECK_THROWS_WITH(bench.start(), "controller Walker cannot be initialized: no answer in time");
  }
}

TEST_CASE("a controller object that raises loses that period only") {
  WalkerBench bench;
  drive_by_angle(*bench.walker);
  bench.start();
  bench.period();
  bench.walker->take();
  bench.walker->when["input"] = [] { throw CORBA::NO_RESOURCES(0, CORBA::COMPLETED_NO); };
  CHECK(bench.period().empty());
  CHECK(bench.walker->take() == Calls{"input"});
  bench.walker->when.erase("input");
  // Orders that it set before it raised count.
  bench.walker->when["output"] = [] { throw CORBA::UNKNOWN(0, CORBA::COMPLETED_MAYBE); };
  CHECK(bench.period().size() == 1);
  bench.walker->when.erase("output");
  bench.walker->take();
  CHECK(bench.period().size() == 1);
  CHECK(bench.walker->take() == kPeriod);
  CHECK(bench.tally().ticks == 2);
  CHECK(bench.tally().failures == 2);
  CHECK(bench.stage.said("controller Walker of robot arm: a control period fails: CORBA::NO_RESOURCES"));
}

TEST_CASE("a controller object that is gone is skipped, and a successor with its name is started") {
  WalkerBench bench;
  drive_by_angle(*bench.walker);
  bench.start();
  for (int i = 0; i != 3; ++i) CHECK(bench.period().size() == 1);
  bench.vanish("walker");
  CHECK(bench.period().empty());
  CHECK(bench.stage.said("rtm: controller Walker of robot arm: it no longer exists; it is skipped"));
  // The motor stops 100 ms after the last torque, and the world continues.
  int silent = 1;
  std::vector<Order> orders;
  for (; orders.empty() && silent < 1000; ++silent) orders = bench.period();
  CHECK(silent == 51);
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].kind == Order::Kind::rest);
  CHECK(bench.tally().failures == 1);

  WalkerServant* const another = bench.serve("another");
  drive_by_angle(*another);
  Calls calls;
  CHECK(wait_until([&] {
    bench.clock.step();
    orders = bench.period();
    calls = calls + another->take();
    return !orders.empty();
  }));
  calls.resize(8);
  CHECK(calls == kPreparation + Calls{"start"} + kPeriod);
  CHECK(bench.stage.said("rtm: controller Walker of robot arm was found again, and has started"));
  CHECK(bench.tally().failures == 1);
}

TEST_CASE("a controller object that answers again after a timeout continues without a new start") {
  WalkerBench bench;
  bench.start();
  bench.period();
  bench.walker->when["control"] = [] { throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE); };
  bench.period();
  CHECK(bench.stage.said("rtm: controller Walker of robot arm: no answer in time; it is skipped"));
  bench.walker->when.clear();
  bench.walker->take();
  bench.periods_until_it_is_back(*bench.walker);
  CHECK(bench.stage.said("rtm: controller Walker of robot arm answers again"));
  bench.period();
  // No preparation and no start: the object still exists.
  CHECK(bench.walker->take() == kPeriod);
}

TEST_CASE("a controller object that keeps hanging is tried again at growing intervals") {
  WalkerBench bench;
  bench.start();
  bench.period();
  int hung = 0;
  bench.walker->when["input"] = [&hung] {
    ++hung;
    throw CORBA::TIMEOUT(0, CORBA::COMPLETED_MAYBE);
  };
  bench.period();
  // Tries in seconds: after pauses of 1, 2, 4, 8, 8 …
  std::vector<int> looks;
  for (int look = 1; looks.size() < 6 && look < 100; ++look) {
    const int before = hung;
    bench.clock.step_and_wait();
    bench.period();
    if (hung != before) looks.push_back(look);
  }
  CHECK(looks == std::vector<int>{1, 3, 7, 15, 23, 31});
}

TEST_CASE("a controller object that cannot be started again is tried until it can") {
  WalkerBench bench;
  bench.start();
  bench.period();
  bench.vanish("walker");
  bench.period();
  WalkerServant* const another = bench.serve("another");
  std::atomic<int> tries = 0;
  another->when["initialize"] = [&tries] {
    if (++tries < 3) throw OpenHRP::Controller::ControllerException("not yet");
  };
  bench.periods_until_it_is_back(*another);
  CHECK(wait_until([&] {
    bench.clock.step();
    bench.period();
    return tries == 3;
  }));
  CHECK(bench.stage.said("controller Walker: was found again, but cannot be started: not yet"));
}

TEST_CASE("with a new episode a controller object is stopped and started again") {
  WalkerBench bench;
  drive_by_angle(*bench.walker);
  bench.start();
  for (int i = 0; i != 3; ++i) bench.period();
  bench.walker->take();
  bench.part.restart();
  CHECK(bench.walker->take() == Calls{"stop"} + kPreparation);
  CHECK(bench.period({.angle = 10}).size() == 1);
  CHECK(bench.walker->take() == Calls{"start"} + kPeriod);
}

TEST_CASE("a controller object is searched for until it is found") {
  Stage stage;
  SteppedClock clock;
  const auto folder = names(*stage.orb, {.name_server = "none", .reference_folder = stage.folder / "ior"}, clock);
  const RobotSnapshots robots(0.001);
  ControllerObject part({.name = "Late"}, *stage.orb, folder.get(), robots, clock);
  CHECK(part.label() == "controller Late");
  std::atomic<int> changes{0};
  part.look([&] { ++changes; });
  CHECK(part.missing() == std::vector<std::string>{"Late"});
  // A dead reference with that name does not count.
  const CORBA::Object_var dead = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  folder->bind(root_path("Late", ""), dead.in());
  clock.step_and_wait();
  CHECK(part.missing() == std::vector<std::string>{"Late"});
  const PortableServer::ServantBase_var servant = new WalkerServant;
  const CORBA::Object_var object = stage.orb->access().add(servant.in(), "late");
  folder->bind(root_path("Late", ""), object.in());
  CHECK(wait_until([&] {
    clock.step();
    return part.missing().empty();
  }));
  CHECK(wait_until([&] { return changes == 1; }));
  part.stop();
}

TEST_CASE("a controller object cannot be found without a name server") {
  Stage stage;
  const RobotSnapshots robots(0.001);
  ControllerObject part({.name = "Walker"}, *stage.orb, nullptr, robots, spark::RealClock::system());
  CHECK_THROWS_WITH(part.look([] {}),
                    "controller Walker: there is no name server to find it; --Rtm.NameServer is none");
}

}  // namespace rtm
