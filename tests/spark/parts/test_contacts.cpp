// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/parts/contacts.h"

#include "spark/agent/percept_array.h"
#include "spark/physics/collider.h"
#include "spark/physics/surface_contact_handler.h"
#include "tests/spark/parts/part_bench.h"

using namespace spark;

namespace {

/// Objects with gravity on the ground; the plane of the ground may be tilted about y, downhill towards +x.
struct Ground {
  Ground(double step, double degrees, const std::string& handler) : bench(step) {
    bench.world->set_gravity({0, 0, -9.81});
    const double angle = degrees / kPerRadian;
    up = {std::sin(angle), 0, std::cos(angle)};
    downhill = {std::cos(angle), 0, -std::sin(angle)};
    auto& plane = dynamic_cast<PlaneCollider&>(bench.core.create("oxygen/PlaneCollider", "/scene/ground"));
    REQUIRE(plane.set_params(up.x, up.y, up.z, 0));
    bench.core.create("oxygen/SurfaceContactHandler", "/scene/ground/surface");
    tilt = std::to_string(degrees);
    surface = "(node oxygen/SurfaceContactHandler (setContactBounceMode false) " + handler + ")";
    dynamic_cast<SurfaceContactHandler&>(*bench.core.root().find("/scene/ground/surface")).set_bounce_mode(false);
  }
  /// A cube of 0.2 m on the ground, at that place downhill.
  std::string cube(const std::string& name, double mass, double along, double above, const std::string& parts) const {
    const Vec3 at = downhill * along + up * (0.1 + above);
    return "(node Transform (setName " + name + ") (setLocalPos " + std::to_string(at.x) + " 0 " +
           std::to_string(at.z) + ") (setLocalRotation 0 " + tilt + " 0) (node Body (setName body) (setBoxTotal " +
           std::to_string(mass) + " 0.2 0.2 0.2)) (node BoxCollider (setBoxLengths 0.2 0.2 0.2) " + surface + ")" +
           parts + ")";
  }
  struct Touched {
    std::vector<Vec3> points;
    Vec3 force;
  };
  Touched touched(const std::string& name) {
    PerceptArray percepts;
    bench.agent->sense(percepts);
    Touched result;
    for (std::size_t at = percepts.find("CF"); at < percepts.items().size(); at = percepts.find("CF", at + 1)) {
      if (percepts.text_of(percepts.items()[at + 2]) != name) continue;
      std::vector<double> numbers(percepts.numbers(at, {}));
      percepts.numbers(at, numbers);
      for (std::size_t i = 0; i + 5 < numbers.size(); i += 6) {
        result.points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
        result.force = result.force + Vec3{numbers[i + 3], numbers[i + 4], numbers[i + 5]};
      }
    }
    return result;
  }
  PartBench bench;
  Vec3 up, downhill;
  std::string tilt, surface;
};

void check_force(const Vec3& felt, const Vec3& expected, double margin) {
  CHECK(felt.x == Approx(expected.x).margin(margin));
  CHECK(felt.y == Approx(expected.y).margin(margin));
  CHECK(felt.z == Approx(expected.z).margin(margin));
}

}  // namespace

