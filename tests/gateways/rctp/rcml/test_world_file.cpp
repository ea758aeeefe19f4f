// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/rctp/rcml/world_file.h"
#include "gateways/x3d/vrml_reader.h"
#include "gateways/x3d/vrml_writer.h"
#include "tests/gateways/rctp/rcml/robots.h"

using namespace rctp;

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

}  // namespace

TEST_CASE("a file has prototypes, light and view, surroundings, robot") {
  RobotSheet robot;
  robot.objects.resize(1);
  const x3d::Document document = world_file({1212, 12.12, {}, {}}, two_balls(), &robot);
  CHECK(types_in(document) ==
        "PROTO:RCML_Robot PROTO:RCML_Server PROTO:RCML_Client PROTO:RCML_ControlOutput PROTO:RCML_ControlOutputData "
        "WorldInfo NavigationInfo Background DirectionalLight Viewpoint Transform Transform RCML_Robot ");
  CHECK(node_of(document, "WorldInfo").find("info")->value.strings() ==
        x3d::Strings{"step 1212", "time 12.12", "unit metre"});
  CHECK(node_of(document, "Viewpoint").find("description")->value.strings() == x3d::Strings{"overview"});
  CHECK(types_in(x3d::read_vrml(x3d::to_vrml(document), "f")) == types_in(document));
}

TEST_CASE("the surroundings alone have no robot and no prototypes") {
  CHECK(types_in(world_file({}, two_balls(), nullptr)) ==
        "WorldInfo NavigationInfo Background DirectionalLight Viewpoint Transform Transform ");
}

TEST_CASE("the overview has all of the world in view") {
  const WorldSheet world{0, 0, {-50, 0, -30}, {60, 5, 35}};
  const x3d::Document document = world_file(world, {}, nullptr);
  const x3d::Node& view = node_of(document, "Viewpoint");
  const auto position = view.find("position")->value.floats();
  const auto turn = view.find("orientation")->value.floats();
  const double half = view.find("fieldOfView")->value.floats().at(0) / 2.0;
  REQUIRE(turn[0] == 1);
  // Looks along −z, turned about x.
  const double dy = std::sin(turn[3]), dz = -std::cos(turn[3]);
  for (const float x : {world.least.x, world.most.x})
    for (const float y : {world.least.y, world.most.y})
      for (const float z : {world.least.z, world.most.z}) {
        const double to_x = x - position[0], to_y = y - position[1], to_z = z - position[2];
        const double far = std::hypot(to_x, to_y, to_z);
        CHECK(std::acos((to_y * dy + to_z * dz) / far) < half + 1e-6);
      }
}
