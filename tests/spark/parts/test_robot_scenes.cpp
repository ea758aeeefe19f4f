// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <numbers>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/core.h"
#include "spark/parts/parts.h"
#include "spark/physics/articulation.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/appearance.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "tests/support/folders.h"
#include "tests/support/robot_yard.h"

using namespace spark;

namespace {

/// One of the shipped scenes below an agent's node, on a floor.
struct Yard : RobotYard {
  Yard(const std::string& file, double height) : RobotYard(source_folder() + "/scenes", file, height) {
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
  std::string felt() const {
    std::string text;
    SexpPerceptWriter writer(text);
    agent->sense(writer);
    return text;
  }
  /// J, relative to the floor.
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
  /// J, of rotors on all joints with that inertia (kg m^2, for a slider kg).
  double rotor_energy(double inertia) const {
    double sum = 0.0;
    for (Joint* at : joints) sum += inertia * at->axis_rate() * at->axis_rate() / 2;
    return sum;
  }
  double max_speed() const {
    double max = 0.0;
    for (const Body* at : bodies) max = std::max({max, length(at->velocity()), length(at->angular_velocity())});
    return max;
  }
  /// The largest excess over the stops of any hinge, degrees.
  double max_beyond_stops() const {
    double max = 0.0;
    const double degrees = 180 / std::numbers::pi;
    for (Joint* at : joints)
      if (const auto* hinge = dynamic_cast<HingeJoint*>(at)) {
        const double low = hinge->parameter(dParamLoStop, 0), high = hinge->parameter(dParamHiStop, 0);
        if (!std::isfinite(low)) continue;
        max = std::max({max, low * degrees - hinge->angle(), hinge->angle() - high * degrees});
      }
    return max;
  }

  std::vector<Body*> bodies;
  std::vector<Joint*> joints;
};

struct Shipped {
  const char* file;
  double height;
  std::size_t bodies, joints, effectors;
  std::size_t loose = 0;  ///< bodies without a joint
};

/// The names in percepts of that kind, in order.
std::string names_of(const std::string& percepts, const std::string& kind) {
  std::string names;
  const std::string begin = "(" + kind + " (name ";
  for (std::size_t at = percepts.find(begin); at != percepts.npos; at = percepts.find(begin, at + 1)) {
    const std::size_t name = at + begin.size();
    names += (names.empty() ? "" : " ") + percepts.substr(name, percepts.find(')', name) - name);
  }
  return names;
}

/// The numbers after `words` up to the next bracket.
std::vector<double> numbers_behind(const std::string& percepts, const std::string& words) {
  std::vector<double> numbers;
  const std::size_t at = percepts.find(words);
  if (at == percepts.npos) return numbers;
  const char* next = percepts.c_str() + at + words.size();
  for (char* end = nullptr; *next != ')'; next = end) {
    numbers.push_back(std::strtod(next, &end));
    if (end == next) return {};
  }
  return numbers;
}

/// A PD controller for a joint that is driven by torque; the parts clamp the torque.
struct JointPd {
  std::string joint, path;  ///< name of the JointTorque; path of the joint
  double aim;               ///< rad, of a slider m
  double stiffness, damping;

