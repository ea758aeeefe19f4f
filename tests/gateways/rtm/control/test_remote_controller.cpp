// SPDX-License-Identifier: Apache-2.0
//
// Controllers that are found by their names, over the ORB.
#include <atomic>
#include <catch2/catch.hpp>

#include "gateways/rtm/component/synch_trigger_context.h"
#include "gateways/rtm/control/bridge_part.h"
#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/publisher.h"
#include "tests/gateways/rtm/control/control_bench.h"
#include "tests/gateways/rtm/control/follower.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

namespace rtm {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kFile =
    "out-port = angle:J1:JOINT_VALUE\nin-port = torque:J1:JOINT_TORQUE\nconnection = angle:Follower0:angle\n"
    "connection = torque:Follower0:torque\n";

/// A server and its controllers on one ORB, which find each other by references in a folder.
struct RemoteBench {
  explicit RemoteBench(std::string_view file = kFile) : file_text(file) {
    log.add_sink(spark::LogLevel::normal, [this](spark::LogLevel, std::string_view line) {
      const std::lock_guard lock(mutex);
      lines.emplace_back(line);
    });
    manager.add_context_type(SynchTriggerContext::kType,
                             [](const ContextSettings& settings, const Environment& environment) {
                               return std::make_shared<SynchTriggerContext>(settings, environment);
                             });
    manager.add_type("Follower", [this] { return std::make_shared<Follower>(story); });
    tools.peers = &client;
    tools.find_component = [](const std::string&) { return nullptr; };
    tools.adopt = [this](const std::shared_ptr<Component>& component) { manager.adopt(component); };
    tools.tick_timeout = kTimeout;
  }

  Environment environment() {
    return {.log = log,
            .real_clock = clock,
            .time = [this] { return std::chrono::nanoseconds(step * 1'000'000); },
            .call_timeout = 1000ms};
  }
  std::shared_ptr<Follower> add(const std::string& context = SynchTriggerContext::kType) {
    return std::dynamic_pointer_cast<Follower>(
        manager.create("Follower", {}, {.type = context, .transition_timeout = 20ms}));
  }
  BridgePart& part() {
    if (!made)
      made = std::make_unique<BridgePart>(read_bridge_file(file_text, "b.conf"),
                                          BridgePart::Settings{"arm.rb:3", {}, ControlBench::standard()}, tools);
    return *made;
  }
  void look() {
    part().look([this] { ++changes; });
  }
  void begin() {
    look();
    REQUIRE(wait_until([this] { return part().missing().empty(); }));
    part().start({"arm", 0.001, 2});
    part().meet({map, effectors, BenchPercepts().array()});
  }
  std::optional<double> period(double angle) {
    BenchPercepts seen;
    seen.angle = angle;
    const spark::PerceptArray percepts = seen.array();
    Answer answer;
    part().input({step, percepts});
    part().control();
    part().output(answer);
    step += 2;
    for (std::size_t i = 0; i < answer.count; ++i)
      if (answer.orders[i].effector == kJ1Torque) return answer.orders[i].numbers[0];
    return std::nullopt;
  }
  int said(std::string_view text) {
    const std::lock_guard lock(mutex);
    return static_cast<int>(
        std::ranges::count_if(lines, [&](const std::string& line) { return line.find(text) != line.npos; }));
  }

  const TemporaryFolder folder;
  const std::string file_text;
  spark::Log log;
  std::mutex mutex;
  Lines lines;
  spark::RealClock& clock = spark::RealClock::system();
  const RobotMap map = bench_map();
  const std::vector<EffectorForm> effectors = bench_effectors();
  std::atomic<spark::Step> step = 100;  ///< contexts of their own ask for the time
  Story story;
  Orb orb{OrbSettings{}, log};
  const NamingSettings naming{.name_server = "none", .reference_folder = folder / "ior"};
  CorbaPublisher publisher{orb, naming, clock};
  Manager manager{environment(), {}, &publisher};
  Client client{orb, naming, clock};
  ControlTools tools{.manager = manager, .orb = orb};
  std::atomic<int> changes{0};
  std::unique_ptr<BridgePart> made;
};

}  // namespace

TEST_CASE("a remote controller is waited for, connected and activated, and finds the first angle") {
  RemoteBench bench;
  bench.look();
  CHECK(bench.part().missing() == Lines{"Follower0"});
  const auto follower = bench.add();
  CHECK(wait_until([&] { return bench.part().missing().empty() && bench.changes >= 2; }));
  CHECK(bench.story.take().empty());  // activation takes effect in the first tick
  bench.part().start({"arm", 0.001, 2});
  bench.part().meet({bench.map, bench.effectors, BenchPercepts().array()});
  CHECK(*bench.period(180) == Approx(-kPi));
  CHECK(bench.story.take() == Lines{"Follower0 activated 3.142", "Follower0 execute 3.142"});
  for (int i = 0; i < 100; ++i) REQUIRE(*bench.period(i) == Approx(-i * kPi / 180));
  const ControlTally tally = bench.part().tallies()[0];
  CHECK(tally.ticks == 101);
  CHECK(tally.misses + tally.failures + tally.refusals == 0);
  bench.story.take();
  bench.part().stop();
  CHECK(bench.story.take() == Lines{"Follower0 deactivated 1.728"});
}

