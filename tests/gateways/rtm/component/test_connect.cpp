// SPDX-License-Identifier: Apache-2.0
//
// Ports of one process, connected to each other.
#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

struct Sensor final : Component {
  explicit Sensor(OutPortKind kind = OutPortKind::multi) : Component("Sensor", Pattern::client) {
    add_out_port("light", ValueType::float32, kind);
    add_out_port("name", ValueType::string);
  }
};
struct Motor final : Component {
  Motor() : Component("Motor", Pattern::passive) {
    add_in_port("position", ValueType::float64);
    add_in_port("code", ValueType::int32);
  }
};

TEST_CASE("values go from port to port, and are converted on the way") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::single, OutPortKind::multi}) {
    ComponentStage stage;
    const auto sensor = stage.add<Sensor>(kind);
    const auto motor = stage.add<Motor>();
    std::string problem;
    REQUIRE(connect(stage.manager(), "Sensor0.light", "Motor0.position", Request::repeated, problem));
    CHECK(problem.empty());
    sensor->out_port("light")->put(Value(2.5));
    REQUIRE(wait_until([&] { return motor->in_port("position")->has_new_value(); }));
    CHECK(motor->in_port("position")->get() == Value(2.5));
    REQUIRE(sensor->out_port("light")->links().size() == 1);
    CHECK(sensor->out_port("light")->links()[0].target->name() == "Motor0.position");
  }
}

TEST_CASE("in a driven run everything arrives before the put returns") {
  ComponentStage stage(true);
  const auto sensor = stage.add<Sensor>();
  const auto motor = stage.add<Motor>();
  std::string problem;
  REQUIRE(connect(stage.manager(), "Sensor0.light", "Motor0.position", Request::repeated, problem));
  sensor->out_port("light")->put(Value(1.5));
  CHECK(motor->in_port("position")->get() == Value(1.5));
  REQUIRE(connect(stage.manager(), "Sensor0.light", "Motor0.code", Request::once, problem));
  CHECK(motor->in_port("code")->get() == Value(2));
}

TEST_CASE("connections that cannot be made are refused with the reason") {
  ComponentStage stage;
  const auto sensor = stage.add<Sensor>();
  const auto motor = stage.add<Motor>();
  const auto problem = [&](const std::string& out, const std::string& in) {
    std::string said;
    CHECK_FALSE(connect(stage.manager(), out, in, Request::repeated, said));
    return said;
  };
  CHECK(problem("Sensor0", "Motor0.position") == "port 'Sensor0': expected COMPONENT.PORT, as in Motor0.position");
  CHECK(problem("Sensor1.light", "Motor0.position") == "there is no component 'Sensor1'");
  CHECK(problem("Sensor0.lamp", "Motor0.position") == "Sensor0 has no OutPort 'lamp'");
  CHECK(problem("Sensor0.light", "Motor0.") == "Motor0 has no InPort ''");
  CHECK(problem("Sensor0.light", "Sensor0.light") == "Sensor0 has no InPort 'light'");
  CHECK(problem("Sensor0.name", "Motor0.position") ==
        "Sensor0.name has values of type string, and Motor0.position takes double");
  std::string said;
  CHECK(connect(stage.manager(), "Sensor0.light", "Motor0.position", Request::repeated, said));
  CHECK(problem("Sensor0.light", "Motor0.position") == "Sensor0.light does not accept Motor0.position as a subscriber");
  CHECK(sensor->out_port("light")->links().size() == 1);
}

TEST_CASE("local subscribers of the same port are equal, those of different ports are not") {
  ComponentStage stage;
  const auto motor = stage.add<Motor>();
  const auto position = local_subscriber(motor->in_port("position"));
  CHECK(position->is(*local_subscriber(motor->in_port("position"))));
  CHECK_FALSE(position->is(*local_subscriber(motor->in_port("code"))));
  Keeper other("Motor0.position");
  CHECK_FALSE(position->is(other));
  const auto port = make_out_port("light", ValueType::float32, OutPortKind::multi);
  CHECK(port->subscribe(Request::repeated, position));
  CHECK_FALSE(port->subscribe(Request::repeated, local_subscriber(motor->in_port("position"))));
  CHECK(port->unsubscribe(Request::repeated, *local_subscriber(motor->in_port("position"))));
}

TEST_CASE("a subscriber reports what became of a value, and when its component is gone") {
  ComponentStage stage;
  auto motor = stage.add<Motor>();
  const auto code = local_subscriber(motor->in_port("code"));
  CHECK(code->push(Value(7.4)) == Push::taken);
  CHECK(motor->in_port("code")->get() == Value(7));
  CHECK(code->push(Value(1e30)) == Push::refused);
  stage.manager().remove(motor);
  CHECK(code->push(Value(1)) == Push::gone);
  motor.reset();
  CHECK(code->push(Value(1)) == Push::gone);
  CHECK(code->name() == "Motor0.code");

  auto port = std::make_shared<InPort>("of_nobody", ValueType::int32);
  const auto free = local_subscriber(port);
  CHECK(free->push(Value(3)) == Push::taken);
  port.reset();
  CHECK(free->push(Value(3)) == Push::gone);
}

TEST_CASE("the subscription of a component that leaves ends with one line") {
  ComponentStage stage;
  const auto sensor = stage.add<Sensor>();
  const auto motor = stage.add<Motor>();
  std::string problem;
  REQUIRE(connect(stage.manager(), "Sensor0.light", "Motor0.position", Request::repeated, problem));
  stage.manager().remove(motor);
  sensor->out_port("light")->put(Value(1));
  REQUIRE(wait_until([&] { return stage.lines().size() == 1; }));
  CHECK(stage.lines_with("Sensor0.light") == 1);
  CHECK(stage.lines_with("Motor0.position has ended: it is gone") == 1);
  CHECK(sensor->out_port("light")->links().empty());
}

TEST_CASE("ports that outlive their component can still be used, but not subscribed to") {
  auto motor = std::make_shared<Motor>();
  auto sensor = std::make_shared<Sensor>();
  const auto in = motor->in_port("position");
  const auto out = sensor->out_port("light");
  motor.reset();
  sensor.reset();
  CHECK(in->put(Value(1)) == Refusal::none);
  CHECK(in->put(Value(true)) == Refusal::type);
  CHECK(in->full_name() == "position");
  CHECK_FALSE(in->owner());
  CHECK(out->put(Value(1)) == Refusal::none);
  CHECK_FALSE(out->subscribe(Request::repeated, local_subscriber(in)));
}

}  // namespace
}  // namespace rtm
