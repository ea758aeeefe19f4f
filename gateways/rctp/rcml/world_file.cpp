// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rcml/world_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "gateways/x3d/rcml_nodes.h"

namespace rctp {
namespace {

using x3d::Node;

constexpr float kFieldOfView = std::numbers::pi_v<float> / 4;  // VRML97's own
constexpr float kDown = std::numbers::pi_v<float> / 6;         // how far the overview looks down

/// From the side of positive z, as far away as it takes to have the ball around the box in view.
Node overview(const WorldSheet& world) {
  const auto middle = [](float a, float b) { return 0.5f * (a + b); };
  const x3d::Vec3f at{middle(world.least.x, world.most.x), middle(world.least.y, world.most.y),
                      middle(world.least.z, world.most.z)};
  const float radius =
      0.5f * std::hypot(world.most.x - world.least.x, world.most.y - world.least.y, world.most.z - world.least.z);
  const float distance = std::max(radius, 0.1f) / std::sin(kFieldOfView / 2);
  Node node("Viewpoint");
  node.set("description", "overview").set("fieldOfView", kFieldOfView);
  node.set("position", x3d::Vec3f{at.x, at.y + distance * std::sin(kDown), at.z + distance * std::cos(kDown)});
  return node.set("orientation", x3d::Rotation{1, 0, 0, -kDown});
}

}  // namespace

x3d::Document world_file(const WorldSheet& world, std::vector<Node> surroundings, const RobotSheet* robot) {
  x3d::Document document;
  document.add(Node("WorldInfo")
                   .set("info", x3d::Strings{fmt::format("step {}", world.step),
                                             fmt::format("time {:.10g}", world.time), "unit metre"}));
  document.add(Node("NavigationInfo").set("type", x3d::Strings{"EXAMINE", "ANY"}).set("headlight", false));
  document.add(Node("Background")
                   .set("skyColor", x3d::Floats{0.35f, 0.55f, 0.85f, 0.75f, 0.85f, 0.95f})
                   .set("skyAngle", std::numbers::pi / 2));
  document.add(Node("DirectionalLight").set("direction", x3d::Vec3f{-0.4f, -1, -0.3f}).set("ambientIntensity", 0.5));
  document.add(overview(world));
  for (Node& node : surroundings) document.add(std::move(node));
  if (robot) document.add(robot_node(*robot));
  x3d::add_rcml_prototypes(document);
  return document;
}

}  // namespace rctp
