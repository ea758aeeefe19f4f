// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/spark/physics/playground.h"

using namespace spark;

namespace {

/// Records when its force is requested.
class Witness : public BaseNode, public ForceSource {
 public:
  void apply_forces() override { order->push_back(name()); }
  std::vector<std::string>* order = nullptr;

 protected:
  void linked() override { World::of(*this).invalidate_order(); }
  void unlinking() override { World::of(*this).invalidate_order(); }
};

}  // namespace

TEST_CASE("drag slows a flying body and its spin (behaviour 2.4)") {
  Playground ground;
  ground.world->set_gravity({});
  Body& ball = ground.make_ball({0, 0, 50}, 0.43);
  ball.set_velocity({10, 0, 0});
  ball.set_angular_velocity({0, 0, 5});
  ground.run(1);
  CHECK(ball.velocity().x == Approx(10.0 * (1.0 - 0.3 / 0.43 * kStep)));
  CHECK(ball.angular_velocity().z == Approx(5.0));  // its angular drag is 0

  Body& agent = ground.make_agent("Agent", {0, 20, 50});
  agent.set_velocity({0, 5, 0});
  agent.set_angular_velocity({0, 0, 5});
  ground.run(1);
  CHECK(agent.velocity().y == Approx(5.0 * (1.0 - 12.0 / 75.0 * kStep)));
  const double inertia = 0.4 * 75.0 * kAgentRadius * kAgentRadius;
  CHECK(agent.angular_velocity().z == Approx(5.0 * (1.0 - 12.0 / inertia * kStep)));
}

TEST_CASE("angular drag slows a body's rotation, linear drag its velocity") {
  Playground ground;
  ground.world->set_gravity({});
  struct Stone {
    Stone(Playground& ground, const std::string& name, Vec3 place, double linear, double angular) {
      ground.make_transform(name, place);
      body = &ground.make<Body>("Body", name + "/physics");
      auto& drag = ground.make<DragController>("DragController", name + "/physics/drag");
      drag.set_linear_drag(linear);
      drag.set_angular_drag(angular);
      body->set_velocity({10, 0, 0});
      body->set_angular_velocity({0, 0, 5});
    }
    Body* body;
  };
  const Stone one(ground, "One", {0, 0, 5}, 0.3, 0.02), other(ground, "Other", {0, 50, 5}, 0.02, 0.02),
      turning(ground, "Turning", {0, -50, 5}, 0.3, 0.0);
  ground.run(1);
  CHECK(one.body->angular_velocity().z == other.body->angular_velocity().z);
  CHECK(one.body->angular_velocity().z < 4.9999);
  CHECK(turning.body->angular_velocity().z == Approx(5.0));
  CHECK(one.body->velocity().x == turning.body->velocity().x);
  CHECK(one.body->velocity().x < other.body->velocity().x);
}

TEST_CASE("the velocity controller rescales the 3-D speed before the drag acts (behaviour 2.4)") {
  Playground ground;
  ground.world->set_gravity({});
  Body& agent = ground.make_agent("Agent", {0, 0, 50});
  agent.set_velocity({12, 16, 0});
  ground.run(1);
  const double expected = 10.0 * (1.0 - 12.0 / 75.0 * kStep);
  CHECK(length(agent.velocity()) == Approx(expected));
  CHECK(agent.velocity().x / agent.velocity().y == Approx(0.75));

  agent.set_velocity({0, 0, -9});
  ground.run(1);
  CHECK(agent.velocity().z == Approx(-9.0 * (1.0 - 12.0 / 75.0 * kStep)));
}

TEST_CASE("class defaults: no limit, drags of 0.1 (behaviour 1.7)") {
  Playground ground;
  ground.world->set_gravity({});
  ground.make_transform("Stone", {0, 0, 5});
  auto& stone = ground.make<Body>("Body", "Stone/physics");
  auto& limit = ground.make<VelocityController>("VelocityController", "Stone/physics/limit");
  auto& drag = ground.make<DragController>("DragController", "Stone/physics/drag");
  CHECK(limit.max_velocity() == 0.0);
  CHECK(drag.linear_drag() == 0.1);
  CHECK(drag.angular_drag() == 0.1);
  stone.set_velocity({100, 0, 0});
  ground.run(1);
  CHECK(stone.velocity().x == Approx(100.0 * (1.0 - 0.1 * kStep)));
  drag.set_linear_drag(-3.0);
  ground.run(1);
  CHECK(stone.velocity().x == Approx(100.0 * (1.0 - 0.1 * kStep)));
}

TEST_CASE("force sources act in tree order, children first, including those added between steps (behaviour 2.5)") {
  Playground ground;
  std::vector<std::string> order;
  ground.core.classes.add<Witness>("oxygen/Witness", "oxygen/BaseNode", "");
  for (const char* path : {"a", "a/b", "a/c", "d"}) ground.make<Witness>("Witness", path).order = &order;
  ground.run(1);
  CHECK(order == std::vector<std::string>{"b", "c", "a", "d"});

  order.clear();
  ground.make<Witness>("Witness", "a/b/e").order = &order;
  ground.drop("a/c");
  ground.run(2);
  CHECK(order == std::vector<std::string>{"e", "b", "a", "d", "e", "b", "a", "d"});
}

TEST_CASE("a controller that is not below a body is reported") {
  Playground ground;
  auto& drag = ground.make<DragController>("DragController", "lost");
  CHECK(ground.log_lines ==
        std::vector<std::string>{"oxygen/DragController below /scene has no effect: the parent of a "
                                 "body controller has to be a body"});
  CHECK(drag.set_linear_drag(5.0));
  CHECK(drag.is_idle());
  ground.run(3);
}

TEST_CASE("a disabled body keeps no forces for later") {
  Playground ground;
  ground.world->set_gravity({});
  Body& agent = ground.make_agent("Agent", {0, 0, 50});
  agent.add_force({1000, 0, 0});
  agent.disable();
  CHECK_FALSE(agent.is_enabled());
  for (int i = 0; i < 50; ++i) {
    agent.add_force({1000, 0, 0});
    agent.add_torque({0, 0, 1000});
    ground.run(1);
  }
  CHECK(agent.position() == Vec3{0, 0, 50});
  agent.enable();
  ground.run(1);
  CHECK(agent.velocity() == Vec3{});
  CHECK(agent.angular_velocity() == Vec3{});
}

TEST_CASE("gravity acts unless it is switched off for the body") {
  Playground ground;
  Body& heavy = ground.make_sphere("Heavy", {0, 0, 50}, 1.0, 0.5);
  Body& light = ground.make_sphere("Light", {5, 0, 50}, 1.0, 0.5);
  light.use_gravity(false);
  ground.run(100);
  CHECK(heavy.velocity().z == Approx(-9.81));
  CHECK(light.position().z == 50.0);
  CHECK(heavy.node().world_pose().position == heavy.position());
}
