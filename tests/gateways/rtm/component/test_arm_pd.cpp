// SPDX-License-Identifier: Apache-2.0
//
// The controller ArmPD as a module, against closed forms of the arm of scenes/robots/arm_torque.rsg.
#include <catch2/catch.hpp>
#include <chrono>
#include <numbers>
#include <optional>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<double>;

constexpr double kG = 9.81;
constexpr double kRight = std::numbers::pi / 2;
const Numbers kNone(9, 0.0);
/// Mass times distance from the axis, kg·m, of all links beyond J2, J4 and J6 of the arm as it stands upright.
constexpr double kBeyond2 = 2.635, kBeyond4 = 0.765, kBeyond6 = 0.122;

class Controlled {
 public:
  explicit Controlled(const Manager::Parameters& parameters) : stage_(true) {
    stage_.folders_ = {COMPONENT_FOLDER};
    stage_.manager().load("ArmPD");
    component = stage_.manager().create("ArmPD", parameters);
    component->switch_on();
    stage_.manager().tick();
  }
  void put(const char* port, const Numbers& numbers, Value::Time time) {
    REQUIRE(component->in_port(port)->put(Value(numbers, time)) == Refusal::none);
  }
  /// The value that is put in one pass, if there is one.
  std::optional<Value> pass() {
    const OutPort& torque = *component->out_port("torque");
    const auto before = torque.counts().puts;
    stage_.manager().tick();
    if (torque.counts().puts == before) return std::nullopt;
    return torque.get();
  }
  Numbers answer(const Numbers& angles, Value::Time time, const Numbers& velocities = kNone) {
    put("velocity", velocities, time);
    put("angle", angles, time);
    const auto value = pass();
    REQUIRE(value);
    CHECK(value->time() == time);
    return std::get<Value::Doubles>(value->content());
  }

  std::shared_ptr<Component> component;

 private:
  ComponentStage stage_;
};

std::string nine(const std::string& number) {
  std::string all;
  for (int i = 0; i < 9; ++i) all += number + ' ';
  return all;
}

void compare(const Numbers& found, const Numbers& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i] == Approx(expected[i]).margin(1e-9));
  }
}

TEST_CASE("ArmPD compensates the weight of the arm in each pose") {
  Controlled arm({{"kp", nine("0")}, {"kd", nine("0")}});
  Value::Time time = 1s;
  // A path begins at each pose, so the answer is the weight alone: after a second of pause a new path begins.
  const auto weight = [&](const Numbers& pose) { return arm.answer(pose, time += 1s); };
  compare(weight(kNone), kNone);
  compare(weight({1, 0, 1, 0, 1, 0, 1, 0.02, 0.02}), kNone);
  // Stretched forward by the shoulder, the elbow or the wrist; then a finger is above the hand and one below.
  compare(weight({0, kRight, 0, 0, 0, 0, 0, 0, 0}),
          {0, -kBeyond2 * kG, 0, -kBeyond4 * kG, 0, -kBeyond6 * kG, 0, 0.1 * kG, -0.1 * kG});
  compare(weight({2, -kRight, 0, 0, 0, 0, 0, 0, 0}),
          {0, kBeyond2 * kG, 0, kBeyond4 * kG, 0, kBeyond6 * kG, 0, -0.1 * kG, 0.1 * kG});
  compare(weight({0, 0, 0, kRight, 0, 0, 0, 0.04, 0.04}),
          {0, -kBeyond4 * kG, 0, -kBeyond4 * kG, 0, -kBeyond6 * kG, 0, 0.1 * kG, -0.1 * kG});
  // The elbow turned to the side: the fore arm hangs on the turn of the elbow, not on the elbow.
  compare(weight({0, kRight, kRight, kRight, 0, 0, 0, 0, 0}),
          {0, -(kBeyond2 - kBeyond4) * kG, kBeyond4 * kG, 0, 0, 0, 0, 0, 0});
  // One finger is wider than the other, so the hand turns about the stretched arm.
  const Numbers wide = weight({0, kRight, 0, 0, 0, 0, -kRight, 0.04, 0});
  CHECK(wide[6] == Approx(0.1 * kG * 0.04).margin(1e-9));
}

