// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/parts/body_effectors.h"

#include "spark/physics/collider.h"
#include "tests/spark/parts/part_bench.h"

using namespace spark;

namespace {

constexpr const char* kUnturned = " 1 0 0 0 1 0 0 0 1)";

/// A box of 2 kg with all effectors and its state, in free space.
struct FreeBox {
  explicit FreeBox(double step = 0.001) : bench(step) {
    bench.add(
        "(node Transform (setName box) (node Body (setName body) (setBoxTotal 2 0.4 0.4 0.4)) "
        "(node BoxCollider (setBoxLengths 0.4 0.4 0.4)) (node Wrench (setName w)) (node Place (setName p)) "
        "(node SetVelocity (setName v)) (node BodyState (setName s)))");
  }
  Body& body() { return bench.at<Body>("box/body"); }
  /// The inertia of the box about any of its axes.
  static constexpr double kInertia = 2.0 / 6 * 0.4 * 0.4;
  PartBench bench;
};

/// The same box with a wall from x = 4.5 to 5.5 m and a floor at z = -8 m.
struct WalledBox : FreeBox {
  WalledBox() {
    auto& stand = dynamic_cast<Transform&>(bench.core.create("oxygen/Transform", "/scene/wall"));
    stand.set_local_pos({5, 0, 0});
    wall = &dynamic_cast<BoxCollider&>(bench.core.create("oxygen/BoxCollider", "/scene/wall/shape"));
    REQUIRE(wall->set_box_lengths({1, 10, 10}));
    auto& floor = dynamic_cast<PlaneCollider&>(bench.core.create("oxygen/PlaneCollider", "/scene/floor"));
    REQUIRE(floor.set_params(0, 0, 1, -8));
    bench.run(0.01);
  }
  BoxCollider* wall;
};

struct Numbers {
  std::vector<double> all;
  explicit Numbers(const Body& body) {
    const BodyPose pose = body.exact_pose();
    all.insert(all.end(), pose.position.begin(), pose.position.end());
    all.insert(all.end(), pose.quaternion.begin(), pose.quaternion.end());
    all.insert(all.end(), pose.rotation.begin(), pose.rotation.end());
    for (const Vec3& v : {body.velocity(), body.angular_velocity()}) all.insert(all.end(), {v.x, v.y, v.z});
  }
  bool operator==(const Numbers&) const = default;
};

void check_vector(const Vec3& found, const Vec3& expected, double margin) {
  CHECK(found.x == Approx(expected.x).margin(margin));
  CHECK(found.y == Approx(expected.y).margin(margin));
  CHECK(found.z == Approx(expected.z).margin(margin));
}

}  // namespace

TEST_CASE("a wrench accelerates a body by F/m and T/I in the world's frame until the next action") {
  FreeBox space;
  PartBench& bench = space.bench;
  REQUIRE(space.body().set_rotation_degrees({30, 40, 50}));
  bench.act("(w 4 -2 6 0.016 0 -0.032)");
  bench.run(1);
  check_vector(space.body().velocity(), {2, -1, 3}, 1e-9);
  check_vector(space.body().angular_velocity(), Vec3{0.016, 0, -0.032} * (1 / FreeBox::kInertia), 1e-9);
  CHECK(bench.felt("BS", "s", "acc")[0] == Approx(2).epsilon(1e-9));
  CHECK(bench.felt("BS", "s", "alpha")[2] == Approx(-0.032 / FreeBox::kInertia * kPerRadian).epsilon(1e-6));
  const Effector& wrench = *bench.agent->effector("w");
  CHECK_FALSE(wrench.is_trigger());
  double values[6];
  REQUIRE(wrench.current(values));
  CHECK(values[2] == 6);
  CHECK(values[5] == -0.032);
  bench.act("(w 0 0 -6 0 0 0)");
  bench.run(1);
  check_vector(space.body().velocity(), {2, -1, 0}, 1e-9);
  bench.agent->rest();
  bench.run(1);
  check_vector(space.body().velocity(), {2, -1, 0}, 1e-9);
  bench.act("(w 1 0 0 0 0 0)");
  visit_children_first(*bench.agent, [](Leaf& leaf) { leaf.restart(); });
  bench.run(1);
  check_vector(space.body().velocity(), {2, -1, 0}, 1e-9);
}

