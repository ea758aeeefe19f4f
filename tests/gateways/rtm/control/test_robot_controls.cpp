// SPDX-License-Identifier: Apache-2.0
//
// The control of robots by parts: the order of their calls, and who waits for whom.
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <iterator>

#include "gateways/rtm/component/port_log.h"
#include "gateways/rtm/control/robot_controls.h"
#include "tests/gateways/rtm/component/component_stage.h"
#include "tests/gateways/rtm/control/noted_part.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

/// Robots with noted parts; the test's thread is that of the periods.
class Controls {
 public:
  explicit Controls(bool lock_step = true, std::chrono::nanoseconds ready_limit = 15s, bool is_alone = false)
      : controls({.lock_step = lock_step,
                  .is_alone = is_alone,
                  .ready_limit = ready_limit,
                  .answer_limit = 750ms,
                  .deliver = [this](Answer& answer) { deliver(answer); },
                  .changed = [this] { ++changes; }},
                 clock, log) {
    log.add_sink(spark::LogLevel::normal, [this](spark::LogLevel, std::string_view line) { said.emplace_back(line); });
  }

  /// A robot with these parts.
  std::vector<NotedPart*> add(std::size_t robot, const Lines& names, PortLog* port_log = nullptr) {
    std::vector<std::unique_ptr<ControllerPart>> parts;
    std::vector<NotedPart*> added;
    for (const std::string& name : names) {
      auto part = std::make_unique<NotedPart>(name, story);
      added.push_back(part.get());
      parts.push_back(std::move(part));
    }
    controls.add(robot, {"robot" + std::to_string(robot), 0.001, 2}, std::move(parts), port_log);
    return added;
  }
  void begin(std::size_t robots) {
    controls.look();
    REQUIRE(wait_until([&] { return controls.are_ready(); }));
    for (std::size_t robot = 0; robot < robots; ++robot)
      controls.meet({.robot = robot, .label = "", .components = {}, .map = std::make_shared<RobotMap>()});
  }
  /// Hands over a sensation of each robot of that step, and collects.
  std::vector<std::optional<double>> period(spark::Step step, std::size_t robots, spark::Step begin = 0) {
    hand_over(step, robots, begin);
    controls.wait();
    return collect(robots);
  }
  void hand_over(spark::Step step, std::size_t robots, spark::Step begin = 0) {
    for (std::size_t robot = 0; robot < robots; ++robot) {
      Sensed sensed{.robot = robot, .step = step, .begin = begin, .percepts = {}};
      controls.begin_period(sensed);
    }
  }
  std::vector<std::optional<double>> collect(std::size_t robots) {
    std::vector<std::optional<double>> orders;
    for (std::size_t robot = 0; robot < robots; ++robot) {
      Answer answer;
      answer.robot = robot;
      const bool is_over = controls.collect(answer);
      orders.push_back(is_over && answer.count > 0 ? answer.orders[answer.count - 1].numbers[0] : std::nullopt);
    }
    return orders;
  }
  void deliver(const Answer& answer) {
    const std::lock_guard lock(mutex);
    delivered.push_back({answer.robot, answer.step, answer.count});
  }
  struct Delivered {
    std::size_t robot;
    spark::Step step;
    std::size_t orders;
    bool operator==(const Delivered&) const = default;
  };
  std::vector<Delivered> deliveries() {
    const std::lock_guard lock(mutex);
    return delivered;
  }

  spark::Log log;
  Lines said;
  HeldClock clock;
  Story story;
  std::atomic<int> changes{0};
  std::mutex mutex;
  std::vector<Delivered> delivered;
  RobotControls controls;
};

}  // namespace

