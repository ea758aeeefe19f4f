// SPDX-License-Identifier: Apache-2.0
//
// Subscribers that are slow, hang, or are gone.
#include <catch2/catch.hpp>
#include <future>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

struct LightSensor final : Component {
  explicit LightSensor(OutPortKind kind)
      : Component("Sensor", Pattern::client), light(add_out_port("light", {}, kind)) {}
  OutPort& light;
};

TEST_CASE("a slow subscriber delays the put of a direct port, and of no other kind") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::single, OutPortKind::multi}) {
    INFO("kind " << static_cast<int>(kind));
    const auto port = make_out_port("light", ValueType::float32, kind);
    const auto slow = std::make_shared<Keeper>();
    Gate gate;
    slow->answer_ = [&gate](const Value&) {
      gate.pass();
      return Push::taken;
    };
    REQUIRE(port->subscribe(Request::repeated, slow));
    auto put = std::async(std::launch::async, [&] { port->put(Value(1)); });
    CHECK(wait_until([&] { return gate.waiting() == 1; }));
    if (kind == OutPortKind::direct)
      CHECK(put.wait_for(100ms) == std::future_status::timeout);
    else
      CHECK(put.wait_for(kTimeout) == std::future_status::ready);
    gate.open();
    put.get();
    port->close();
  }
}

TEST_CASE("a slow subscriber gets the newest value next, and the values it missed are counted") {
  for (const OutPortKind kind : {OutPortKind::single, OutPortKind::multi}) {
    const auto port = make_out_port("light", ValueType::float32, kind);
    const auto slow = std::make_shared<Keeper>();
    Gate gate;
    slow->answer_ = [&gate](const Value&) {
      gate.pass();
      return Push::taken;
    };
    REQUIRE(port->subscribe(Request::repeated, slow));
    port->put(Value(1));
    REQUIRE(slow->gets(1));
    for (int i = 2; i <= 10; ++i) port->put(Value(i));
    CHECK(port->get() == Value(10.0F));
    CHECK(port->links().at(0).overwritten == 8);
    gate.open();
    REQUIRE(slow->gets(2));
    REQUIRE(wait_until([&] { return port->links().at(0).pushed == 2; }));
    CHECK(slow->values() == std::vector<double>{1, 10});
    CHECK(port->counts().overwritten == 8);
    CHECK(port->counts().failed == 0);
  }
}

TEST_CASE("a subscriber gets each value without waiting for a dead and a slow one") {
  const auto port = make_out_port("light", ValueType::float32, OutPortKind::multi);
  const auto dead = std::make_shared<Keeper>(), slow = std::make_shared<Keeper>(), third = std::make_shared<Keeper>();
  Gate gate;
  dead->answer_ = [&gate](const Value&) {
    gate.pass();
    return Push::unreachable;
  };
  slow->answer_ = [&gate](const Value&) {
    gate.pass();
    return Push::taken;
  };
  for (const auto& one : {dead, slow, third}) REQUIRE(port->subscribe(Request::repeated, one));
  for (std::size_t i = 1; i <= 50; ++i) {
    port->put(Value(static_cast<double>(i)));
    REQUIRE(third->gets(i));
  }
  CHECK(third->values().back() == 50.0);
  CHECK(port->links().at(2).pushed + 1 >= 50);
  CHECK(port->links().at(2).overwritten == 0);
  for (const auto& one : {dead, slow}) {
    CHECK(one->gets(1));
    CHECK(one->values().size() == 1);
  }
  gate.open();
  port->close();
}