TEST_CASE("the contacts of a cube at rest bear m·g at its corners") {
  const double step = GENERATE(0.01, 0.001);
  Ground ground(step, 0, "");
  ground.bench.add(ground.cube("cube", 3, 1, 0, "(node Contacts (setName c))"));
  CHECK(ground.touched("c").points.empty());  // before the first step
  ground.bench.run(2);
  const auto touched = ground.touched("c");
  REQUIRE(touched.points.size() == 4);
  for (const Vec3& point : touched.points) {
    CHECK(std::abs(std::abs(point.x - 1) - 0.1) < 1e-3);
    CHECK(std::abs(std::abs(point.y) - 0.1) < 1e-3);
    CHECK(std::abs(point.z) < 1e-3);
  }
  check_force(touched.force, {0, 0, 3 * 9.81}, 3 * 9.81 * 1e-3);
  // The ground was changed last, so ODE finds it first.
  REQUIRE(dynamic_cast<PlaneCollider&>(*ground.bench.core.root().find("/scene/ground")).set_params(0, 0, 1, 0));
  ground.bench.run(step);
  check_force(ground.touched("c").force, {0, 0, 3 * 9.81}, 3 * 9.81 * 1e-3);
  // In the air there are no contacts.
  REQUIRE(ground.bench.at<Body>("cube/body").set_position({0, 0, 5}));
  ground.bench.run(0.1);
  CHECK(ground.touched("c").points.empty());
  CHECK(ground.bench.sense().find("(CF (name c))") != std::string::npos);
}

TEST_CASE("contacts are also measured in worlds with quick steps") {
  Ground ground(0.001, 0, "");
  ground.bench.world->set_quick_step(true);
  ground.bench.add(ground.cube("cube", 3, 1, 0, "(node Contacts (setName c))"));
  ground.bench.run(2);
  CHECK(ground.touched("c").points.size() == 4);
  check_force(ground.touched("c").force, {0, 0, 3 * 9.81}, 3 * 9.81 * 2e-2);
}

TEST_CASE("on a ramp the contacts have the forces that hold or brake a cube") {
  const double degrees = 20, angle = degrees / kPerRadian, weight = 2 * 9.81;
  SECTION("it stands") {
    Ground ground(0.001, degrees, "");
    ground.bench.add(ground.cube("cube", 2, 0, 0, "(node Contacts (setName c))"));
    ground.bench.run(1);
    check_force(ground.touched("c").force, {0, 0, weight}, weight * 2e-3);
  }
  SECTION("it slides without friction") {
    Ground ground(0.001, degrees, "(setContactMu 0)");
    dynamic_cast<ContactJointHandler&>(*ground.bench.core.root().find("/scene/ground/surface")).set_mu(0);
    ground.bench.add(ground.cube("cube", 2, 0, 0, "(node Contacts (setName c)) (node BodyState (setName s))"));
    ground.bench.run(1);
    check_force(ground.touched("c").force, ground.up * (weight * std::cos(angle)), weight * 2e-3);
    const auto acceleration = ground.bench.felt("BS", "s", "acc");
    CHECK(acceleration[0] == Approx(9.81 * std::sin(angle) * std::cos(angle)).epsilon(2e-3));
  }
  SECTION("it slides with friction") {
    Ground ground(0.001, degrees, "(setFrictionPyramid true) (setContactMu 0.2) (setFrictionDirection 1 0 0)");
    auto& surface = dynamic_cast<SurfaceContactHandler&>(*ground.bench.core.root().find("/scene/ground/surface"));
    surface.set_pyramid(true);
    REQUIRE(surface.set_mu(0.2));
    ground.bench.add(ground.cube("cube", 2, 0, 0, "(node Contacts (setName c)) (node BodyState (setName s))"));
    ground.bench.run(1);
    const double normal = weight * std::cos(angle);
    check_force(ground.touched("c").force, ground.up * normal - ground.downhill * (0.2 * normal), weight * 5e-3);
    const double faster = 9.81 * (std::sin(angle) - 0.2 * std::cos(angle));
    CHECK(ground.bench.felt("BS", "s", "acc")[0] == Approx(faster * std::cos(angle)).epsilon(5e-3));
  }
}

TEST_CASE("two cubes measure opposite forces on each other") {
  Ground ground(0.001, 0, "");
  ground.bench.add(ground.cube("low", 2, 0, 0, "(node Contacts (setName low))") +
                   ground.cube("high", 3, 0, 0.2, "(node Contacts (setName high))"));
  ground.bench.run(2);
  const auto low = ground.touched("low"), high = ground.touched("high");
  check_force(high.force, {0, 0, 3 * 9.81}, 0.05);
  check_force(low.force, {0, 0, 2 * 9.81}, 0.05);  // the ground's 5 g less the upper one's 3 g
  CHECK(high.points.size() == 4);
  CHECK(low.points.size() == 8);
}

