// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "spark/physics/articulation.h"
#include "spark/physics/world_state.h"
#include "tests/spark/physics/joint_bench.h"

using namespace spark;

namespace {

constexpr Mat3 kQuarterTurn{0, -1, 0, 1, 0, 0, 0, 0, 1};

/// Three boxes A, B and C in a row along x, with hinges about y between them; bent and moving.
struct Chain : JointBench {
  Chain() {
    world->set_gravity({});
    const char* names[] = {"A", "B", "C"};
    for (int i = 0; i < 3; ++i) parts.push_back(&make_box(names[i], {0.4 * i, 0, 1}));
    for (int i = 0; i < 2; ++i) {
      const std::string name = std::string("J") + names[i];
      make_transform(name, {0.4 * i + 0.2, 0, 1});
      hinges.push_back(&make<HingeJoint>("HingeJoint", name + "/joint"));
      hinges.back()->attach(parts[i], parts[i + 1]);
      hinges.back()->set_axis(1);
    }
    parts[0]->set_angular_velocity({0, 2, 0});
    parts[2]->set_velocity({0, 0, 3});
    run(20);
  }
  std::vector<Body*> parts;
  std::vector<HingeJoint*> hinges;
};

/// The poses of all three bodies in the frame of A.
std::vector<Vec3> seen_from_first(const Chain& chain) {
  const Body& a = *chain.parts[0];
  const Mat3 back = transposed(a.rotation());
  std::vector<Vec3> seen;
  for (const Body* body : chain.parts) {
    seen.push_back(back * (body->position() - a.position()));
    const Mat3 rotation = back * body->rotation();
    seen.push_back({rotation[0], rotation[4], rotation[6]});
  }
  return seen;
}

void check_same(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(length(a[i] - b[i]) < 1e-9);
}

}  // namespace

TEST_CASE("an articulation consists of a body and all bodies that joints connect to it") {
  Chain chain;
  chain.make_box("loose", {0, 0, 1.2});
  const Articulation whole(*chain.parts[1]);
  CHECK(&whole.body() == chain.parts[1]);
  CHECK(whole.others().size() == 2);
  CHECK_FALSE(whole.is_single());
  chain.hinges[1]->release();
  CHECK(Articulation(*chain.parts[0]).others() == std::vector<Body*>{chain.parts[1]});
  CHECK(Articulation(*chain.parts[2]).is_single());
}

