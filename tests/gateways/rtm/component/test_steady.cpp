// SPDX-License-Identifier: Apache-2.0
//
// No allocation in a steady period.
#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/component_stage.h"
#include "tests/support/count_allocations.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

struct Source final : Component {
  explicit Source(OutPortKind kind) : Component("Source", Pattern::client), value(Value::Floats(64)) {
    add_out_port("number", ValueType::float32, kind);
    add_out_port("numbers", ValueType::floats, kind);
  }
  void on_execute() override {
    std::get<Value::Floats>(value.content()).front() = static_cast<float>(++executed);
    out_ports()[0]->put(Value(static_cast<double>(executed)));
    out_ports()[1]->put(value);
  }
  Value value;
  int executed = 0;
};

struct Sink final : Component {
  Sink() : Component("Sink", Pattern::client), numbers(ValueType::floats) {
    add_in_port("number", ValueType::float64, InPortKind::signalling).watchdog().set(500ms, Neutral::hold);
    add_in_port("numbers", ValueType::floats);
  }
  void on_execute() override {
    in_ports()[0]->take(number);
    in_ports()[1]->take(numbers);
    last = number_parameter("none", number.number());
  }
  Value number, numbers;
  std::atomic<double> last{0};
};

TEST_CASE("a steady run of driven components allocates nothing") {
  ComponentStage stage(true);
  const auto source = stage.add<Source>(OutPortKind::multi);
  const auto sink = stage.add<Sink>();
  std::string problem;
  for (const std::string port : {"number", "numbers"})
    REQUIRE(connect(stage.manager(), "Source0." + port, "Sink0." + port, Request::repeated, problem));
  source->switch_on();
  sink->switch_on();
  for (int i = 0; i < 10; ++i) stage.manager().tick();
  const long before = allocations;
  for (int i = 0; i < 1000; ++i) {
    stage.advance_time(10ms);
    stage.manager().tick();
  }
  CHECK(allocations == before);
  CHECK(sink->last == 1010.0);
  CHECK(sink->numbers.number(0) == 1010.0);
  CHECK(sink->state() == State::on);
}

TEST_CASE("threads that push allocate nothing either") {
  for (const OutPortKind kind : {OutPortKind::single, OutPortKind::multi}) {
    ComponentStage stage;
    const auto source = stage.add<Source>(kind);
    const auto sink = stage.add<Sink>();
    std::string problem;
    for (const std::string port : {"number", "numbers"})
      REQUIRE(connect(stage.manager(), "Source0." + port, "Sink0." + port, Request::repeated, problem));
    REQUIRE(source->switch_on());
    REQUIRE(sink->switch_on());
    const auto go_on = [&](int periods) {
      for (int i = 0; i < periods; ++i) {
        const double last = sink->last;
        stage.clock().advance(10ms);
        const auto limit = std::chrono::steady_clock::now() + kPatience;
        while (sink->last == last && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
      }
    };
    go_on(20);
    const long before = allocations;
    go_on(200);
    CHECK(allocations == before);
    CHECK(sink->last >= 200.0);
  }
}

}  // namespace
}  // namespace rtm
