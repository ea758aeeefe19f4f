// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/environment.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/rctp/world/file_pose.h"
#include "spark/physics/body.h"
#include "spark/scene/mover_list.h"
#include "spark/x3d/vrml_writer.h"
#include "tests/spark/scene/room.h"

using namespace rctp;
using script_test::Room;

namespace {

/// A scene as a gateway shows it.
struct Shown : Room {
  using Room::Room;
  spark::Appearance look_at() {
    list.refresh(scene);
    choice.numbers = list.movers().size();
    return list.appearance();
  }
  void look() { made = environment_of(look_at(), choice); }
  /// The nodes from that number on as text in one line, without the header.
  std::string text(std::size_t first = 0, std::size_t count = 1000) {
    x3d::Document document;
    for (std::size_t i = first; i < made.nodes.size() && i < first + count; ++i) document.add(made.nodes[i]);
    std::string all = x3d::to_vrml(document), line;
    all.erase(0, all.find('\n'));
    for (const char c : all)
      if (c != '\n' && c != ' ')
        line += c;
      else if (!line.empty() && line.back() != ' ')
        line += ' ';
    return line;
  }
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const x3d::Node& node : made.nodes) all.push_back(node.name);
    return all;
  }
  const x3d::Node& named(const std::string& name) {
    for (const x3d::Node& node : made.nodes)
      if (node.name == name) return node;
    throw std::runtime_error("there is no " + name);
  }
  std::uint64_t serial(const std::string& name) { return scene->child(name)->serial(); }

  spark::MoverList list;
  EnvironmentChoice choice;
  Environment made;
};

using Names = std::vector<std::string>;

x3d::Floats floats(const x3d::Node& node, const std::string& field) {
  const x3d::Field* found = node.find(field);
  return found ? found->value.floats() : x3d::Floats{};
}
/// The Box of the one Shape in a node.
x3d::Floats box_size(const x3d::Node& node) {
  const x3d::Nodes& children = node.find("children")->value.nodes();
  REQUIRE(children.size() == 1);
  const x3d::Node& geometry = children[0].find("geometry")->value.nodes().at(0);
  REQUIRE(geometry.type == "Box");
  return floats(geometry, "size");
}

}  // namespace

TEST_CASE("movers are in world coordinates at any depth of the tree, with their shapes and those below") {
  Shown room(R"((node Transform (setName cart) (setLocalPos 1 2 3) (setLocalRotation 0 0 90)
    (node Body (setName hull))
    (node Box (setExtents 0.4 0.3 0.1) (setMaterial matRed))
    (node Transform (setName wheel) (setLocalPos 0 0.5 0)
      (node Body (setName body)) (node Sphere (setRadius 0.1) (setMaterial matRed)))
    (node Transform (setLocalPos 0 0 1) (node Sphere (setRadius 0.2)))))");
  room.look();
  CHECK(room.text() ==
        "DEF cart Transform { translation 1 3 -2 rotation 0 1 0 1.5707964 children [ "
        "Shape { appearance Appearance { material DEF matRed Material { diffuseColor 0.85 0.15 0.12 } } "
        "geometry Box { size 0.4 0.1 0.3 } } "
        "Transform { translation 0 1 0 children [ Shape { appearance Appearance { "
        "material DEF matGrey Material { diffuseColor 0.5 0.5 0.5 } } geometry Sphere { radius 0.2 } } ] } ] } "
        "DEF wheel Transform { translation 0.5 3 -2 rotation 0 1 0 1.5707964 children [ "
        "Shape { appearance Appearance { material USE matRed } geometry Sphere { radius 0.1 } } ] } ");
  CHECK(room.made.mover_names == Names{"cart", "wheel"});
}

TEST_CASE("colliders are drawn in grey: cylinders along y, capsules as a cylinder and two spheres") {
  Shown room(R"((node Transform (setName a) (node CylinderCollider (setParams 0.3 0.5)))
    (node Transform (setName b) (setLocalPos 5 0 0) (node CCylinderCollider (setParams 0.1 2) (setPosition 0 1 0)))
    (node Transform (setName c) (node Box (setExtents 1 2 0)))
    (node Transform (setName d) (node CCylinder (setParams 0.1 0)))
    (node Transform (setName e) (node Sphere (setRadius 0))))");
  room.look();
  const std::string grey = "appearance Appearance { material USE matGrey } ";
  CHECK(room.text() ==
        "DEF a Transform { children [ Shape { appearance Appearance { material DEF matGrey Material { diffuseColor "
        "0.5 0.5 0.5 } } geometry Cylinder { radius 0.3 height 0.5 } } ] } "
        "DEF b Transform { translation 5 0 0 children [ "
        "Transform { translation 0 0 -1 children [ Shape { " +
            grey +
            "geometry Cylinder { radius 0.1 height 2 } } ] } "
            "Transform { translation 0 -1 -1 children [ Shape { " +
            grey +
            "geometry Sphere { radius 0.1 } } ] } "
            "Transform { translation 0 1 -1 children [ Shape { " +
            grey +
            "geometry Sphere { radius 0.1 } } ] } ] } "
            "DEF c Transform { children [ Shape { " +
            grey +
            "geometry Box { size 1 1e-04 2 } } ] } "
            "DEF d Transform { children [ Shape { " +
            grey +
            "geometry Sphere { radius 0.1 } } ] } "
            "DEF e Transform { } ");
}