TEST_CASE("a remote controller left ACTIVE by an earlier run is deactivated first") {
  RemoteBench bench;
  const auto follower = bench.add();
  follower->switch_on();
  const auto context = follower->owned_contexts().front();
  context->tick();
  bench.story.take();
  bench.begin();
  CHECK(bench.story.take() == Lines{"Follower0 deactivated 0.000"});
  bench.period(180);
  CHECK(bench.story.take() == Lines{"Follower0 activated 3.142", "Follower0 execute 3.142"});
}

TEST_CASE("a remote controller in ERROR is reset and activated") {
  RemoteBench bench;
  const auto follower = bench.add();
  follower->executing = [] { throw std::runtime_error("singular"); };
  follower->switch_on();
  const auto context = follower->owned_contexts().front();
  context->tick();
  context->tick();
  CHECK(context->state_of(*follower) == LifeCycle::error);
  follower->executing = nullptr;
  bench.begin();
  CHECK(*bench.period(90) == Approx(-kPi / 2));
}

TEST_CASE("a remote controller may fail to activate once, and ends the run the second time") {
  RemoteBench bench;
  const auto follower = bench.add();
  int left = 0;
  follower->activating = [&] {
    if (left-- > 0) throw std::runtime_error("no model");
  };
  const auto until_active = [&] {
    for (int i = 0; i < 10; ++i)
      if (bench.period(90)) return true;
    return false;
  };
  SECTION("once") {
    left = 1;
    bench.begin();
    CHECK(until_active());
  }
  SECTION("twice") {
    left = 2;
    bench.begin();
    CHECK_THROWS_WITH(until_active(), "Follower0 is at fault: it cannot be activated");
  }
}

TEST_CASE("a connection that cannot be made ends the start with file and line") {
  RemoteBench bench("out-port = angle:J1:JOINT_VALUE\nconnection = angle:Follower0:angel\n");
  bench.add();
  bench.look();
  std::string problem;
  CHECK(wait_until([&] {
    try {
      return bench.part().missing().empty();
    } catch (const std::runtime_error& error) {
      problem = error.what();
      return true;
    }
  }));
  CHECK(problem == "b.conf:2: Follower0 has no InPort angel; did you mean angle?");
}

TEST_CASE("a remote controller that is gone is skipped, and a new one with its name is found") {
  RemoteBench bench;
  auto follower = bench.add();
  bench.begin();
  bench.period(90);
  bench.manager.remove(follower);
  for (int i = 0; i < 5; ++i) CHECK_FALSE(bench.period(90));
  CHECK(bench.said("Follower0: is skipped until it answers again") == 1);
  CHECK(bench.part().missing() == Lines{"Follower0"});
  follower = bench.add();
  CHECK(follower->name() == "Follower0");
  CHECK(wait_until([&] { return bench.part().missing().empty(); }));
  CHECK(bench.said("rtm: Follower0 answers again") == 0);
  bench.story.take();
  CHECK(*bench.period(180) == Approx(-kPi));
  CHECK(bench.said("rtm: Follower0 answers again") == 1);  // it has answered a tick
  CHECK(bench.story.take() == Lines{"Follower0 activated 3.142", "Follower0 execute 3.142"});
  const ControlTally tally = bench.part().tallies()[0];
  CHECK(tally.periods == 7);
  CHECK(tally.ticks == 2);
  CHECK(tally.failures == 1);
}

TEST_CASE("a new episode activates a remote controller again") {
  RemoteBench bench;
  bench.add();
  bench.begin();
  bench.period(90);
  bench.story.take();
  bench.part().restart();
  bench.period(180);
  CHECK(bench.story.take() ==
        Lines{"Follower0 deactivated 1.571", "Follower0 activated 3.142", "Follower0 execute 3.142"});
}

TEST_CASE("a remote controller with a periodic context is connected and activated, but not ticked") {
  RemoteBench bench;
  const auto follower = bench.add("");
  bench.begin();
  CHECK(bench.said("rtm: Follower0 is not ticked: its execution context PeriodicExecutionContext runs by itself; "
                   "start it with -o exec_cxt.periodic.type=SynchExtTriggerEC") == 1);
  CHECK(follower->state() == State::on);
  bench.period(90);
  CHECK(wait_until([&] { return bench.period(90).has_value(); }));
  CHECK(bench.part().tallies()[0].ticks == 0);
}

TEST_CASE("a bridge can be stopped while it searches for a controller") {
  RemoteBench bench;
  bench.look();
  bench.part().stop();
  CHECK(bench.part().missing() == Lines{"Follower0"});
}

}  // namespace rtm
