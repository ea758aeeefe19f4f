// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/spark/physics/playground.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

struct Sensor {
  BoxCollider& box;
  RecorderHandler& recorder;
};

Sensor make_sensor(Playground& ground, const std::string& name, Vec3 centre, Vec3 size) {
  ground.make_transform(name, centre);
  auto& box = ground.make<BoxCollider>("BoxCollider", name + "/box");
  box.set_box_lengths(size);
  return {box, ground.make<RecorderHandler>("RecorderHandler", name + "/box/recorder")};
}

SphereCollider& geometry(Playground& ground, const std::string& name) {
  return dynamic_cast<SphereCollider&>(*ground.core.root().find("/scene/" + name + "/geometry"));
}

RecorderHandler& ball_recorder(Playground& ground) {
  return dynamic_cast<RecorderHandler&>(*ground.core.root().find("/scene/Ball/geometry/recorder"));
}

using Touches = std::vector<Collider*>;

}  // namespace

TEST_CASE("a sensor records what overlaps it and pushes nothing (behaviour 1.5, 2.2)") {
  Playground ground;
  ground.world->set_gravity({});
  const Sensor sensor = make_sensor(ground, "Sensor", {0, 0, 5}, {4, 4, 4});
  Body& ball = ground.make_ball({-3, 0, 5}, 0.43);
  ball.set_velocity({10, 0, 0});
  auto& drag = dynamic_cast<DragController&>(*ground.core.root().find("/scene/Ball/physics/drag"));
  drag.set_linear_drag(0.0);

  std::vector<bool> touched;
  for (int i = 0; i < 60; ++i) {
    const double before = ball.position().x;
    ground.run(1);
    // The recorder has the touches of the positions before the step (behaviour 2.5), and any part of the ball counts.
    const bool overlap = std::abs(before) < 2.0 + kBallRadius;
    CAPTURE(i, before);
    CHECK(sensor.recorder.touching() == (overlap ? Touches{&geometry(ground, "Ball")} : Touches{}));
    CHECK(ball_recorder(ground).touching() == (overlap ? Touches{&sensor.box} : Touches{}));
    touched.push_back(overlap);
  }
  CHECK(std::count(touched.begin(), touched.end(), true) == 43);
  CHECK(ball.velocity() == Vec3{10, 0, 0});
  CHECK(sensor.box.contact_handlers().empty());
}

TEST_CASE("both colliders of a solid contact record each other once") {
  Playground ground;
  ground.world->set_gravity({});
  Body& ball = ground.make_ball({0, 0, 5}, 0.43);
  ground.make_agent("Agent", {0.33, 0, 5});
  auto& recorder = ground.make<RecorderHandler>("RecorderHandler", "Agent/geometry/recorder");
  // Two boxes have several contact points, but one touch.
  ground.make_transform("Slab", {0, 10, 1});
  auto& slab = ground.make<BoxCollider>("BoxCollider", "Slab/box");
  ground.make_transform("Crate", {0, 10, 1.99});
  ground.make<Body>("Body", "Crate/physics").set_box_total(1, {1, 1, 1});
  auto& crate = ground.make<BoxCollider>("BoxCollider", "Crate/box");
  auto& crate_recorder = ground.make<RecorderHandler>("RecorderHandler", "Crate/box/recorder");
  ground.make<ContactJointHandler>("ContactJointHandler", "Crate/box/contact");
  ground.run(1);
  CHECK(recorder.touching() == Touches{&geometry(ground, "Ball")});
  CHECK(ball_recorder(ground).touching() == Touches{&geometry(ground, "Agent")});
  CHECK(crate_recorder.touching() == Touches{&slab});
  CHECK(crate.contact_handlers().size() == 1);
  ground.run(10);
  CHECK(ball.position().x < 0.0);
  CHECK(recorder.touching().empty());
}

TEST_CASE("a sensor that watches one collider records no other") {
  Playground ground;
  ground.world->set_gravity({});
  const Sensor field = make_sensor(ground, "Field", {0, 0, 5}, {40, 40, 10});
  ground.make_ball({0, 0, 5}, 0.43);
  ground.make_agent("A", {3, 0, 5});
  ground.make_agent("B", {6, 0, 5});
  ground.run(1);
  CHECK(field.recorder.touching().size() == 3);
  CHECK(field.recorder.wants(geometry(ground, "A")));

  field.recorder.watch_only(geometry(ground, "Ball"));
  ground.run(1);
  CHECK(field.recorder.touching() == Touches{&geometry(ground, "Ball")});
  CHECK_FALSE(field.recorder.wants(geometry(ground, "A")));
  CHECK(dGeomGetSpace(field.box.id()) == nullptr);  // no other geom is even tested against it

  SECTION("a second recorder still records all colliders") {
    auto& second = ground.make<RecorderHandler>("RecorderHandler", "Field/box/second");
    ground.run(1);
    CHECK(second.touching().size() == 3);
    CHECK(field.recorder.touching() == Touches{&geometry(ground, "Ball")});
  }
  SECTION("nothing is recorded after the watched collider was removed") {
    ground.drop("Ball");
    CHECK(field.recorder.touching().empty());
    CHECK(field.recorder.watched() == nullptr);
    ground.run(1);
    CHECK(field.recorder.touching().empty());
    ground.make_ball({0, 0, 5}, 0.43);
    ground.run(1);
    CHECK(field.recorder.touching().empty());
  }
}

