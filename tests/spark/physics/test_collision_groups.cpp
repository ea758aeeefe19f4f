// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "spark/physics/world_state.h"
#include "tests/spark/physics/solids.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

/// Overlapping boxes without gravity.
class Crowd : public Playground {
 public:
  Crowd() { world->set_gravity({}); }
  Body& add(const std::string& name, const std::string& group, double x) {
    Body& body = make_solid_box(*this, name, {x, 0, 0}, 1.0, {1, 1, 1});
    make<RecorderHandler>("RecorderHandler", name + "/geometry/recorder");
    if (!group.empty()) call_method(at<Leaf>(*this, name + "/geometry"), "setCollisionGroup", {group});
    return body;
  }
  bool touches(const std::string& name, const std::string& other) {
    const std::string recorder = name + "/geometry/recorder";
    const auto& list = at<RecorderHandler>(*this, recorder).touching();
    return std::find(list.begin(), list.end(), &at<Collider>(*this, other + "/geometry")) != list.end();
  }
};

int joints_at_move = 0;
void count_joints(dBodyID body) {
  joints_at_move = dBodyGetNumJoints(body);
}

}  // namespace

TEST_CASE("colliders of one group neither push nor record each other, all others do") {
  Crowd crowd;
  Body& a = crowd.add("A", "robot", 0.0);
  Body& b = crowd.add("B", "robot", 0.6);
  crowd.run(50);
  CHECK(a.velocity() == Vec3());
  CHECK(b.position() == Vec3{0.6, 0, 0});
  CHECK_FALSE(crowd.touches("A", "B"));

  crowd.add("C", "", -0.7);
  crowd.add("D", "other robot", 1.3);
  crowd.run(1);
  CHECK(crowd.touches("A", "C"));
  CHECK(crowd.touches("D", "B"));
  CHECK(a.velocity().x > 0.0);
  CHECK(b.velocity().x < 0.0);
}

TEST_CASE("colliders of two groups do not collide while touching is off between the groups") {
  Crowd crowd;
  Body& hand = crowd.add("Hand", "robot", 0.0);
  crowd.add("Arm", "robot", -0.6);
  crowd.add("Cup", "cup", 0.6);
  crowd.add("Table", "table", 1.2);
  call_method(*crowd.world, "setTouching", {"cup", "robot", false});
  call_method(*crowd.world, "setTouching", {"table", "cup", false});
  CHECK(call_method(*crowd.world, "getTouching", {"robot", "cup"}) == Value(false));
  CHECK(call_method(*crowd.world, "getTouching", {"robot", "table"}) == Value(true));
  crowd.run(20);
  CHECK(hand.velocity() == Vec3());
  CHECK_FALSE(crowd.touches("Hand", "Cup"));
  call_method(*crowd.world, "setTouching", {"robot", "cup", true});
  crowd.run(1);
  CHECK(crowd.touches("Hand", "Cup"));
  CHECK_FALSE(crowd.touches("Cup", "Table"));
  CHECK(hand.velocity().x < 0.0);
  // The same for the parts of one object, for a robot that should collide with itself.
  CHECK_FALSE(crowd.touches("Hand", "Arm"));
  call_method(*crowd.world, "setTouching", {"robot", "robot", true});
  crowd.run(1);
  CHECK(crowd.touches("Hand", "Arm"));
  CHECK(crowd.log_lines.empty());
  call_method(*crowd.world, "setTouching", {"robot", "", false});
  CHECK(crowd.log_lines == std::vector<std::string>{
                               "/scene/world: setTouching(\"robot\", \"\", false) refused, the value is out of range"});
}

TEST_CASE("two bodies can be set to pass through each other, whatever their groups") {
  Crowd crowd;
  Body& hand = crowd.add("Hand", "", 0.0);
  Body& cup = crowd.add("Cup", "things", 0.6);
  Body& table = crowd.add("Table", "", 1.2);
  CHECK(crowd.world->set_bodies_touching(cup, hand, false));
  CHECK(crowd.world->set_bodies_touching(hand, cup, false));
  crowd.run(1);
  CHECK_FALSE(crowd.touches("Hand", "Cup"));
  CHECK(crowd.touches("Cup", "Table"));
  CHECK(hand.velocity() == Vec3());
  CHECK(crowd.world->set_bodies_touching(hand, cup, true));
  crowd.run(1);
  CHECK(crowd.touches("Hand", "Cup"));
  CHECK(hand.velocity().x < 0.0);

  CHECK_FALSE(crowd.world->set_bodies_touching(hand, hand, false));
  Crowd elsewhere;
  CHECK_FALSE(crowd.world->set_bodies_touching(hand, elsewhere.add("A", "", 0.0), false));
  Body outside;
  CHECK_FALSE(crowd.world->set_bodies_touching(outside, hand, false));

  // A body that was removed and added again counts as new.
  crowd.world->set_bodies_touching(cup, table, false);
  Node* scene = crowd.core.root().find("/scene")->as_node();
  scene->append(scene->remove(*scene->child("Table")));
  crowd.run(1);
  CHECK(crowd.touches("Cup", "Table"));
}

