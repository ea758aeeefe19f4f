// SPDX-License-Identifier: Apache-2.0
//
// How an OutPort serves connectors of the OMG's form, beside subscribers of 2003.
#include <catch2/catch.hpp>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;
using Kind = Delivery::Kind;

struct Lamp final : Component {
  explicit Lamp(Pattern pattern = Pattern::client) : Component("Lamp", pattern), light(add_out_port("light")) {}
  OutPort& light;
};

std::shared_ptr<OutPort> light_port(OutPortKind kind = OutPortKind::multi) {
  return make_out_port("light", ValueType::float32, kind);
}

/// A subscriber that hangs in its first push until the gate is opened.
std::shared_ptr<Keeper> held_keeper(Gate& gate) {
  const auto keeper = std::make_shared<Keeper>();
  keeper->answer_ = [&gate](const Value&) {
    gate.pass();
    return Push::taken;
  };
  return keeper;
}

TEST_CASE("a flush connector is pushed to by the put itself, whatever the kind of the port") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::single, OutPortKind::multi}) {
    const auto port = light_port(kind);
    const auto keeper = std::make_shared<Keeper>();
    std::thread::id pusher;
    keeper->answer_ = [&pusher](const Value&) {
      pusher = std::this_thread::get_id();
      return Push::taken;
    };
    port->put(Value(1));
    REQUIRE(port->subscribe(Delivery{.kind = Kind::flush}, keeper));
    CHECK(keeper->values().empty());
    port->put(Value(2));
    CHECK(keeper->values() == std::vector<double>{2});
    CHECK(pusher == std::this_thread::get_id());
    CHECK(port->unsubscribe(*keeper));
    CHECK_FALSE(port->unsubscribe(*keeper));
    port->put(Value(3));
    CHECK(keeper->values() == std::vector<double>{2});
  }
}

TEST_CASE("a slow connector of kind newest skips values while it is pushed to, and they are counted") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::multi}) {
    const auto port = light_port(kind);
    Gate gate;
    const auto slow = held_keeper(gate);
    REQUIRE(port->subscribe(Delivery{.kind = Kind::newest}, slow));
    port->put(Value(1));
    REQUIRE(slow->gets(1));
    for (int i = 2; i <= 10; ++i) port->put(Value(i));
    CHECK(port->links().at(0).overwritten == 8);
    gate.open();
    REQUIRE(slow->gets(2));
    port->close();
    CHECK(slow->values() == std::vector<double>{1, 10});
  }
}

TEST_CASE("a connector of kind all delivers a buffer in order, and counts values lost when it is full") {
  for (const Full full : {Full::overwrite, Full::do_nothing}) {
    const auto port = light_port();
    Gate gate;
    const auto slow = held_keeper(gate);
    REQUIRE(port->subscribe(Delivery{.kind = Kind::all, .buffer = {.length = 3, .full = full}}, slow));
    port->put(Value(1));
    REQUIRE(slow->gets(1));
    for (int i = 2; i <= 10; ++i) port->put(Value(i));
    CHECK(port->links().at(0).overwritten == 6);
    CHECK(port->counts().overwritten == 6);
    gate.open();
    REQUIRE(slow->gets(4));
    CHECK(slow->values() ==
          (full == Full::overwrite ? std::vector<double>{1, 8, 9, 10} : std::vector<double>{1, 2, 3, 4}));
    port->close();
    CHECK(slow->values().size() == 4);
    CHECK(port->counts().pushed == 4);
  }
}

TEST_CASE("a connector of kind all loses no value that its buffer can hold") {
  const auto port = light_port();
  const auto keeper = std::make_shared<Keeper>();
  REQUIRE(port->subscribe(Delivery{.kind = Kind::all, .buffer = {.length = 1000}}, keeper));
  std::vector<double> expected;
  for (int i = 1; i <= 1000; ++i) {
    port->put(Value(i));
    expected.push_back(i);
  }
  REQUIRE(keeper->gets(1000));
  CHECK(keeper->values() == expected);
}

TEST_CASE("a periodic connector pushes the first value at once, and the newest one at each later period") {
  const auto port = light_port();
  const auto rare = std::make_shared<Keeper>(), frequent = std::make_shared<Keeper>();
  REQUIRE(port->subscribe(Delivery{.kind = Kind::periodic, .rate = 1.0 / 3600}, rare));
  REQUIRE(port->subscribe(Delivery{.kind = Kind::periodic, .rate = 1000}, frequent));
  port->put(Value(1));
  REQUIRE(rare->gets(1));
  REQUIRE(frequent->gets(1));
  for (int i = 2; i <= 5; ++i) port->put(Value(i));
  REQUIRE(wait_until([&] { return frequent->values().back() == 5.0; }));
  CHECK(rare->values().size() == 1);
  port->close();  // waits for no period
  CHECK(rare->values().size() == 1);
}

