// SPDX-License-Identifier: Apache-2.0
//
// Which callbacks an execution context calls, and in which order.
#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/recorder.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// A component whose own context is ticked by the test.
class Ticked {
 public:
  explicit Ticked(const ContextSettings& settings = ticked_settings()) {
    stage.folders_ = {COMPONENT_FOLDER};
    stage.manager().add_type("Recorder", [this] { return recorder = std::make_shared<Recorder>(); });
    stage.manager().create("Recorder", {}, settings);
    context = recorder->owned_contexts().at(0);
  }
  LifeCycle state() const { return context->state_of(*recorder); }

  ComponentStage stage;
  std::shared_ptr<Recorder> recorder;
  std::shared_ptr<ExecutionContext> context;
};

/// Requests of a tool that follows the state: reset, activate or deactivate.
void ask(Ticked& ticked, int pass) {
  const LifeCycle state = ticked.state();
  if (pass == 4) ticked.context->set_rate(50.0);
  if (pass != 1 && pass != 6 && pass != 8) return;
  if (state == LifeCycle::error)
    CHECK(ticked.context->reset(*ticked.recorder) == ReturnCode::ok);
  else if (state == LifeCycle::inactive && pass != 6)
    CHECK(ticked.context->activate(*ticked.recorder) == ReturnCode::ok);
  else if (state == LifeCycle::active)
    CHECK(ticked.context->deactivate(*ticked.recorder) == ReturnCode::ok);
}

/// The callbacks from its creation over ten passes to its end, separated by `|`.
std::string ten_passes(const std::string& failing) {
  Ticked ticked;
  for (const char callback : failing) ticked.recorder->fail_in(callback);
  std::string row = ticked.recorder->taken();
  for (int pass = 1; pass <= 10; ++pass) {
    ask(ticked, pass);
    ticked.context->tick();
    row += "|" + ticked.recorder->taken();
  }
  ticked.stage.manager().shut_down();
  return row + "|" + ticked.recorder->taken();
}

TEST_CASE("an error in any callback leads to the expected callbacks over ten passes") {
  //          passes       1   2   3  4   5  6  7 8   9  10
  const std::string well = "IS|AXU|XU|XU|CXU|XU|D||AXU|XU|XU|DHF";
  const std::string again = "|R||AXU|XU|XU|DHF";
  struct Row {
    std::string failing, calls;
  };
  const std::vector<Row> table{
      {"", well},
      {"S", well},
      {"A", "IS|A|DBE|E|CE|E" + again},
      {"X", "IS|AX|DBE|E|CE|E" + again},
      {"U", "IS|AXU|DBE|E|CE|E" + again},
      {"D", well},
      {"C", "IS|AXU|XU|XU|CDBE|E" + again},
      {"XD", "IS|AX|DBE|E|CE|E" + again},
      {"XB", "IS|AX|DBE|E|CE|E" + again},
      {"XE", "IS|AX|DBE|E|CE|E" + again},
      // A component whose first reset fails stays in ERROR until the second.
      {"XR", "IS|AX|DBE|E|CE|E|RE|E|R|||HF"},
      // A component in ERROR does not fail again in on_rate_changed.
      {"XC", "IS|AX|DBE|E|CE|E" + again},
      {"H", well},
      {"F", well},
  };
  for (const Row& row : table) {
    INFO("an error in " << row.failing);
    CHECK(ten_passes(row.failing) == row.calls);
  }
}

TEST_CASE("a component that fails stays ACTIVE until the next pass") {
  for (const char callback : {'A', 'X', 'U'}) {
    Ticked ticked;
    ticked.recorder->fail_in(callback);
    CHECK(ticked.state() == LifeCycle::inactive);
    ticked.context->activate(*ticked.recorder);
    CHECK(ticked.state() == LifeCycle::inactive);
    ticked.context->tick();
    CHECK(ticked.state() == LifeCycle::active);
    CHECK(ticked.recorder->state() == State::fault);
    ticked.context->tick();
    CHECK(ticked.state() == LifeCycle::error);
    CHECK(ticked.recorder->state() == State::fault);
    CHECK(ticked.stage.lines_with("is at fault") == 1);
    ticked.context->reset(*ticked.recorder);
    ticked.context->tick();
    CHECK(ticked.state() == LifeCycle::inactive);
    CHECK(ticked.recorder->state() == State::off);
  }
}

