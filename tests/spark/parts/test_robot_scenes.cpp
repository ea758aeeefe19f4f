// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/core.h"
#include "spark/parts/parts.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/mechanism.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "tests/support/robot_yard.h"

using namespace spark;

namespace {

/// One of the shipped scenes below an agent's node, on a floor.
struct Yard : RobotYard {
  Yard(const std::string& file, double height) : RobotYard(RCSS_SOURCE_DIR "/scenes", file, height) {
    bodies = core.find_all<Body>(agent);
    joints = core.find_all<Joint>(agent);
    REQUIRE(log.empty());
  }
  Body& main() { return *main_body(*agent); }
  Body& body(const std::string& path) { return dynamic_cast<Body&>(*core.root().find("/scene/agent/" + path)); }
  template <typename T>
  T& joint(const std::string& path) {
    return dynamic_cast<T&>(*core.root().find("/scene/agent/" + path));
  }
  /// J, above the floor.
  double energy() const {
    double sum = 0.0;
    for (const Body* at : bodies) {
      dMass mass;
      dBodyGetMass(at->id(), &mass);
      const Vec3 spin = transposed(at->rotation()) * at->angular_velocity();
      const Vec3 turning = to_mat3(mass.I) * spin;
      sum +=
          mass.mass * (dot(at->velocity(), at->velocity()) / 2 + kGravity * at->position().z) + dot(spin, turning) / 2;
    }
    return sum;
  }
  double most_speed() const {
    double most = 0.0;
    for (const Body* at : bodies) most = std::max({most, length(at->velocity()), length(at->angular_velocity())});
    return most;
  }
  /// Beyond the stops, degrees, of any hinge.
  double most_beyond_stops() const {
    double most = 0.0;
    const double degrees = 180 / std::numbers::pi;
    for (Joint* at : joints)
      if (const auto* hinge = dynamic_cast<HingeJoint*>(at)) {
        const double low = hinge->parameter(dParamLoStop, 0), high = hinge->parameter(dParamHiStop, 0);
        if (!std::isfinite(low)) continue;
        most = std::max({most, low * degrees - hinge->angle(), hinge->angle() - high * degrees});
      }
    return most;
  }

  std::vector<Body*> bodies;
  std::vector<Joint*> joints;
};

struct Shipped {
  const char* file;
  double height;
  std::size_t bodies, joints, effectors;
};

/// Of the world's own frame: 0 along x, 90 along y.
double heading(const Body& body) {
  const Mat3 rotation = body.rotation();
  return std::atan2(rotation[3], rotation[0]) * 180 / std::numbers::pi;
}

}  // namespace

TEST_CASE("every shipped robot stands for ten seconds while nobody drives it") {
  const auto [file, height, bodies, joints, effectors] =
      GENERATE(Shipped{"rover.rsg", 0.09, 5, 4, 2}, Shipped{"cart.rsg", 0.12, 5, 4, 2},
               Shipped{"robots/vehicle.rsg", 0.15, 5, 4, 2}, Shipped{"robots/arm.rsg", 0.05, 10, 9, 9},
               Shipped{"robots/four_legs.rsg", 0.35, 9, 8, 8}, Shipped{"robots/legged_sphere.rsg", 0.54, 7, 6, 6},
               Shipped{"robots/servo_arm.rsg", 0.03, 2, 2, 3}, Shipped{"robots/sensor_box.rsg", 0.02, 3, 3, 3});
  CAPTURE(file);
  Yard yard(file, height);
  CHECK(yard.bodies.size() == bodies);
  CHECK(yard.joints.size() == joints);
  CHECK(yard.agent->effectors().size() == effectors);
  CHECK(Mechanism(yard.main()).others().size() == bodies - 1);
  CHECK(Mechanism(yard.main()).reach_down().value() == Approx(height).margin(0.002));

  yard.run(0.5);  // it settles
  const double settled = yard.energy();
  const Vec3 place = yard.main().position();
  const Mat3 rotation = yard.main().rotation();
  std::vector<Vec3> parts;
  for (const Body* body : yard.bodies) parts.push_back(body->position() - place);
  for (int tenth = 0; tenth < 100; ++tenth) {
    yard.run(0.1);
    CHECK(yard.energy() < settled + 0.01);
    CHECK(yard.most_beyond_stops() < 0.5);
  }
  CHECK(yard.most_speed() < 0.02);
  CHECK(length(yard.main().position() - place) < 0.01);
  CHECK(std::abs(yard.main().rotation()[8] - rotation[8]) < 0.001);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CAPTURE(yard.bodies[i]->full_path());
    CHECK(length(yard.bodies[i]->position() - yard.main().position() - parts[i]) < 0.02);
  }
  CHECK(yard.log.empty());
}

TEST_CASE("a chain swings for ten seconds, loses energy and keeps together") {
  Yard yard("robots/chain.rsg", 3.0);
  CHECK(yard.joints.size() == 6);
  double before = yard.energy();
  for (int tenth = 0; tenth < 100; ++tenth) {
    yard.run(0.1);
    // ODE's explicit part for gyroscopic torques may give a little.
    CHECK(yard.energy() < before + 0.02);
    before = std::min(before, yard.energy());
  }
  CHECK(yard.body("link6/body").position().z < 2.5);
  for (int i = 1; i < 6; ++i) {
    const Body &one = yard.body("link" + std::to_string(i) + "/body"),
               &next = yard.body("link" + std::to_string(i + 1) + "/body");
    const Vec3 end = one.position() + one.rotation() * Vec3{0.1, 0, 0};
    CHECK(length(end - (next.position() + next.rotation() * Vec3{-0.1, 0, 0})) < 0.01);
  }
  CHECK(yard.log.empty());
}

