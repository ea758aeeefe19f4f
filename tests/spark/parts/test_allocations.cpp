// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/physics/collider.h"
#include "tests/spark/parts/allocations.h"
#include "tests/spark/parts/part_bench.h"
#include "tests/support/count_allocations.h"

using namespace spark;

long allocations_so_far() {
  return allocations;
}

TEST_CASE("devices allocate no memory while they act and perceive") {
  PartBench bench;
  bench.add_arm(
      "(node JointServo (setName m) (setGains 5 0.12)) (node JointState (setName m))"
      "(node JointTorque (setName hand) (setRotorInertia 0.001)) (node JointBrake (setName hold))"
      "(node BrakePerceptor (setName hold)) (node ForceTorque (setName load))",
      3e-4);
  bench.add(
      "(node Transform (setName eye) (node LightSensor (setName e)) (node Thermometer (setName t)))"
      "(node Transform (setName bulb) (setLocalPos 0 0 0.5) (node kerosin/Light (node Lamp (setName lamp))))"
      "(node Transform (setName pad) (setLocalPos 0 0 5) (node Body (setName body) (setBoxTotal 1 1 1 1))"
      "(node FixedJoint (attach ../body)) (node PushEffector (setName finger)))"
      "(node Transform (setName crate) (setLocalPos 3 0 0.5) (node Body (setName body) (setBoxTotal 1 1 1 1))"
      "(node BoxCollider) (node Contacts (setName c)) (node BodyState (setName s)) (node Gyro (setName g))"
      "(node Accelerometer (setName a)) (node RangeFinder (setName r)) (node Wrench (setName w)))"
      "(node Transform (setName wagon) (setLocalPos 6 0 5) (node Body (setName body) (setBoxTotal 1 1 1 1))"
      "(node SliderJoint (attach ../body) (node JointMotion (setName slide)) (node JointTorque (setName push))))");
  dynamic_cast<PlaneCollider&>(bench.core.create("oxygen/PlaneCollider", "/scene/floor")).set_params(0, 0, 1, 0);
  bench.world->set_gravity({0, 0, -9.81});
  ActionList actions;
  std::string percepts;
  const auto play = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      actions.clear();
      actions.add("m").real(i % 90).real(1.0);
      actions.add("hand").real(0.01 * (i % 7));
      actions.add("hold").real(i % 50 > 40 ? 1 : 0);
      actions.add("lamp").real(i % 100);
      actions.add("finger").real(i % 10);
      actions.add("w").real(0).real(0).real(-(i % 5)).real(0).real(0).real(0);
      if (i % 9 == 0) actions.add("push").real(1);
      actions.add("slide").skip().real(0.01 * (i % 3 - 1)).skip();
      bench.agent->act(bench.core.clock.now(), actions.all());
      percepts.clear();
      SexpPerceptWriter writer(percepts);
      bench.agent->sense(writer);
      bench.world->step(0.01);
      bench.core.clock.advance();
    }
  };
  play(300);
  const long before = allocations;
  play(300);
  const long after = allocations;
  CHECK(before > 0);  // the counter works
  CHECK(after - before == 0);
  CHECK(percepts.find("(JS (name m)") != percepts.npos);
  CHECK(percepts.find("(CF (name c) (p ") != percepts.npos);
  CHECK(bench.log.empty());
}