TEST_CASE("parts are looked for, started and met once, then called in every period: input, control, output") {
  Controls s;
  const auto parts = s.add(0, {"a", "b"});
  parts[1]->order = 7;
  s.begin(1);
  CHECK(s.story.take() == Lines{"a look", "b look", "a start robot0 2", "b start robot0 2"});
  CHECK(s.period(4, 1) == std::vector<std::optional<double>>{7.0});
  CHECK(s.story.take() ==
        Lines{"a meet 0", "b meet 0", "a input 4", "b input 4", "a control", "b control", "a output", "b output"});
  for (spark::Step step = 6; step < 2006; step += 2) {
    parts[1]->order = static_cast<double>(step);
    REQUIRE(s.period(step, 1) == std::vector<std::optional<double>>{static_cast<double>(step)});
    const std::string input = " input " + std::to_string(step);
    REQUIRE(s.story.take() == Lines{"a" + input, "b" + input, "a control", "b control", "a output", "b output"});
  }
  s.controls.end();
  CHECK(s.story.take() == Lines{"a stop", "b stop"});
}

TEST_CASE("a part that has lost its controller is skipped for the rest of the period") {
  Controls s;
  const auto parts = s.add(0, {"a", "b"});
  s.begin(1);
  s.period(0, 1);
  parts[0]->is_away = true;
  s.story.take();
  s.period(2, 1);
  CHECK(s.story.take() == Lines{"a input 2", "b input 2", "b control", "b output"});
}

TEST_CASE("parts are restarted with a new episode") {
  Controls s;
  s.add(0, {"a"});
  s.begin(1);
  s.period(0, 1);
  s.period(2, 1);
  s.story.take();
  s.period(10, 1, 10);
  CHECK(s.story.take() == Lines{"a restart", "a input 10", "a control", "a output"});
  s.period(12, 1, 10);
  CHECK(s.story.take() == Lines{"a input 12", "a control", "a output"});
}

TEST_CASE("controls are not ready until all controllers are there, and the log names those missing") {
  Controls s;
  const auto one = s.add(0, {"a"}), other = s.add(1, {"b"});
  one[0]->set_missing({"ArmPD0"});
  other[0]->set_missing({"Left0", "Right0"});
  CHECK_FALSE(s.controls.are_ready());
  CHECK(s.said.empty());  // a missing controller may still be created by the server itself
  s.controls.look();
  CHECK_FALSE(s.controls.are_ready());
  CHECK_FALSE(s.controls.are_ready());
  CHECK(s.said == Lines{"rtm: waiting for ArmPD0, Left0, Right0"});
  const int changes = s.changes;
  one[0]->set_missing({});
  CHECK(s.changes > changes);
  s.clock.advance(10s);
  CHECK_FALSE(s.controls.are_ready());
  CHECK(s.said.back() == "rtm: still waiting for Left0, Right0, for 10 s");
  CHECK(s.said.size() == 2);
  other[0]->set_missing({});
  CHECK(s.story.take() == Lines{"a look", "b look"});
  REQUIRE(wait_until([&] { return s.controls.are_ready(); }));
  CHECK(s.said.back() == "rtm: all controllers are ready");
  s.clock.advance(100s);
  CHECK(s.controls.are_ready());
}

TEST_CASE("controllers that are missing after the limit end the run with a line that lists them") {
  Controls s(true, 15s);
  s.add(0, {"a"})[0]->set_missing({"ArmPD0", "Hand0"});
  s.controls.look();
  CHECK_FALSE(s.controls.are_ready());
  s.clock.advance(14s);
  CHECK_FALSE(s.controls.are_ready());
  s.clock.advance(1s);
  CHECK_THROWS_WITH(s.controls.are_ready(),
                    "rtm: no ArmPD0, Hand0 after 15 s; --Rtm.ReadyLimit is how long controllers are waited for");
}

TEST_CASE("without a limit controllers are waited for indefinitely") {
  Controls s(true, 0s);
  const auto parts = s.add(0, {"a"});
  parts[0]->set_missing({"ArmPD0"});
  s.controls.look();
  for (int i = 0; i < 100; ++i) {
    CHECK_FALSE(s.controls.are_ready());
    s.clock.advance(60s);
  }
  parts[0]->set_missing({});
  CHECK(wait_until([&] { return s.controls.are_ready(); }));
}

