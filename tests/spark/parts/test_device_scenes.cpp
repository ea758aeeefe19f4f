// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <numbers>

#include "spark/agent/sexp_percept_writer.h"
#include "tests/support/folders.h"
#include "tests/support/robot_yard.h"

using namespace spark;

namespace {

/// One of the shipped devices below an agent's node, on a floor.
struct Device : RobotYard {
  Device(const std::string& file, double height, double step) : RobotYard(source_folder() + "/scenes", file, height) {
    step_seconds = step;
    REQUIRE(log.empty());
  }
  /// The number at index `place` after `item` in the percept that begins with `percept`.
  double felt(const std::string& percept, const std::string& item, std::size_t place = 0) const {
    std::string text;
    SexpPerceptWriter writer(text);
    agent->sense(writer);
    const auto begin = text.find("(" + percept);
    REQUIRE(begin != text.npos);
    const auto at = text.find("(" + item + " ", begin);
    REQUIRE(at != text.npos);
    const char* next = text.c_str() + at + item.size() + 2;
    double value = 0.0;
    for (std::size_t i = 0; i <= place; ++i) {
      char* end = nullptr;
      value = std::strtod(next, &end);
      next = end;
    }
    return value;
  }
};

struct Arm : Device {
  explicit Arm(double step) : Device("robots/servo_arm.rsg", 0.03, step) {}
  double position() const { return felt("JS (name joint)", "pos"); }
  double torque() const { return felt("JS (name joint)", "torque"); }
  double held() const { return felt("JB (name hold)", "torque"); }
};

/// Two arms in separate worlds that follow each other: in each step either servo gets the position that the other had
/// at its beginning.
struct Pair {
  explicit Pair(double step) : one(step), other(step) {}
  void run(double seconds) {
    for (double t = 0; t < seconds - 1e-9; t += one.step_seconds) {
      const double place = one.position(), place_of_other = other.position();
      one.act("(position (pos " + std::to_string(place_of_other) + "))");
      other.act("(position (pos " + std::to_string(place) + "))");
      one.step();
      other.step();
    }
  }
  Arm one, other;
};

}  // namespace

TEST_CASE("the shipped servo settles a step of 90 degrees within half a second") {
  Arm arm(GENERATE(0.01, 0.001));
  arm.act("(position (pos 90))");
  arm.run(0.5);
  for (int i = 0; i < 100; ++i) {
    CHECK(arm.position() == Approx(90).margin(1));
    arm.step();
  }
  arm.act("(position (pos 1000))");
  arm.run(0.5);
  CHECK(arm.position() == Approx(135).margin(0.5));
  arm.act("(position (pos -135))");
  arm.run(1.5);
  CHECK(arm.position() == Approx(-135).margin(0.5));
  CHECK(arm.log.empty());
}

TEST_CASE("the current of the shipped servo at rest is load/0.5, for a load that the hand effector gives") {
  Arm arm(GENERATE(0.01, 0.001));
  const double load = GENERATE(-0.8, -0.2, 0.1, 0.5);
  arm.act("(position (pos 20)) (hand " + std::to_string(load) + ")");
  arm.run(2);
  CHECK(arm.torque() == Approx(-load).epsilon(0.001));
  CHECK(arm.felt("JS (name joint)", "current") == Approx(-load / 0.5).epsilon(0.001));
  CHECK(arm.position() == Approx(20 + load / 5.0 * 180 / std::numbers::pi).margin(0.01));
  arm.act("(position (power 0)) (hand 0)");
  arm.run(0.1);
  CHECK(arm.torque() == 0.0);
}

TEST_CASE("two shipped servos that follow each other behave like one arm") {
  const double step = GENERATE(0.01, 0.001);
  Pair pair(step);
  pair.run(0.2);
  pair.one.act("(hand 0.2)");
  for (int tenth = 0; tenth < 10; ++tenth) {
    pair.run(0.1);
    CHECK(std::abs(pair.one.position() - pair.other.position()) < 5);
  }
  CHECK(pair.one.position() > 20);
  CHECK(pair.other.position() > 20);
  pair.one.act("(hand 0)");
  pair.run(0.5);
  const double place = pair.one.position();
  CHECK(pair.other.position() == Approx(place).margin(0.5));
  pair.run(2);
  CHECK(pair.one.position() == Approx(place).margin(0.1));
  CHECK(pair.other.position() == Approx(place).margin(0.1));

  // A hand that holds one arm bears the torque of the other hand, in both directions.
  Arm &held = GENERATE(false, true) ? pair.one : pair.other, &led = &held == &pair.one ? pair.other : pair.one;
  held.act("(hold 1)");
  for (const double torque : {0.2, -0.2}) {
    led.act("(hand " + std::to_string(torque) + ")");
    pair.run(1);
    CHECK(held.held() == Approx(torque).epsilon(0.01));
    CHECK(held.position() == Approx(place).margin(1));
  }
  CHECK(pair.one.log.empty());
}

TEST_CASE("the shipped sensor box measures forces of fingers, light and temperature") {
  Device box("robots/sensor_box.rsg", 0.02, GENERATE(0.01, 0.001));
  box.run(0.5);
  const double weight = 0.01 * kGravity;
  CHECK(box.felt("FT (name pad1)", "force", 2) == Approx(-weight).margin(1e-4));
  CHECK(box.felt("light (name light)", "lux") == 0.0);
  CHECK(box.felt("temp (name temperature)", "celsius") == 23.0);
  for (const double force : {0.0, 3.0, 10.0, 50.0}) {
    box.act("(finger1 " + std::to_string(force) + ") (finger2 " + std::to_string(10 - force) + ")");
    box.run(0.2);
    const double one = std::min(force, 10.0), other = std::max(10 - force, -10.0);
    CHECK(box.felt("FT (name pad1)", "force", 2) == Approx(-one - weight).margin(1e-3));
    CHECK(box.felt("FT (name pad2)", "force", 2) == Approx(-other - weight).margin(1e-3));
    for (const std::size_t axis : {0U, 1U, 2U}) CHECK(std::abs(box.felt("FT (name pad1)", "torque", axis)) < 1e-4);
  }
  box.act("(lamp 100)");
  CHECK(box.felt("light (name light)", "lux") == Approx(400));
  box.run(5);
  CHECK(box.felt("temp (name temperature)", "celsius") == Approx(31 - 8 * std::exp(-1)).epsilon(1e-4));
  CHECK(box.log.empty());
}