TEST_CASE("contacts and a force sensor measure the same weight on a plate") {
  Ground ground(0.001, 0, "");
  ground.bench.add(
      "(node Transform (setName plate) (setLocalPos 0 0 1) (node Body (setName body) (setBoxTotal 1 1 1 0.1)) "
      "(node BoxCollider (setBoxLengths 1 1 0.1)) (node FixedJoint (attach ../body) (node ForceTorque (setName f))) "
      "(node Contacts (setName p)))" +
      ground.cube("cube", 4, 0.2, 1.05, "(node Contacts (setName c))"));
  ground.bench.run(2);
  check_force(ground.touched("c").force, {0, 0, 4 * 9.81}, 0.1);
  check_force(ground.touched("p").force, {0, 0, -4 * 9.81}, 0.1);
  const auto force = ground.bench.felt("FT", "f", "force"), torque = ground.bench.felt("FT", "f", "torque");
  CHECK(force[2] == Approx(-5 * 9.81).epsilon(5e-3));
  CHECK(torque[1] == Approx(4 * 9.81 * 0.2).epsilon(5e-3));
}

TEST_CASE("measuring contacts changes no bit of the motion, and bodies without the part stay isolated") {
  const auto play = [](bool measures) {
    Ground ground(0.01, 0, "");
    std::string scene;
    for (int i = 0; i < 6; ++i) {
      const std::string at = std::to_string(0.3 * i);
      scene += "(node Transform (setLocalPos " + at + " 0 " + std::to_string(0.5 + 0.1 * i) +
               ") (node Body (setSphereTotal 0.4 0.15)) (node SphereCollider (setRadius 0.15))" +
               (measures ? "(node Contacts (setName c" + std::to_string(i) + "))" : std::string()) + ")";
    }
    ground.bench.add(scene);
    std::size_t isolated = 0, touching = 0;
    std::vector<double> numbers;
    for (int i = 0; i < 150; ++i) {
      for (Body* body : ground.bench.world->bodies()) body->add_force({0.3, 0.1, 0});
      ground.bench.run(0.01);
      isolated += static_cast<std::size_t>(ground.bench.world->isolated_bodies_of_last_step());
      for (int k = 0; measures && k < 6; ++k) touching += ground.touched("c" + std::to_string(k)).points.size();
      for (const Body* body : ground.bench.world->bodies()) {
        const Vec3 at = body->position();
        numbers.insert(numbers.end(), {at.x, at.y, at.z, body->angular_velocity().x});
      }
    }
    CHECK((isolated == 0) == measures);
    CHECK((touching > 0) == measures);
    return numbers;
  };
  CHECK(play(true) == play(false));
}

TEST_CASE("contacts of a ball at rest are measured, and end when its body is removed") {
  Ground ground(0.01, 0, "");
  ground.bench.add(
      "(node Transform (setName ball) (setLocalPos 0 0 0.15) (node Body (setName body) (setSphereTotal 0.4 0.15)) "
      "(node SphereCollider (setRadius 0.15)) (node Contacts (setName c)) (node Contacts (setName d)))");
  ground.bench.run(1);
  check_force(ground.touched("c").force, {0, 0, 0.4 * 9.81}, 0.01);
  check_force(ground.touched("d").force, {0, 0, 0.4 * 9.81}, 0.01);
  CHECK(ground.touched("c").points.size() == 1);
  auto& body = ground.bench.at<Body>("ball/body");
  body.parent()->destroy(body);
  CHECK(ground.bench.sense().find("CF") == std::string::npos);
  ground.bench.run(0.1);
  CHECK(ground.bench.sense().find("CF") == std::string::npos);
}