TEST_CASE("errors of a part at the start end the run with their message") {
  Controls s;
  const auto parts = s.add(0, {"a"});
  SECTION("a controller that cannot be used") {
    parts[0]->set_missing({"ArmPD0"}, "arm.conf:3: ArmPD0 has no InPort angel; did you mean angle?");
    s.controls.look();
    CHECK_THROWS_WITH(s.controls.are_ready(),
                      "rtm: robot robot0: arm.conf:3: ArmPD0 has no InPort angel; did you mean angle?");
  }
  SECTION("an error in look") {
    parts[0]->when = [](const std::string& what) {
      if (what == "look") throw std::runtime_error("arm.conf:1: no such module");
    };
    s.controls.look();
    CHECK_THROWS_WITH(s.controls.are_ready(), "rtm: arm.conf:1: no such module");
  }
  SECTION("an error in start") {
    parts[0]->when = [](const std::string& what) {
      if (what.starts_with("start")) throw std::runtime_error("it does not want to");
    };
    s.controls.look();
    CHECK_FALSE(s.controls.are_ready());
    CHECK(wait_until([&] {
      try {
        s.controls.check();
        return false;
      } catch (const std::runtime_error& error) {
        return error.what() == std::string("rtm: robot robot0: it does not want to");
      }
    }));
  }
  SECTION("an error in meet") {
    parts[0]->when = [](const std::string& what) {
      if (what.starts_with("meet")) throw std::runtime_error("arm.conf:2: there is no joint J9");
    };
    s.begin(1);
    s.controls.check();
    CHECK(s.period(0, 1) == std::vector<std::optional<double>>{std::nullopt});
    CHECK_THROWS_WITH(s.controls.check(), "rtm: robot robot0: arm.conf:2: there is no joint J9");
    // Its periods are still answered, and its parts are no longer called.
    s.story.take();
    CHECK(s.period(2, 1) == std::vector<std::optional<double>>{std::nullopt});
    CHECK(s.story.take().empty());
  }
}

TEST_CASE("all robots are controlled at the same time") {
  Controls s;
  const auto one = s.add(0, {"a"}), other = s.add(1, {"b"});
  Gate gate;
  // Each waits for the other one: called one after another they would wait for ever.
  std::atomic<int> inside{0};
  const auto meet = [&](const std::string& what) {
    if (what != "control") return;
    ++inside;
    wait_until([&] { return inside >= 2; });
  };
  one[0]->when = other[0]->when = meet;
  one[0]->order = 1;
  other[0]->order = 2;
  s.begin(2);
  CHECK(s.period(0, 2) == std::vector<std::optional<double>>{1.0, 2.0});
  CHECK(inside == 2);
}

TEST_CASE("the port log is in the order of the robots, not in that of the threads") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "ports.log";
  spark::Log log;
  std::string expected;
  {
    PortLog port_log(path, log);
    Controls s;
    std::atomic<int> next{1};  // the second robot first
    std::vector<NotedPart*> parts;
    for (std::size_t robot = 0; robot < 2; ++robot) parts.push_back(s.add(robot, {"p"}, &port_log)[0]);
    for (int robot = 0; robot < 2; ++robot)
      parts[static_cast<std::size_t>(robot)]->when = [&, robot](const std::string& what) {
        if (what != "output") return;
        wait_until([&] { return next % 2 == robot; });
        port_log.write(next, "Arm" + std::to_string(robot), "angle", Value(1.5));
        --next;
      };
    s.begin(2);
    s.period(0, 2);
  }
  std::ifstream file(path);
  CHECK(std::string{std::istreambuf_iterator<char>(file), {}} == "0,Arm0,angle,1.5\n1,Arm1,angle,1.5\n");
}

