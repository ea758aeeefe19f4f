// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/differential_drive.h"

#include <catch2/catch.hpp>
#include <numbers>

#include "spark/physics/body.h"
#include "tests/gateways/rctp/driven_yard.h"
#include "tests/support/folders.h"
#include "tests/support/properties.h"

using namespace rctp;
using rctp_test::DrivenYard;

namespace {

constexpr spark::Step kLatency = 10;
const std::vector<std::string> kDriveArguments{"LEFT_WHEEL", "RIGHT_WHEEL", "0.08", "0.32"};

struct Rover : DrivenYard {
  Rover() : DrivenYard(source_folder() + "/scenes", "rover.rsg", 0.09, kLatency) {}
  std::array<double, 2> wheels() const {
    std::array<double, 2> speeds{};
    agent->effector("LEFT_WHEEL")->current({&speeds[0], 1});
    agent->effector("RIGHT_WHEEL")->current({&speeds[1], 1});
    return speeds;
  }
  /// Forward, m/s, and turn, rad/s.
  std::array<double, 2> motion() {
    const auto& body = dynamic_cast<const spark::Body&>(*core.root().find("/scene/agent/rover"));
    const spark::Vec3 local = spark::transposed(body.rotation()) * body.velocity();
    return {local.x, body.angular_velocity().z};
  }
  void command(double forward, double turn) {
    translator->command(std::array{forward, turn});
    carry_out(*translator);
  }
  std::array<double, 2> current() const {
    std::array<double, 2> values{};
    REQUIRE(translator->current(*agent, values));
    return values;
  }
  std::unique_ptr<Translator> translator = make_translator("DifferentialDrive", "drive", kDriveArguments, kLatency);
};

constexpr spark::Parameter kSpeed[] = {{"speed", spark::Parameter::Kind::real, false, "degrees/s", "of the wheel"}};

/// A motor that turns backwards a quarter as fast as forwards.
class SlowBackwards final : public spark::Effector {
 public:
  std::string_view predicate() const override { return word; }
  std::span<const spark::Parameter> parameters() const override { return kSpeed; }
  std::string_view help() const override { return "Turns a wheel."; }
  spark::Range range(std::size_t) const override { return {-180, 720, 0}; }
  bool current(std::span<double> values) const override {
    values[0] = speed;
    return true;
  }
  void realise(const spark::Arguments& arguments) override { speed = arguments.real(0); }

  std::string word;
  double speed = 0;
};

}  // namespace

TEST_CASE("two wheels are offered as forward and turn") {
  Rover rover;
  const auto object = rover.translator->object(*rover.agent);
  REQUIRE(object);
  CHECK(object->name == "drive");
  CHECK(object->kind == Object::Kind::control_output);
  CHECK_FALSE(object->trigger);
  CHECK(object->standard == "forward-turn");
  REQUIRE(object->parameters.size() == 2);
  const auto& [forward, turn] = std::tie(object->parameters[0], object->parameters[1]);
  CHECK((forward.name == "forward" && forward.unit == "m/s"));
  CHECK(forward.min == Approx(-0.8));
  CHECK(forward.max == Approx(0.8));
  CHECK((turn.name == "turn" && turn.unit == "rad/s"));
  CHECK(turn.min == Approx(-5.0));
  CHECK(turn.max == Approx(5.0));
  CHECK(rover.translator->effectors().size() == 2);
}

TEST_CASE("a given maximum turn limits the offered range, but does not extend it") {
  Rover rover;
  auto arguments = kDriveArguments;
  for (const auto& [given, offered] : {std::pair{"2.5", 2.5}, std::pair{"6", 5.0}}) {
    arguments.resize(4);
    arguments.emplace_back(given);
    const auto object = make_translator("DifferentialDrive", "drive", arguments, kLatency)->object(*rover.agent);
    REQUIRE(object);
    CHECK(object->parameters[1].min == Approx(-offered));
    CHECK(object->parameters[1].max == Approx(offered));
    CHECK(object->parameters[0].max == Approx(0.8));
  }
}

TEST_CASE("forward and turn are converted to wheel speeds and back") {
  Rover rover;
  rover.command(0.4, 0.5);
  CHECK(rover.wheels()[0] == Approx((0.4 - 0.08) / 0.08));
  CHECK(rover.wheels()[1] == Approx((0.4 + 0.08) / 0.08));
  hold([&] {
    const double turn = *rc::gen::inRange(-5000, 5000) / 1000.0;
    const double room = 0.8 - std::abs(turn) * 0.16;
    const double forward = *rc::gen::inRange(-1000, 1000) / 1000.0 * room;
    rover.command(forward, turn);
    const auto values = rover.current();
    RC_ASSERT(std::abs(values[0] - forward) < 1e-6);
    RC_ASSERT(std::abs(values[1] - turn) < 1e-6);
  });
}