TEST_CASE("stacks of crates stand for ten seconds") {
  Yard yard("stacks.rsg", 0.0);
  CHECK(yard.bodies.size() == 32);
  std::vector<Vec3> before;
  for (const Body* body : yard.bodies) before.push_back(body->position());
  const double energy = yard.energy();
  yard.run(10);
  for (std::size_t i = 0; i < before.size(); ++i) {
    CAPTURE(yard.bodies[i]->full_path());
    CHECK(length(yard.bodies[i]->position() - before[i]) < 0.01);
  }
  CHECK(yard.energy() < energy + 0.01);
  CHECK(yard.log.empty());
}

TEST_CASE("the rover follows forward and turn, turns on the spot and stops soon") {
  Yard yard("rover.rsg", 0.09);
  double mass = 0.0;
  for (const Body* body : yard.bodies) mass += body->mass();
  CHECK(mass == Approx(12.0).margin(0.5));
  yard.run(0.2);
  yard.act("(LEFT_WHEEL 10)(RIGHT_WHEEL 10)");
  yard.run(0.3);
  for (int i = 0; i < 100; ++i) {
    yard.run(0.01);
    CHECK(yard.main().velocity().x == Approx(0.8).epsilon(0.05));
  }
  CHECK(std::abs(yard.main().position().y) < 0.02);
  yard.agent->rest();
  const Vec3 from = yard.main().position();
  yard.run(0.2);
  CHECK(length(yard.main().velocity()) < 0.02);
  CHECK(length(yard.main().position() - from) < 0.1);

  yard.act("(LEFT_WHEEL -4)(RIGHT_WHEEL 4)");
  yard.run(0.3);
  const Vec3 place = yard.main().position();
  for (int i = 0; i < 100; ++i) {
    yard.run(0.01);
    CHECK(yard.main().angular_velocity().z == Approx(2.0).epsilon(0.05));
  }
  CHECK(length(yard.main().position() - place) < 0.03);

  std::string text;
  SexpPerceptWriter writer(text);
  yard.agent->sense(writer);
  CHECK(text.find("(pose (x ") == 0);
  CHECK(text.find("(HJ (name RIGHT_WHEEL) (axis ") != text.npos);
  CHECK(yard.log.empty());
}

TEST_CASE("the vehicle drives along -y and in curves") {
  Yard yard("robots/vehicle.rsg", 0.15);
  yard.run(0.2);
  yard.act("(FRONT_WHEEL 5)");
  yard.run(2);
  CHECK(yard.main().velocity().y == Approx(-0.5).epsilon(0.1));
  CHECK(std::abs(yard.main().position().x) < 0.05);
  const double straight = heading(yard.main());
  yard.act("(STEERING 1)");
  yard.run(0.5);
  yard.act("(STEERING 0)");
  CHECK(yard.joint<HingeJoint>("fork/joint").angle() == Approx(28.6).margin(2));
  yard.run(1.5);
  CHECK(heading(yard.main()) - straight > 20);
  // Held at its stop.
  yard.act("(STEERING 3)");
  yard.run(1);
  CHECK(yard.joint<HingeJoint>("fork/joint").angle() == Approx(60).margin(1));
  CHECK(yard.log.empty());
}

TEST_CASE("the arm goes to its stops, and its fingers open") {
  Yard yard("robots/arm.rsg", 0.05);
  yard.act("(J1 1)(HAND_L 0.1)(HAND_R 0.1)");
  yard.run(1);
  CHECK(yard.joint<HingeJoint>("shoulder/joint").angle() == Approx(57.3).margin(2));
  const SliderJoint &left = yard.joint<SliderJoint>("fingerL/joint"), &right = yard.joint<SliderJoint>("fingerR/joint");
  CHECK(left.position() == Approx(0.04).margin(0.002));
  CHECK(right.position() == Approx(0.04).margin(0.002));
  CHECK(length(yard.body("fingerL/body").position() - yard.body("fingerR/body").position()) ==
        Approx(0.14).margin(0.01));
  std::string text;
  SexpPerceptWriter writer(text);
  yard.agent->sense(writer);
  CHECK(text.find("(SJ (name HAND_L) (pos 0.0") != text.npos);
  // It bows, and holds itself there.
  yard.act("(J1 0)(J2 0.5)");
  yard.run(1);
  yard.act("(J2 0)");
  yard.run(0.3);
  const double bent = yard.joint<HingeJoint>("upperArm/joint").angle();
  CHECK(std::abs(bent) == Approx(28.6).margin(3));
  yard.run(5);
  CHECK(yard.joint<HingeJoint>("upperArm/joint").angle() == Approx(bent).margin(0.5));
  CHECK(yard.log.empty());
}

TEST_CASE("the four legs bend and stretch") {
  Yard yard("robots/four_legs.rsg", 0.35);
  const double height = yard.main().position().z;
  std::string bend, rest;
  for (const std::string leg : {"FL", "FR", "BL", "BR"}) {
    bend += "(HIP_" + leg + " 0.8)(KNEE_" + leg + " -1.6)";
    rest += "(HIP_" + leg + " 0)(KNEE_" + leg + " 0)";
  }
  yard.act(bend);
  yard.run(1);
  yard.act(rest);
  yard.run(2);
  CHECK(yard.main().position().z < height - 0.05);
  CHECK(yard.main().rotation()[8] > 0.98);
  CHECK(yard.most_beyond_stops() < 0.5);
  CHECK(yard.most_speed() < 0.05);
  CHECK(yard.log.empty());
}
