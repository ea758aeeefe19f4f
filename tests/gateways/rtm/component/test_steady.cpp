// SPDX-License-Identifier: Apache-2.0
//
// Steady periods allocate no memory.
#include <catch2/catch.hpp>

#include "gateways/rtm/component/cdr.h"
#include "tests/gateways/rtm/component/real_time_stage.h"
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

/// The receiving end of a connector: pushed values go into an inlet.
struct IntoInlet final : Subscriber {
  explicit IntoInlet(std::shared_ptr<Inlet> into) : inlet(std::move(into)) {}
  Push push(const Value& value) override { return inlet->put(value) == PortStatus::ok ? Push::taken : Push::refused; }
  bool is(const Subscriber& other) const override { return this == &other; }
  std::string name() const override { return {}; }
  std::shared_ptr<Inlet> inlet;
};

/// A connector that pulls, with the octets that would go over the network.
struct FromOutlet final : ValueSource {
  explicit FromOutlet(std::shared_ptr<Outlet> from) : outlet(std::move(from)) {}
  PortStatus pull(Value& into) override {
    if (const PortStatus status = outlet->get(value); status != PortStatus::ok) return status;
    write_cdr(value, std::endian::big, octets);
    return read_cdr(octets, std::endian::big, into) == Refusal::none ? PortStatus::ok : PortStatus::error;
  }
  std::shared_ptr<Outlet> outlet;
  Value value{ValueType::floats};
  std::vector<std::uint8_t> octets;
};

TEST_CASE("connectors allocate nothing in a steady run") {
  ComponentStage stage(true);
  const auto source = stage.add<Source>(OutPortKind::multi);
  const auto sink = stage.add<Sink>();
  const auto number = std::make_shared<IntoInlet>(sink->in_port("number")->add_inlet({}));
  const auto numbers = std::make_shared<IntoInlet>(sink->in_port("numbers")->add_inlet({.length = 3}));
  REQUIRE(source->out_port("number")->subscribe(Delivery{.kind = Delivery::Kind::all}, number));
  REQUIRE(source->out_port("numbers")->subscribe(Delivery{}, numbers));
  const auto asked = std::make_shared<FromOutlet>(source->out_port("numbers")->add_outlet({}));
  REQUIRE(sink->in_port("numbers")->add_source(asked));
  source->switch_on();
  sink->switch_on();
  Value next(ValueType::floats);
  const auto periods = [&](int count) {
    for (int i = 0; i < count; ++i) {
      stage.advance_time(10ms);
      stage.manager().tick();
      // Another reader, so that ring buffers are emptied as well as skipped.
      source->out_port("numbers")->put(source->value);
      while (sink->in_port("numbers")->next(next)) continue;
    }
  };
  periods(20);
  const long before = allocations;
  periods(1000);
  CHECK(allocations == before);
  CHECK(sink->last == 1020.0);
  CHECK(next.number(0) == 1020.0);
  CHECK(asked->outlet->overwritten() == 0);
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
        stage.clock().advance_when_waiting(2, 10ms);
        const auto limit = std::chrono::steady_clock::now() + kTimeout;
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

TEST_CASE("steady passes of an execution context allocate nothing") {
  struct Quiet final : Component {
    Quiet() : Component("Quiet", Pattern::client) {}
  };
  for (const std::string& type : kContexts) {
    INFO(type);
    RealTimeStage stage;
    stage.manager().add_type("Quiet", [] { return std::make_shared<Quiet>(); });
    const auto quiet = stage.manager().create("Quiet", {}, {.type = type, .rate = 1000.0});
    ExecutionContext& context = *quiet->owned_contexts().at(0);
    REQUIRE(quiet->switch_on());
    wait_for_pass(context, 1);
    wait_for_pass(context, 2);
    const long before = allocations;
    for (std::uint64_t i = 3; i <= 50; ++i) {
      while (context.passes() < i) {
        context.tick();
        std::this_thread::yield();
      }
    }
    CHECK(allocations == before);
  }
}

}  // namespace
}  // namespace rtm
