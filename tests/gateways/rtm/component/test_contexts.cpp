// SPDX-License-Identifier: Apache-2.0
//
// Execution contexts by their names: what each of the modules does, and that components behave the same in all.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "gateways/rtm/ec/lateness.h"
#include "tests/gateways/rtm/component/real_time_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::Contains;

TEST_CASE("each type of execution context calls a component in every pass, and counts its passes") {
  for (const std::string& type : kContexts) {
    INFO(type);
    RealTimeStage stage;
    ExecutionContext& context = stage.make({.type = type, .rate = 1000.0});
    CHECK(context.type() == type);
    CHECK(context.rate() == 1000.0);
    CHECK(context.is_running());
    CHECK((context.kind() == ContextKind::periodic) == !context.is_ticked());
    REQUIRE(stage.recorder().switch_on());
    for (std::uint64_t i = 1; i <= 100; ++i) wait_for_pass(context, i);
    REQUIRE(context.stop() == ReturnCode::ok);
    const std::uint64_t passes = context.passes();
    CHECK(passes >= 100);
    if (type == "SynchExtTriggerEC") CHECK(passes == 100);
    std::string expected = "ISA";
    for (std::uint64_t i = 0; i < passes; ++i) expected += "XU";
    CHECK(stage.recorder().calls() == expected + "H");
    stage.manager().shut_down();
    CHECK(stage.recorder().calls() == expected + "HDF");
  }
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The output of the module Average for a hundred values, each in a pass of its own.
std::vector<double> averages(const std::string& type) {
  RealTimeStage stage;
  stage.manager().load("Average");
  const auto average = stage.manager().create("Average", {{"count", "3"}}, {.type = type, .rate = 1000.0});
  const auto keeper = std::make_shared<Keeper>();
  average->out_ports()[0]->subscribe(Request::repeated, keeper);
  ExecutionContext& context = *average->owned_contexts().at(0);
  REQUIRE(average->switch_on());
  if (context.is_ticked()) wait_for_pass(context, 1);
  REQUIRE(wait_until([&] { return average->state() == State::on; }));
  for (std::size_t i = 1; i <= 100; ++i) {
    average->in_ports()[0]->put(Value(static_cast<double>(i * i)));
    REQUIRE(wait_until([&] {
      context.tick();
      return keeper->values().size() >= i;
    }));
  }
  stage.manager().shut_down();
  return keeper->values();
}

TEST_CASE("a module gives the same values in all contexts, and its file contains none of their names") {
  const std::filesystem::path module = std::filesystem::path(COMPONENT_FOLDER) / "Average.so";
  const std::string octets = read_file(module);
  REQUIRE(octets.size() > 1000);
  for (const std::string& type : kContexts) CHECK(octets.find(type) == octets.npos);
  const std::vector<double> expected = averages(kContexts.front());
  REQUIRE(expected.size() == 100);
  CHECK(expected.front() == 1.0);
  CHECK(expected.back() == Approx((98.0 * 98 + 99 * 99 + 100 * 100) / 3));
  for (const std::string& type : kContexts) {
    INFO(type);
    CHECK(averages(type) == expected);
    CHECK(read_file(module) == octets);
  }
}

TEST_CASE("the real-time context has two more names, and reports at its end how late its passes began") {
  for (const std::string type : {"RTPreemptEC", "RealTimeEC", "rtpreempt_ec"}) {
    RealTimeStage stage;
    ExecutionContext& context = stage.make({.type = type, .rate = 500.0});
    CHECK(context.type() == type);
    REQUIRE(stage.recorder().switch_on());
    wait_for_pass(context, 20);
    REQUIRE(stage.recorder().switch_off());
    const std::string passes = std::to_string(context.passes());
    stage.manager().shut_down();
    REQUIRE(stage.lines().size() == 1);
    CHECK_THAT(stage.lines()[0], Contains("Recorder0: " + passes + " passes of " + type + " began late by "));
    CHECK_THAT(stage.lines()[0], Contains(" us (50 %), ") && Contains(" us (99 %), ") && Contains(" us (99.9 %), ") &&
                                     Contains(" us at worst"));
    // One line if the right to real time is missing, or that to lock memory.
    CHECK(stage.warnings().size() <= 1);
  }
}

TEST_CASE("lateness is counted in microseconds, and very late passes as the worst one") {
  Lateness lateness;
  CHECK(lateness.quantile(0.5) == 0);
  for (int us = 1; us <= 1000; ++us) lateness.add(std::chrono::microseconds(us));
  CHECK(lateness.total() == 1000);
  CHECK(lateness.quantile(0.5) == 500);
  CHECK(lateness.quantile(0.99) == 990);
  CHECK(lateness.quantile(1.0) == 1000);
  lateness.add(-5us);
  CHECK(lateness.quantile(0.0) == 0);
  for (int i = 0; i < 1000; ++i) lateness.add(3s);
  CHECK(lateness.quantile(0.99) == 3'000'000);
  CHECK(lateness.worst() == 3s);
}

TEST_CASE("an unknown type of execution context is refused with a list of the known ones, and no component remains") {
  ComponentStage stage;
  stage.folders_ = {COMPONENT_FOLDER};
  stage.manager().add_type("Recorder", [] { return std::make_shared<Recorder>(); });
  CHECK_THROWS_WITH(stage.manager().create("Recorder", {}, {.type = "PeriodicEC"}),
                    "Recorder0: there is no type PeriodicEC of execution contexts; there are ExtTrigExecutionContext, "
                    "PeriodicExecutionContext, RTPreemptEC, RealTimeEC, SynchExtTriggerEC, rtpreempt_ec");
  // A module without a context type.
  CHECK_THROWS_WITH(stage.manager().create("Recorder", {}, {.type = "Logic"}),
                    Contains("there is no type Logic of execution contexts"));
  CHECK_THROWS_WITH(stage.manager().create("Recorder", {}, {.type = "../x"}), Contains("there is no type ../x"));
  CHECK(stage.manager().components().empty());
  CHECK(stage.manager().create("Recorder")->name() == "Recorder0");
  CHECK_THROWS_AS(stage.manager().add_context_type("a b", nullptr), std::invalid_argument);
  CHECK_THROWS_AS(stage.manager().add_context_type("Mine", nullptr), std::invalid_argument);
}

TEST_CASE("a context type that makes no context, or that is registered twice, is refused") {
  ComponentStage stage;
  const auto none = [](const ContextSettings&, const Environment&) { return nullptr; };
  stage.manager().add_context_type("None", none);
  CHECK_THROWS_AS(stage.manager().add_context_type("None", none), std::invalid_argument);
  stage.manager().add_type("Recorder", [] { return std::make_shared<Recorder>(); });
  CHECK_THROWS_WITH(stage.manager().create("Recorder", {}, {.type = "None"}), Contains("makes no execution context"));
}

TEST_CASE("the sample context StepContext does as many passes per tick as its rate demands") {
  RealTimeStage stage;
  ExecutionContext& context = stage.make({.type = "StepContext", .rate = 500.0, .sync_transition = false});
  stage.recorder().switch_on();
  context.tick();
  CHECK(context.passes() == 5);
  CHECK(stage.recorder().taken() == "ISAXUXUXUXUXU");
  CHECK(context.set_rate(100.0) == ReturnCode::ok);
  context.tick();
  CHECK(stage.recorder().taken() == "CXU");
}

TEST_CASE("the rate of a context comes from the settings, else from the component") {
  ComponentStage stage;
  CHECK(stage.add<Recorder>()->owned_contexts().at(0)->rate() == 100.0);
  ComponentStage other;
  other.context_.rate = 250.0;
  const auto recorder = other.add<Recorder>();
  CHECK(recorder->owned_contexts().at(0)->rate() == 250.0);
  REQUIRE(recorder->switch_on());
  REQUIRE(wait_until([&] { return recorder->owned_contexts()[0]->passes() == 1; }));
  other.clock().advance_when_waiting(1, 4ms);
  CHECK(wait_until([&] { return recorder->owned_contexts()[0]->passes() == 2; }));
  // Three passes are skipped.
  other.clock().advance_when_waiting(1, 19ms);
  REQUIRE(wait_until([&] { return recorder->owned_contexts()[0]->passes() == 3; }));
  CHECK(recorder->owned_contexts()[0]->late() == 3);
}

}  // namespace
}  // namespace rtm
