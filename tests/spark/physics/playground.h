// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"

/// A server core with a scene at /scene that holds a world with gravity and a space. Scene nodes are made by class
/// name, as scripts do.
class Playground {
 public:
  Playground();

  template <typename T>
  T& make(const std::string& class_name, const std::string& path) {
    return dynamic_cast<T&>(core.create("oxygen/" + class_name, "/scene/" + path));
  }
  spark::Transform& make_transform(const std::string& path, spark::Vec3 position, spark::Vec3 degrees = {});

  /// The plane z = 0 with a default contact handler.
  spark::PlaneCollider& make_floor();
  /// A transform `name` with the children `physics` (body) and `geometry` (sphere collider with `contact`).
  spark::Body& make_sphere(const std::string& name, spark::Vec3 position, double mass, double radius);
  /// As the create effector builds them (behaviour 1.7) and as the scene has it (behaviour 1.8).
  spark::Body& make_agent(const std::string& name, spark::Vec3 position);
  spark::Body& make_ball(spark::Vec3 position, double mass);

  /// Takes the node out of the tree and destroys it.
  void drop(const std::string& path);
  void run(int steps);

  std::vector<std::string> log_lines;
  spark::Core core{1};
  spark::World* world = nullptr;
};

constexpr double kStep = 0.01;
constexpr double kAgentRadius = 0.22;
constexpr double kBallRadius = 0.111;