TEST_CASE("a wrench is limited to its maximum, and invalid ones change nothing") {
  FreeBox space;
  PartBench& bench = space.bench;
  auto& wrench = bench.at<Wrench>("box/w");
  CHECK(wrench.range(0).max == Wrench::kMaxComponent);
  REQUIRE(wrench.set_max_force(10));
  REQUIRE(wrench.set_max_torque(1));
  for (const double wrong : {-1.0, 1e8, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CHECK_FALSE(wrench.set_max_force(wrong));
    CHECK_FALSE(wrench.set_max_torque(wrong));
  }
  CHECK(wrench.range(2).min == -10);
  CHECK(wrench.range(3).max == 1);
  bench.act("(w 1e30 -1e30 3 2 -1e30 0)");
  CHECK(wrench.force() == Vec3{10, -10, 3});
  CHECK(wrench.torque() == Vec3{1, -1, 0});
  ActionList actions;
  actions.add("w").real(1).real(2).real(3).real(4).real(std::nan("")).real(6);
  bench.agent->act(bench.core.clock.now(), actions.all());
  for (const char* text : {"(w nan 0 0 0 0 0)", "(w 0 0 0 0 0 inf)", "(w 1 2 3)", "(w)"}) bench.act(text);
  CHECK(wrench.force() == Vec3{10, -10, 3});
  CHECK(bench.log ==
        std::vector<std::string>{"agent 4: (w ...): the ty is not finite", "agent 4: (w ...): the fx is not finite",
                                 "agent 4: (w ...): the tz is not finite", "agent 4: (w ...): too few arguments",
                                 "agent 4: (w ...): too few arguments"});
  REQUIRE(wrench.set_max_force(Wrench::kMaxComponent));
  REQUIRE(wrench.set_max_torque(Wrench::kMaxComponent));
  bench.act("(w 1e30 1e30 1e30 1e30 1e30 1e30)");
  bench.run(0.1);  // the world stops bodies that are too fast
  CHECK(is_finite(space.body().position()));
}

TEST_CASE("Place sets a body to a pose at rest, together with the bodies that joints connect to it") {
  FreeBox space;
  PartBench& bench = space.bench;
  bench.add(
      "(node Transform (setName base) (setLocalPos 10 0 0) (node Body (setName body) (setBoxTotal 1 0.2 0.2 0.2)) "
      "(node BoxCollider (setBoxLengths 0.2 0.2 0.2)) (node Place (setName move)) (node SetVelocity (setName go)))"
      "(node Transform (setName arm) (setLocalPos 10.3 0 0) (node Body (setName body) (setBoxTotal 1 0.4 0.1 0.1)) "
      "(node BoxCollider (setBoxLengths 0.4 0.1 0.1)) (node HingeJoint (setName joint) "
      "(attach ../body ../../base/body) (setAnchor -0.2 0 0) (setAxis 2)))");
  auto& joint = bench.at<Joint>("arm/joint");
  auto &base = bench.at<Body>("base/body"), &arm = bench.at<Body>("arm/body");
  bench.act("(go 1 2 3 0 0 0)");
  bench.run(0.1);
  check_vector(arm.velocity(), {1, 2, 3}, 1e-9);
  // A quarter turn about z, with few digits, as a percept may have them.
  bench.act("(move 1 2 3 0.001 -0.999 0 1.001 0 0 0 0 0.998)");
  CHECK(bench.log.empty());
  check_vector(base.position(), {1, 2, 3}, 0);
  check_vector(arm.position(), {1, 2.3, 3}, 2e-3);
  check_vector(arm.velocity(), {}, 0);
  const Mat3 turned = base.rotation() * transposed(base.rotation());
  for (std::size_t i = 0; i < 9; ++i) CHECK(turned[i] == Approx(kIdentity3[i]).margin(1e-12));
  CHECK(base.rotation()[3] == Approx(1).margin(1e-5));
  bench.run(1);
  check_vector(base.position(), {1, 2, 3}, 1e-9);
  check_vector(arm.position(), {1, 2.3, 3}, 2e-3);
  CHECK(joint.axis_position() == Approx(0).margin(1e-9));
}

TEST_CASE("Place refuses poses inside other colliders and invalid poses") {
  // One scene for each, because not all complaints of one agent are shown.
  const auto refused = [](const std::string& text, const std::string& why) {
    CAPTURE(text);
    WalledBox space;
    REQUIRE(space.body().set_velocity({0.1, 0, 0}));
    REQUIRE(space.body().set_rotation_degrees({1, 2, 3}));
    space.bench.run(0.01);
    const Numbers before(space.body());
    space.bench.act(text);
    CHECK(space.bench.log == std::vector<std::string>{"agent 4: (p ...): " + why});
    CHECK(Numbers(space.body()) == before);
  };
  const std::string inside = "it would overlap ";
  for (const char* place : {"4.35 0 0", "5 0 0", "5.6 0 0", "4.4 4 4", "4.6 0 5.1"})
    refused("(p " + std::string(place) + kUnturned, inside + "/scene/wall/shape");
  refused("(p 0 0 -7.9" + std::string(kUnturned), inside + "/scene/floor");
  refused("(p 0 0 -100" + std::string(kUnturned), inside + "/scene/floor");
  // Turned by 45 degrees, its edge reaches farther.
  refused("(p 4.25 0 0 0.7071 -0.7071 0 0.7071 0.7071 0 0 0 1)", inside + "/scene/wall/shape");
  refused("(p 0 0 0 1 0 0 0 1 0 0 0 0)", "the matrix is not a rotation");
  refused("(p 0 0 0 1 0 0 0 1 0 0 0 -1)", "the matrix is not a rotation");  // a mirror
  refused("(p 0 0 0 1 0.2 0 0 1 0 0 0 1)", "the matrix is not a rotation");
  refused("(p 0 0 0 1e30 0 0 0 1e30 0 0 0 1e30)", "the matrix is not a rotation");
  refused("(p 1e30 0 0" + std::string(kUnturned), "the place is out of bounds");
  refused("(p 0 nan 0" + std::string(kUnturned), "the y is not finite");
  refused("(p 0 0 0 1 0 0 0 inf 0 0 0 1)", "the r22 is not finite");
  refused("(p 1 2 3 4 5 6 7 8 9 10 11)", "too few arguments");
}

TEST_CASE("Place accepts poses that only touch, or that overlap colliders which do not collide with the body") {
  WalledBox space;
  PartBench& bench = space.bench;
  auto& wall = *space.wall;
  bench.act("(p 4.3 0 0" + std::string(kUnturned));  // touching is allowed
  CHECK(bench.log.empty());
  check_vector(space.body().position(), {4.3, 0, 0}, 0);
  bench.act("(p 4.303 0 -7.803" + std::string(kUnturned));  // as deep as bodies at rest sink in
  CHECK(bench.log.empty());
  // Bodies that pass through each other may overlap.
  bench.act("(p 3 0 0" + std::string(kUnturned));
  wall.set_group("a");
  visit_children_first(bench.at<Transform>("box"), [](Leaf& leaf) {
    if (auto* shape = dynamic_cast<Collider*>(&leaf)) shape->set_group("a");
  });
  bench.act("(p 5 0 0" + std::string(kUnturned));
  CHECK(bench.log.empty());
  check_vector(space.body().position(), {5, 0, 0}, 0);
  wall.set_group("");
  bench.act("(p 3 0 0" + std::string(kUnturned));
  wall.enable(false);
  bench.act("(p 5 0 0" + std::string(kUnturned));
  CHECK(bench.log.empty());
}

TEST_CASE("a refused pose changes no bit of a robot that a joint connects to the world") {
  const auto play = [](bool tries) {
    PartBench bench(0.001);
    bench.world->set_gravity({0, 0, -9.81});
    dynamic_cast<PlaneCollider&>(bench.core.create("oxygen/PlaneCollider", "/scene/floor")).set_params(0, 0, 1, -2);
    bench.add(
        "(node Transform (setName base) (node Body (setName body) (setBoxTotal 1 0.2 0.2 0.2)) "
        "(node BoxCollider (setBoxLengths 0.2 0.2 0.2)) (node HingeJoint (setName foot) (attach ../body) "
        "(setAnchor -0.5 0 0) (setAxis 1)) (node Place (setName p)))"
        "(node Transform (setName arm) (setLocalPos 0.3 0 0) (node Body (setName body) (setBoxTotal 1 0.4 0.1 0.1)) "
        "(node HingeJoint (attach ../body ../../base/body) (setAnchor -0.2 0 0) (setAxis 1)))");
    for (int i = 0; i < 300; ++i) {
      if (tries && i % 7 == 0) bench.act("(p 0 0 -3" + std::string(kUnturned));
      bench.run(0.001);
    }
    CHECK(bench.log.empty() != tries);
    return std::pair(Numbers(bench.at<Body>("base/body")), Numbers(bench.at<Body>("arm/body")));
  };
  CHECK(play(true) == play(false));
}

TEST_CASE("SetVelocity sets a velocity once, for a whole robot, whose joints keep their rates") {
  FreeBox space;
  PartBench& bench = space.bench;
  bench.act("(v 1 -2 3 90 0 -180)");
  check_vector(space.body().velocity(), {1, -2, 3}, 1e-12);
  check_vector(space.body().angular_velocity(), Vec3{90, 0, -180} * (1 / kPerRadian), 1e-12);
  CHECK(bench.agent->effector("v")->is_trigger());
  const Vec3 spin = space.body().angular_velocity();
  for (const char* text :
       {"(v nan 0 0 0 0 0)", "(v 0 0 0 0 0 -inf)", "(v 1e30 0 0 0 0 0)", "(v 0 0 0 0 1e30 0)", "(v 1 2 3)"})
    bench.act(text);
  CHECK(bench.log == std::vector<std::string>{"agent 4: (v ...): the vx is not finite",
                                              "agent 4: (v ...): the wz is not finite",
                                              "agent 4: (v ...): that exceeds the maximum speed of bodies",
                                              "agent 4: (v ...): that exceeds the maximum speed of bodies",
                                              "agent 4: (v ...): too few arguments"});
  check_vector(space.body().velocity(), {1, -2, 3}, 1e-12);
  CHECK(space.body().angular_velocity() == spin);

  bench.add(
      "(node Transform (setName base) (setLocalPos 10 0 0) (node Body (setName body) (setBoxTotal 1 0.2 0.2 0.2)) "
      "(node SetVelocity (setName go)))"
      "(node Transform (setName arm) (setLocalPos 10.3 0 0) (node Body (setName body) (setBoxTotal 1 0.4 0.1 0.1)) "
      "(node HingeJoint (setName joint) (attach ../body ../../base/body) (setAnchor -0.2 0 0) (setAxis 2) "
      "(node JointMotion (setName m))))");
  auto& joint = bench.at<Joint>("arm/joint");
  auto &base = bench.at<Body>("base/body"), &arm = bench.at<Body>("arm/body");
  bench.act("(m (vel 30))");
  bench.run(0.01);
  const double rate = joint.axis_rate();
  CHECK(rate == Approx(30 / kPerRadian).epsilon(1e-3));
  bench.act("(go 0 5 0 0 0 60)");
  check_vector(base.velocity(), {0, 5, 0}, 1e-12);
  CHECK(base.angular_velocity().z == Approx(60 / kPerRadian));
  CHECK(joint.axis_rate() == Approx(rate).epsilon(1e-9));
  // The point of the hinge has the same velocity on both bodies.
  const Vec3 anchor = joint.anchor_place();
  const Vec3 of_base = base.velocity() + cross(base.angular_velocity(), anchor - base.position());
  const Vec3 of_arm = arm.velocity() + cross(arm.angular_velocity(), anchor - arm.position());
  check_vector(of_arm, of_base, 1e-2);
}

TEST_CASE("SetVelocity and Place report for each action that they have no body, and Wrench waits for one") {
  PartBench bench;
  bench.add(
      "(node Transform (setName spot) (node Wrench (setName w)) (node Place (setName p)) "
      "(node SetVelocity (setName v)))");
  bench.act("(w 1 2 3 4 5 6)");  // may arrive before the body exists
  bench.act("(v 1 2 3 4 5 6)");
  bench.act("(p 1 2 3" + std::string(kUnturned));
  bench.run(0.1);
  CHECK(bench.log ==
        std::vector<std::string>{"agent 4: (v ...): there is no body beside or above /scene/agent/spot/v",
                                 "agent 4: (p ...): there is no body beside or above /scene/agent/spot/p"});
  bench.core.create("oxygen/Body", "/scene/agent/spot/body");
  bench.run(0.1);
  CHECK(bench.at<Body>("spot/body").velocity().x == Approx(0.1));
}
