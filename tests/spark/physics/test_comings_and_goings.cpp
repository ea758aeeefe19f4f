// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <memory>

#include "tests/spark/physics/playground.h"
#include "tests/support/log_lines.h"

using namespace spark;

TEST_CASE("bodies can be added and removed between steps") {
  Playground ground;
  ground.make_floor();
  ground.make_ball({0, 0, kBallRadius}, 0.43);
  for (int i = 0; i < 10; ++i) ground.make_agent("Agent" + std::to_string(i), {0.3 * i, 0.0, 0.3 + 0.5 * i});
  auto& recorder = dynamic_cast<RecorderHandler&>(*ground.core.root().find("/scene/Ball/geometry/recorder"));
  ground.run(5);
  for (int i = 0; i < 10; ++i) {
    ground.drop("Agent" + std::to_string(i));
    for (const Collider* touched : recorder.touching())
      CHECK(touched->core().root().find(touched->full_path()) == touched);
    ground.run(20);
    ground.make_agent("Late" + std::to_string(i), {0.1 * i, 0.1, 2.0});
    ground.run(20);
  }
  ground.run(500);
  const auto& late = dynamic_cast<Body&>(*ground.core.root().find("/scene/Late9/physics"));
  CHECK(late.position().z == Approx(0.2196).margin(0.001));
  CHECK(ground.log_lines.empty());
}

TEST_CASE("a removed collider disappears from the records of other colliders at once") {
  Playground ground;
  ground.world->set_gravity({});
  ground.make_ball({0, 0, 5}, 0.43);
  ground.make_agent("Agent", {0.3, 0, 5});
  auto& recorder = dynamic_cast<RecorderHandler&>(*ground.core.root().find("/scene/Ball/geometry/recorder"));
  ground.run(1);
  REQUIRE(recorder.touching().size() == 1);
  ground.drop("Agent");
  CHECK(recorder.touching().empty());
}

TEST_CASE("a removed handler has no more effect") {
  Playground ground;
  ground.make_floor();
  Body& ball = ground.make_ball({0, 0, 1}, 0.43);
  ground.run(200);
  ground.drop("Ball/geometry/contact");
  ground.run(100);
  CHECK(ball.position().z < -1.0);  // the recorder alone makes the collider a sensor
  ball.place_at_rest({0, 0, 1});
  ground.drop("Ball/geometry/recorder");
  ground.run(500);
  CHECK(ball.position().z == Approx(kBallRadius).margin(1e-3));  // without any handler it is solid again
}

TEST_CASE("a body that is removed and added elsewhere keeps its mass") {
  Playground ground;
  ground.make_floor();
  Body& ball = ground.make_ball({0, 0, 5}, 0.43);
  ball.set_velocity({3, 0, 0});
  ground.run(10);
  auto* node = dynamic_cast<Transform*>(ground.core.root().find("/scene/Ball"));
  auto& scene = *node->parent();
  auto taken = scene.remove(*node);
  CHECK(ball.id() == nullptr);
  CHECK_FALSE(ball.set_velocity({1, 0, 0}));
  auto* geometry = dynamic_cast<Collider*>(node->child("geometry"));
  CHECK(geometry->recorders().empty());
  CHECK(geometry->contact_handlers().empty());
  ground.run(10);

  node->set_local_pos({0, 0, 2});
  ground.make_transform("Shelf", {10, 0, 0});
  dynamic_cast<Node&>(*ground.core.root().find("/scene/Shelf")).append(std::move(taken));
  CHECK(ball.position() == Vec3{10, 0, 2});
  CHECK(ball.velocity() == Vec3{});
  CHECK(geometry->recorders().size() == 1);
  dMass mass;
  dBodyGetMass(ball.id(), &mass);
  CHECK(mass.mass == 0.43);
  ground.run(500);
  CHECK(ball.position().z == Approx(kBallRadius).margin(1e-4));
  CHECK(ground.core.root().find("/scene/Shelf/Ball/physics") == &ball);
}