TEST_CASE("scenery is placed without rounding errors in nested and rotated frames") {
  Shown room(R"((node Transform (setName yard) (setLocalPos 1 2 0.1) (setLocalRotation 0 0 33)
      (node BaseNode)
      (node Transform (setName post) (setLocalPos 0.3 0.7 0) (setLocalRotation 10 20 30)
        (node BoxCollider (setBoxLengths 0.1 0.2 0.3)) (node BoxCollider (setPosition 0 0 0.25)))))");
  room.look();
  CHECK(room.names() == Names{"yard", "post"});
  const auto& post = room.named("post");
  const auto wanted =
      file_pose(dynamic_cast<spark::Transform&>(*dynamic_cast<spark::Node&>(*room.scene->child("yard")).child("post"))
                    .world_pose());
  CHECK(floats(post, "translation") == x3d::Floats(wanted.translation.begin(), wanted.translation.end()));
  CHECK(floats(post, "rotation") == x3d::Floats(wanted.rotation.begin(), wanted.rotation.end()));
  const x3d::Nodes& shapes = post.find("children")->value.nodes();
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].type == "Shape");
  CHECK((shapes[1].type == "Transform" && floats(shapes[1], "translation") == x3d::Floats{0, 0.25F, 0}));
  CHECK_FALSE(shapes[1].find("rotation"));
}

TEST_CASE("names are made legal and unique in the order of the tree, those of robots first") {
  Shown room(R"((node Transform (setName rover) (setLocalPos 1 0 0) (node Sphere))
    (node Transform (setName "two words") (node Body (setName b)))
    (node Transform (setName AgentAspect3) (node Body (setName hull))
      (node Transform (setName wheel) (node Body (setName b)))
      (node Transform (setName mast) (node Camera (setName eye)) (node Camera (setName other))))
    (node Transform (setName wheel) (node Sphere))
    (node Transform (node Body (setName nameless)))
    (node Transform (setName tower) (node Camera) (node Sphere)))");
  room.list.refresh(room.scene);
  room.choice.robots[room.serial("AgentAspect3")] = "rover";
  room.look();
  CHECK(room.names() == Names{"rover_2", "two_words", "rover", "wheel", "rover_camera", "rover_camera_2", "wheel_2",
                              "mover", "tower", "tower_camera"});
  CHECK(room.made.mover_names ==
        Names{"two_words", "rover", "wheel", "rover_camera", "rover_camera_2", "mover", "tower_camera"});
}

TEST_CASE("a camera has a viewpoint at its centre that looks along x") {
  Shown room(R"((node Transform (setName head) (setLocalPos 0 0 2) (setLocalRotation 0 0 90)
    (node BaseNode) (node Camera (setFOV 60))))");
  room.look();
  // The camera looks along the y of its node, which is −x of the world.
  CHECK(room.text() ==
        "DEF head Transform { translation 0 2 0 rotation 0 1 0 1.5707964 } "
        "DEF head_camera Transform { translation 0 2 0 rotation 0 1 0 3.1415927 children [ Viewpoint { description "
        "\"head camera\" position 0 0 0 orientation 0 1 0 -1.570796 fieldOfView 1.0471976 } ] } ");
}

TEST_CASE("floors reach 1 m beyond everything, and walls stand behind their planes, as long as floors") {
  Shown room(R"((node PlaneCollider (setName floor) (setParams 0 0 1 0.5))
    (node PlaneCollider (setName east) (setParams -1 0 0 -7))
    (node PlaneCollider (setName south) (setParams 0 1 0 -5))
    (node Transform (setLocalPos 2 1 1) (node Box (setExtents 6 4 1))))");
  room.look();
  CHECK(room.names() == Names{"floor", "east", "south", ""});
  CHECK(room.made.extent.min == spark::Vec3{-1, -1, 0.5});
  CHECK(room.made.extent.max == spark::Vec3{5, 3, 1.5});
  CHECK(box_size(room.named("floor")) == x3d::Floats{8, 0.02F, 6});
  CHECK(floats(room.named("floor"), "translation") == x3d::Floats{2, 0.49F, -1});
  // The plane x = 7, solid beyond: a wall along y, 0.6 m above the floor.
  CHECK(box_size(room.named("east")) == x3d::Floats{6, 0.6F, 0.05F});
  CHECK(floats(room.named("east"), "translation") == x3d::Floats{7.025F, 0.8F, -1});
  CHECK(floats(room.named("east"), "rotation") == x3d::Floats{0, -1, 0, 1.5707964F});
  // y = −5, solid beneath.
  CHECK(box_size(room.named("south")) == x3d::Floats{8, 0.6F, 0.05F});
  CHECK(floats(room.named("south"), "translation") == x3d::Floats{2, 0.8F, 5.025F});
  CHECK(room.text(1, 1).find("matGlass Material { diffuseColor 0.5 0.5 0.5 transparency 0.5 }") != std::string::npos);
}

