// SPDX-License-Identifier: Apache-2.0
//
// Values that arrive at an InPort through connectors: inlets with ring buffers, and sources that are pulled.
#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <deque>
#include <limits>
#include <optional>
#include <thread>

#include "tests/gateways/rtm/component/component_stage.h"
#include "tests/support/properties.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// Everything that `next` gives.
std::vector<double> drained(InPort& port) {
  std::vector<double> numbers;
  for (Value value(port.type()); port.next(value);) numbers.push_back(value.number());
  return numbers;
}

std::optional<double> taken(InPort& port) {
  Value value(port.type());
  return port.take(value) ? std::optional(value.number()) : std::nullopt;
}

std::optional<double> seen(InPort& port) {
  Value value(port.type());
  return port.read(value) ? std::optional(value.number()) : std::nullopt;
}

/// A source that gives what the test has prepared.
struct Prepared final : ValueSource {
  PortStatus pull(Value& into) override {
    ++asked;
    if (during) during();
    if (answers.empty()) return PortStatus::buffer_empty;
    into = answers.front();
    answers.pop_front();
    return PortStatus::ok;
  }
  std::deque<Value> answers;
  std::function<void()> during;
  int asked = 0;
};

TEST_CASE("an inlet keeps as many values as its connector asks for, in order") {
  InPort port("position", ValueType::float32);
  const auto inlet = port.add_inlet({.length = 3});
  for (int i = 1; i <= 5; ++i) CHECK(inlet->put(Value(i)) == PortStatus::ok);
  CHECK(inlet->overwritten() == 2);
  CHECK(port.get() == Value(5.0F));
  CHECK(port.has_new_value());
  CHECK(drained(port) == std::vector<double>{3, 4, 5});
  CHECK_FALSE(port.has_new_value());
  CHECK(taken(port) == std::nullopt);
  CHECK(seen(port) == 5.0);
  CHECK(port.puts() == 5);
}

TEST_CASE("take returns the newest value and skips those before it") {
  InPort port("position", ValueType::float32);
  const auto inlet = port.add_inlet({});
  for (int i = 1; i <= 5; ++i) inlet->put(Value(i));
  CHECK(taken(port) == 5.0);
  CHECK_FALSE(port.has_new_value());
  CHECK(drained(port).empty());
  CHECK(inlet->overwritten() == 0);
  inlet->put(Value(6));
  CHECK(drained(port) == std::vector<double>{6});
}

TEST_CASE("a full inlet set to do_nothing refuses values until one is read") {
  for (const int way : {0, 1, 2}) {
    InPort port("position", ValueType::float32);
    const auto inlet = port.add_inlet({.length = 2, .full = Full::do_nothing});
    CHECK(inlet->put(Value(1)) == PortStatus::ok);
    CHECK(inlet->put(Value(2)) == PortStatus::ok);
    CHECK(inlet->put(Value(3)) == PortStatus::buffer_full);
    CHECK(port.get() == Value(2.0F));
    CHECK(port.puts() == 2);
    CHECK(port.refused() == 0);
    if (way == 0) CHECK(taken(port) == 2.0);
    if (way == 1) CHECK(seen(port) == 2.0);
    Value value;
    if (way == 2) CHECK(port.next(value));
    CHECK(inlet->put(Value(4)) == PortStatus::ok);
    CHECK(port.get() == Value(4.0F));
    CHECK(taken(port) == 4.0);
  }
}

TEST_CASE("lengths of inlets are clamped to their limits") {
  InPort port("position", ValueType::float32);
  const auto shortest = port.add_inlet({.length = 0, .full = Full::do_nothing});
  CHECK(shortest->put(Value(1)) == PortStatus::ok);
  CHECK(shortest->put(Value(2)) == PortStatus::buffer_full);
  const auto longest = port.add_inlet({.length = std::numeric_limits<std::size_t>::max(), .full = Full::do_nothing});
  for (std::size_t i = 0; i < BufferSettings::kMaxLength; ++i) REQUIRE(longest->put(Value(1)) == PortStatus::ok);
  CHECK(longest->put(Value(2)) == PortStatus::buffer_full);
}

TEST_CASE("long values fill a ring before its length does") {
  const Value large(Value::Doubles(Value::kMaxElements, 0.5));
  constexpr std::size_t kFit = ValueRing::kMaxBytes / (Value::kMaxElements * sizeof(double));
  ValueRing overwrites(ValueType::doubles, {.length = 100}),
      refuses(ValueType::doubles, {.length = 100, .full = Full::do_nothing});
  for (std::size_t i = 0; i < 3 * kFit; ++i) {
    CHECK(overwrites.push(large, i));
    CHECK(refuses.push(large, i) == (i < kFit));
  }
  CHECK(overwrites.size() == kFit);
  CHECK(overwrites.overwritten() == 2 * kFit);
  CHECK(overwrites.newest_number() == 3 * kFit - 1);
  // Memory that was needed once is not counted for ever.
  Value value(ValueType::doubles);
  for (std::size_t i = 0; i < kFit; ++i) refuses.pop(value);
  const Value small(Value::Doubles{1});
  for (std::size_t i = 0; i < 100; ++i) CHECK(refuses.push(small));
}

