// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/spark/parts/part_bench.h"

using namespace spark;

TEST_CASE("a light sensor adds I·cos θ/d² of all lamps of the scene") {
  PartBench bench;
  bench.add(
      "(node Transform (setName eye) (node LightSensor (setName e)) (node LightSensor (setName up)))"
      "(node Transform (setLocalPos 0 0 0.5) (node kerosin/Light (node Lamp (setName a))))"
      "(node Transform (setLocalPos 3 0 4) (node kerosin/Light (node Lamp (setName b))))"
      "(node Transform (setLocalPos 1 1 -0.1) (node kerosin/Light (node Lamp (setName below))))");
  CHECK(bench.felt_one("light", "e", "lux") == 0.0);
  bench.act("(a 100)");
  CHECK(bench.felt_one("light", "e", "lux") == Approx(400));
  bench.act("(b 1000) (below 1e5)");
  CHECK(bench.felt_one("light", "e", "lux") == Approx(400 + 1000 * 0.8 / 25));
  // Turned by 60 degrees about y it faces +x.
  bench.at<Transform>("eye").set_local_rotation({0, 60, 0});
  const Vec3 normal{std::sin(std::numbers::pi / 3), 0, 0.5};
  const Vec3 low = Vec3{1, 1, -0.1};
  CHECK(bench.felt_one("light", "e", "lux") == Approx(400 * 0.5 + 1000 * dot(normal, Vec3{0.6, 0, 0.8}) / 25 +
                                                      1e5 * dot(normal, low) / std::pow(length(low), 3)));
  // A lamp of another agent counts, and a light of the scene; a removed one does not.
  bench.at<Transform>("eye").set_local_rotation({0, 0, 0});
  bench.act("(b 0) (below 0)");
  AgentAspect& other = bench.add_agent("other", 5);
  bench.add("(node Transform (setName lit) (setLocalPos 0 0 2) (node kerosin/Light (setIntensity 40)))", &other);
  CHECK(bench.felt_one("light", "e", "lux") == Approx(400 + 10));
  other.destroy(*other.child("lit"));
  CHECK(bench.felt_one("light", "e", "lux") == Approx(400));
  bench.agent->rest();
  CHECK(bench.felt_one("light", "e", "lux") == 0);
  CHECK(bench.log.empty());
}

TEST_CASE("a lamp accepts 0 to a million candela, and invalid numbers do not change it") {
  PartBench bench;
  bench.add(
      "(node Transform (setName eye) (node LightSensor (setName e)))"
      "(node Transform (setLocalPos 0 0 1) (node kerosin/Light (setName light) (node Lamp (setName a))))"
      "(node Lamp (setName lost))");
  CHECK(bench.log.back().ends_with("there is no light above this effector"));
  bench.log.clear();
  const Effector& lamp = *bench.agent->effector("a");
  CHECK(lamp.range(0).min == 0.0);
  CHECK(lamp.range(0).max == 1e6);
  CHECK_FALSE(lamp.is_trigger());
  bench.act("(a 5)");
  for (const char* text : {"(a nan)", "(a inf)", "(a 1e300)"}) bench.act(text);
  CHECK(bench.log == std::vector<std::string>(3, "agent 4: (a ...): the intensity is not finite"));
  CHECK(bench.felt_one("light", "e", "lux") == Approx(5));
  bench.act("(a -5)");
  CHECK(bench.felt_one("light", "e", "lux") == 0);
  bench.act("(a 1e7)");
  CHECK(bench.felt_one("light", "e", "lux") == Approx(1e6));
}

TEST_CASE("a lamp that nearly touches the light sensor gives a finite number") {
  PartBench bench;
  bench.add(
      "(node Transform (setName eye) (node LightSensor (setName e)))"
      "(node Transform (setName high) (setLocalPos 0 0 1e-9) (node kerosin/Light (node Lamp (setName a))))");
  bench.act("(a 1e6)");
  CHECK(bench.felt_one("light", "e", "lux") == Approx(1e12));
  bench.at<Transform>("high").set_local_pos({0, 0, 0});
  CHECK(bench.felt_one("light", "e", "lux") == 0.0);
}

TEST_CASE("a thermometer follows its environment and light exponentially, at any length of step") {
  const double step = GENERATE(0.01, 0.001, 0.1);
  PartBench bench(step);
  bench.add(
      "(node Transform (setName eye) (node Thermometer (setName t)) (node Thermometer (setName q)"
      "(setSurroundings -10) (setWarming 0.1) (setTimeConstant 0.5)))"
      "(node Transform (setLocalPos 0 0 0.5) (node kerosin/Light (node Lamp (setName a))))");
  CHECK(bench.felt_one("temp", "t", "celsius") == 23);
  CHECK(bench.felt_one("temp", "q", "celsius") == -10);
  bench.run(1);
  CHECK(bench.felt_one("temp", "t", "celsius") == 23);
  bench.act("(a 100)");
  bench.run(2);
  // 400 lx
  CHECK(bench.felt_one("temp", "t", "celsius") == Approx(23 + 8 * (1 - std::exp(-2 / 5.0))).epsilon(1e-5));
  CHECK(bench.felt_one("temp", "q", "celsius") == Approx(-10 + 40 * (1 - std::exp(-2 / 0.5))).epsilon(1e-5));
  const double then = 23 + 8 * (1 - std::exp(-2 / 5.0));
  bench.act("(a 0)");
  bench.run(3);
  CHECK(bench.felt_one("temp", "t", "celsius") == Approx(23 + (then - 23) * std::exp(-3 / 5.0)).epsilon(1e-5));
  CHECK(bench.log.empty());
}
