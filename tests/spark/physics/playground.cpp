// SPDX-License-Identifier: Apache-2.0
#include "tests/spark/physics/playground.h"
#include "tests/support/log_lines.h"
#include "tests/support/pure_ode.h"

using namespace spark;

Playground::Playground() {
  keep_lines(core.log, log_lines);
  core.classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "");
  core.classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "");
  register_physics_classes(core.classes);
  core.create("oxygen/BaseNode", "/scene");
  world = &make<World>("World", "world");
  make<Space>("Space", "space");
  world->set_gravity({0, 0, -9.81});
  if (is_pure_ode()) world->set_isolated_bodies(false);
}

Transform& Playground::make_transform(const std::string& path, Vec3 position, Vec3 degrees) {
  auto& transform = make<Transform>("Transform", path);
  transform.set_local_rotation(degrees);
  transform.set_local_pos(position);
  return transform;
}

PlaneCollider& Playground::make_floor() {
  auto& floor = make<PlaneCollider>("PlaneCollider", "Floor");
  make<ContactJointHandler>("ContactJointHandler", "Floor/contact");
  return floor;
}

Body& Playground::make_sphere(const std::string& name, Vec3 position, double mass, double radius) {
  make_transform(name, position);
  auto& body = make<Body>("Body", name + "/physics");
  body.set_sphere_total(mass, radius);
  make<SphereCollider>("SphereCollider", name + "/geometry").set_radius(radius);
  make<ContactJointHandler>("ContactJointHandler", name + "/geometry/contact");
  return body;
}

Body& Playground::make_agent(const std::string& name, Vec3 position) {
  Body& body = make_sphere(name, position, 75.0, kAgentRadius);
  make<VelocityController>("VelocityController", name + "/physics/maxVelCtr").set_max_velocity(10.0);
  auto& drag = make<DragController>("DragController", name + "/physics/drag");
  drag.set_angular_drag(12.0);
  drag.set_linear_drag(12.0);
  return body;
}

Body& Playground::make_ball(Vec3 position, double mass) {
  Body& body = make_sphere("Ball", position, mass, kBallRadius);
  auto& drag = make<DragController>("DragController", "Ball/physics/drag");
  drag.set_linear_drag(0.3);
  drag.set_angular_drag(0.0);
  make<RecorderHandler>("RecorderHandler", "Ball/geometry/recorder");
  return body;
}

void Playground::drop(const std::string& path) {
  Leaf* node = core.root().find("/scene/" + path);
  node->parent()->remove(*node);
}

void Playground::run(int steps) {
  for (int i = 0; i < steps; ++i) world->step(kStep);
}