TEST_CASE("a connector of kind all with a rate empties its buffer in each period") {
  const auto port = light_port();
  Gate gate;
  const auto keeper = held_keeper(gate);
  REQUIRE(port->subscribe(Delivery{.kind = Kind::all, .rate = 1.0 / 3600}, keeper));
  port->put(Value(1));
  REQUIRE(keeper->gets(1));
  port->put(Value(2));
  port->put(Value(3));
  gate.open();
  REQUIRE(keeper->gets(3));
  port->put(Value(4));
  port->close();
  CHECK(keeper->values() == std::vector<double>{1, 2, 3});
}

TEST_CASE("rates that are not positive and finite are refused where they matter") {
  const auto port = light_port();
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double rate : {0.0, -1.0, infinite, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS(port->subscribe(Delivery{.kind = Kind::periodic, .rate = rate}, std::make_shared<Keeper>()),
                    std::invalid_argument);
  CHECK_THROWS_AS(port->subscribe(Delivery{.kind = Kind::all, .rate = -1}, std::make_shared<Keeper>()),
                  std::invalid_argument);
  CHECK(port->links().empty());
  // The rate of another kind is ignored, and the slowest one is still a rate.
  CHECK(port->subscribe(Delivery{.kind = Kind::newest, .rate = -1}, std::make_shared<Keeper>()));
  CHECK(port->subscribe(Delivery{.kind = Kind::periodic, .rate = 1e-300}, std::make_shared<Keeper>()));
}

TEST_CASE("in a driven run every delivery is direct, and periods are measured by the times of the values") {
  ComponentStage stage(true);
  const auto lamp = stage.add<Lamp>();
  const auto newest = std::make_shared<Keeper>(), all = std::make_shared<Keeper>(), tenth = std::make_shared<Keeper>();
  REQUIRE(lamp->light.subscribe(Delivery{.kind = Kind::newest}, newest));
  REQUIRE(lamp->light.subscribe(Delivery{.kind = Kind::all}, all));
  REQUIRE(lamp->light.subscribe(Delivery{.kind = Kind::periodic, .rate = 10}, tenth));
  for (int i = 1; i <= 10; ++i) {
    stage.advance_time(20ms);
    lamp->light.put(Value(i));
    CHECK(newest->values().size() == static_cast<std::size_t>(i));
    CHECK(all->values().size() == static_cast<std::size_t>(i));
  }
  CHECK(tenth->values() == std::vector<double>{1, 6});
  // Sums of seconds may miss a multiple of the period by a nanosecond.
  lamp->light.put(Value(11.0F, 320ms - 1ns));
  CHECK(tenth->values() == std::vector<double>{1, 6, 11});
  lamp->light.put(Value(12.0F, 1ms));  // a world that begins again
  CHECK(tenth->values() == std::vector<double>{1, 6, 11, 12});
}

TEST_CASE("a flush connector of a self-contained component is pushed to by another thread") {
  ComponentStage stage;
  const auto lamp = stage.add<Lamp>(Pattern::self_contained);
  const auto keeper = std::make_shared<Keeper>();
  std::atomic<bool> is_own = true;
  keeper->answer_ = [&is_own, here = std::this_thread::get_id()](const Value&) {
    is_own = std::this_thread::get_id() == here;
    return Push::taken;
  };
  REQUIRE(lamp->light.subscribe(Delivery{.kind = Kind::flush}, keeper));
  lamp->light.put(Value(1));
  REQUIRE(wait_until([&is_own] { return !is_own; }));
  CHECK(lamp->light.links().at(0).delivery->kind == Kind::newest);
}

TEST_CASE("a port serves a connector and a subscription of 2003 side by side") {
  const auto port = light_port();
  const auto keeper = std::make_shared<Keeper>();
  CHECK_FALSE(port->subscribe(Delivery{}, nullptr));
  REQUIRE(port->subscribe(Request::repeated, keeper));
  REQUIRE(port->subscribe(Delivery{.kind = Kind::newest}, keeper));
  CHECK_FALSE(port->subscribe(Delivery{.kind = Kind::all}, keeper));
  const auto links = port->links();
  REQUIRE(links.size() == 2);
  CHECK_FALSE(links[0].delivery);
  REQUIRE(links[1].delivery);
  CHECK(links[1].delivery->kind == Kind::newest);
  CHECK(links[1].request == Request::repeated);
  CHECK(port->unsubscribe(Request::repeated, *keeper));
  CHECK_FALSE(port->unsubscribe(Request::repeated, *keeper));
  CHECK(port->links().size() == 1);
  CHECK(port->unsubscribe(*keeper));
}

TEST_CASE("a connector whose subscriber is gone ends with one line") {
  for (const Kind kind : {Kind::flush, Kind::newest, Kind::all}) {
    ComponentStage stage;
    const auto lamp = stage.add<Lamp>();
    const auto keeper = std::make_shared<Keeper>("SeqIn0.Float");
    keeper->answer_ = [](const Value&) { return Push::gone; };
    REQUIRE(lamp->light.subscribe(Delivery{.kind = kind}, keeper));
    lamp->light.put(Value(1));
    REQUIRE(wait_until([&] { return lamp->light.links().empty() && stage.lines().size() == 1; }));
    CHECK(stage.lines_with("that of SeqIn0.Float has ended: it is gone") == 1);
  }
}

TEST_CASE("values have the time of the component's clock unless they have one") {
  ComponentStage stage(true);
  const auto lamp = stage.add<Lamp>();
  stage.advance_time(7s);
  lamp->light.put(Value(1));
  CHECK(lamp->light.get().time() == 7s);
  lamp->light.put(Value(2.0F, 3s));
  CHECK(lamp->light.get().time() == 3s);
}

TEST_CASE("an outlet returns the values put since it was added, oldest first, and repeats the last one") {
  const auto port = light_port();
  port->put(Value(1));
  const auto outlet = port->add_outlet({.length = 2});
  Value value;
  CHECK(outlet->get(value) == PortStatus::buffer_empty);
  for (int i = 2; i <= 4; ++i) port->put(Value(static_cast<float>(i), std::chrono::seconds(i)));
  CHECK(outlet->overwritten() == 1);
  CHECK(outlet->get(value) == PortStatus::ok);
  CHECK(value == Value(3.0F));
  CHECK(value.time() == 3s);
  for (int times = 0; times < 2; ++times) {
    CHECK(outlet->get(value) == PortStatus::ok);
    CHECK(value == Value(4.0F));
  }
  port->remove_outlet(*outlet);
  port->put(Value(5));
  CHECK(outlet->get(value) == PortStatus::ok);
  CHECK(value == Value(4.0F));
}

TEST_CASE("an outlet can be set to refuse values when full, and to return none twice") {
  const auto port = light_port();
  const auto outlet = port->add_outlet({.length = 1, .full = Full::do_nothing, .empty = Empty::do_nothing});
  port->put(Value(1));
  port->put(Value(2));
  CHECK(outlet->refused() == 1);
  CHECK(outlet->overwritten() == 0);
  Value value;
  CHECK(outlet->get(value) == PortStatus::ok);
  CHECK(value == Value(1.0F));
  CHECK(outlet->get(value) == PortStatus::buffer_empty);
}

TEST_CASE("outlets count as subscriptions, and a closed port accepts no new ones") {
  ComponentStage stage;
  OutPort& port = stage.add<Lamp>()->light;
  std::vector<std::shared_ptr<Outlet>> outlets;
  for (std::size_t i = 0; i < kMaxSubscriptions; ++i) REQUIRE(outlets.emplace_back(port.add_outlet({})));
  CHECK_FALSE(port.add_outlet({}));
  CHECK_FALSE(port.subscribe(Delivery{}, std::make_shared<Keeper>()));
  CHECK(stage.lines().size() == 2);
  port.remove_outlet(*outlets[3]);
  CHECK(port.subscribe(Delivery{}, std::make_shared<Keeper>()));
  const auto closed = light_port();
  closed->close();
  CHECK_FALSE(closed->add_outlet({}));
}

TEST_CASE("buffer policies are read in upper and lower case") {
  CHECK(full_policy("overwrite") == Full::overwrite);
  CHECK(full_policy("Do_Nothing") == Full::do_nothing);
  CHECK_FALSE(full_policy("block"));
  CHECK_FALSE(full_policy("overwrite "));
  CHECK(empty_policy("READBACK") == Empty::readback);
  CHECK(empty_policy("do_nothing") == Empty::do_nothing);
  CHECK_FALSE(empty_policy("block"));
  CHECK_FALSE(empty_policy(""));
}

}  // namespace
}  // namespace rtm