TEST_CASE("in lock-step a robot that hangs is waited for up to a limit, and its orders are delivered later") {
  Controls s;
  const auto one = s.add(0, {"a"}), other = s.add(1, {"b"});
  Gate gate;
  std::atomic<bool> hangs{false};
  one[0]->when = [&](const std::string& what) {
    if (hangs && what == "control") gate.pass();
  };
  one[0]->order = 1;
  other[0]->order = 2;
  s.begin(2);
  // The first periods may take longer.
  const auto [periods, limit] = GENERATE(table<spark::Step, std::chrono::milliseconds>({{0, 15'750ms}, {20, 750ms}}));
  spark::Step step = 0;
  for (; step < periods; ++step) s.period(step, 2);
  CHECK(s.controls.may_take_long() == (periods == 0));
  // The other robot answers before time passes.
  Sensed sensed{.robot = 1, .step = step, .begin = 0, .percepts = {}};
  s.controls.begin_period(sensed);
  s.controls.wait();
  hangs = true;
  s.hand_over(step, 1);
  std::atomic<bool> has_waited{false};
  std::thread waiting([&] {
    s.controls.wait();
    has_waited = true;
  });
  s.clock.advance_when_waiting(1, limit - 1ms);
  CHECK_FALSE(has_waited);
  s.clock.advance_when_waiting(1, 1ms);
  waiting.join();
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  CHECK(s.collect(2) == std::vector<std::optional<double>>{std::nullopt, 2.0});
  // The world continues without the robot that hangs.
  sensed.step = step + 1;
  s.controls.begin_period(sensed);
  s.controls.wait();
  CHECK(s.collect(2)[1] == 2.0);
  CHECK(s.deliveries().empty());
  hangs = false;
  gate.open();
  CHECK(wait_until([&] { return s.deliveries().size() == 1; }));
  CHECK(s.deliveries() == std::vector<Controls::Delivered>{{0, step, 1}});
  CHECK(s.period(step + 2, 2) == std::vector<std::optional<double>>{1.0, 2.0});
}

TEST_CASE("orders of devices are delivered together with those of a late control") {
  Controls s;
  const auto parts = s.add(0, {"a"});
  Gate gate;
  std::atomic<bool> hangs{false};
  parts[0]->when = [&](const std::string& what) {
    if (hangs && what == "control") gate.pass();
  };
  s.begin(1);
  for (spark::Step step = -10; step < 10; ++step) s.period(step, 1);
  hangs = true;
  s.hand_over(10, 1);
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  Answer answer;
  answer.add(Order::Kind::rest, 3);
  CHECK_FALSE(s.controls.collect(answer));
  CHECK(answer.count == 0);
  gate.open();
  CHECK(wait_until([&] { return !s.deliveries().empty(); }));
  CHECK(s.deliveries() == std::vector<Controls::Delivered>{{0, 10, 2}});
}

TEST_CASE("the parts of a single robot are called on the thread of the periods") {
  Controls s(true, 15s, true);
  const auto parts = s.add(0, {"a", "b"});
  parts[1]->order = 7;
  s.begin(1);
  CHECK(s.story.take() == Lines{"a look", "b look", "a start robot0 2", "b start robot0 2"});
  std::atomic<bool> is_elsewhere{false};
  parts[0]->when = [&, here = std::this_thread::get_id()](const std::string& what) {
    if (what != "stop" && std::this_thread::get_id() != here) is_elsewhere = true;
  };
  CHECK(s.period(4, 1) == std::vector<std::optional<double>>{7.0});
  CHECK(s.story.take() ==
        Lines{"a meet 0", "b meet 0", "a input 4", "b input 4", "a control", "b control", "a output", "b output"});
  s.period(10, 1, 10);
  CHECK(s.story.take() ==
        Lines{"a restart", "b restart", "a input 10", "b input 10", "a control", "b control", "a output", "b output"});
  CHECK_FALSE(is_elsewhere);
  SECTION("the parts are stopped when the robot leaves") {
    s.controls.leave(0);
    Lines lines;
    CHECK(wait_until([&] {
      for (const std::string& line : s.story.take()) lines.push_back(line);
      return lines.size() == 2;
    }));
    CHECK(lines == Lines{"a stop", "b stop"});
  }
  SECTION("the parts are stopped at the end") {
    s.controls.end();
    CHECK(s.story.take() == Lines{"a stop", "b stop"});
  }
  SECTION("a part that throws ends the run with its message") {
    parts[0]->when = [](const std::string& what) {
      if (what == "control") throw std::runtime_error("it cannot be activated");
    };
    CHECK(s.period(12, 1, 10) == std::vector<std::optional<double>>{std::nullopt});
    CHECK_THROWS_WITH(s.controls.check(), "rtm: robot robot0: it cannot be activated");
  }
}

TEST_CASE("the parts of a single robot are stopped only after their period has ended") {
  Controls s(true, 15s, true);
  const auto parts = s.add(0, {"a"});
  Gate gate;
  parts[0]->when = [&](const std::string& what) {
    if (what == "control") gate.pass();
  };
  s.begin(1);
  s.story.take();
  s.hand_over(0, 1);
  std::thread waiting([&] { s.controls.wait(); });
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  s.controls.begin_to_end();
  std::thread ending([&] { s.controls.end(); });
  gate.open();
  waiting.join();
  ending.join();
  CHECK(s.story.take() == Lines{"a meet 0", "a input 0", "a control", "a output", "a stop"});
  // No other period begins.
  s.hand_over(2, 1);
  s.controls.wait();
  CHECK(s.story.take().empty());
}

TEST_CASE("free: no robot is waited for, and the newest sensation counts") {
  Controls s(false);
  const auto one = s.add(0, {"a"}), other = s.add(1, {"b"});
  Gate gate;
  one[0]->when = [&](const std::string& what) {
    if (what == "control") gate.pass();
  };
  s.begin(2);
  const auto deliveries_of = [&](std::size_t robot) {
    std::vector<spark::Step> steps;
    for (const auto& delivery : s.deliveries())
      if (delivery.robot == robot) steps.push_back(delivery.step);
    return steps;
  };
  s.hand_over(0, 1);
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  s.controls.wait();
  s.collect(1);
  for (spark::Step step = 1; step < 10; ++step) {
    const std::size_t before = deliveries_of(1).size();
    s.hand_over(step, 2);
    s.controls.wait();
    if (!s.collect(2)[1]) REQUIRE(wait_until([&] { return deliveries_of(1).size() > before; }));
  }
  CHECK(deliveries_of(0).empty());
  gate.open();
  CHECK(wait_until([&] { return deliveries_of(0).size() == 2; }));
  CHECK(deliveries_of(0) == std::vector<spark::Step>{0, 9});
}

TEST_CASE("the parts of a robot that leaves are stopped, and other robots continue") {
  Controls s;
  s.add(0, {"a"});
  s.add(1, {"b"})[0]->order = 2;
  s.begin(2);
  s.period(0, 2);
  s.story.take();
  s.controls.leave(0);
  Lines lines;
  CHECK(wait_until([&] {
    for (const std::string& line : s.story.take()) lines.push_back(line);
    return !lines.empty();
  }));
  CHECK(lines == Lines{"a stop"});
  CHECK(s.period(2, 2) == std::vector<std::optional<double>>{std::nullopt, 2.0});
  CHECK(s.story.take() == Lines{"b input 2", "b control", "b output"});
}

TEST_CASE("shutting down controls does not wait for a period that hangs") {
  Controls s;
  const auto parts = s.add(0, {"a"});
  Gate gate;
  parts[0]->when = [&](const std::string& what) {
    if (what == "control") gate.pass();
  };
  s.begin(1);
  s.hand_over(0, 1);
  std::thread waiting([&] { s.controls.wait(); });
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  s.controls.begin_to_end();
  waiting.join();
  s.collect(1);
  gate.open();
  s.controls.end();
  CHECK(s.story.take().back() == "a stop");
}

TEST_CASE("parts that were never started are stopped, too") {
  Controls s;
  s.add(0, {"a"})[0]->set_missing({"ArmPD0"});
  s.controls.look();
  CHECK_FALSE(s.controls.are_ready());
  s.controls.end();
  CHECK(s.story.take() == Lines{"a look", "a stop"});
}

TEST_CASE("the table has a row for each controller, in the order of robots") {
  Controls s;
  s.add(0, {"a", "b"});
  s.add(3, {"c"});
  const auto rows = s.controls.table();
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].robot == 0);
  CHECK(rows[1].tally.controller == "b");
  CHECK(rows[2].robot == 3);
  CHECK(rows[2].tally.controller == "c");
}

}  // namespace rtm
