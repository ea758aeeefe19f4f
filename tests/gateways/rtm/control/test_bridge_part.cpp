// SPDX-License-Identifier: Apache-2.0
//
// A bridge with controllers of this process: when they are ticked, and which values they find.
#include <catch2/catch.hpp>
#include <map>

#include "gateways/rtm/component/port_log.h"
#include "gateways/rtm/component/synch_trigger_context.h"
#include "gateways/rtm/control/bridge_part.h"
#include "gateways/rtm/corba/orb.h"
#include "tests/gateways/rtm/control/control_bench.h"
#include "tests/gateways/rtm/control/follower.h"
#include "tests/support/temporary_folder.h"

namespace rtm {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kPorts = "out-port = angle:J1:JOINT_VALUE\nin-port = torque:J1:JOINT_TORQUE\n";
std::string wires_to(const std::string& controller) {
  return "connection = angle:" + controller + ":angle\nconnection = torque:" + controller + ":torque\n";
}

/// A robot whose control is one bridge, and the thread that calls it.
struct PartBench {
  explicit PartBench(std::string_view file, const std::string& instance = {}, bool is_driven = true)
      : stage(is_driven), file_text(file), instance_name(instance) {
    orb = std::make_unique<Orb>(OrbSettings{.listens = false}, log);
    tools.emplace(ControlTools{.manager = stage.manager(), .orb = *orb});
    tools->find_component = [this](const std::string& name) {
      return components.contains(name) ? components.at(name) : nullptr;
    };
    tools->adopt = [this](const std::shared_ptr<Component>& component) { stage.manager().adopt(component); };
    tools->load = [this](const std::string& module) {
      const std::string type = module.substr(module.rfind('/') + 1);
      if (type == "Missing") throw std::runtime_error("component module Missing: there is no Missing.so");
      return add(type);
    };
    tools->tick_timeout = 20ms;
  }

