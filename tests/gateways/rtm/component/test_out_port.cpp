// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

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

TEST_CASE("every put is pushed to those who have subscribed") {
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

}  // namespace
}  // namespace rtm