TEST_CASE("a component whose on_initialize fails is not created") {
  ComponentStage stage;
  const auto recorder = std::make_shared<Recorder>();
  recorder->fail_in('I');
  CHECK_THROWS_WITH(stage.manager().adopt(recorder), "Recorder0: on_initialize: no");
  CHECK(recorder->calls() == "I");
  CHECK(recorder->has_left());
  CHECK(stage.manager().components().empty());
}

TEST_CASE("in lock-step a component that fails is deactivated within the tick") {
  ComponentStage stage(true);
  const auto recorder = stage.add<Recorder>();
  recorder->fail_in('X');
  recorder->switch_on();
  stage.manager().tick();
  CHECK(recorder->taken() == "ISAXDB");
  stage.manager().tick();
  CHECK(recorder->taken() == "E");
  recorder->switch_on();
  stage.manager().tick();
  CHECK(recorder->taken() == "RAXU");
  CHECK(recorder->owned_contexts().at(0)->type() == "SynchExtTriggerEC");
}

TEST_CASE("requests that the state forbids, or for components outside of the context, are refused") {
  Ticked ticked;
  const auto other = ticked.stage.add<Recorder>();
  ExecutionContext& context = *ticked.context;
  Recorder& recorder = *ticked.recorder;
  CHECK(context.state_of(*other) == LifeCycle::created);
  for (const auto request : {&ExecutionContext::activate, &ExecutionContext::deactivate, &ExecutionContext::reset,
                             &ExecutionContext::remove})
    CHECK((context.*request)(*other) == ReturnCode::bad_parameter);
  CHECK(context.deactivate(recorder) == ReturnCode::precondition_not_met);
  CHECK(context.reset(recorder) == ReturnCode::precondition_not_met);
  CHECK(context.activate(recorder) == ReturnCode::ok);
  context.tick();
  CHECK(context.activate(recorder) == ReturnCode::precondition_not_met);
  CHECK(context.reset(recorder) == ReturnCode::precondition_not_met);
  recorder.fail_in('X');
  context.tick();
  context.tick();
  CHECK(context.activate(recorder) == ReturnCode::precondition_not_met);
  CHECK(context.deactivate(recorder) == ReturnCode::precondition_not_met);
  CHECK(context.add(nullptr) == ReturnCode::bad_parameter);
  CHECK(context.add(ticked.recorder) == ReturnCode::precondition_not_met);
}

