// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <stdexcept>
#include <thread>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

const std::vector<OutPortKind> kAllKinds{OutPortKind::direct, OutPortKind::single, OutPortKind::multi};

std::shared_ptr<OutPort> any_port(OutPortKind kind) {
  return make_out_port("light", ValueType::float32, kind);
}

TEST_CASE("an OutPort has the last value that was put") {
  for (const OutPortKind kind : kAllKinds) {
    const auto port = any_port(kind);
    CHECK(port->name() == "light");
    CHECK(port->kind() == kind);
    CHECK_FALSE(port->has_value());
    CHECK(port->get() == Value(0.0F));
    CHECK(port->put(Value(2.5)) == Refusal::none);
    CHECK(port->has_value());
    CHECK(port->get() == Value(2.5F));
    CHECK(port->put(Value(1e39)) == Refusal::range);
    CHECK(port->put(Value(std::string("x"))) == Refusal::type);
    CHECK(port->get() == Value(2.5F));
    CHECK(port->counts().puts == 1);
    CHECK(port->counts().refused == 2);
  }
}

TEST_CASE("every put is pushed to the subscriber") {
  for (const OutPortKind kind : kAllKinds) {
    const auto port = any_port(kind);
    const auto keeper = std::make_shared<Keeper>();
    port->put(Value(1.0F));
    REQUIRE(port->subscribe(Request::repeated, keeper));
    for (int i = 2; i <= 20; ++i) {
      port->put(Value(i));
      REQUIRE(keeper->gets(static_cast<std::size_t>(i - 1)));
    }
    CHECK(keeper->values().front() == 2.0);
    CHECK(keeper->values().back() == 20.0);
    port->close();
    CHECK(port->counts().pushed == 19);
    CHECK(port->counts().overwritten == 0);
  }
}

TEST_CASE("a subscription for a single value gets the present one, if there is one, else the next") {
  for (const OutPortKind kind : kAllKinds) {
    INFO("kind " << static_cast<int>(kind));
    const auto port = any_port(kind);
    const auto keeper = std::make_shared<Keeper>();
    REQUIRE(port->subscribe(Request::once, keeper));
    CHECK(port->links().size() == 1);
    port->put(Value(1));
    REQUIRE(keeper->gets(1));
    port->put(Value(2));
    REQUIRE(wait_until([&] { return port->links().empty(); }));
    REQUIRE(port->subscribe(Request::once, keeper));
    REQUIRE(keeper->gets(2));
    port->put(Value(3));
    port->close();
    CHECK(keeper->values() == std::vector<double>{1, 2});
    CHECK(port->counts().pushed == 2);
  }
}

TEST_CASE("a subscription for a single value fails if a direct port cannot deliver it") {
  const auto port = any_port(OutPortKind::direct);
  port->put(Value(1));
  const auto keeper = std::make_shared<Keeper>();
  for (const Push answer : {Push::refused, Push::unreachable, Push::gone}) {
    keeper->answer_ = [answer](const Value&) { return answer; };
    CHECK_FALSE(port->subscribe(Request::once, keeper));
  }
  CHECK(port->links().empty());
  CHECK(port->counts().failed == 3);
}

TEST_CASE("a subscriber has at most one subscription of kind once and one of kind repeated") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::multi}) {
    const auto port = any_port(kind);
    const auto keeper = std::make_shared<Keeper>();
    CHECK_FALSE(port->subscribe(Request::repeated, nullptr));
    CHECK(port->subscribe(Request::repeated, keeper));
    CHECK_FALSE(port->subscribe(Request::repeated, keeper));
    CHECK(port->subscribe(Request::once, keeper));
    CHECK_FALSE(port->subscribe(Request::once, keeper));
    CHECK(port->links().size() == 2);
    CHECK(port->unsubscribe(Request::once, *keeper));
    CHECK_FALSE(port->unsubscribe(Request::once, *keeper));
    CHECK(port->unsubscribe(Request::repeated, *keeper));
    CHECK_FALSE(port->unsubscribe(Request::repeated, *keeper));
    port->put(Value(1));
    port->close();
    CHECK(keeper->values().empty());
  }
}

