// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/agent/perceptor.h"
#include "tests/spark/parts/part_bench.h"

using namespace spark;

namespace {

void check(const std::vector<double>& felt, const Vec3& expected, double margin) {
  REQUIRE(felt.size() == 3);
  CHECK(felt[0] == Approx(expected.x).margin(margin));
  CHECK(felt[1] == Approx(expected.y).margin(margin));
  CHECK(felt[2] == Approx(expected.z).margin(margin));
}

}  // namespace

TEST_CASE("a force sensor on a fixed joint measures m·g of a body at rest, and the force of a finger") {
  const double step = GENERATE(0.01, 0.001);
  const char* below = GENERATE("", "../../base/body");  // the world, or a body
  PartBench bench(step);
  bench.world->set_gravity({0, 0, -9.81});
  bench.add(
      "(node Transform (setName base) (setLocalPos 0 0 -1) (node Body (setName body) (setBoxTotal 5 1 1 1))"
      "(node FixedJoint (attach ../body)))"
      "(node Transform (setName pad) (node Body (setName body) (setBoxTotal 0.02 0.03 0.03 0.005))"
      "(node FixedJoint (setName joint) (attach ../body " +
      std::string(below) +
      ") (node ForceTorque (setName pad1)))"
      "(node Transform (setName finger) (setLocalPos 0.01 0 0.0025) (setLocalRotation 180 0 0)"
      "(node PushEffector (setName finger1) (setMaxForce 12))))");
  bench.run(1);
  check(bench.felt("FT", "pad1", "force"), {0, 0, -0.02 * 9.81}, 1e-4);
  check(bench.felt("FT", "pad1", "torque"), {0, 0, 0}, 1e-4);
  bench.act("(finger1 5)");
  bench.run(1);
  check(bench.felt("FT", "pad1", "force"), {0, 0, -5 - 0.02 * 9.81}, 1e-3);
  check(bench.felt("FT", "pad1", "torque"), {0, 0.05, 0}, 1e-4);
  bench.run(1);  // the force is held
  check(bench.felt("FT", "pad1", "force"), {0, 0, -5 - 0.02 * 9.81}, 1e-3);

  const Effector& finger = *bench.agent->effector("finger1");
  CHECK(finger.range(0).max == 12);
  CHECK_FALSE(finger.is_trigger());
  for (const char* text : {"(finger1 nan)", "(finger1 inf)"}) bench.act(text);
  CHECK(bench.log == std::vector<std::string>(2, "agent 4: (finger1 ...): the force is not finite"));
  double force = 0.0;
  REQUIRE(finger.current({&force, 1}));
  CHECK(force == 5);
  bench.act("(finger1 100)");
  REQUIRE(finger.current({&force, 1}));
  CHECK(force == 12);
  bench.agent->rest();
  bench.run(1);
  check(bench.felt("FT", "pad1", "force"), {0, 0, -0.02 * 9.81}, 1e-4);
  // A body can be removed while a finger presses on it.
  auto& body = bench.at<Body>("pad/body");
  bench.act("(finger1 3)");
  body.parent()->destroy(body);
  bench.run(0.1);
  check(bench.felt("FT", "pad1", "force"), {0, 0, 0}, 0);
}

TEST_CASE("a hinge reports the load about its anchor in the frame of its node") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.world->set_gravity({0, 0, -9.81});
  // A beam along the node's x, which is the world's y; its hinge is about its y, held by a servo.
  bench.add(
      "(node Transform (setName arm) (setLocalRotation 0 0 90) (node Body (setName body) (setBoxTotal 2 0.4 0.1 0.1))"
      "(node HingeJoint (setName joint) (attach ../body) (setAnchor -0.2 0 0) (setAxis 1)"
      "(node ForceTorque (setName f)) (node JointState (setName m))"
      "(node JointServo (setName m) (setGains 1e6 1e4) (setMaxTorque 100))))");
  bench.act("(m (pos 0))");
  bench.run(2);
  check(bench.felt("FT", "f", "force"), {0, 0, -2 * 9.81}, 1e-3);
  // The weight turns it about +y of the node; the servo, which is a part of the joint, bears that.
  check(bench.felt("FT", "f", "torque"), {0, 2 * 9.81 * 0.2, 0}, 1e-3);
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(-2 * 9.81 * 0.2).epsilon(1e-3));
  bench.core.create("ForceTorque", "/scene/agent/lost");
  CHECK(bench.log.back() == "ForceTorque below /scene/agent has no effect: there is no joint above this perceptor");
}

TEST_CASE("the fields that robot parts declare agree with their percepts") {
  PartBench bench;
  bench.add_arm(
      "(node JointServo (setName m)) (node JointState (setName m)) (node ForceTorque (setName f))"
      "(node JointBrake (setName b)) (node BrakePerceptor (setName b)) (node LightSensor (setName l))"
      "(node Thermometer (setName t)) (node BodyState (setName s)) (node Gyro (setName g))"
      "(node Accelerometer (setName a)) (node RangeFinder (setName r) (setScan 90 30 5))",
      0.01);
  struct Leaves : PerceptWriter {
    void begin(std::string_view name) override {
      if (depth++ == 1) item = name;
    }
    void end() override { --depth; }
    void real(double, Unit unit) override { found.emplace_back(item, unit); }
    void integer(std::int64_t, Unit unit) override { found.emplace_back(item, unit); }
    void text(std::string_view) override {}
    int depth = 0;
    std::string item;
    std::vector<std::pair<std::string, Unit>> found;
  };
  REQUIRE(bench.agent->perceptors().size() == 9);
  for (const Perceptor* perceptor : bench.agent->perceptors()) {
    CAPTURE(perceptor->predicate());
    Leaves leaves;
    const_cast<Perceptor*>(perceptor)->perceive(leaves);
    const auto fields = perceptor->fields();
    REQUIRE(leaves.found.size() == fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      CHECK(fields[i].name.starts_with(leaves.found[i].first));
      CHECK(fields[i].unit == leaves.found[i].second);
      CHECK(to_string(fields[i].unit).empty() == fields[i].name.starts_with("rot"));
    }
  }
}