  std::string act(Yard& yard) const {
    const Joint& at = yard.joint<Joint>(path);
    return fmt::format("({} {})", joint, stiffness * (aim - at.axis_position()) - damping * at.axis_rate());
  }
};

/// Runs with the torques of all controllers in each step.
void run_with(Yard& yard, const std::vector<JointPd>& controllers, double seconds) {
  for (int i = 0; i < std::lround(seconds / yard.step_seconds); ++i) {
    std::string acts;
    for (const JointPd& each : controllers) acts += each.act(yard);
    yard.act(acts);
    yard.step();
  }
}

/// In the world's frame, degrees: 0 along x, 90 along y.
double heading(const Body& body) {
  const Mat3 rotation = body.rotation();
  return std::atan2(rotation[3], rotation[0]) * 180 / std::numbers::pi;
}

}  // namespace

TEST_CASE("a shipped robot stands for ten seconds while nothing drives it") {
  const auto [file, height, bodies, joints, effectors, loose] =
      GENERATE(Shipped{"rover.rsg", 0.09, 6, 4, 3, 1}, Shipped{"rover_arm.rsg", 0.09, 8, 6, 5, 1},
               Shipped{"cart.rsg", 0.12, 5, 4, 2}, Shipped{"robots/vehicle.rsg", 0.15, 5, 4, 2},
               Shipped{"robots/arm.rsg", 0.05, 10, 9, 9}, Shipped{"robots/four_legs.rsg", 0.35, 9, 8, 8},
               Shipped{"robots/vehicle_torque.rsg", 0.15, 5, 4, 4}, Shipped{"robots/legged_sphere.rsg", 0.54, 7, 6, 6},
               Shipped{"robots/servo_arm.rsg", 0.03, 2, 2, 3}, Shipped{"robots/sensor_box.rsg", 0.02, 3, 3, 3});
  CAPTURE(file);
  Yard yard(file, height);
  CHECK(yard.bodies.size() == bodies);
  CHECK(yard.joints.size() == joints);
  CHECK(yard.agent->effectors().size() == effectors);
  CHECK(Articulation(yard.main()).others().size() == bodies - loose - 1);
  CHECK(Articulation(yard.main()).reach_down().value() == Approx(height).margin(0.002));

  yard.run(0.5);  // it settles
  const double settled = yard.energy();
  const Vec3 place = yard.main().position();
  const Mat3 rotation = yard.main().rotation();
  std::vector<Vec3> parts;
  for (const Body* body : yard.bodies) parts.push_back(body->position() - place);
  for (int tenth = 0; tenth < 100; ++tenth) {
    yard.run(0.1);
    CHECK(yard.energy() < settled + 0.01);
    CHECK(yard.max_beyond_stops() < 0.5);
  }
  CHECK(yard.max_speed() < 0.02);
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
    // ODE's explicit part for gyroscopic torques may add a little.
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

TEST_CASE("the rover drives forward and turns on the spot at its set speeds, and stops soon") {
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

TEST_CASE("the shapes of the rover are within 0.25 m of its centre, and its wheels are visibly not round") {
  Yard yard("rover.rsg", 0.09);
  yard.run(0.1);
  const auto* scene = dynamic_cast<const Scene*>(yard.core.root().find("/scene"));
  const Vec3 middle = yard.main().position();
  const Appearance appearance = appearance_of(*scene);
  REQUIRE(appearance.movers.size() == 6);
  for (const MoverAppearance& mover : appearance.movers)
    for (const ShapeAppearance& shape : mover.shapes) {
      CAPTURE(mover.path, to_string(shape.kind));
      REQUIRE(shape.kind != ShapeAppearance::Kind::capsule);
      CHECK(shape.colour);
      // The corners of the box around it.
      const auto& [a, b, c] = shape.sizes;
      const Vec3 half = shape.kind == ShapeAppearance::Kind::box ? Vec3{a, b, c} * 0.5
                        : shape.kind == ShapeAppearance::Kind::sphere
                            ? Vec3{a, a, a} * (1 / std::sqrt(3.0))
                            : Vec3{a / std::sqrt(2.0), a / std::sqrt(2.0), b / 2};
      const Pose pose = mover.pose * shape.pose;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 to{corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y, corner & 4 ? half.z : -half.z};
        CHECK(length(pose.position + pose.rotation * to - middle) < 0.25);
      }
    }
  REQUIRE(appearance.cameras.size() == 1);
  CHECK(appearance.cameras[0].pose.position.z == Approx(0.3).margin(0.002));
  CHECK(appearance.cameras[0].field_of_view == Approx(0.6559).margin(1e-4));
  CHECK((appearance.cameras[0].pose.rotation * Vec3{1, 0, 0}).x == Approx(1));
  // Each wheel has a shape that is not round about its axle.
  for (const char* wheel : {"agent/leftWheel/body", "agent/rightWheel/body"}) {
    const auto at = std::ranges::find(appearance.movers, wheel, &MoverAppearance::path);
    REQUIRE(at != appearance.movers.end());
    CHECK(std::ranges::any_of(at->shapes, [](const auto& shape) { return shape.kind == ShapeAppearance::Kind::box; }));
  }
}

TEST_CASE("the rover drives 100 m in figures of eight") {
  Yard yard("rover.rsg", 0.09);
  yard.run(0.5);
  const double still = yard.energy(), height = yard.main().position().z;
  const auto felt = [&yard](const char* item) {
    std::string text;
    SexpPerceptWriter writer(text);
    yard.agent->sense(writer);
    return std::strtod(text.c_str() + text.find(item) + std::strlen(item), nullptr);
  };
  // 0.6 m/s on circles of 0.6 m, to the left and to the right in turn.
  constexpr double kSpeed = 0.6, kTurn = 1.0, kRadius = 0.08, kTrack = 0.32, kStep = 0.01;
  const double circle = 2 * std::numbers::pi / kTurn;
  double path = 0.0, max_energy = 0.0, max_error = 0.0, farthest = 0.0;
  Vec3 before = yard.main().position();
  std::vector<Vec3> crossings;
  for (int i = 0; path < 100.0; ++i) {
    const double turn = i % 2 ? -kTurn : kTurn;
    const double left = (kSpeed - turn * kTrack / 2) / kRadius, right = (kSpeed + turn * kTrack / 2) / kRadius;
    yard.act(fmt::format("(LEFT_WHEEL {})(RIGHT_WHEEL {})(head {} 0 1)", left, right, i % 2 ? 100 : -100));
    for (int step = 0; step < std::lround(circle / kStep); ++step) {
      yard.run(kStep);
      const Vec3 place = yard.main().position(), way = place - before;
      path += std::hypot(way.x, way.y);
      before = place;
      farthest = std::max(farthest, std::hypot(place.x, place.y));
      max_energy = std::max(max_energy, yard.energy() - still);
      if (step < 30) continue;  // 0.3 s
      const Vec3 forward = yard.main().rotation() * Vec3{1, 0, 0};
      max_error = std::max({max_error, std::abs(dot(yard.main().velocity(), forward) / kSpeed - 1),
                            std::abs(yard.main().angular_velocity().z / turn - 1)});
    }
    CHECK(felt("(pose (x ") == Approx(yard.main().position().x).margin(1e-5));
    CHECK(felt("(y ") == Approx(yard.main().position().y).margin(1e-5));
    CHECK(felt("(heading ") == Approx(heading(yard.main())).margin(1e-3));
    if (i % 2) crossings.push_back(yard.main().position());
  }
  CHECK(max_error < 0.05);
  CHECK(max_energy < 3.0);  // at 0.6 m/s and 1 rad/s it has 2.4 J
  CHECK(std::abs(yard.main().position().z - height) < 1e-4);
  // Each eight ends where it began, except for 6 mm on average, because each circle begins with an acceleration.
  REQUIRE(crossings.size() > 10);
  CHECK(length(crossings.back() - crossings.front()) < 0.15);
  CHECK(farthest < 1.35);
  const Vec3 place = yard.main().position();
  yard.agent->rest();
  yard.run(0.2);
  CHECK(length(yard.main().velocity()) < 0.02);
  CHECK(length(yard.main().position() - place) < 0.1);
  const Vec3 stands = yard.main().position();
  const double angle = heading(yard.main());
  yard.run(1);
  const double rests = yard.energy();
  yard.run(60);
  CHECK(length(yard.main().position() - stands) < 1e-4);
  CHECK(std::abs(heading(yard.main()) - angle) < 0.001);
  CHECK(yard.energy() < rests + 1e-6);
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

TEST_CASE("the arm turns its shoulder, opens its fingers and holds itself when bent") {
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
  // It bends, and holds itself there.
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

TEST_CASE("the arm with torques sinks while no controller carries it") {
  Yard yard("robots/arm_torque.rsg", 0.05);
  yard.step_seconds = 0.001;
  yard.act("(J2 10)");
  yard.run(0.3);
  yard.agent->rest();
  constexpr double kRotor = 1.0;
  double before = yard.energy() + yard.rotor_energy(kRotor);
  const double upright = before;
  for (int tenth = 0; tenth < 100; ++tenth) {
    yard.run(0.1);
    const double now = yard.energy() + yard.rotor_energy(kRotor);
    CHECK(now < before + 0.5);  // J; the floor pushes it out where it has penetrated
    before = std::min(before, now);
    CHECK(yard.max_beyond_stops() < 0.5);
  }
  CHECK(before < upright - 30);
  CHECK(yard.max_speed() < 0.01);
  CHECK(yard.log.empty());
}

TEST_CASE("a controller with gains of a real arm holds the torque-driven arm for ten seconds at 1 ms") {
  Yard yard("robots/arm_torque.rsg", 0.05);
  yard.step_seconds = 0.001;
  const double aim = GENERATE(0.0, 0.8);
  std::vector<JointPd> all;
  const char* const links[] = {"shoulder", "upperArm", "elbowTurn", "foreArm", "wristTurn", "wrist", "hand"};
  for (int i = 0; i < 7; ++i)
    all.push_back({fmt::format("J{}", i + 1), fmt::format("{}/joint", links[i]), i % 2 ? aim : 0.0, 35000, 400});
  for (const char* side : {"L", "R"})
    all.push_back({fmt::format("HAND_{}", side), fmt::format("finger{}/joint", side), 0.02, 17000, 200});
  run_with(yard, all, 4);  // J2, J4 and J6 move there with their maximum torque, and settle
  const double held = yard.energy();
  for (int second = 0; second < 10; ++second) {
    run_with(yard, all, 1);
    CHECK(yard.energy() == Approx(held).margin(0.01));
    for (const JointPd& each : all) {
      CAPTURE(each.joint);
      CHECK(yard.joint<Joint>(each.path).axis_position() == Approx(each.aim).margin(0.002));
    }
  }
  CHECK(length(yard.main().position() - Vec3{0, 0, 0.05}) < 0.01);
  CHECK(yard.max_speed() < 0.01);

  const std::string text = yard.felt();
  const std::vector<double> load = numbers_behind(text, "(FT (name wrist) (force ");
  REQUIRE(load.size() == 3);
  const Vec3 force{load[0], load[1], load[2]};
  CHECK(length(force) == Approx((0.4 + 2 * 0.1) * kGravity).epsilon(0.01));  // the weight of the hand
  CHECK(force.z == Approx(-length(force) * std::cos(3 * aim)).margin(0.1));
  CHECK(names_of(text, "JS") == "J1 J2 J3 J4 J5 J6 J7 HAND_L HAND_R");
  CHECK(names_of(text, "BS") == "BASE J1 J2 J3 J4 J5 J6 J7 HAND_L HAND_R");
  CHECK(yard.log.empty());
}

TEST_CASE("the vehicle with torques is driven and steered by a controller at 2 ms") {
  Yard yard("robots/vehicle_torque.rsg", 0.15);
  yard.step_seconds = 0.002;
  const HingeJoint &fork = yard.joint<HingeJoint>("fork/joint"), &wheel = yard.joint<HingeJoint>("frontWheel/joint");
  const double speed = 2 * std::numbers::pi;
  const auto drive = [&](double seconds, double steering) {
    for (int i = 0; i < std::lround(seconds / yard.step_seconds); ++i) {
      yard.act(fmt::format("(STEERING {})(FRONT_WHEEL {})",
                           100 * (steering - fork.axis_position()) - 5 * fork.axis_rate(),
                           2 * (speed - wheel.axis_rate())));
      yard.step();
    }
  };
  drive(5, 0.0);
  CHECK(yard.main().velocity().y == Approx(-0.1 * speed).epsilon(0.05));
  CHECK(std::abs(yard.main().position().x) < 0.05);
  const double straight = heading(yard.main());
  drive(1, 0.4);
  CHECK(fork.axis_position() == Approx(0.4).margin(0.03));
  CHECK(heading(yard.main()) - straight > 10);
  drive(2, 2.0);  // it is held at its stop
  CHECK(fork.angle() == Approx(60).margin(0.5));
  const std::string text = yard.felt();
  CHECK(names_of(text, "JS") == "STEERING FRONT_WHEEL REAR_WHEEL_L REAR_WHEEL_R");
  CHECK(names_of(text, "BS") == "CHASSIS STEERING FRONT_WHEEL REAR_WHEEL_L REAR_WHEEL_R");
  CHECK(yard.log.empty());
}

TEST_CASE("the vehicle with torques measures the distance to a wall ahead, and its camera looks there") {
  Yard yard("robots/vehicle_torque.rsg", 0.15);
  auto& wall = dynamic_cast<PlaneCollider&>(yard.core.create("oxygen/PlaneCollider", "/scene/wall"));
  REQUIRE(wall.set_params(0, 1, 0, -2));
  yard.run(0.5);
  const std::vector<double> ranges = numbers_behind(yard.felt(), "(RNG (name range) (ranges ");
  REQUIRE(ranges.size() == 91);
  for (int i = 0; i < 91; ++i) {
    CAPTURE(i);
    CHECK(ranges[static_cast<std::size_t>(i)] ==
          Approx(1.8 / std::cos((i - 45) * std::numbers::pi / 180)).epsilon(1e-3));  // m; the scanner is at y = -0.2
  }
  const Appearance appearance = appearance_of(*dynamic_cast<const Scene*>(yard.core.root().find("/scene")));
  REQUIRE(appearance.cameras.size() == 1);
  CHECK((appearance.cameras[0].pose.rotation * Vec3{1, 0, 0}).y == Approx(-1));
}

TEST_CASE("the four legs bend, and hold the bent posture") {
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
  CHECK(yard.max_beyond_stops() < 0.5);
  CHECK(yard.max_speed() < 0.05);
  CHECK(yard.log.empty());
}

namespace {

/// The target angles of the humanoid's servos, degrees; 0 unless named.
using Posture = std::map<std::string, double>;
const Posture kUpright{};
const Posture kCrouch{{"RLEG_HIP_P", -30},   {"LLEG_HIP_P", -30},   {"RLEG_KNEE", 60},   {"LLEG_KNEE", 60},
                      {"RLEG_ANKLE_P", -30}, {"LLEG_ANKLE_P", -30}, {"RARM_ELBOW", -60}, {"LARM_ELBOW", -60}};

/// The joints in the order in which controllers number them, with their axes (x, y, z) and ranges, degrees.
struct HumanoidJoint {
  std::string name;
  char axis;
  double low = -dInfinity, high = dInfinity;
};
std::vector<HumanoidJoint> humanoid_joints() {
  std::vector<HumanoidJoint> all;
  for (const std::string side : {"R", "L"}) {
    const bool right = side == "R";
    const std::string leg = side + "LEG_", arm = side + "ARM_";
    for (const auto& [name, axis] :
         {std::pair{"HIP_R", 'x'}, {"HIP_P", 'y'}, {"HIP_Y", 'z'}, {"KNEE", 'y'}, {"ANKLE_P", 'y'}, {"ANKLE_R", 'x'}})
      all.push_back({leg + name, axis});
    all.push_back({arm + "SHOULDER_P", 'y', -175, 90});
    all.push_back({arm + "SHOULDER_R", 'x', right ? -120.0 : -15.0, right ? 15.0 : 120.0});
    all.push_back({arm + "SHOULDER_Y", 'z', -120, 120});
    all.push_back({arm + "ELBOW", 'y', -150, 10});
    all.push_back({arm + "WRIST_Y", 'z', -120, 120});
    all.push_back({arm + "WRIST_P", 'y', -120, 120});
    all.push_back({arm + "WRIST_R", 'x', right ? -7.0 : -75.0, right ? 75.0 : 7.0});
  }
  for (const auto& [name, axis] : {std::pair{"WAIST_P", 'y'}, {"WAIST_R", 'x'}, {"CHEST", 'z'}})
    all.push_back({name, axis});
  return all;
}

/// RLEG_HIP_R hangs at RLEG/HIP_R, and CHEST at TRUNK/CHEST.
std::string humanoid_path(const std::string& joint) {
  const bool limb = joint.starts_with("RLEG_") || joint.starts_with("LLEG_") || joint.starts_with("RARM_") ||
                    joint.starts_with("LARM_");
  return limb ? joint.substr(0, 4) + "/" + joint.substr(5) : "TRUNK/" + joint;
}

/// Moves all servos from one posture to another at constant speeds, and holds them there.
void lead(Yard& yard, const Posture& from, const Posture& to, double leading, double holding) {
  const auto angle = [](const Posture& posture, const std::string& joint) {
    const auto at = posture.find(joint);
    return at == posture.end() ? 0.0 : at->second;
  };
  constexpr double kPart = 0.02;  // s
  for (double time = 0; time < leading; time += kPart) {
    const double share = std::min(1.0, (time + kPart) / leading);
    std::string acts;
    for (const HumanoidJoint& joint : humanoid_joints())
      acts += fmt::format("({} (pos {}))", joint.name,
                          angle(from, joint.name) * (1 - share) + angle(to, joint.name) * share);
    yard.act(acts);
    yard.run(kPart);
  }
  yard.run(holding);
}

/// The force of the floor on both feet, N.
double weight_on_feet(Yard& yard) {
  double weight = 0.0;
  const std::string felt = yard.felt();
  for (const char* foot : {"(CF (name LLEG_ANKLE_R)", "(CF (name RLEG_ANKLE_R)"}) {
    const std::size_t begin = felt.find(foot);
    if (begin == felt.npos) return 0.0;
    std::string contacts = felt.substr(begin + std::strlen(foot));
    contacts = contacts.substr(0, contacts.find("))"));
    for (std::size_t at = contacts.find("(p "); at != contacts.npos; at = contacts.find("(p ", at + 1)) {
      const std::vector<double> numbers = numbers_behind(contacts.substr(at) + ")", "(p ");
      if (numbers.size() == 6) weight += numbers[5];
    }
  }
  return weight;
}

constexpr double kHumanoidMass = 110.0, kFootMass = 3.0;

}  // namespace

TEST_CASE("the humanoid has the joints and sensors that controllers expect, in their order") {
  Yard yard(GENERATE("robots/humanoid.rsg", "robots/humanoid_servo.rsg"), 0.86);
  const std::vector<HumanoidJoint> joints = humanoid_joints();
  REQUIRE(joints.size() == 29);
  double mass = 0.0, top = 0.0;
  for (const Body* body : yard.bodies) {
    mass += body->mass();
    top = std::max(top, body->position().z);
  }
  CHECK(yard.bodies.size() == 30);
  CHECK(mass == Approx(kHumanoidMass));
  CHECK(Articulation(yard.main()).others().size() == 29);
  CHECK(Articulation(yard.main()).reach_down().value() == Approx(0.86));
  std::string names;
  for (const HumanoidJoint& joint : joints) {
    CAPTURE(joint.name);
    names += (names.empty() ? "" : " ") + joint.name;
    auto& hinge = yard.joint<HingeJoint>(humanoid_path(joint.name) + "/joint");
    REQUIRE(yard.agent->effector(joint.name));
    dVector3 axis;
    dJointGetHingeAxis(hinge.id(), axis);
    for (int i = 0; i < 3; ++i) CHECK(axis[i] == Approx(i == joint.axis - 'x' ? 1.0 : 0.0).margin(1e-12));
    const double degrees = 180 / std::numbers::pi;
    const double low = hinge.parameter(dParamLoStop, 0) * degrees, high = hinge.parameter(dParamHiStop, 0) * degrees;
    CHECK((std::isfinite(joint.low) ? low == Approx(joint.low) : low == joint.low));
    CHECK((std::isfinite(joint.high) ? high == Approx(joint.high) : high == joint.high));
  }
  const std::string felt = yard.felt();
  CHECK(names_of(felt, "JS") == names);
  CHECK(names_of(felt, "FT") == "lfsensor rfsensor lhsensor rhsensor");
  CHECK(names_of(felt, "ACC") == "gsensor");
  CHECK(names_of(felt, "GYR") == "gyrometer");
  CHECK(names_of(felt, "CF") == "LLEG_ANKLE_R RLEG_ANKLE_R");
  for (const std::string& link : {std::string("WAIST"), joints.front().name, joints.back().name})
    CHECK(felt.find("(BS (name " + link + ") ") != felt.npos);
  const Appearance appearance = appearance_of(*dynamic_cast<const Scene*>(yard.core.root().find("/scene")));
  REQUIRE(appearance.cameras.size() == 2);
  for (const auto& camera : appearance.cameras) {
    CHECK((camera.pose.rotation * Vec3{1, 0, 0}).x == Approx(1));
    CHECK(camera.pose.position.z == Approx(1.43).margin(0.01));
  }
  CHECK(yard.log.empty());
}

TEST_CASE("the humanoid stands for ten seconds under servos at 1 ms, and holds a crouch") {
  Yard yard("robots/humanoid_servo.rsg", 0.86);
  yard.step_seconds = 0.001;
  lead(yard, kUpright, kUpright, 0.02, 0.48);
  const Vec3 place = yard.main().position();
  const double settled = yard.energy();
  for (int second = 0; second < 10; ++second) {
    yard.run(1);
    CHECK(yard.energy() < settled + 0.01);
    CHECK(length(yard.main().position() - place) < 1e-3);
    CHECK(yard.max_beyond_stops() < 0.5);
  }
  CHECK(yard.main().rotation()[8] > 0.9999);
  CHECK(yard.max_speed() < 1e-3);
  CHECK(weight_on_feet(yard) == Approx(kHumanoidMass * kGravity).epsilon(0.01));
  const std::string felt = yard.felt();
  double ankles = 0.0;  // the weight above the ankles
  for (const char* sensor : {"lfsensor", "rfsensor"}) {
    const auto force = numbers_behind(felt, fmt::format("(FT (name {}) (force ", sensor));
    REQUIRE(force.size() == 3);
    ankles += force[2];
  }
  CHECK(ankles == Approx((kHumanoidMass - 2 * kFootMass) * kGravity).epsilon(0.01));
  const auto gravity = numbers_behind(felt, "(ACC (name gsensor) (acc ");
  REQUIRE(gravity.size() == 3);
  CHECK(gravity[2] == Approx(kGravity).epsilon(0.01));

  lead(yard, kUpright, kCrouch, 2, 1);
  const Vec3 crouched = yard.main().position();
  CHECK(crouched.z < place.z - 0.07);
  yard.run(3);
  CHECK(length(yard.main().position() - crouched) < 1e-3);
  CHECK(yard.main().rotation()[8] > 0.999);
  CHECK(weight_on_feet(yard) == Approx(kHumanoidMass * kGravity).epsilon(0.01));
  CHECK(yard.joint<HingeJoint>("RLEG/KNEE/joint").angle() == Approx(60).margin(1));
  CHECK(yard.log.empty());
}

TEST_CASE("the humanoid stands under the torques of a controller at 1 ms, and falls without it") {
  Yard yard("robots/humanoid.rsg", 0.86);
  yard.step_seconds = 0.001;
  std::vector<JointPd> all;
  for (const HumanoidJoint& joint : humanoid_joints())
    all.push_back({joint.name, humanoid_path(joint.name) + "/joint", 0.0, 8000, 100});
  run_with(yard, all, 0.5);
  const Vec3 place = yard.main().position();
  const double settled = yard.energy() + yard.rotor_energy(12);
  run_with(yard, all, 2);
  CHECK(yard.energy() + yard.rotor_energy(12) < settled + 0.01);
  CHECK(length(yard.main().position() - place) < 1e-3);
  CHECK(yard.max_speed() < 1e-3);
  CHECK(weight_on_feet(yard) == Approx(kHumanoidMass * kGravity).epsilon(0.01));
  // Without the controller it falls.
  yard.agent->rest();
  yard.act("(RLEG_KNEE 100)(LLEG_KNEE 100)");
  yard.run(0.2);
  yard.agent->rest();
  yard.run(3);
  CHECK(yard.main().position().z < 0.6);
  CHECK(yard.log.empty());
}

TEST_CASE("the limbs of the humanoid on its stand move about right-handed axes, and not beyond stops") {
  Yard yard("robots/humanoid_fixed.rsg", 0.96);
  yard.step_seconds = 0.001;
  const Vec3 place = yard.main().position();
  CHECK(Articulation(yard.main()).reach_down().value() == Approx(0.96));  // its feet are in the air
  const auto move = [&yard](const Posture& posture) {
    std::string acts;
    for (const HumanoidJoint& joint : humanoid_joints()) {
      const auto at = posture.find(joint.name);
      acts += fmt::format("({}_motion (pos {}))", joint.name, at == posture.end() ? 0.0 : at->second);
    }
    yard.act(acts);
    yard.run(1);
  };
  move({{"RLEG_HIP_P", -45}, {"LLEG_KNEE", 90}, {"LARM_SHOULDER_R", 90}, {"RARM_SHOULDER_R", -90}, {"WAIST_P", 30}});
  CHECK(yard.main().position() == place);
  CHECK(yard.body("RLEG/KNEE/body").position().x == Approx(std::sqrt(0.5) * 0.51).margin(0.005));
  CHECK(yard.body("LLEG/KNEE/body").position().x == Approx(-0.17).margin(0.005));
  CHECK(yard.body("LARM/WRIST_R/body").position().y == Approx(0.21 + 0.59).margin(0.005));
  CHECK(yard.body("RARM/WRIST_R/body").position().y == Approx(-0.21 - 0.59).margin(0.005));
  CHECK(yard.body("TRUNK/CHEST/body").position().x == Approx(0.5 * 0.2).margin(0.005));
  move({{"RARM_SHOULDER_R", 90}, {"RARM_ELBOW", 90}, {"LARM_WRIST_R", -170}});
  CHECK(yard.joint<HingeJoint>("RARM/SHOULDER_R/joint").angle() == Approx(15).margin(0.5));
  CHECK(yard.joint<HingeJoint>("RARM/ELBOW/joint").angle() == Approx(10).margin(0.5));
  CHECK(yard.joint<HingeJoint>("LARM/WRIST_R/joint").angle() == Approx(-75).margin(0.5));
  CHECK(yard.max_beyond_stops() < 0.5);
  CHECK(yard.log.empty());
}

TEST_CASE("the limbs of the humanoid on its stand swing for ten seconds and gain no energy") {
  Yard yard("robots/humanoid_fixed.rsg", 0.96);
  yard.step_seconds = 0.001;
  const Vec3 place = yard.main().position();
  yard.act("(RLEG_HIP_P -100)(LARM_SHOULDER_P -50)(WAIST_R 20)");
  yard.run(0.5);
  yard.agent->rest();
  const double begin = yard.energy() + yard.rotor_energy(12);
  for (int second = 0; second < 10; ++second) {
    yard.run(1);
    CHECK(yard.energy() + yard.rotor_energy(12) < begin + 0.5);  // J
    CHECK(yard.max_beyond_stops() < 0.5);
  }
  CHECK(yard.main().position() == place);
  CHECK(yard.log.empty());
}