TEST_CASE("a single port serves one subscriber at a time") {
  const auto port = any_port(OutPortKind::single);
  const auto first = std::make_shared<Keeper>(), second = std::make_shared<Keeper>();
  CHECK(port->subscribe(Request::repeated, first));
  CHECK_FALSE(port->subscribe(Request::repeated, second));
  CHECK_FALSE(port->subscribe(Request::once, first));
  CHECK(port->unsubscribe(Request::repeated, *first));
  CHECK(port->subscribe(Request::repeated, second));
  port->put(Value(1));
  CHECK(second->gets(1));
  CHECK(first->values().empty());
}

TEST_CASE("the number of subscriptions of an OutPort is limited") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::multi}) {
    const auto port = any_port(kind);
    std::vector<std::shared_ptr<Keeper>> keepers;
    for (std::size_t i = 0; i < kMaxSubscriptions; ++i) {
      keepers.push_back(std::make_shared<Keeper>());
      REQUIRE(port->subscribe(Request::repeated, keepers.back()));
    }
    CHECK_FALSE(port->subscribe(Request::repeated, std::make_shared<Keeper>()));
    port->put(Value(1));
    for (const auto& keeper : keepers) REQUIRE(keeper->gets(1));
    CHECK(port->unsubscribe(Request::repeated, *keepers[5]));
    CHECK(port->subscribe(Request::repeated, keepers[5]));
  }
}

TEST_CASE("a port that pushes directly pushes in its put, in the order of subscription") {
  for (const OutPortKind kind : kAllKinds) {
    const auto port = any_port(kind);
    port->push_directly();
    std::vector<int> order;
    const auto putting = std::this_thread::get_id();
    int on_other_threads = 0;
    std::vector<std::shared_ptr<Keeper>> keepers;
    for (int i = 0; i < (kind == OutPortKind::single ? 1 : 3); ++i) {
      keepers.push_back(std::make_shared<Keeper>());
      keepers.back()->answer_ = [&, i](const Value&) {
        order.push_back(i);
        on_other_threads += std::this_thread::get_id() != putting;
        return Push::taken;
      };
      REQUIRE(port->subscribe(Request::repeated, keepers.back()));
    }
    port->put(Value(1));
    port->put(Value(2));
    CHECK(order == (kind == OutPortKind::single ? std::vector<int>{0, 0} : std::vector<int>{0, 1, 2, 0, 1, 2}));
    CHECK(on_other_threads == 0);
  }
}

TEST_CASE("a port with a thread for a subscriber cannot be switched to pushing directly") {
  const auto port = any_port(OutPortKind::multi);
  const auto keeper = std::make_shared<Keeper>();
  REQUIRE(port->subscribe(Request::repeated, keeper));
  CHECK_THROWS_AS(port->push_directly(), std::logic_error);
  port->put(Value(1));
  CHECK(keeper->gets(1));
}

TEST_CASE("a subscriber may change the subscriptions while it is pushed to") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::multi}) {
    const auto port = any_port(kind);
    const auto keeper = std::make_shared<Keeper>();
    std::vector<std::shared_ptr<Keeper>> others(40);
    std::atomic<int> changes{0};
    keeper->answer_ = [&](const Value&) {
      if (changes == 0) {
        for (auto& other : others) changes += port->subscribe(Request::repeated, other = std::make_shared<Keeper>());
        changes += port->unsubscribe(Request::repeated, *keeper);
      }
      return Push::taken;
    };
    REQUIRE(port->subscribe(Request::repeated, keeper));
    port->put(Value(1));
    REQUIRE(wait_until([&] { return changes == 41; }));
    port->put(Value(2));
    for (const auto& other : others) REQUIRE(other->gets(1));
    CHECK(others.front()->values() == std::vector<double>{2});
    port->close();
    CHECK(keeper->values() == std::vector<double>{1});
  }
}

}  // namespace
}  // namespace rtm
