// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/parts/body_sensors.h"

#include "tests/spark/parts/part_bench.h"

using namespace spark;

namespace {

constexpr double kFall = 9.81;

void check_near(const std::vector<double>& felt, const Vec3& expected, double margin) {
  REQUIRE(felt.size() == 3);
  CHECK(felt[0] == Approx(expected.x).margin(margin));
  CHECK(felt[1] == Approx(expected.y).margin(margin));
  CHECK(felt[2] == Approx(expected.z).margin(margin));
}

/// A rod of 0.6 m and 1.5 kg that hangs from the origin and swings about y, released at that angle from its rest. The
/// sensors are at its middle (`s`), and at its end, turned by 90 degrees about z (`e`).
struct Pendulum {
  Pendulum(double step, double degrees) : bench(step) {
    bench.world->set_gravity({0, 0, -kFall});
    const std::string sensors = "(node BodyState (setName N)) (node Gyro (setName N)) (node Accelerometer (setName N))";
    const auto named = [&](const std::string& name) {
      std::string text = sensors;
      for (auto at = text.find(" N)"); at != text.npos; at = text.find(" N)")) text.replace(at + 1, 1, name);
      return text;
    };
    const double angle = degrees / kPerRadian;
    // Turned by -angle about y, its end moves towards +x.
    bench.add("(node Transform (setName rod) (setLocalPos " + std::to_string(0.3 * std::sin(angle)) + " 0 " +
              std::to_string(-0.3 * std::cos(angle)) + ") (setLocalRotation 0 " + std::to_string(-degrees) +
              " 0) (node Body (setName body) (setBoxTotal 1.5 0.001 0.001 0.6)) (node HingeJoint (setName joint) "
              "(attach ../body) (setAnchor 0 0 0.3) (setAxis 1))" +
              named("s") + "(node Transform (setName end) (setLocalPos 0 0 -0.3) (setLocalRotation 0 0 90)" +
              named("e") + "))");
    released = angle;
  }
  PartBench bench;
  double released;
};

}  // namespace

TEST_CASE("sensors on a swinging pendulum agree with its equations of motion") {
  const double step = GENERATE(0.001, 0.00025);
  Pendulum pendulum(step, 60);
  PartBench& bench = pendulum.bench;
  const double seconds = GENERATE(0.1, 0.4, 0.9);  // on its way, beyond the middle, on its way back
  bench.run(seconds);
  const auto& body = bench.at<Body>("rod/body");
  const double length = 0.3;
  const double angle = std::atan2(body.position().x, -body.position().z);
  // A thin rod about its end: w² = 3·g·(cos a − cos a0)/(2·length), w' = −3·g·sin a/(4·length).
  const double rate = -std::sqrt(3 * kFall * (std::cos(angle) - std::cos(pendulum.released)) / (2 * length)) *
                      (seconds < 0.68 ? 1 : -1);
  const double change = -3 * kFall * std::sin(angle) / (4 * length);
  const Vec3 along{std::cos(angle), 0, std::sin(angle)}, inwards{-std::sin(angle), 0, std::cos(angle)};
  // All values are of the end of a step, or means over it, so the errors grow with the length of a step.
  const double margin = 150 * step;
  check_near(bench.felt("BS", "s", "pos"), inwards * -length, 1e-3);
  check_near(bench.felt("BS", "s", "vel"), along * (rate * length), margin);
  check_near(bench.felt("BS", "s", "omega"), Vec3{0, -rate * kPerRadian, 0}, margin * kPerRadian);
  check_near(bench.felt("BS", "s", "alpha"), Vec3{0, -change * kPerRadian, 0}, margin * kPerRadian);
  check_near(bench.felt("BS", "s", "acc"), along * (change * length) + inwards * (rate * rate * length), margin);
  const auto rotation = bench.felt("BS", "s", "rot");
  REQUIRE(rotation.size() == 9);
  for (std::size_t i = 0; i < 9; ++i) CHECK(rotation[i] == Approx(body.rotation()[i]).margin(1e-9));
  CHECK(rotation[0] == Approx(std::cos(angle)).margin(1e-3));
  CHECK(rotation[2] == Approx(-std::sin(angle)).margin(1e-3));

  check_near(bench.felt("GYR", "s", "rate"), Vec3{0, -rate * kPerRadian, 0}, margin * kPerRadian);
  check_near(bench.felt("GYR", "e", "rate"), Vec3{-rate * kPerRadian, 0, 0}, margin * kPerRadian);
  // In the frame of the rod: x along its path, z inwards. Gravity appears as an upward acceleration.
  const double path = change * length + kFall * std::sin(angle);
  check_near(bench.felt("ACC", "s", "acc"), {path, 0, rate * rate * length + kFall * std::cos(angle)}, margin);
  const double path_of_end = change * 2 * length + kFall * std::sin(angle);
  check_near(bench.felt("ACC", "e", "acc"), {0, -path_of_end, rate * rate * 2 * length + kFall * std::cos(angle)},
             2 * margin);
}