TEST_CASE("a command that is too fast is slowed down, and keeps its curve") {
  Rover rover;
  int limited = 0;
  hold([&] {
    const double forward = *rc::gen::inRange(-800, 800) / 1000.0, turn = *rc::gen::inRange(-5000, 5000) / 1000.0;
    rover.command(forward, turn);
    const auto values = rover.current();
    const auto wheels = rover.wheels();
    RC_ASSERT(std::abs(wheels[0]) < 10 + 1e-9 && std::abs(wheels[1]) < 10 + 1e-9);
    RC_ASSERT(std::abs(values[0] * turn - values[1] * forward) < 1e-9);
    RC_ASSERT(values[0] * forward >= 0 && values[1] * turn >= 0);
    if (std::abs(forward) + std::abs(turn) * 0.16 > 0.8 + 1e-9) {
      ++limited;
      RC_ASSERT(std::abs(std::max(std::abs(wheels[0]), std::abs(wheels[1])) - 10) < 1e-6);
    } else {
      RC_ASSERT(std::abs(values[0] - forward) < 1e-6);
    }
  });
  CHECK(limited > 100);
}

TEST_CASE("a rover drives as it is commanded") {
  const auto [forward, turn] =
      GENERATE(std::pair{0.6, 0.0}, std::pair{0.4, 1.0}, std::pair{0.0, -1.5}, std::pair{-0.3, 0.5});
  CAPTURE(forward, turn);
  Rover rover;
  rover.run(0.5);
  rover.translator->command(std::array{forward, turn});
  rover.drive(*rover.translator, 0.1);
  CHECK(rover.motion()[0] == Approx(0).margin(0.01));  // the action is on its way
  rover.drive(*rover.translator, 1.4);
  CHECK(rover.motion()[0] == Approx(forward).margin(0.05 * 0.6));
  CHECK(rover.motion()[1] == Approx(turn).margin(0.05 * 1.5));
  CHECK(rover.acts == 1);
  rover.halt(*rover.translator);
  rover.drive(*rover.translator, 1.0);
  CHECK(rover.motion()[0] == Approx(0).margin(0.01));
  CHECK(rover.acts == 1);
  CHECK(rover.log.empty());
}

TEST_CASE("motors may count in degrees, and be slower backwards than forwards") {
  using std::numbers::pi;
  Rover rover;
  rover.core.classes.add<SlowBackwards>("SlowBackwards", "oxygen/Effector", "For tests.");
  auto& left = dynamic_cast<SlowBackwards&>(rover.core.create("SlowBackwards", "/scene/agent/left"));
  auto& right = dynamic_cast<SlowBackwards&>(rover.core.create("SlowBackwards", "/scene/agent/right"));
  left.word = "SLOW_LEFT";
  right.word = "SLOW_RIGHT";
  rover.translator = make_translator("DifferentialDrive", "drive",
                                     std::vector<std::string>{"SLOW_LEFT", "SLOW_RIGHT", "0.1", "0.4"}, kLatency);
  const auto object = rover.translator->object(*rover.agent);
  REQUIRE(object);
  const auto& [forward, turn] = std::tie(object->parameters[0], object->parameters[1]);
  CHECK(forward.min == Approx(-0.1 * pi));
  CHECK(forward.max == Approx(0.4 * pi));
  CHECK(turn.min == Approx(-0.5 * pi));
  CHECK(turn.max == Approx(0.5 * pi));

  const auto check = [&](double ahead, double around, double left_speed, double right_speed) {
    CAPTURE(ahead, around);
    rover.command(ahead, around);
    CHECK(left.speed == Approx(left_speed));
    CHECK(right.speed == Approx(right_speed));
  };
  check(0.4 * pi, 0, 720, 720);
  check(-0.1 * pi, 0, -180, -180);
  check(-0.4 * pi, 0, -180, -180);
  check(-0.2 * pi, 0.5 * pi, -180, -60);  // the left wheel would turn three times as fast
  CHECK(rover.current()[0] == Approx(-0.2 * pi / 3));
  CHECK(rover.current()[1] == Approx(0.5 * pi / 3));
}

TEST_CASE("a command is forgotten at rest") {
  Rover rover;
  rover.translator->command(std::array{0.5, 0.0});
  rover.translator->rest();
  rover.drive(*rover.translator, 0.5);
  CHECK(rover.acts == 0);
}

TEST_CASE("nothing is offered for a body that lacks a wheel") {
  Rover rover;
  const auto other = make_translator("DifferentialDrive", "drive",
                                     std::vector<std::string>{"LEFT_WHEEL", "THIRD_WHEEL", "0.08", "0.32"}, kLatency);
  CHECK_FALSE(other->object(*rover.agent));
  std::array<double, 2> values{};
  CHECK_FALSE(other->current(*rover.agent, values));
  other->command(values);
  rover.drive(*other, 0.1);
  CHECK(rover.acts == 0);
}