TEST_CASE("an articulation moves as a whole, and its joints keep their angles") {
  Chain chain;
  const auto before = seen_from_first(chain);
  const double bent = chain.hinges[1]->angle();
  CHECK(std::abs(bent) > 1.0);
  const Vec3 velocity = chain.parts[2]->velocity();

  CHECK(Articulation(*chain.parts[0]).move_to({30, -7, 2}));
  CHECK(chain.parts[0]->position() == Vec3{30, -7, 2});
  check_same(seen_from_first(chain), before);
  CHECK(chain.parts[2]->velocity() == velocity);

  CHECK(Articulation(*chain.parts[0]).place_at_rest(Pose{{-3, 1, 2}, kQuarterTurn}));
  CHECK(length(chain.parts[0]->rotation() * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-9);
  check_same(seen_from_first(chain), before);
  CHECK(chain.hinges[1]->angle() == Approx(bent));
  chain.run(100);
  // The joints only correct the error that the fast motion before has left.
  for (const Body* body : chain.parts) CHECK(length(body->velocity()) < 1e-3);
  CHECK(length(chain.parts[0]->position() - Vec3{-3, 1, 2}) < 0.02);

  CHECK(Articulation(*chain.parts[1]).set_velocity({1, 2, 3}));
  for (const Body* body : chain.parts) CHECK(body->velocity() == Vec3{1, 2, 3});
}

TEST_CASE("a move out of bounds or to an invalid pose is refused for all bodies of an articulation") {
  Chain chain;
  const std::vector<Vec3> before{chain.parts[0]->position(), chain.parts[1]->position(), chain.parts[2]->position()};
  const Vec3 velocity = chain.parts[2]->velocity();
  // The first body alone would just fit.
  CHECK_FALSE(Articulation(*chain.parts[0]).place_at_rest(Vec3{World::kMaxDistance - 0.1, 0, 0}));
  CHECK_FALSE(Articulation(*chain.parts[0]).move_to({std::nan(""), 0, 0}));
  CHECK_FALSE(Articulation(*chain.parts[0]).place_at_rest(Pose{{0, 0, 0}, {1, 1, 1, 1, 1, 1, 1, 1, 1}}));
  CHECK_FALSE(Articulation(*chain.parts[0]).set_velocity({1e9, 0, 0}));
  REQUIRE(chain.world->set_arena(50));
  CHECK_FALSE(Articulation(*chain.parts[0]).move_to({49.9, 0, 0}));
  for (int i = 0; i < 3; ++i) CHECK(chain.parts[i]->position() == before[i]);
  CHECK(chain.parts[2]->velocity() == velocity);
}

TEST_CASE("a joint to the static world moves with its articulation, and keeps its angle") {
  JointBench bench;
  Body& arm = bench.make_box("A", {0.5, 0, 1});
  auto& hinge = bench.make_joint<HingeJoint>("HingeJoint", {0, 0, 1});
  hinge.attach(nullptr, &arm);
  hinge.set_axis(1);
  bench.run(10);
  const double angle = hinge.angle();
  CHECK(angle != 0.0);
  const WorldState kept = bench.world->save();
  const Vec3 from = arm.position();

  CHECK(Articulation(arm).place_at_rest(Pose{from + Vec3{4, 4, 0}, kQuarterTurn * arm.rotation()}));
  CHECK(hinge.angle() == Approx(angle));
  bench.run(300);
  CHECK(std::abs(hinge.angle() - angle) > 5.0);
  // It now swings about (4, 4), in a plane along y.
  CHECK(length(arm.position() - (from + Vec3{4, 4, 0})) < 1.1);
  CHECK(arm.position().x == Approx(from.x + 4).margin(1e-3));

  // Saved and restored, it swings to the bit as before.
  std::vector<Vec3> first;
  for (int round = 0; round < 2; ++round) {
    bench.world->restore(kept);
    if (round == 1) CHECK(Articulation(arm).move_to({9, 9, 9}));
    if (round == 1) bench.world->restore(kept);
    bench.run(50);
    first.push_back(arm.position());
  }
  CHECK(first[0] == first[1]);
}

TEST_CASE("a slider, a fixed, a ball and a universal joint to the static world move with their body") {
  const std::string kind = GENERATE("SliderJoint", "FixedJoint", "BallJoint", "UniversalJoint");
  CAPTURE(kind);
  JointBench bench;
  bench.world->set_gravity({});
  Body& body = bench.make_box("A", {0.5, 0, 1});
  auto& joint = bench.make_joint<Joint>(kind, {0.5, 0, 1});
  joint.attach(&body, nullptr);
  bench.run(5);
  CHECK(Articulation(body).place_at_rest(Pose{{7, 7, 7}, kQuarterTurn}));
  bench.run(100);
  CHECK(length(body.position() - Vec3{7, 7, 7}) < 1e-6);
  CHECK(length(body.rotation() * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-6);
  CHECK(length(body.velocity()) < 1e-6);
}

TEST_CASE("placing an articulation of one body has the same bits as placing the body") {
  Playground a, b;
  for (Playground* ground : {&a, &b}) {
    ground->make_floor();
    ground->make_ball({0.1, 0.2, 0.7}, 0.43);
    ground->run(33);
  }
  auto& one = *a.core.find_first<Body>();
  auto& other = *b.core.find_first<Body>();
  CHECK(Articulation(one).reach_down() == kBallRadius);
  CHECK(one.place_at_rest({0.3, 0.1, 0.5}));
  CHECK(Articulation(other).place_at_rest(Vec3{0.3, 0.1, 0.5}));
  a.run(50);
  b.run(50);
  CHECK(one.exact_pose().position == other.exact_pose().position);
  CHECK(one.exact_pose().quaternion == other.exact_pose().quaternion);
}

TEST_CASE("an articulation reaches down to its lowest solid shape") {
  JointBench bench;
  Body& body = bench.make_box("A", {0, 0, 2});
  CHECK_FALSE(Articulation(body).reach_down());
  bench.make<BoxCollider>("BoxCollider", "A/shape").set_box_lengths({0.2, 0.2, 0.4});
  Body& foot = bench.make_box("B", {0, 0, 1});
  auto& shape = bench.make<CCylinderCollider>("CCylinderCollider", "B/shape");
  shape.set_params(0.1, 0.4);
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint", {0, 0, 1.5});
  CHECK(Articulation(body).reach_down().value() == Approx(0.2));
  joint.attach(&body, &foot);
  CHECK(Articulation(body).reach_down().value() == Approx(1.0 + 0.2 + 0.1));
  // A sensor around it does not count.
  bench.make<SphereCollider>("SphereCollider", "B/sensor").set_radius(5);
  bench.make<RecorderHandler>("RecorderHandler", "B/sensor/recorder");
  CHECK(Articulation(body).reach_down().value() == Approx(1.3));
}

TEST_CASE("the main body of a robot is the body that moves its node, or else the heaviest") {
  JointBench bench;
  Transform& robot = bench.make_transform("robot", {});
  CHECK(main_body(robot) == nullptr);
  Body& light = bench.make_box("robot/light", {0, 0, 1}, 1.0);
  CHECK(main_body(robot) == &light);
  Body& heavy = bench.make_box("robot/heavy", {0, 0, 2}, 3.0);
  bench.make_box("robot/as_heavy", {0, 0, 3}, 3.0);
  CHECK(main_body(robot) == &heavy);
  auto& own = bench.make<Body>("Body", "robot/own");
  CHECK(main_body(robot) == &own);
}
