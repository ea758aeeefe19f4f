// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rcml/world_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "spark/x3d/rcml_nodes.h"

namespace rcml {
namespace {

using x3d::Node;

constexpr float kFieldOfView = std::numbers::pi_v<float> / 4;  // the default of VRML97
constexpr float kDown = std::numbers::pi_v<float> / 6;         // the pitch of the overview, downwards
constexpr float kWidth = 4.0f / 3;                             // aspect ratio of a window

/// A viewpoint from which everything can be seen, on the side of positive z.
struct Overview {
  x3d::Vec3f position;
  float farthest = 0;  ///< m, along the line of sight, to the farthest corner of the world
};

/// The nearest viewpoint with the whole box in view, in a window of 4 : 3 or wider. A corner is in view if its height
/// above the line of sight is at most (distance − towards) · tan(field of view / 2).
Overview overview(const WorldSheet& world) {
  const x3d::Vec3f min = world.min, max = world.max;
  const x3d::Vec3f middle{(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2};
  const float slope = std::tan(kFieldOfView / 2), sine = std::sin(kDown), cosine = std::cos(kDown);
  float distance = 0.1f, deepest = 0;
  for (const float y : {min.y - middle.y, max.y - middle.y})
    for (const float z : {min.z - middle.z, max.z - middle.z}) {
      const float aside = max.x - middle.x, above = y * cosine - z * sine, towards = y * sine + z * cosine;
      distance = std::max({distance, towards + aside / (kWidth * slope), towards + std::abs(above) / slope});
      deepest = std::max(deepest, -towards);
    }
  return {{middle.x, middle.y + distance * sine, middle.z + distance * cosine}, distance + deepest};
}

Node viewpoint(const Overview& view) {
  Node node("Viewpoint");
  node.set("description", "overview").set("fieldOfView", kFieldOfView).set("position", view.position);
  return node.set("orientation", x3d::Rotation{1, 0, 0, -kDown});
}

/// Viewers clip everything nearer than half of the avatar's radius, which also determines the resolution of their depth
/// buffer. That has to be a centimetre at the far end of the overview, or floors shine through the objects on them: at
/// the distance z it is z²/(near · 2^24), with near = radius/2. But the radius must not be so large that robots'
/// cameras clip what is in front of them.
Node navigation(const Overview& view) {
  constexpr float kDepths = 1 << 24;  // number of values of a 24-bit depth buffer
  constexpr float kApart = 0.01f;     // m
  const float radius = std::clamp(2 * view.farthest * view.farthest / (kDepths * kApart), 0.02f, 0.5f);
  Node node("NavigationInfo");
  node.set("type", x3d::Strings{"EXAMINE", "ANY"}).set("headlight", false);
  // The other sizes are the defaults of VRML97.
  return node.set("avatarSize", x3d::Floats{radius, 1.6f, 0.75f});
}

/// Adds a light from above, and a weaker one from the opposite side, so that no side of an object is black.
void add_lights(x3d::Document& document) {
  document.add(Node("DirectionalLight")
                   .set("direction", x3d::Vec3f{-0.4f, -1, -0.6f})
                   .set("intensity", 0.8)
                   .set("ambientIntensity", 1.0));
  document.add(Node("DirectionalLight").set("direction", x3d::Vec3f{0.6f, -0.2f, 0.5f}).set("intensity", 0.5));
}

}  // namespace

x3d::Document world_file(const WorldSheet& world, std::vector<Node> environment, const RobotSheet* robot) {
  x3d::Document document;
  x3d::Strings info{fmt::format("step {}", world.step), fmt::format("time {:.10g}", world.time), "unit metre"};
  info.insert(info.end(), world.notes.begin(), world.notes.end());
  document.add(Node("WorldInfo").set("info", std::move(info)));
  const Overview view = overview(world);
  document.add(navigation(view));
  document.add(Node("Background")
                   .set("skyColor", x3d::Floats{0.35f, 0.55f, 0.85f, 0.75f, 0.85f, 0.95f})
                   .set("skyAngle", std::numbers::pi / 2));
  add_lights(document);
  document.add(viewpoint(view));
  for (Node& node : environment) document.add(std::move(node));
  if (robot) document.add(robot_node(*robot));
  x3d::add_rcml_prototypes(document);
  return document;
}

}  // namespace rcml