TEST_CASE("a body moves a transform below another body's without dragging it along twice") {
  Playground ground;
  ground.world->set_gravity({});
  ground.make_transform("Carrier", {0, 0, 5});
  ground.make_transform("Carrier/Rider", {0, 5, 0});
  auto& rider = ground.make<Body>("Body", "Carrier/Rider/physics");
  auto& carrier = ground.make<Body>("Body", "Carrier/physics");
  carrier.set_velocity({10, 0, 0});
  rider.set_velocity({0, 1, 0});
  ground.run(100);
  CHECK(carrier.node().world_pose().position == carrier.position());
  CHECK(carrier.position().x == Approx(10));
  CHECK(rider.node().world_pose().position == rider.position());
  CHECK(rider.position().y == Approx(6));
  CHECK(rider.node().local_pose().position.x == Approx(-10));
}

TEST_CASE("the objects of a scene can be destroyed in any order") {
  SECTION("the world before the bodies") {
    Playground ground;
    ground.make_floor();
    Body& ball = ground.make_ball({0, 0, 1}, 0.43);
    ground.run(10);
    ground.drop("world");
    CHECK(ball.id() == nullptr);
    CHECK_FALSE(ball.add_force({1, 0, 0}));
    ground.drop("Ball");
  }
  SECTION("the space before the colliders") {
    Playground ground;
    ground.make_floor();
    Body& ball = ground.make_ball({0, 0, 1}, 0.43);
    ground.run(10);
    ground.drop("space");
    ground.run(100);
    CHECK(ball.position().z < 0.0);  // nothing collides without a space
    ground.log_lines.clear();
    const PlaneCollider& second = ground.make_floor();
    CHECK(ground.log_lines ==
          std::vector<std::string>{"oxygen/PlaneCollider below /scene has no effect yet: there is no "
                                   "oxygen/Space beside the world"});
    CHECK(second.is_idle());
    ground.make<Space>("Space", "space");
    CHECK_FALSE(second.is_idle());
    ball.place_at_rest({0, 0, 1});
    ground.world->invalidate_order();
    ground.run(500);
    CHECK(ball.position().z == Approx(kBallRadius).margin(1e-3));
  }
  SECTION("world and space are created after the branch with the bodies") {
    Core core(1);
    core.classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "");
    core.classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "");
    register_physics_classes(core.classes);
    core.create("oxygen/Transform", "/scene/Stone");
    core.create("oxygen/World", "/scene/world");
    core.create("oxygen/Space", "/scene/space");
    core.create("oxygen/Body", "/scene/Stone/physics");
    core.create("oxygen/SphereCollider", "/scene/Stone/geometry");
    core.create("oxygen/RecorderHandler", "/scene/Stone/geometry/recorder");
    dynamic_cast<World&>(*core.root().find("/scene/world")).step(kStep);
    CHECK(World::find(*core.root().find("/scene/Stone/geometry/recorder")) != nullptr);
  }
  SECTION("objects without a tree") {
    Core core(1);
    std::make_unique<Body>();
    std::make_unique<World>();
    std::make_unique<Space>();
    CHECK(std::make_unique<SphereCollider>()->set_radius(2.0));
  }
}

TEST_CASE("bodies and colliders without a world or transform are reported when they are added") {
  Core core(1);
  core.classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "");
  core.classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "");
  register_physics_classes(core.classes);
  std::vector<std::string> log;
  keep_lines(core.log, log);
  core.create("oxygen/SphereCollider", "/lonely");
  core.create("oxygen/Transform", "/stone");
  core.create("oxygen/Body", "/stone/physics");
  core.create("oxygen/World", "/scene/world");
  core.create("oxygen/Body", "/scene/physics");
  CHECK(log ==
        std::vector<std::string>{
            "oxygen/SphereCollider below / has no effect yet: there is no oxygen/World in this scene",
            "oxygen/Body below /stone has no effect yet: there is no oxygen/World in this scene",
            "oxygen/Body below /scene has no effect: a body needs an oxygen/Transform above it, which it moves"});
  // Bodies without effect are harmless.
  dynamic_cast<World&>(*core.root().find("/scene/world")).step(kStep);
}