TEST_CASE("scenery does not touch scenery, unless one watches the other") {
  Playground ground;
  const Sensor a = make_sensor(ground, "A", {0, 0, 5}, {4, 4, 4});
  const Sensor b = make_sensor(ground, "B", {1, 0, 5}, {4, 4, 4});
  ground.run(1);
  CHECK(a.recorder.touching().empty());
  CHECK(b.recorder.touching().empty());
  a.recorder.watch_only(b.box);
  ground.run(1);
  CHECK(a.recorder.touching() == Touches{&b.box});
}

TEST_CASE("sensors that watch each other, or one collider twice, record one touch") {
  Playground ground;
  const Sensor a = make_sensor(ground, "A", {0, 0, 5}, {4, 4, 4});
  const Sensor b = make_sensor(ground, "B", {1, 0, 5}, {4, 4, 4});
  auto& second = ground.make<RecorderHandler>("RecorderHandler", "A/box/second");
  a.recorder.watch_only(b.box);
  second.watch_only(b.box);
  b.recorder.watch_only(a.box);
  ground.run(1);
  CHECK(a.recorder.touching() == Touches{&b.box});
  CHECK(second.touching() == Touches{&b.box});
  CHECK(b.recorder.touching() == Touches{&a.box});
}

TEST_CASE("colliders of one body never touch, watched or not") {
  Playground ground;
  ground.make_ball({0, 0, 5}, 0.43);
  auto& aura = ground.make<SphereCollider>("SphereCollider", "Ball/aura");
  auto& recorder = ground.make<RecorderHandler>("RecorderHandler", "Ball/aura/recorder");
  ground.run(1);
  CHECK(recorder.touching().empty());
  recorder.watch_only(geometry(ground, "Ball"));
  ground.run(1);
  CHECK(dGeomGetBody(aura.id()) != nullptr);
  CHECK(recorder.touching().empty());
}

TEST_CASE("a collider without handlers becomes solid before the first step (behaviour 2.2)") {
  Playground ground;
  ground.make_transform("Roof", {0, 0, 1});
  auto& roof = ground.make<BoxCollider>("BoxCollider", "Roof/box");
  Body& ball = ground.make_ball({0, 0, 3}, 0.43);
  CHECK(roof.contact_handlers().empty());
  ground.run(500);
  CHECK(roof.contact_handlers().size() == 1);
  CHECK(roof.child("ContactJointHandler") != nullptr);
  CHECK(call_method(*roof.child("ContactJointHandler"), "setContactMu", {Value(1.0)}) == Value(true));
  CHECK(ball.position().z == Approx(1.5 + kBallRadius).margin(1e-3));
}

TEST_CASE("handlers are added by class name") {
  Playground ground;
  auto& box = ground.make<BoxCollider>("BoxCollider", "box");
  CHECK(box.add_collision_handler("oxygen/RecorderHandler"));
  CHECK(box.add_collision_handler("ContactJointHandler"));
  CHECK(box.recorders().size() == 1);
  CHECK(box.contact_handlers().size() == 1);
  CHECK(box.child("RecorderHandler") == box.recorders().front());
  for (const char* wrong : {"oxygen/CollisionHandler", "oxygen/Body", "oxygen/Nothing", ""})
    CHECK_FALSE(box.add_collision_handler(wrong));
  CHECK(ground.log_lines.size() == 4);
  CHECK(box.children().size() == 2);
  CHECK(ground.make<RecorderHandler>("RecorderHandler", "lost").is_idle());
  CHECK(ground.log_lines.back() ==
        "oxygen/RecorderHandler below /scene has no effect: the parent of a collision handler has to be a collider");
  ground.run(1);
}

TEST_CASE("bodies that a joint holds together do not collide (behaviour 2.1)") {
  Playground ground;
  ground.world->set_gravity({});
  Body& a = ground.make_sphere("A", {0, 0, 5}, 1.0, 0.5);
  Body& b = ground.make_sphere("B", {0.6, 0, 5}, 1.0, 0.5);
  auto& recorder = ground.make<RecorderHandler>("RecorderHandler", "A/geometry/recorder");
  dJointID joint = dJointCreateBall(ground.world->id(), nullptr);
  dJointAttach(joint, a.id(), b.id());
  dJointSetBallAnchor(joint, 0.3, 0, 5);
  ground.run(20);
  CHECK(length(a.position() - b.position()) == Approx(0.6).margin(1e-6));
  CHECK(recorder.touching().empty());
  dJointDestroy(joint);
  ground.run(1);
  CHECK(recorder.touching().size() == 1);
  ground.run(100);
  CHECK(length(a.position() - b.position()) > 0.9);
}