  std::shared_ptr<Follower> add(const std::string& type, const std::string& context = {}) {
    const auto follower = std::make_shared<Follower>(story, type);
    stage.context_.type = context;
    stage.manager().adopt(follower);
    components[follower->name()] = follower;
    return follower;
  }
  BridgePart& part() {
    if (!made)
      made = std::make_unique<BridgePart>(read_bridge_file(file_text, "b.conf"),
                                          BridgePart::Settings{"arm.rb:3", instance_name, ControlBench::standard()},
                                          *tools);
    return *made;
  }
  void begin() {
    part().look([] {});
    REQUIRE(part().missing().empty());
    part().start({"arm", 0.001, 2});
    part().meet({map, effectors, BenchPercepts().array()});
  }
  /// One control period; the torque that is ordered, if any.
  std::optional<double> period(double angle) {
    BenchPercepts seen;
    seen.angle = angle;
    const spark::PerceptArray percepts = seen.array();
    Answer answer;
    part().input({step, percepts});
    part().control();
    part().output(answer);
    step += 2;
    stage.advance_time(2ms);
    for (std::size_t i = 0; i < answer.count; ++i)
      if (answer.orders[i].effector == kJ1Torque) return answer.orders[i].numbers[0];
    return std::nullopt;
  }
  std::string refusal() {
    try {
      begin();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  }

  ComponentStage stage;
  spark::Log log;
  std::unique_ptr<Orb> orb;
  std::optional<ControlTools> tools;
  std::map<std::string, std::shared_ptr<Component>> components;
  Story story;
  const std::string file_text, instance_name;
  const RobotMap map = bench_map();
  const std::vector<EffectorForm> effectors = bench_effectors();
  spark::Step step = 100;
  std::unique_ptr<BridgePart> made;
};

}  // namespace

TEST_CASE("a controller finds the first angle when it is activated, and its torque acts in the same period") {
  PartBench bench(kPorts + wires_to("Follower0"));
  bench.add("Follower");
  bench.begin();
  CHECK(bench.story.take().empty());  // the controller is activated by the first tick
  CHECK(*bench.period(180) == Approx(-kPi));
  CHECK(bench.story.take() == Lines{"Follower0 activated 3.142", "Follower0 execute 3.142"});
  CHECK(*bench.period(90) == Approx(-kPi / 2));
  CHECK(bench.story.take() == Lines{"Follower0 execute 1.571"});
  // The manager's tick does not reach it.
  bench.stage.manager().tick();
  CHECK(bench.story.take().empty());
  bench.part().stop();
  CHECK(bench.story.take() == Lines{"Follower0 deactivated 1.571"});
}

TEST_CASE("controllers are ticked in the order in which the file mentions them, at their rates") {
  const std::string rates = "periodic-rate = B0:0.5\nperiodic-rate = A0:1\nperiodic-rate = C0:0.3\n";
  PartBench bench(kPorts +
                  std::string("connection = angle:B0:angle\nconnection = torque:A0:torque\n"
                              "connection = angle:C0:angle\nconnection = angle:A0:angle\n") +
                  rates);
  for (const char* type : {"A", "B", "C"}) bench.add(type);
  bench.begin();
  TickRate half(0.5), third(0.3);
  int ticks = 0;
  for (int i = 0; i < 1000; ++i) {
    Lines expected;
    const bool is_first = i == 0;
    const auto expect = [&](const std::string& name) {
      if (is_first) expected.push_back(name + " activated 0.000");
      expected.push_back(name + " execute 0.000");
    };
    if (half.is_due()) expect("B0"), ++ticks;
    expect("A0"), ++ticks;
    if (third.is_due()) expect("C0"), ++ticks;
    bench.period(0);
    REQUIRE(bench.story.take() == expected);
  }
  CHECK(ticks == 1000 + 500 + 300);
  const auto tallies = bench.part().tallies();
  REQUIRE(tallies.size() == 3);
  const auto check = [](const ControlTally& tally, const std::string& name, std::uint64_t its_ticks) {
    CHECK(tally.controller == name);
    CHECK(tally.periods == 1000);
    CHECK(tally.ticks == its_ticks);
    CHECK(tally.misses + tally.failures + tally.refusals == 0);
  };
  check(tallies[0], "B0", 500);
  check(tallies[1], "A0", 1000);
  check(tallies[2], "C0", 300);
}

TEST_CASE("if a file has rates, a controller without one is never ticked") {
  PartBench bench(kPorts + wires_to("A0") + "connection = angle:B0:angle\nperiodic-rate = A0:1\n");
  bench.add("A");
  bench.add("B");
  bench.begin();
  bench.period(0);
  CHECK(bench.story.take() == Lines{"A0 activated 0.000", "A0 execute 0.000"});
}

TEST_CASE("connections that name no controller belong to the only one") {
  SECTION("the controller named in the script") {
    PartBench bench(kPorts + std::string("connection = angle:angle\nconnection = torque:torque\n"), "Follower0");
    bench.add("Follower");
    bench.begin();
    CHECK(*bench.period(90) == Approx(-kPi / 2));
  }
  SECTION("the controller of the only module") {
    PartBench bench(kPorts + std::string("module = some/Follower\nconnection = angle:angle\n"
                                         "connection = torque:torque\n"));
    bench.begin();
    CHECK(*bench.period(90) == Approx(-kPi / 2));
  }
}

TEST_CASE("the component of a module in the file has the name that the manager gives it") {
  const std::string module = "module = Follower\n";
  const std::string unnamed = "connection = angle:angle\nconnection = torque:torque\n";
  const auto ticked = [](PartBench& bench) {
    bench.begin();
    std::vector<std::string> names;
    for (const ControlTally& tally : bench.part().tallies()) names.push_back(tally.controller);
    return names;
  };
  SECTION("the first name of the type is taken by another robot") {
    PartBench bench(kPorts + module + unnamed + "periodic-rate = Follower0:1\n");
    bench.add("Follower");
    CHECK(ticked(bench) == Lines{"Follower1"});
    CHECK(*bench.period(90) == Approx(-kPi / 2));
    CHECK(bench.story.take() == Lines{"Follower1 activated 1.571", "Follower1 execute 1.571"});
  }
  SECTION("the script names the same component") {
    PartBench bench(kPorts + module + unnamed + "periodic-rate = Follower1:1\n", "Follower1");
    bench.add("Follower");
    CHECK(ticked(bench) == Lines{"Follower1"});
    CHECK(*bench.period(90) == Approx(-kPi / 2));
    CHECK(bench.story.take() == Lines{"Follower1 activated 1.571", "Follower1 execute 1.571"});
  }
  SECTION("a connection names the same component") {
    PartBench bench(kPorts + wires_to("Follower0") + module);
    CHECK(ticked(bench) == Lines{"Follower0"});
    bench.period(90);
    CHECK(bench.story.take() == Lines{"Follower0 activated 1.571", "Follower0 execute 1.571"});
  }
  SECTION("a connection names another component") {
    PartBench bench(kPorts + wires_to("Follower0") + module);
    bench.add("Follower");
    CHECK(ticked(bench) == Lines{"Follower0", "Follower1"});
    bench.period(90);
    CHECK(bench.story.take() == Lines{"Follower0 activated 1.571", "Follower0 execute 1.571",
                                      "Follower1 activated 0.000", "Follower1 execute 0.000"});
  }
}

TEST_CASE("a controller cannot have the name of its bridge") {
  PartBench bench(kPorts + wires_to("Arm0"));
  CHECK(bench.refusal() ==
        "arm.rb:3: Arm0 is the name of the bridge itself, and not of a controller; `robot-name = ...` in b.conf gives "
        "the bridge another name");
}

TEST_CASE("errors in a bridge file or a controller end the start with the place in the file") {
  const auto refusal = [](const std::string& lines, const std::string& instance = {}) {
    PartBench bench(kPorts + lines, instance);
    bench.add("Follower");
    return bench.refusal();
  };
  CHECK(refusal("connection = angle:angle\n") ==
        "b.conf:3: the connection has to name its controller (ROBOTPORT:INSTANCE:PORT), because the file has 0 "
        "modules and arm.rb:3 names no controller");
  CHECK(refusal("module = A\nmodule = B\nconnection = angle:angle\n")
            .starts_with("b.conf:5: the connection has to name its controller (ROBOTPORT:INSTANCE:PORT), because the "
                         "file has 2 modules"));
  CHECK(refusal("connection = angle:Follower0:angel\n") ==
        "b.conf:3: Follower0 has no InPort 'angel'; did you mean angle?");
  CHECK(refusal("connection = torque:Follower0:angle\n") == "b.conf:3: Follower0 has no OutPort 'angle'");
  CHECK(refusal(wires_to("Follower0") + "periodic-rate = Folower0:0.5\n") ==
        "b.conf:5: there is no controller Folower0; there is Follower0");
  CHECK(refusal(wires_to("Follower0") + "tick-mode = Folower0:wait\n") ==
        "b.conf:5: there is no controller Folower0; there is Follower0");
  CHECK(refusal("module = Missing\n") == "b.conf:3: component module Missing: there is no Missing.so");
  CHECK(refusal("module = Follower:begin\n") ==
        "b.conf:3: a module is initialized by its function FollowerInit; begin is not called");
  CHECK(refusal(wires_to("Other0")) ==
        "arm.rb:3: there is no component Other0 in the server, and no name server to find others");
}

TEST_CASE("a controller whose activation fails is reset once, and ends the run the second time") {
  PartBench bench(kPorts + wires_to("Follower0"));
  const auto follower = bench.add("Follower");
  int failures = 1;
  follower->activating = [&] {
    if (failures-- > 0) throw std::runtime_error("no model");
  };
  SECTION("the second activation succeeds") {
    bench.begin();
    CHECK_FALSE(bench.period(90));
    CHECK(*bench.period(90) == Approx(-kPi / 2));
    CHECK(bench.part().tallies()[0].failures == 1);
  }
  SECTION("the second activation fails") {
    failures = 2;
    bench.begin();
    bench.period(90);
    CHECK_THROWS_WITH(bench.period(90), "Follower0 cannot be activated: on_activated: no model");
  }
}

TEST_CASE("failures of a controller are counted, and it continues when it is on again") {
  PartBench bench(kPorts + wires_to("Follower0"));
  const auto follower = bench.add("Follower");
  bench.begin();
  bench.period(90);
  follower->executing = [] { throw std::runtime_error("singular"); };
  CHECK_FALSE(bench.period(90));
  CHECK_FALSE(bench.period(90));
  const ControlTally tally = bench.part().tallies()[0];
  CHECK(tally.ticks == 3);
  CHECK(tally.failures == 2);
  CHECK(bench.stage.lines_with("singular") == 1);
  // A user has corrected it.
  follower->executing = nullptr;
  follower->switch_on();
  CHECK(*bench.period(90) == Approx(-kPi / 2));
}

TEST_CASE("a controller that is removed is no longer ticked") {
  PartBench bench(kPorts + wires_to("Follower0"));
  const auto follower = bench.add("Follower");
  bench.begin();
  bench.period(90);
  bench.stage.manager().remove(follower);
  for (int i = 0; i < 3; ++i) CHECK_FALSE(bench.period(90));
  const ControlTally tally = bench.part().tallies()[0];
  CHECK(tally.periods == 4);
  CHECK(tally.ticks == 1);
  CHECK(tally.failures == 1);
}

TEST_CASE("values that are refused are counted for the controller") {
  PartBench bench(kPorts + wires_to("Follower0"));
  const auto follower = bench.add("Follower");
  bench.begin();
  bench.period(90);
  CHECK(bench.part().tallies()[0].refusals == 0);
  follower->is_silent = true;
  for (int i = 1; i <= 3; ++i) {
    follower->out_port("torque")->put(Value(Value::Doubles{}));  // no number for the joint
    bench.period(90);
    CHECK(bench.part().tallies()[0].refusals == static_cast<std::uint64_t>(i));
  }
}

TEST_CASE("another episode begins with on_activated, and with the first period of each rate") {
  PartBench bench(kPorts + wires_to("Follower0") + "periodic-rate = Follower0:0.5\n");
  bench.add("Follower");
  bench.begin();
  bench.period(90);
  bench.story.take();
  bench.part().restart();
  CHECK(bench.story.take() == Lines{"Follower0 deactivated 1.571"});
  bench.period(180);
  CHECK(bench.story.take() == Lines{"Follower0 activated 3.142", "Follower0 execute 3.142"});
}

TEST_CASE("free: a controller in a context of its own is ticked by the robot") {
  PartBench bench(kPorts + wires_to("Follower0"), {}, false);
  bench.stage.manager().add_context_type("SynchExtTriggerEC",
                                         [](const ContextSettings& settings, const Environment& environment) {
                                           return std::make_shared<SynchTriggerContext>(settings, environment);
                                         });
  const auto follower = std::make_shared<Follower>(bench.story);
  bench.stage.manager().add_type("Follower", [&] { return follower; });
  bench.components["Follower0"] =
      bench.stage.manager().create("Follower", {}, {.type = "SynchExtTriggerEC", .sync_transition = false});
  bench.begin();
  CHECK(*bench.period(180) == Approx(-kPi));
  CHECK(bench.story.take() == Lines{"Follower0 activated 3.142", "Follower0 execute 3.142"});
}

TEST_CASE("the port log has the bridge's values, and not those of a controller in the server") {
  // The log of the ports is then the same with the controller in another process.
  PartBench bench(kPorts + wires_to("Follower0"));
  bench.add("Follower");
  bench.begin();
  const TemporaryFolder folder;
  spark::Log log;
  PortLog port_log(folder / "ports.log", log);
  PortLog::Lines lines;
  bench.tools->port_log = &port_log;
  {
    const PortLog::Buffering buffering(lines);
    bench.period(180);
  }
  CHECK(lines == "100,Arm0,torque,-3.141592653589793\n");
}

}  // namespace rtm
