// SPDX-License-Identifier: Apache-2.0
//
// Declarations of a component: names, ports, parameters, rates.
#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

/// Lets the test declare.
struct Any final : Component {
  explicit Any(const std::string& type = "Any", Pattern pattern = Pattern::client) : Component(type, pattern) {}
  using Component::add_in_port;
  using Component::add_out_port;
  using Component::add_parameter;
  using Component::number_parameter;
  using Component::parameter;
  using Component::set_category;
  using Component::set_rate;
};

const std::vector<std::string> kNoNames{"",     " ",   "a b",  "a/b",      "a.b",
                                        "a\\b", "a\n", "\x7f", "\xc3\xa4", std::string(65, 'a')};

TEST_CASE("names are printable single words of at most 64 characters") {
  for (const std::string& name : kNoNames) CHECK_FALSE(is_name(name));
  for (const std::string& name : {std::string("a"), std::string("in-1_~!"), std::string(64, 'a')}) CHECK(is_name(name));
}

TEST_CASE("components, ports and parameters with an invalid name are refused") {
  for (const std::string& name : kNoNames) {
    CHECK_THROWS_AS(Any(name), std::invalid_argument);
    Any any;
    CHECK_THROWS_AS(any.add_in_port(name), std::invalid_argument);
    CHECK_THROWS_AS(any.add_out_port(name), std::invalid_argument);
    CHECK_THROWS_AS(any.add_parameter(name, "1"), std::invalid_argument);
    CHECK(any.in_ports().empty());
    CHECK(any.out_ports().empty());
  }
}

TEST_CASE("ports are listed in the order of their declaration") {
  Any any;
  InPort& a = any.add_in_port("a", ValueType::doubles, InPortKind::signalling);
  InPort& b = any.add_in_port("b");
  OutPort& c = any.add_out_port("b", ValueType::string, OutPortKind::single);
  OutPort& d = any.add_out_port("d");
  REQUIRE(any.in_ports().size() == 2);
  CHECK(any.in_ports()[0].get() == &a);
  CHECK(any.in_ports()[1].get() == &b);
  CHECK(any.out_ports()[0].get() == &c);
  CHECK(any.out_ports()[1].get() == &d);
  CHECK(any.in_port("a").get() == &a);
  CHECK(any.out_port("b").get() == &c);
  CHECK_FALSE(any.in_port("c"));
  CHECK_FALSE(any.out_port("a"));
  CHECK(dynamic_cast<SignallingInPort*>(&a));
  CHECK_FALSE(dynamic_cast<SignallingInPort*>(&b));
  CHECK(a.type() == ValueType::doubles);
  CHECK(b.type() == ValueType::float32);
  CHECK(c.type() == ValueType::string);
  CHECK(c.kind() == OutPortKind::single);
  CHECK(d.kind() == OutPortKind::multi);
  CHECK(d.full_name() == "Any.d");
}

TEST_CASE("ports of one direction have different names, and their number is limited") {
  Any any;
  any.add_in_port("a");
  CHECK_THROWS_AS(any.add_in_port("a"), std::invalid_argument);
  any.add_out_port("a");
  CHECK_THROWS_AS(any.add_out_port("a"), std::invalid_argument);
  for (std::size_t i = 2; i < kMaxPorts; ++i) any.add_in_port("p" + std::to_string(i));
  CHECK_THROWS_AS(any.add_in_port("b"), std::invalid_argument);
  CHECK_THROWS_AS(any.add_out_port("b"), std::invalid_argument);
}

TEST_CASE("a self-contained component has no port that pushes directly") {
  Any any("Any", Pattern::self_contained);
  CHECK_THROWS_AS(any.add_out_port("a", ValueType::float32, OutPortKind::direct), std::invalid_argument);
  CHECK(any.out_ports().empty());
  any.add_out_port("a", ValueType::float32, OutPortKind::single);
  Any other("Any", Pattern::passive);
  other.add_out_port("a", ValueType::float32, OutPortKind::direct);
}

TEST_CASE("a component has its type as category and name until others are set") {
  Any any;
  CHECK(any.type() == "Any");
  CHECK(any.category() == "Any");
  CHECK(any.name() == "Any");
  any.set_category("Motor");
  CHECK(any.category() == "Motor");
  CHECK(to_string(State::off) == "off");
  CHECK(to_string(State::on) == "on");
  CHECK(to_string(State::fault) == "fault");
}

TEST_CASE("parameters are texts that may be numbers") {
  Any any;
  any.add_parameter("threshold", "100");
  any.add_parameter("text", "");
  CHECK_THROWS_AS(any.add_parameter("text", ""), std::invalid_argument);
  CHECK(any.parameter("threshold") == "100");
  CHECK(any.parameter("none").empty());
  CHECK(any.number_parameter("threshold", 1) == 100);
  CHECK(any.set_parameter("threshold", "2.5"));
  CHECK(any.number_parameter("threshold", 1) == 2.5);
  for (const char* const text : {"", "x", "2 5", "nan", "inf"}) {
    CHECK(any.set_parameter("threshold", text));
    CHECK(any.number_parameter("threshold", 7) == 7);
  }
  CHECK(any.number_parameter("none", 8) == 8);
  CHECK_FALSE(any.set_parameter("none", "1"));
  CHECK_FALSE(any.set_parameter("text", std::string(Value::kMaxBytes + 1, 'x')));
  CHECK(any.set_parameter("text", "hello"));
  using Parameters = std::vector<std::pair<std::string, std::string>>;
  CHECK(any.parameters() == Parameters{{"threshold", "inf"}, {"text", "hello"}});
}

TEST_CASE("rates are positive and at most 10000 Hz") {
  Any any;
  for (const double rate : {0.0, -1.0, 10'001.0, std::numeric_limits<double>::quiet_NaN(), 1e300})
    CHECK_THROWS_AS(any.set_rate(rate), std::invalid_argument);
  for (const double rate : {1e-300, 0.1, 10'000.0}) any.set_rate(rate);
}

TEST_CASE("a component that has not entered a manager cannot be switched on and ignores ticks") {
  const auto any = std::make_shared<Any>();
  CHECK_FALSE(any->switch_on());
  CHECK_FALSE(any->switch_off());
  any->tick();
  CHECK(any->state() == State::off);
  CHECK(any->log() == nullptr);
  CHECK(any->time() == std::chrono::nanoseconds(0));
  CHECK(any->leave(std::chrono::milliseconds(0)));
}

TEST_CASE("a component enters once, owned by a shared_ptr") {
  ComponentStage stage;
  Any on_the_stack;
  CHECK_THROWS_AS(on_the_stack.enter("Any0", stage.environment()), std::logic_error);
  const auto any = std::make_shared<Any>();
  any->enter("Any7", stage.environment());
  CHECK(any->name() == "Any7");
  CHECK(any->log());
  stage.advance_time(std::chrono::seconds(3));
  CHECK(any->time() == std::chrono::seconds(3));
  CHECK_THROWS_AS(any->enter("Any8", stage.environment()), std::logic_error);
  CHECK(any->leave(kTimeout));
  CHECK(any->has_left());
  CHECK_FALSE(any->switch_on());
  CHECK_THROWS_AS(any->enter("Any9", stage.environment()), std::logic_error);
  CHECK(any->name() == "Any7");
}

}  // namespace
}  // namespace rtm
