// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <functional>

#include "spark/physics/joint_kinds.h"
#include "spark/physics/world_state.h"
#include "tests/spark/physics/numbers.h"
#include "tests/spark/physics/solids.h"

using namespace spark;

namespace {

/// A pile of boxes and balls between walls, a chain of all kinds of joints with a motor and stops, a kinematic lift,
/// disabled bodies, and drag.
class Fair : public Playground {
 public:
  explicit Fair(bool quick = false, int things = 12) {
    make_floor();
    make<PlaneCollider>("PlaneCollider", "Wall").set_params(-1, 0, 0, -1.5);
    for (int i = 0; i < things; ++i) {
      const std::string name = "Thing" + std::to_string(i);
      const Vec3 place{0.3 * (i % 4), 0.05 * i, 0.4 + 0.35 * i};
      add(i % 3 ? make_solid_box(*this, name, place, 1.0 + i, {0.3, 0.4, 0.2}, {17.0 * i, 3, 0})
                : make_agent(name, place));
      if (i % 4 == 1) make<RecorderHandler>("RecorderHandler", name + "/geometry/recorder");
    }
    bodies[1]->disable();
    Body& lift = make_solid_box(*this, "Lift", {0.2, 0.2, 0.1}, 1.0, {2, 2, 0.1});
    lift.set_kinematic(true);
    lift.set_velocity({0, 0, 0.2});
    lift.set_angular_velocity({0, 0, 0.5});
    add(lift);
    const char* kinds[] = {"BallJoint", "HingeJoint", "UniversalJoint", "SliderJoint", "FixedJoint", "Hinge2Joint"};
    std::string before;
    for (int i = 0; i < 6; ++i) {
      const std::string name = "Link" + std::to_string(i);
      add(make_solid_box(*this, name, {-2.0 - 0.3 * i, 0.02 * i, 3}, 1.0, {0.25, 0.1, 0.1}, {3.0 * i, 1, 2}));
      joints.push_back(&make<Joint>(kinds[i], name + "/joint"));
      Body* other = before.empty() ? nullptr : &at<Body>(*this, before + "/physics");
      REQUIRE(joints.back()->attach(bodies.back(), other));
      joints.back()->set_parameter(dParamVel, 0, 1.0);
      joints.back()->set_parameter(dParamFMax, 0, 3.0);
      joints.back()->set_parameter(dParamHiStop, 0, 0.3);
      before = name;
    }
    world->set_quick_step(quick);
  }
  /// Makes steps and changes, and returns all states of the world after each step.
  std::vector<double> play(int steps) {
    std::vector<double> states;
    for (int step = 0; step < steps; ++step) {
      if (step % 30 == 0) bodies[4]->place_at_rest({0.4, 0.4, 3});
      if (step == 0) bodies[1]->set_position({0.5, 0.4, 2});  // disabled: no step has moved it
      if (step == 12) bodies[1]->enable();
      if (step % 20 == 3) bodies[5]->set_rotation_degrees({10, 20, 30});
      bodies[3]->add_force({10, 5, 0});
      run(1);
      for (const Body* body : bodies) {
        for (const Vec3& v : {body->position(), body->velocity(), body->angular_velocity(),
                              body->node().world_pose().position, body->rotation() * Vec3{1, 2, 3}})
          states.insert(states.end(), {v.x, v.y, v.z});
        for (const double part : body->quaternion()) states.push_back(part);
      }
      for (const Joint* joint : joints) states.insert(states.end(), {joint->load(0).force.x, joint->load(1).torque.z});
      for (const char* name : {"Thing1", "Thing5", "Thing9"}) {
        const std::string recorder = std::string(name) + "/geometry/recorder";
        for (const Collider* other : at<RecorderHandler>(*this, recorder).touching())
          states.push_back(static_cast<double>(other->entered_at()));
      }
    }
    return states;
  }
  void add(Body& body) { bodies.push_back(&body); }
  std::vector<Body*> bodies;
  std::vector<Joint*> joints;
};

constexpr int kReplayed = 120;

}  // namespace

