// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <thread>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

TEST_CASE("no push begins after unsubscribe has returned") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::single, OutPortKind::multi}) {
    const auto port = make_out_port("light", ValueType::float32, kind);
    std::atomic<bool> stop{false};
    std::thread putter([&] {
      while (!stop) {
        port->put(Value(1));
        std::this_thread::yield();
      }
    });
    int late = 0;
    for (int round = 0; round < 200; ++round) {
      const auto keeper = std::make_shared<Keeper>();
      REQUIRE(port->subscribe(Request::repeated, keeper));
      REQUIRE(keeper->gets(1));
      REQUIRE(port->unsubscribe(Request::repeated, *keeper));
      const auto then = keeper->values().size();
      for (int i = 0; i < 20; ++i) std::this_thread::yield();
      // A push that was under way may still arrive.
      late += keeper->values().size() > then + 1;
    }
    stop = true;
    putter.join();
    CHECK(late == 0);
  }
}

TEST_CASE("a port closes within its timeout, whatever a subscriber does") {
  const auto port = make_out_port("light", ValueType::float32, OutPortKind::multi);
  const auto gate = std::make_shared<Gate>();
  const auto hangs = std::make_shared<Keeper>(), keeper = std::make_shared<Keeper>();
  hangs->answer_ = [gate](const Value&) {
    gate->pass();
    return Push::taken;
  };
  REQUIRE(port->subscribe(Request::repeated, hangs));
  REQUIRE(port->subscribe(Request::repeated, keeper));
  port->put(Value(1));
  REQUIRE(wait_until([&] { return gate->waiting() == 1; }));
  REQUIRE(keeper->gets(1));
  const auto start = std::chrono::steady_clock::now();
  port->close(50ms);
  CHECK(std::chrono::steady_clock::now() - start >= 50ms);
  CHECK_FALSE(port->subscribe(Request::repeated, keeper));
  port->put(Value(2));
  CHECK(port->get() == Value(2.0F));
  CHECK(keeper->values() == std::vector<double>{1});
  gate->open();
  REQUIRE(wait_until([&] { return gate->waiting() == 0 && hangs.use_count() == 1; }));
  CHECK(hangs->values() == std::vector<double>{1});
}

}  // namespace
}  // namespace rtm