TEST_CASE("three pushes in a row without an answer end a subscription, with a line that names both") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::single, OutPortKind::multi}) {
    ComponentStage stage;
    const auto sensor = stage.add<LightSensor>(kind);
    const auto keeper = std::make_shared<Keeper>("Motor0.position");
    // Two failures, an answer, two failures, a refusal, which is an answer, too: the connection works.
    keeper->answer_ = [](const Value& value) {
      const int number = static_cast<int>(value.number());
      return number == 3 ? Push::taken : number == 6 ? Push::refused : Push::unreachable;
    };
    REQUIRE(sensor->light.subscribe(Request::repeated, keeper));
    for (int i = 1; i <= 9; ++i) {
      REQUIRE(sensor->light.links().size() == 1);
      sensor->light.put(Value(i));
      REQUIRE(keeper->gets(static_cast<std::size_t>(i)));
    }
    REQUIRE(wait_until([&] { return sensor->light.links().empty() && stage.lines().size() == 1; }));
    CHECK(stage.lines_with("Sensor0.light") == 1);
    CHECK(stage.lines_with("Motor0.position has ended: it does not answer") == 1);
    sensor->light.put(Value(10));
    CHECK(sensor->light.subscribe(Request::repeated, keeper));
    CHECK(sensor->light.counts().failed == 8);
    CHECK(sensor->light.counts().pushed == 1);
  }
}

TEST_CASE("in a driven run a subscriber that hangs is dropped after its first late push") {
  for (const bool driven : {false, true}) {
    ComponentStage stage(driven);
    const auto sensor = stage.add<LightSensor>(OutPortKind::direct);
    const auto keeper = std::make_shared<Keeper>("Motor0.position");
    keeper->answer_ = [](const Value&) { return Push::late; };
    REQUIRE(sensor->light.subscribe(Request::repeated, keeper));
    for (int i = 1; i <= 5; ++i) sensor->light.put(Value(i));
    CHECK(keeper->values().size() == (driven ? 1 : 3));
    CHECK(stage.lines_with("that of Motor0.position has ended: it does not answer") == 1);
  }
}

TEST_CASE("a subscriber that is gone is dropped at once") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::single, OutPortKind::multi}) {
    ComponentStage stage;
    const auto sensor = stage.add<LightSensor>(kind);
    const auto keeper = std::make_shared<Keeper>();
    keeper->answer_ = [](const Value&) { return Push::gone; };
    REQUIRE(sensor->light.subscribe(Request::repeated, keeper));
    sensor->light.put(Value(1));
    REQUIRE(wait_until([&] { return stage.lines().size() == 1; }));
    CHECK(sensor->light.links().empty());
    CHECK(stage.lines_with("Sensor0.light: ") + stage.lines_with("Sensor0.light") >= 1);
    CHECK(stage.lines_with("that of a port elsewhere has ended: it is gone") == 1);
  }
}

TEST_CASE("a lost subscriber is reported with its name and address, even after many other complaints") {
  ComponentStage stage;
  const auto sensor = stage.add<LightSensor>(OutPortKind::direct);
  for (int i = 0; i < 20; ++i) stage.manager().environment().log.complain("Sensor0.light", "a subscription is refused");
  const auto add = [&](const std::string& name, const std::string& address) {
    const auto keeper = std::make_shared<Keeper>(name, address);
    keeper->answer_ = [](const Value&) { return Push::gone; };
    REQUIRE(sensor->light.subscribe(Request::repeated, keeper));
  };
  add("Motor0.position", "127.0.0.1:4711");
  add("", "127.0.0.1:4712");
  sensor->light.put(Value(1));
  CHECK(stage.lines_with("subscriptions of Sensor0.light: that of Motor0.position at 127.0.0.1:4711 has ended") == 1);
  CHECK(stage.lines_with("subscriptions of Sensor0.light: that of a port at 127.0.0.1:4712 has ended") == 1);
}

TEST_CASE("a subscriber that throws three times is dropped, as if it did not answer") {
  const auto port = make_out_port("light", ValueType::float32, OutPortKind::direct);
  const auto keeper = std::make_shared<Keeper>();
  keeper->answer_ = [](const Value&) -> Push { throw 1; };
  REQUIRE(port->subscribe(Request::repeated, keeper));
  for (int i = 0; i < 3; ++i) port->put(Value(i));
  CHECK(port->links().empty());
}

}  // namespace
}  // namespace rtm