TEST_CASE("a restored world continues with the same bits, repeatedly") {
  const bool quick = GENERATE(false, true);
  const int things = GENERATE(12, 80);  // boxes are compared, and sorted
  const int before = GENERATE(0, 1, 90);
  CAPTURE(quick, things, before);
  Fair fair(quick, things);
  fair.run(before);
  const WorldState state = fair.world->save();
  const auto expected = fair.play(kReplayed);
  for (int round = 0; round < 2; ++round) {
    const RestoreReport outcome = fair.world->restore(state);
    CHECK(outcome.restored == static_cast<int>(fair.bodies.size()));
    CHECK(outcome.gone == 0);
    CHECK(outcome.came == 0);
    CHECK(same_bits(fair.play(kReplayed), expected));
  }
  // The same holds after a restore right after another one, and for a state that was saved after a restore.
  fair.world->restore(state);
  const WorldState again = fair.world->save();
  fair.run(7);
  fair.world->restore(again);
  CHECK(same_bits(fair.play(kReplayed), expected));
}

TEST_CASE("saving a state changes nothing") {
  const int before = GENERATE(0, 50);
  Fair plain, kept;
  plain.run(before);
  kept.run(before);
  kept.world->save();
  CHECK(same_bits(kept.play(kReplayed), plain.play(kReplayed)));
}

TEST_CASE("all changes since a save are undone by a restore") {
  const std::pair<const char*, std::function<void(Fair&)>> changes[] = {
      {"velocity",
       [](Fair& fair) {
         fair.bodies[3]->set_velocity({9, 9, 9});
       }},
      {"mass", [](Fair& fair) { fair.bodies[3]->set_mass(77.0); }},
      {"inertia", [](Fair& fair) { fair.bodies[3]->set_sphere_total(4.0, 0.9); }},
      {"gravity mode", [](Fair& fair) { fair.bodies[3]->use_gravity(false); }},
      {"kinematic",
       [](Fair& fair) {
         for (Body* body : fair.bodies) body->set_kinematic(!body->is_kinematic());
       }},
      {"enabled", [](Fair& fair) { fair.bodies[3]->disable(); }},
      {"forces",
       [](Fair& fair) {
         fair.bodies[3]->add_force({1e4, 0, 0}), fair.bodies[4]->add_torque({9, 0, 0});
       }},
      {"gravity",
       [](Fair& fair) {
         fair.world->set_gravity({0, 1, 2});
       }},
      {"erp", [](Fair& fair) { fair.world->set_erp(0.7); }},
      {"cfm", [](Fair& fair) { fair.world->set_cfm(1e-2); }},
      {"kind of step", [](Fair& fair) { fair.world->set_quick_step(true); }},
      {"iterations", [](Fair& fair) { fair.world->set_quick_step_iterations(3); }},
      {"contacts per pair", [](Fair& fair) { fair.world->set_contacts_per_pair(1); }},
      {"groups",
       [](Fair& fair) {
         for (const char* name : {"Thing4", "Thing5", "Thing7", "Thing8"})
           at<Collider>(fair, std::string(name) + "/geometry").set_group("new");
       }},
      {"a disabled shape", [](Fair& fair) { at<Collider>(fair, "Thing4/geometry").enable(false); }},
      {"motors and stops",
       [](Fair& fair) {
         for (Joint* joint : fair.joints) {
           joint->set_parameter(dParamVel, 0, -3.0);
           joint->set_parameter(dParamFMax, 0, 50.0);
           joint->set_parameter(dParamHiStop, 0, 1.0);
           joint->set_parameter(dParamLoStop, 0, 0.5);
           joint->set_parameter(dParamCFM, 0, 0.1);
         }
       }},
      {"feedback", [](Fair& fair) { fair.joints[1]->set_feedback(true); }},
      {"a released joint", [](Fair& fair) { fair.joints[2]->release(); }},
      {"all released",
       [](Fair& fair) {
         for (Joint* joint : fair.joints) joint->release();
       }},
      {"another body held", [](Fair& fair) { fair.joints[0]->attach(fair.bodies[2], fair.bodies[5]); }},
      {"the same held elsewhere",
       [](Fair& fair) { fair.joints[1]->attach(fair.joints[1]->body(0), fair.joints[1]->body(1)); }},
      {"an anchor",
       [](Fair& fair) {
         dynamic_cast<AnchoredJoint&>(*fair.joints[0]).set_anchor({0.3, 0, 0.1});
       }},
      {"axes",
       [](Fair& fair) {
         dynamic_cast<HingeJoint&>(*fair.joints[1]).set_axis(2);
         dynamic_cast<UniversalJoint&>(*fair.joints[2]).set_axis1({0, 1, 1});
       }},
      {"places",
       [](Fair& fair) {
         for (Body* body : fair.bodies) body->place_at_rest({0, 0, 50});
       }},
  };
  for (const auto& [name, change] : changes) {
    CAPTURE(name);
    const bool deep = GENERATE(false, true);  // with steps between change and restore
    Fair fair;
    fair.run(40);
    // Anchor and axis set after the joint was attached, at other poses.
    dynamic_cast<AnchoredJoint&>(*fair.joints[1]).set_anchor({0.1, 0, 0});
    fair.run(10);
    dynamic_cast<HingeJoint&>(*fair.joints[1]).set_axis(1);
    fair.run(10);
    const WorldState state = fair.world->save();
    const auto expected = fair.play(60);
    fair.world->restore(state);
    change(fair);
    if (deep) fair.run(20);
    fair.world->restore(state);
    CHECK(same_bits(fair.play(60), expected));
  }
}