TEST_CASE("restore resets which bodies pass through each other, except for bodies added since") {
  Crowd crowd;
  Body& hand = crowd.add("Hand", "", 0.0);
  Body& cup = crowd.add("Cup", "", 0.6);
  Body& table = crowd.add("Table", "", 1.2);
  crowd.world->set_bodies_touching(hand, cup, false);
  const WorldState state = crowd.world->save();
  Body& late = crowd.add("Late", "", 1.8);
  crowd.world->set_bodies_touching(hand, cup, true);
  crowd.world->set_bodies_touching(cup, table, false);
  crowd.world->set_bodies_touching(late, table, false);
  crowd.world->restore(state);
  crowd.run(1);
  CHECK_FALSE(crowd.touches("Hand", "Cup"));
  CHECK(crowd.touches("Cup", "Table"));
  CHECK_FALSE(crowd.touches("Late", "Table"));
}

TEST_CASE("a collider can leave its group, and regains it when it is added to the scene again") {
  Crowd crowd;
  crowd.add("A", "robot", 0.0);
  crowd.add("B", "robot", 0.6);
  auto& b = at<Collider>(crowd, "B/geometry");
  b.set_group("");
  crowd.run(1);
  CHECK(crowd.touches("A", "B"));
  b.set_group("robot");
  Node* scene = crowd.core.root().find("/scene")->as_node();
  auto taken = scene->remove(*scene->child("B"));
  CHECK(b.group() == 0);
  scene->append(std::move(taken));
  crowd.run(1);
  CHECK_FALSE(crowd.touches("A", "B"));
  CollisionGroups groups;
  CHECK(groups.number_of("") == 0);
  CHECK(groups.may_touch(0, 0));
}

TEST_CASE("a disabled collider touches nothing until it is enabled, even if it is placed again") {
  Crowd crowd;
  Body& a = crowd.add("A", "", 0.0);
  crowd.add("B", "", 0.6);
  auto& shape = at<Collider>(crowd, "A/geometry");
  call_method(shape, "setEnabled", {false});
  CHECK(call_method(shape, "isEnabled", {}) == Value(false));
  shape.place();
  crowd.run(10);
  CHECK(a.velocity() == Vec3());
  CHECK_FALSE(crowd.touches("B", "A"));
  call_method(shape, "setEnabled", {true});
  crowd.run(1);
  CHECK(crowd.touches("B", "A"));
}

TEST_CASE("the maximum number of contacts per pair is a setting of the world") {
  const int max = GENERATE(1, 2, 4, 6, 64);
  Playground ground;
  ground.make_floor();
  CHECK(ground.world->contacts_per_pair() == 6);
  REQUIRE(call_method(*ground.world, "setContactsPerPair", {std::int64_t{max}}) == Value(true));
  CHECK(call_method(*ground.world, "getContactsPerPair", {}) == Value(std::int64_t{max}));
  Body& box = make_solid_box(ground, "A", {0, 0, 0.499}, 1.0, {1, 1, 1});
  ground.world->set_isolated_bodies(false);  // isolated bodies have no contact joints
  dBodySetMovedCallback(box.id(), count_joints);
  ground.run(1);
  CHECK(joints_at_move == std::min(max, 4));  // a box has four corners on a plane
  for (const int bad : {0, -1, 65, std::numeric_limits<int>::max()})
    CHECK_FALSE(ground.world->set_contacts_per_pair(bad));
  CHECK(ground.world->contacts_per_pair() == max);
  call_method(*ground.world, "setContactsPerPair", {std::int64_t{0}});
  CHECK(ground.log_lines ==
        std::vector<std::string>{"/scene/world: setContactsPerPair(0) refused, the value is out of range"});
}
