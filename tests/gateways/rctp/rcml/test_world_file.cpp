// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/rctp/rcml/world_file.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/vrml_writer.h"
#include "tests/gateways/rctp/rcml/robots.h"

using namespace rctp;
using namespace rcml;

namespace {

std::string types_in(const x3d::Document& document) {
  std::string types;
  for (const x3d::Statement& statement : document.statements) {
    if (const auto* node = std::get_if<x3d::Node>(&statement.what)) types += node->type + " ";
    if (const auto* proto = std::get_if<x3d::Proto>(&statement.what)) types += "PROTO:" + proto->name + " ";
  }
  return types;
}

const x3d::Node& node_of(const x3d::Document& document, std::string_view type) {
  for (const x3d::Statement& statement : document.statements)
    if (const auto* node = std::get_if<x3d::Node>(&statement.what); node && node->type == type) return *node;
  throw std::runtime_error("no such node");
}

std::vector<x3d::Node> two_balls() {
  std::vector<x3d::Node> nodes;
  nodes.push_back(x3d::Node("Transform", "ball"));
  nodes.push_back(x3d::Node("Transform", "other"));
  return nodes;
}

/// Where a point appears, in m relative to the line of sight.
struct Seen {
  double aside, above, depth;
};

/// The viewpoint of a file, which is turned about x only.
struct View {
  explicit View(const x3d::Document& document) {
    const x3d::Node& node = node_of(document, "Viewpoint");
    at = node.find("position")->value.floats();
    const auto turn = node.find("orientation")->value.floats();
    REQUIRE(turn[0] == 1);
    angle = turn[3];
    slope = std::tan(node.find("fieldOfView")->value.floats().at(0) / 2.0);
  }
  Seen seen(const x3d::Vec3f& point) const {
    const double y = point.y - at[1], z = point.z - at[2];
    return {point.x - at[0], y * std::cos(angle) + z * std::sin(angle), y * std::sin(angle) - z * std::cos(angle)};
  }
  x3d::Floats at;
  double angle = 0, slope = 0;
};

std::vector<x3d::Vec3f> corners_of(const WorldSheet& world) {
  std::vector<x3d::Vec3f> corners;
  for (const float x : {world.min.x, world.max.x})
    for (const float y : {world.min.y, world.max.y})
      for (const float z : {world.min.z, world.max.z}) corners.push_back({x, y, z});
  return corners;
}

}  // namespace

TEST_CASE("a file has prototypes, lights and viewpoint, environment and robot") {
  RobotSheet robot;
  robot.objects.resize(1);
  const x3d::Document document = world_file({1212, 12.12, {}, {}, {"score 1 0"}}, two_balls(), &robot);
  CHECK(types_in(document) ==
        "PROTO:RCML_Robot PROTO:RCML_Server PROTO:RCML_Client PROTO:RCML_ControlOutput PROTO:RCML_ControlOutputData "
        "WorldInfo NavigationInfo Background DirectionalLight DirectionalLight Viewpoint Transform Transform "
        "RCML_Robot ");
  CHECK(node_of(document, "WorldInfo").find("info")->value.strings() ==
        x3d::Strings{"step 1212", "time 12.12", "unit metre", "score 1 0"});
  CHECK(node_of(document, "Viewpoint").find("description")->value.strings() == x3d::Strings{"overview"});
  CHECK(types_in(x3d::read_vrml(x3d::to_vrml(document), "f")) == types_in(document));
}

TEST_CASE("the environment alone has no robot and no prototypes") {
  CHECK(types_in(world_file({}, two_balls(), nullptr)) ==
        "WorldInfo NavigationInfo Background DirectionalLight DirectionalLight Viewpoint Transform Transform ");
}

TEST_CASE("the overview shows the whole world from the smallest possible distance") {
  for (const WorldSheet& world :
       {WorldSheet{0, 0, {-50, 0, -30}, {60, 5, 35}}, WorldSheet{0, 0, {-1, 0, -40}, {1, 3, 40}},
        WorldSheet{0, 0, {-1, 0, -1}, {1, 9, 1}}}) {
    const View view(world_file(world, {}, nullptr));
    double widest = 0, highest = 0;
    for (const x3d::Vec3f& corner : corners_of(world)) {
      const Seen seen = view.seen(corner);
      REQUIRE(seen.depth > 0);
      widest = std::max(widest, std::abs(seen.aside) / seen.depth);
      highest = std::max(highest, std::abs(seen.above) / seen.depth);
    }
    CHECK(std::max(widest * 3 / 4, highest) == Approx(view.slope));
  }
}

TEST_CASE("viewers resolve a centimetre at the far end of the overview") {
  const WorldSheet world{0, 0, {-58, 0, -38.5}, {58, 2.4f, 38.5}};
  const x3d::Document document = world_file(world, {}, nullptr);
  const View view(document);
  double farthest = 0;
  for (const x3d::Vec3f& corner : corners_of(world)) farthest = std::max(farthest, view.seen(corner).depth);
  const double nearest = node_of(document, "NavigationInfo").find("avatarSize")->value.floats().at(0) / 2;
  CHECK(farthest * farthest / nearest / (1 << 24) == Approx(0.01));
  // The near plane stays within limits, whatever the size of the world.
  const auto radius = [](float size) {
    const x3d::Document file = world_file({0, 0, {-size, 0, -size}, {size, 0, size}}, {}, nullptr);
    return node_of(file, "NavigationInfo").find("avatarSize")->value.floats().at(0);
  };
  CHECK(radius(1000) == 0.5f);
  CHECK(radius(0) == 0.02f);
}

TEST_CASE("no visible side of a thing is black or overexposed") {
  constexpr double kAmbient = 0.2;  // of a material that says nothing
  const x3d::Document document = world_file({}, {}, nullptr);
  for (const auto& side : {x3d::Vec3f{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}, {0, 1, 0}}) {
    double brightness = 0;
    for (const x3d::Statement& statement : document.statements) {
      const auto* light = std::get_if<x3d::Node>(&statement.what);
      if (!light || light->type != "DirectionalLight") continue;
      const auto to = light->find("direction")->value.floats();
      const double against = -(side.x * to[0] + side.y * to[1] + side.z * to[2]) / std::hypot(to[0], to[1], to[2]);
      brightness += light->find("intensity")->value.floats().at(0) * std::max(0.0, against);
      if (const auto* ambient = light->find("ambientIntensity")) brightness += ambient->value.floats().at(0) * kAmbient;
    }
    CHECK(brightness > 0.4);
    CHECK(brightness < 1.05);
  }
}