TEST_CASE("a restore keeps the order of a body's joints, in which ODE solves them") {
  Playground ground;
  Body& hub = make_solid_box(ground, "Hub", {0, 0, 5}, 1.0, {0.2, 0.2, 0.2});
  hub.set_angular_velocity({1, 2, 3});
  std::vector<Joint*> joints;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "Arm" + std::to_string(i);
    Body& arm = make_solid_box(ground, name, {0.4 * (i - 2), 0.3 * (i % 3 - 1), 5.4}, 1.0 + i, {0.1, 0.1, 0.1});
    joints.push_back(&ground.make<Joint>(i % 2 ? "BallJoint" : "FixedJoint", name + "/joint"));
    REQUIRE(joints.back()->attach(&arm, &hub));
  }
  REQUIRE(joints[1]->attach(joints[1]->body(0), &hub));  // not in the order of creation
  const auto order = [&] {
    std::vector<dJointID> list;
    for (int i = 0; i < dBodyGetNumJoints(hub.id()); ++i) list.push_back(dBodyGetJoint(hub.id(), i));
    return list;
  };
  ground.run(20);
  const auto state = ground.world->save();
  const auto before = order();
  const auto play = [&] {
    std::vector<double> states;
    for (int i = 0; i < 50; ++i) {
      ground.run(1);
      for (const Vec3& v : {hub.position(), hub.velocity(), hub.angular_velocity()})
        states.insert(states.end(), {v.x, v.y, v.z});
    }
    return states;
  };
  const auto expected = play();
  for (const int released : {0, 2, 4}) {
    joints[static_cast<std::size_t>(released)]->release();
    ground.run(3);
    joints[3]->attach(joints[3]->body(0), nullptr);
    ground.world->restore(state);
    CHECK(order() == before);
    CHECK(same_bits(play(), expected));
  }
}