TEST_CASE("rates of a context are finite and positive") {
  Ticked ticked;
  for (const double rate :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    CHECK(ticked.context->set_rate(rate) == ReturnCode::bad_parameter);
  CHECK(ticked.context->rate() == 100.0);
  CHECK(ticked.recorder->taken() == "IS");
  CHECK(ticked.context->set_rate(1e6) == ReturnCode::ok);
  CHECK(ticked.context->rate() == 1e6);
  CHECK(ticked.recorder->taken() == "C");
}

TEST_CASE("a component stays ACTIVE while its context is stopped and started") {
  Ticked ticked;
  ExecutionContext& context = *ticked.context;
  CHECK(context.is_running());
  CHECK(context.start() == ReturnCode::precondition_not_met);
  context.activate(*ticked.recorder);
  context.tick();
  CHECK(ticked.recorder->taken() == "ISAXU");
  CHECK(context.stop() == ReturnCode::ok);
  CHECK(context.stop() == ReturnCode::precondition_not_met);
  context.tick();
  CHECK(ticked.recorder->taken() == "H");
  CHECK(ticked.state() == LifeCycle::active);
  CHECK(context.start() == ReturnCode::ok);
  context.tick();
  CHECK(ticked.recorder->taken() == "SXU");
  // switch_off does not wait for the next start: an actuator stops now.
  context.stop();
  CHECK(ticked.recorder->switch_off());
  CHECK(ticked.recorder->state() == State::off);
  CHECK(ticked.recorder->taken() == "HD");
}

TEST_CASE("a request to a ticked context waits for its timeout, and is carried out by a later tick") {
  ContextSettings settings = ticked_settings();
  settings.sync_transition = true;
  Ticked ticked(settings);
  std::atomic<int> answer{-1};
  std::thread asking([&] { answer = static_cast<int>(ticked.context->activate(*ticked.recorder)); });
  ticked.stage.clock().advance_when_waiting(1, settings.transition_timeout);
  asking.join();
  CHECK(answer == static_cast<int>(ReturnCode::error));
  CHECK(ticked.state() == LifeCycle::inactive);
  ticked.context->tick();
  CHECK(ticked.state() == LifeCycle::active);
}

TEST_CASE("a request is answered when a pass has carried it out") {
  ComponentStage stage;
  const auto recorder = stage.add<Recorder>();
  const auto context = recorder->owned_contexts().at(0);
  CHECK(context->type() == "PeriodicExecutionContext");
  CHECK(context->activate(*recorder) == ReturnCode::ok);
  CHECK(recorder->state() == State::on);
  CHECK(context->deactivate(*recorder) == ReturnCode::ok);
  CHECK(recorder->state() == State::off);
  recorder->fail_in('A');
  CHECK(context->activate(*recorder) == ReturnCode::error);
  REQUIRE(wait_until([&] { return context->state_of(*recorder) == LifeCycle::error; }));
  CHECK(recorder->state() == State::fault);
  CHECK(context->reset(*recorder) == ReturnCode::ok);
  CHECK(recorder->state() == State::off);
}

TEST_CASE("a component whose stream has stopped is in ERROR, and is reset to INACTIVE") {
  struct Joint final : Recorder {
    Joint() : Recorder(nullptr, {}, "Joint"), position(add_in_port("position")) {
      position.watchdog().set(500ms, Neutral::hold);
    }
    InPort& position;
  };
  ComponentStage stage(true);
  stage.context_.sync_transition = false;
  const auto joint = stage.add<Joint>();
  const auto context = joint->owned_contexts().at(0);
  const auto stop_stream = [&] {
    for (int i = 0; i < 2; ++i) joint->position.put(Value(i));
    stage.advance_time(501ms);
    stage.manager().tick();
  };
  joint->switch_on();
  stage.manager().tick();
  stop_stream();
  CHECK(context->state_of(*joint) == LifeCycle::error);
  joint->position.put(Value(1));
  CHECK(context->state_of(*joint) == LifeCycle::active);
  stop_stream();
  joint->taken();
  CHECK(context->deactivate(*joint) == ReturnCode::precondition_not_met);
  CHECK(context->reset(*joint) == ReturnCode::ok);
  stage.manager().tick();
  CHECK(joint->taken() == "DR");
  CHECK(context->state_of(*joint) == LifeCycle::inactive);
  CHECK(joint->state() == State::off);
}

TEST_CASE("exit ends a component once, while finalize is refused before that") {
  ComponentStage stage;
  const auto recorder = stage.add<Recorder>();
  const auto context = recorder->owned_contexts().at(0);
  CHECK(recorder->is_alive(*context));
  CHECK(recorder->initialize() == ReturnCode::precondition_not_met);
  CHECK(recorder->finalize() == ReturnCode::precondition_not_met);
  REQUIRE(recorder->switch_on());
  CHECK(recorder->exit() == ReturnCode::ok);
  CHECK(recorder->exit() == ReturnCode::ok);
  CHECK(recorder->finalize() == ReturnCode::ok);
  CHECK_FALSE(recorder->is_alive(*context));
  REQUIRE(wait_until([&] { return recorder->calls().ends_with("DHF"); }));
  REQUIRE(wait_until([&] { return stage.manager().components().empty(); }));
  CHECK(context->activate(*recorder) == ReturnCode::bad_parameter);
  CHECK(context->start() == ReturnCode::precondition_not_met);
  CHECK(std::make_shared<Recorder>()->exit() == ReturnCode::precondition_not_met);
}

TEST_CASE("a component may ask to exit in its own callback") {
  ComponentStage stage;
  const auto recorder = stage.add<Recorder>();
  recorder->executing = [it = recorder.get()] { it->exit(); };
  recorder->switch_on();
  CHECK(wait_until([&] { return recorder->calls() == "ISAXUDHF" || recorder->calls() == "ISAXDHF"; }));
  CHECK(wait_until([&] { return stage.manager().components().empty(); }));
}

}  // namespace
}  // namespace rtm