TEST_CASE("ArmPD drives each joint along its path, with the joint's gains") {
  // Two poses, 4 s each: first all joints by 1, then back to 0.
  Controlled arm({{"kp", "1 2 3 4 5 6 7 8 9"},
                  {"kd", "9 8 7 6 5 4 3 2 1"},
                  {"path", nine("1") + ";" + nine("0")},
                  {"duration", "8"}});
  Controlled carried({{"kp", nine("0")}, {"kd", nine("0")}, {"path", nine("1") + ";" + nine("0")}, {"duration", "8"}});
  const auto difference = [&](const Numbers& angles, Value::Time time, const Numbers& velocities) {
    Numbers torques = arm.answer(angles, time, velocities), weight = carried.answer(angles, time, velocities);
    for (std::size_t i = 0; i < torques.size(); ++i) torques[i] -= weight[i];
    return torques;
  };
  const Numbers rates(9, 0.5), bent(9, 0.25);
  compare(difference(bent, 3s, rates), {-4.5, -4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5});
  for (auto time = 3s + 400ms; time < 15s; time += 400ms) {
    // 10u³ − 15u⁴ + 6u⁵ from 0.25, where it was found, to 1, to 0, and to 1 again.
    const double passed = std::chrono::duration<double>(time - 3s).count();
    const int leg = static_cast<int>(passed / 4);
    const double u = passed / 4 - leg;
    const double from = leg == 0 ? 0.25 : leg == 1 ? 1.0 : 0.0, way = (leg == 1 ? 0.0 : 1.0) - from;
    const double place = from + way * (10 * std::pow(u, 3) - 15 * std::pow(u, 4) + 6 * std::pow(u, 5));
    const double speed = way * (30 * std::pow(u, 2) - 60 * std::pow(u, 3) + 30 * std::pow(u, 4)) / 4;
    Numbers expected(9);
    for (int i = 0; i < 9; ++i)
      expected[static_cast<std::size_t>(i)] = (i + 1) * (place - 0.25) + (9 - i) * (speed - 0.5);
    compare(difference(bent, time, rates), expected);
  }
}

TEST_CASE("ArmPD answers each measurement once, and only when angle and velocity are there") {
  Controlled arm({});
  CHECK_FALSE(arm.pass());
  arm.put("angle", kNone, 1s);
  CHECK_FALSE(arm.pass());  // the velocities are still missing
  arm.put("velocity", kNone, 1s);
  CHECK_FALSE(arm.pass());  // no angle has come since
  arm.put("angle", kNone, 1s);
  CHECK(arm.pass());
  CHECK_FALSE(arm.pass());
  arm.put("velocity", kNone, 1s + 2ms);
  CHECK_FALSE(arm.pass());
  arm.put("angle", kNone, 1s + 2ms);
  CHECK(arm.pass());
}

TEST_CASE("ArmPD restarts its path from the arm's pose after a pause of measurements or a jump back in time") {
  Controlled arm({{"kd", nine("0")}, {"path", nine("0.5")}, {"duration", "1"}});
  const auto begins_at = [&](Value::Time time) { return std::abs(arm.answer(kNone, time)[0]) < 1e-9; };
  CHECK(begins_at(10s));
  CHECK_FALSE(begins_at(10s + 400ms));
  CHECK_FALSE(begins_at(10s + 900ms));
  CHECK(begins_at(10s + 1401ms));
  CHECK_FALSE(begins_at(10s + 1800ms));
  CHECK(begins_at(2s));
  CHECK_FALSE(begins_at(2s + 500ms));
}

TEST_CASE("ArmPD is at fault after measurements of another arm, or with invalid parameters") {
  Controlled arm({});
  arm.put("velocity", kNone, 1s);
  arm.put("angle", {0, 0, 0}, 1s);
  CHECK_FALSE(arm.pass());
  CHECK(arm.component->status().state == State::fault);
  CHECK(arm.component->status().fault == "on_execute: angle has 3 numbers; the arm has 9 joints");
  const std::pair<std::string, std::string> wrong[] = {
      {"kp", "1 2 3"}, {"kd", nine("1") + "1"},           {"kp", nine("x")}, {"kd", nine("nan")},
      {"path", ""},    {"path", nine("0") + ";" + "1 2"}, {"duration", "0"}, {"duration", "soon"}};
  for (const auto& [name, text] : wrong) {
    CAPTURE(name, text);
    const Controlled refused({{name, text}});
    CHECK(refused.component->status().state == State::fault);
    CHECK_THAT(refused.component->status().fault, Catch::StartsWith("on_activated: " + name + ": expected"));
  }
}

}  // namespace
}  // namespace rtm