TEST_CASE("bodies and joints added since a save stay, and removed ones are not brought back") {
  Fair fair;
  fair.run(30);
  const WorldState state = fair.world->save();
  const Vec3 third = fair.bodies[3]->position();

  Body& newcomer = make_solid_box(fair, "Newcomer", {5, 5, 0.5}, 1.0, {0.2, 0.2, 0.2});
  Body& friend_of_it = make_solid_box(fair, "Friend", {5, 5.5, 0.5}, 1.0, {0.2, 0.2, 0.2});
  auto& own = fair.make<FixedJoint>("FixedJoint", "Newcomer/own");
  auto& grip = fair.make<FixedJoint>("FixedJoint", "Newcomer/grip");
  REQUIRE(own.attach(&newcomer, &friend_of_it));
  REQUIRE(grip.attach(&newcomer, fair.bodies[3]));
  fair.drop("Link2");  // with its joint; another joint held it as well
  fair.bodies.resize(13);
  fair.joints.clear();
  fair.run(30);
  const Vec3 moved = newcomer.position();

  const RestoreReport outcome = fair.world->restore(state);
  CHECK(outcome.restored == 18);
  CHECK(outcome.gone == 1);
  CHECK(outcome.came == 2);
  CHECK(fair.bodies[3]->position() == third);
  CHECK(newcomer.position() == moved);
  CHECK(own.body(0) == &newcomer);
  CHECK(own.body(1) == &friend_of_it);
  CHECK_FALSE(grip.is_attached());
  CHECK_FALSE(at<Joint>(fair, "Link3/joint").is_attached());
  CHECK(at<Joint>(fair, "Link4/joint").is_attached());
  fair.run(100);

  // A body that was removed and added again counts as new.
  Node* scene = fair.core.root().find("/scene")->as_node();
  scene->append(scene->remove(*scene->child("Thing4")));
  const RestoreReport later = fair.world->restore(state);
  CHECK(later.restored == 17);
  CHECK(later.gone == 2);
  CHECK(later.came == 3);
  fair.run(100);
}

TEST_CASE("nodes have the restored poses at once, including nodes that another body's node carries") {
  Playground ground;
  Body& cart = ground.make_sphere("Cart", {0, 0, 100}, 1.0, 0.1);
  ground.make_transform("Cart/Crane", {1, 0, 0});
  auto& crane = ground.make<Body>("Body", "Cart/Crane/physics");
  ground.make_transform("Cart/Mark", {0, 2, 0});
  ground.run(10);
  const auto state = ground.world->save();
  const Vec3 cart_then = cart.node().world_pose().position, crane_then = crane.node().world_pose().position,
             mark_then = at<Transform>(ground, "Cart/Mark").world_pose().position;
  crane.set_velocity({3, 0, 0});
  ground.run(50);
  ground.world->restore(state);
  CHECK(cart.node().world_pose().position == cart_then);
  CHECK(crane.node().world_pose().position == crane_then);
  CHECK(at<Transform>(ground, "Cart/Mark").world_pose().position == mark_then);
}

TEST_CASE("the touches of recorders are restored, and a world without space or colliders can be saved") {
  Playground ground;
  ground.make_floor();
  Body& ball = ground.make_ball({0, 0, 0.1}, 0.4);
  ground.run(5);
  auto& recorder = at<RecorderHandler>(ground, "Ball/geometry/recorder");
  REQUIRE(recorder.touching().size() == 1);
  const auto state = ground.world->save();
  ball.set_position({0, 0, 9});
  ground.run(1);
  REQUIRE(recorder.touching().empty());
  ground.world->restore(state);
  CHECK(recorder.touching() == std::vector<Collider*>{&at<Collider>(ground, "Floor")});

  ground.core.create("oxygen/World", "/bare/world");
  ground.core.create("oxygen/Transform", "/bare/X");
  auto& body = dynamic_cast<Body&>(ground.core.create("oxygen/Body", "/bare/X/physics"));
  auto& bare = dynamic_cast<World&>(*ground.core.root().find("/bare/world"));
  const auto beginning = bare.save();
  body.set_velocity({1, 0, 0});
  bare.step(kStep);
  CHECK(bare.restore(beginning).restored == 1);
  CHECK(body.velocity() == Vec3());
  CHECK(body.position() == Vec3());
}