TEST_CASE("an accelerometer measures gravity on a tilted plate at rest, and nothing on a falling one") {
  PartBench bench(0.001);
  bench.world->set_gravity({0, 0, -kFall});
  bench.add(
      "(node Transform (setName plate) (setLocalRotation 0 30 0) (node Body (setName body) (setBoxTotal 2 1 1 0.1))"
      "(node FixedJoint (setName foot) (attach ../body))"
      "(node Accelerometer (setName a)) (node Gyro (setName a)) (node BodyState (setName a))"
      "(node Transform (setName side) (setLocalPos 0.4 0 0) (setLocalRotation 90 0 0) (node Accelerometer (setName "
      "b))))");
  check_near(bench.felt("ACC", "a", "acc"), {-kFall / 2, 0, kFall * std::sqrt(0.75)}, 1e-9);  // before any step
  bench.run(1);
  check_near(bench.felt("ACC", "a", "acc"), {-kFall / 2, 0, kFall * std::sqrt(0.75)}, 1e-4);
  check_near(bench.felt("ACC", "b", "acc"), {-kFall / 2, kFall * std::sqrt(0.75), 0}, 1e-4);
  check_near(bench.felt("GYR", "a", "rate"), {}, 1e-4);
  bench.at<Joint>("plate/foot").release();
  bench.run(0.1);
  check_near(bench.felt("ACC", "a", "acc"), {}, 1e-9);
  check_near(bench.felt("BS", "a", "acc"), {0, 0, -kFall}, 1e-9);
  check_near(bench.felt("BS", "a", "vel"), {0, 0, -0.1 * kFall}, 1e-9);
  // A velocity that is set between two steps is not an acceleration.
  REQUIRE(bench.at<Body>("plate/body").set_velocity({5, 0, 0}));
  bench.run(0.001);
  check_near(bench.felt("BS", "a", "acc"), {0, 0, -kFall}, 1e-9);
  check_near(bench.felt("BS", "a", "vel"), {5, 0, -0.001 * kFall}, 1e-9);
  visit_children_first(*bench.agent, [](Leaf& leaf) { leaf.restart(); });
  check_near(bench.felt("BS", "a", "acc"), {}, 0);
}

TEST_CASE("an accelerometer on a turning plate measures the centripetal acceleration") {
  PartBench bench(0.001);
  bench.add_arm("(node JointMotion (setName m))", 0.01);
  bench.add("(node Transform (setName spot) (node Accelerometer (setName lost)))");
  // The arm exists by now: the sensors go below it, 0.25 m along its x.
  bench.write("sensor.rsg",
              "((node Transform (setName rim) (setLocalPos 0.25 0 0) (node Accelerometer (setName rim)) "
              "(node Gyro (setName rim))))");
  REQUIRE(import_scene(bench.at<Transform>("arm"), "sensor.rsg", {}));
  bench.act("(m (vel 360))");
  bench.run(0.3);
  const double rate = 2 * std::numbers::pi;
  check_near(bench.felt("ACC", "rim", "acc"), {-rate * rate * 0.25, 0, 0}, 1e-3);
  check_near(bench.felt("GYR", "rim", "rate"), {0, 0, 360}, 1e-2);
  bench.act("(m (acc 180))");
  bench.run(0.5);
  const double faster = 1.25 * rate;
  check_near(bench.felt("ACC", "rim", "acc"), {-faster * faster * 0.25, std::numbers::pi * 0.25, 0}, 0.05);
  CHECK(bench.sense().find("lost") == std::string::npos);  // no body is above it, so it measures nothing
}

TEST_CASE("a sensor that loses its body measures the next body above it, or nothing") {
  PartBench bench(0.001);
  bench.add(
      "(node Transform (setName outer) (node Body (setName body) (setBoxTotal 1 1 1 1))"
      "(node Transform (setName inner) (node Body (setName body) (setBoxTotal 1 1 1 1)) (node BodyState (setName "
      "s))))");
  REQUIRE(bench.at<Body>("outer/body").set_velocity({1, 0, 0}));
  REQUIRE(bench.at<Body>("outer/inner/body").set_velocity({2, 0, 0}));
  bench.run(0.01);
  CHECK(bench.felt("BS", "s", "vel")[0] == 2);
  auto& inner = bench.at<Body>("outer/inner/body");
  inner.parent()->destroy(inner);
  CHECK(bench.felt("BS", "s", "vel")[0] == 1);
  bench.run(0.01);
  CHECK(bench.felt("BS", "s", "acc")[0] == 0);
  auto& outer = bench.at<Body>("outer/body");
  outer.parent()->destroy(outer);
  bench.run(0.01);
  CHECK(bench.sense().find("BS") == std::string::npos);
  CHECK(bench.at<BodyState>("outer/inner/s").body() == nullptr);
}