TEST_CASE("values of several inlets and of puts are read in the order of their arrival") {
  InPort port("position", ValueType::float32);
  const auto one = port.add_inlet({}), two = port.add_inlet({.length = 2});
  one->put(Value(1));
  two->put(Value(2));
  one->put(Value(3));
  port.put(Value(4));
  CHECK(port.get() == Value(4.0F));
  CHECK(drained(port) == std::vector<double>{1, 2, 3, 4});
  // A value that was put is kept until the next one arrives.
  port.put(Value(5));
  two->put(Value(6));
  one->put(Value(7));
  CHECK(drained(port) == std::vector<double>{6, 7});
}

TEST_CASE("read returns the newest value again, unless its connector is set to do_nothing") {
  InPort port("position", ValueType::float32);
  const auto again = port.add_inlet({}), never = port.add_inlet({.empty = Empty::do_nothing});
  again->put(Value(1));
  CHECK(seen(port) == 1.0);
  CHECK(seen(port) == 1.0);
  never->put(Value(2));
  CHECK(seen(port) == 2.0);
  CHECK(seen(port) == std::nullopt);
  CHECK(taken(port) == 2.0);
  CHECK(seen(port) == std::nullopt);
  CHECK(port.get() == Value(2.0F));
  port.put(Value(3));
  CHECK(seen(port) == 3.0);
  CHECK(seen(port) == 3.0);
}

TEST_CASE("an inlet refuses values of another type or that are not finite") {
  ComponentStage stage;
  struct Valve final : Component {
    Valve() : Component("Valve", Pattern::passive) { add_in_port("position"); }
  };
  const auto valve = stage.add<Valve>();
  InPort& port = *valve->in_port("position");
  const auto inlet = port.add_inlet({});
  inlet->put(Value(1.5));
  CHECK(inlet->put(Value(true)) == PortStatus::error);
  CHECK(inlet->put(Value(std::numeric_limits<double>::quiet_NaN())) == PortStatus::error);
  CHECK(drained(port) == std::vector<double>{1.5});
  CHECK(port.refused() == 2);
  CHECK(stage.lines_with("Valve0.position") == 2);
}

TEST_CASE("a removed inlet takes no values, and its newest value stays") {
  InPort port("position", ValueType::float32);
  const auto one = port.add_inlet({}), two = port.add_inlet({});
  two->put(Value(1));
  one->put(Value(2));
  one->put(Value(3));
  port.remove_inlet(*one);
  port.remove_inlet(*one);
  CHECK(one->put(Value(4)) == PortStatus::error);
  CHECK(drained(port) == std::vector<double>{1, 3});
  CHECK(port.puts() == 3);
}

TEST_CASE("the number of connectors of an InPort is limited") {
  ComponentStage stage;
  struct Valve final : Component {
    Valve() : Component("Valve", Pattern::passive) { add_in_port("position"); }
  };
  InPort& port = *stage.add<Valve>()->in_port("position");
  const auto source = std::make_shared<Prepared>();
  CHECK_FALSE(port.add_source(nullptr));
  CHECK(port.add_source(source));
  std::vector<std::shared_ptr<Inlet>> inlets;
  for (std::size_t i = 1; i < kMaxSubscriptions; ++i) REQUIRE(inlets.emplace_back(port.add_inlet({})));
  CHECK_FALSE(port.add_inlet({}));
  CHECK_FALSE(port.add_source(std::make_shared<Prepared>()));
  CHECK(stage.lines_with("Valve0.position has 64 connectors and accepts no more") +
            stage.lines_with("Valve0.position: has 64 connectors and accepts no more") ==
        2);
  port.remove_source(*source);
  CHECK(port.add_inlet({}));
}

TEST_CASE("when a component is switched on it has the values of inlets, and not those that were put") {
  struct Controller final : Component {
    Controller() : Component("Controller", Pattern::client), angle(add_in_port("angle")), order(add_in_port("order")) {}
    void on_activated() override {
      first.clear();
      for (InPort* const port : {&angle, &order}) first.push_back(seen(*port));
    }
    InPort &angle, &order;
    std::vector<std::optional<double>> first;
  };
  ComponentStage stage(true);
  const auto controller = stage.add<Controller>();
  const auto inlet = controller->angle.add_inlet({}), late = controller->order.add_inlet({});
  inlet->put(Value(1));
  inlet->put(Value(2));
  controller->order.put(Value(3));
  controller->switch_on();
  controller->tick();
  CHECK(controller->first == std::vector<std::optional<double>>{2.0, std::nullopt});
  CHECK(drained(controller->angle) == std::vector<double>{1, 2});

  // Values that were taken are forgotten, too; a put over an inlet's value restores that.
  controller->switch_off();
  controller->tick();
  late->put(Value(4));
  controller->order.put(Value(5));
  controller->switch_on();
  controller->tick();
  CHECK(controller->first == std::vector<std::optional<double>>{std::nullopt, 4.0});
  CHECK(taken(controller->order) == 4.0);
}