TEST_CASE("distant things do not stretch floors without limit, and an empty world has a floor") {
  const bool is_far = GENERATE(true, false);
  Shown room("(node PlaneCollider (setName floor))" +
             std::string(is_far ? "(node Transform (setName a) (setLocalPos 900000 0 0) (node Sphere))" : ""));
  room.look();
  CHECK(box_size(room.named("floor")) == (is_far ? x3d::Floats{2, 0.02F, 4} : x3d::Floats{22, 0.02F, 22}));
}

TEST_CASE("positions that are not finite leave the floor finite and the file readable") {
  Shown room(R"((node PlaneCollider (setName floor))
    (node Transform (setLocalPos 1e308 0 0) (node BaseNode)
      (node Transform (setName far) (setLocalPos 1e308 0 0) (setLocalRotation 0 0 45) (node Box))))");
  room.look();
  for (const char* name : {"floor", "far"})
    for (const x3d::Field& field : room.named(name).fields)
      if (field.value.type != x3d::FieldType::MFNode)
        for (const float number : field.value.floats()) CHECK(std::isfinite(number));
  for (const float edge : box_size(room.named("floor"))) CHECK((edge > 0 && edge <= 2002));
}

TEST_CASE("materials of the script are defined once, under unique names") {
  Shown room(R"((node Transform (setName glass) (node Box (setMaterial glass)) (node Box (setMaterial glass))))");
  REQUIRE(room.run("new('kerosin/MaterialServer', '/sys/server/material')\n"
                   "new('kerosin/MaterialSolid', '/sys/server/material/glass').setDiffuse(0.25, 0.5, 1, 0.75)\n") ==
          "");
  room.look();
  const std::string text = room.text();
  CHECK(text.find("DEF glass Transform") != text.npos);
  CHECK(text.find("DEF glass_2 Material { diffuseColor 0.25 0.5 1 transparency 0.25 }") != text.npos);
  CHECK(text.find("material USE glass_2") != text.npos);
}

TEST_CASE("if only one robot is to be shown, only scenery is shown besides it") {
  Shown room(R"((node Transform (setName ball) (node Body (setName b)) (node Sphere))
    (node Transform (setName mine) (node Body (setName b))
      (node Transform (setName arm) (node Body (setName b))) (node Transform (node Camera)))
    (node Transform (setName other) (node Body (setName b)) (node Transform (node Camera)))
    (node Transform (setName wall) (node BoxCollider)))");
  room.choice.only = room.serial("mine");
  room.look();
  CHECK(room.names() == Names{"mine", "arm", "mine_camera", "wall"});
  CHECK(room.made.mover_names == Names{"", "mine", "arm", "mine_camera", "", ""});
}

TEST_CASE("a removed mover loses its name, and the others keep their numbers") {
  Shown room("(node Transform (setName a) (node Body)) (node Transform (setName b) (node Body))");
  room.look();
  room.remove("a");
  room.add("(node Transform (setName c) (node Body))");
  room.look();
  CHECK(room.made.mover_names == Names{"", "b", "c"});
}

TEST_CASE("files and records have the same pose of a mover") {
  Shown room("(node Transform (setName a) (setLocalPos 0.1 -0.7 1e-9) (setLocalRotation 12 34 56) (node Body))");
  room.look();
  const auto pose = file_pose(room.list.movers()[0].pose);
  CHECK(floats(room.named("a"), "translation") == x3d::Floats(pose.translation.begin(), pose.translation.end()));
  CHECK(floats(room.named("a"), "rotation") == x3d::Floats(pose.rotation.begin(), pose.rotation.end()));
}

TEST_CASE("notes begin with the name of their thing, and those of things that are not shown are left out") {
  Shown room(R"((node Transform (setName cart) (node Body)) (node Transform (setName cart) (node Body))
    (node Transform (setName hut) (setLocalPos 5 0 0) (node Box (setExtents 1 1 1))))");
  std::vector<std::uint64_t> carts;
  for (const auto& child : room.scene->children())
    if (child->name() == "cart") carts.push_back(child->serial());
  REQUIRE(carts.size() == 2);
  spark::Appearance all = room.look_at();
  all.notes = {
      {"score 1 0", 0}, {"load 3", carts[1]}, {"door open", room.serial("hut")}, {"unseen 1", room.world->serial()}};
  CHECK(environment_of(all, room.choice).notes == Names{"score 1 0", "cart_2: load 3", "hut: door open"});
  room.choice.only = carts[0];
  CHECK(environment_of(all, room.choice).notes == Names{"score 1 0", "hut: door open"});
}