TEST_CASE("forget() empties inlets, too") {
  InPort port("position", ValueType::float32);
  const auto inlet = port.add_inlet({});
  inlet->put(Value(1));
  port.forget();
  CHECK_FALSE(port.has_new_value());
  CHECK(drained(port).empty());
  CHECK(seen(port) == std::nullopt);
  CHECK(port.get() == Value(0.0F));
}

TEST_CASE("a value through an inlet wakes the thread that waits") {
  SignallingInPort port("in1", ValueType::float32);
  const auto inlet = port.add_inlet({});
  std::thread putter([&inlet] { inlet->put(Value(3)); });
  CHECK(port.wait(kTimeout));
  putter.join();
  CHECK(taken(port) == 3.0);
}

TEST_CASE("sources are pulled when the component reads, with no lock held") {
  InPort port("position", ValueType::float32);
  const auto source = std::make_shared<Prepared>();
  REQUIRE(port.add_source(source));
  source->during = [&port] { port.get(); };
  source->answers = {Value(1.0F), Value(2.0F), Value(3.0F), Value(4.0F)};
  CHECK_FALSE(port.has_new_value());
  CHECK(port.get() == Value(0.0F));
  CHECK(source->asked == 0);
  CHECK(taken(port) == 1.0);
  CHECK(seen(port) == 2.0);
  CHECK(taken(port) == 3.0);
  CHECK(drained(port) == std::vector<double>{4});
  CHECK(taken(port) == std::nullopt);
  CHECK(seen(port) == 4.0);
  CHECK(port.puts() == 4);
  port.remove_source(*source);
  const int asked = source->asked;
  source->answers = {Value(5.0F)};
  CHECK(taken(port) == std::nullopt);
  CHECK(source->asked == asked);
}

TEST_CASE("a source that returns the same value with the same time again has no new value") {
  InPort port("position", ValueType::float32);
  const auto source = std::make_shared<Prepared>();
  REQUIRE(port.add_source(source));
  source->answers = {Value(1.0F, 1s), Value(1.0F, 1s), Value(1.0F, 2s), Value(7.0F), Value(7.0F)};
  CHECK(taken(port) == 1.0);
  CHECK(taken(port) == std::nullopt);
  CHECK(taken(port) == 1.0);
  CHECK(taken(port) == 7.0);
  CHECK(taken(port) == 7.0);
}

TEST_CASE("a source that throws, returns infinity or is removed during a pull provides no value") {
  InPort port("position", ValueType::float32);
  const auto source = std::make_shared<Prepared>();
  REQUIRE(port.add_source(source));
  source->answers = {Value(std::numeric_limits<float>::infinity())};
  CHECK(taken(port) == std::nullopt);
  source->answers = {Value(1.0F), Value(2.0F)};
  source->during = [] { throw std::runtime_error("gone"); };
  CHECK(taken(port) == std::nullopt);
  source->during = [&] { port.remove_source(*source); };
  CHECK(taken(port) == std::nullopt);
  CHECK(port.get() == Value(0.0F));
}

/// A minimal model of one connector by RTM 12.3.
struct Model {
  std::deque<int> ring;
  std::size_t length;
  Full full;
  bool put(int number) {
    if (ring.size() == length) {
      if (full == Full::do_nothing) return false;
      ring.pop_front();
    }
    ring.push_back(number);
    return true;
  }
};

TEST_CASE("random puts and reads of an inlet agree with the model") {
  hold([](const std::vector<std::uint8_t>& operations, std::uint8_t length, bool refuses) {
    Model model{{}, length % 4U + 1U, refuses ? Full::do_nothing : Full::overwrite};
    InPort port("position", ValueType::int32);
    const auto inlet = port.add_inlet({.length = model.length, .full = model.full});
    int number = 0;
    for (const auto operation : operations) {
      if (operation % 4 < 2) {
        const bool is_kept = model.put(++number);
        RC_ASSERT(inlet->put(Value(number)) == (is_kept ? PortStatus::ok : PortStatus::buffer_full));
      } else if (operation % 4 == 2) {
        Value value(ValueType::int32);
        RC_ASSERT(port.next(value) == !model.ring.empty());
        if (model.ring.empty()) continue;
        RC_ASSERT(value.number() == model.ring.front());
        model.ring.pop_front();
      } else {
        const auto newest = taken(port);
        RC_ASSERT(newest.has_value() == !model.ring.empty());
        if (newest) RC_ASSERT(*newest == model.ring.back());
        model.ring.clear();
      }
      RC_ASSERT(port.has_new_value() == !model.ring.empty());
    }
  });
}

}  // namespace
}  // namespace rtm
