// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <stdexcept>

#include "spark/x3d/node.h"
#include "spark/x3d/vrml_writer.h"

using namespace x3d;

namespace {

std::string written(Node node) {
  return to_vrml(Document().add(std::move(node)));
}

}  // namespace

TEST_CASE("nodes are built field by field, and written as VRML97") {
  Node shape("Shape");
  shape.set("appearance",
            Node("Appearance").set("material", Node("Material", "red").set("diffuseColor", Color{1, 0, 0})));
  shape.set("geometry", Node("Sphere").set("radius", 0.111));
  Node ball("Transform", "ball");
  ball.set("translation", Vec3f{1, 2.5f, -3}).set("rotation", Rotation{0, 1, 0, 1.570796f}).add(std::move(shape));
  ball.add(Node("Shape").set("appearance", Node("Appearance").set("material", Node::use("red"))));
  CHECK(written(std::move(ball)) == R"(#VRML V2.0 utf8

DEF ball Transform {
  translation 1 2.5 -3
  rotation 0 1 0 1.570796
  children [
    Shape {
      appearance Appearance {
        material DEF red Material {
          diffuseColor 1 0 0
        }
      }
      geometry Sphere {
        radius 0.111
      }
    }
    Shape {
      appearance Appearance {
        material USE red
      }
    }
  ]
}
)");
}

TEST_CASE("values are written by the type of their field") {
  CHECK(written(Node("TimeSensor").set("cycleInterval", 0.1).set("loop", true).set("startTime", 3)) ==
        "#VRML V2.0 utf8\n\nTimeSensor {\n  cycleInterval 0.1\n  loop TRUE\n  startTime 3\n}\n");
  CHECK(written(Node("WorldInfo").set("title", "a \"b\" \\").set("info", Strings{"step 5", "time 0.05"})) ==
        "#VRML V2.0 utf8\n\nWorldInfo {\n  title \"a \\\"b\\\" \\\\\"\n  info [ \"step 5\" \"time 0.05\" ]\n}\n");
  CHECK(written(Node("Coordinate").set("point", Floats{0, 0, 0, 1, 0.1f, 1e-7f})) ==
        "#VRML V2.0 utf8\n\nCoordinate {\n  point [ 0 0 0, 1 0.1 1e-07 ]\n}\n");
  CHECK(written(Node("IndexedFaceSet").set("coordIndex", Integers{0, 1, 2, -1}).set("solid", false)) ==
        "#VRML V2.0 utf8\n\nIndexedFaceSet {\n  coordIndex [ 0 1 2 -1 ]\n  solid FALSE\n}\n");
  CHECK(written(Node("Cylinder").set("height", 2)) == "#VRML V2.0 utf8\n\nCylinder {\n  height 2\n}\n");
  CHECK(written(Node("Background").set("skyColor", Color{0.5f, 0.75f, 1}).set("skyAngle", Floats{})) ==
        "#VRML V2.0 utf8\n\nBackground {\n  skyColor [ 0.5 0.75 1 ]\n  skyAngle [ ]\n}\n");
  CHECK(written(Node("Group")) == "#VRML V2.0 utf8\n\nGroup { }\n");
  CHECK(written(Node("PixelTexture").set("image", Integers{1, 2, 4, -1, 0xFF})) ==
        "#VRML V2.0 utf8\n\nPixelTexture {\n  image 1 2 4 0xffffffff 0xff\n}\n");
}

TEST_CASE("set replaces the value of a field, and add appends to it") {
  Node group("Group");
  group.set("children", Node("Group", "a")).add(Node("Group", "b")).set("bboxSize", Vec3f{1, 1, 1});
  group.set("bboxSize", Vec3f{2, 2, 2});
  REQUIRE(group.fields.size() == 2);
  CHECK(group.find("children")->value.nodes().size() == 2);
  CHECK(group.find("bboxSize")->value.floats() == Floats{2, 2, 2});
  CHECK(group.find("bboxCenter") == nullptr);
}

TEST_CASE("nodes that no reader could accept are refused when they are built") {
  CHECK_THROWS_AS(Node("Spehre").set("radius", 1.0), std::logic_error);
  CHECK_THROWS_AS(Node("Sphere").set("size", 1.0), std::logic_error);
  CHECK_THROWS_AS(Node("Sphere").set("radius", "1"), std::logic_error);
  CHECK_THROWS_AS(Node("Sphere").set("radius", Vec3f{1, 1, 1}), std::logic_error);
  CHECK_THROWS_AS(Node("Coordinate").set("point", Floats{1, 2, 3, 4}), std::logic_error);
  CHECK_THROWS_AS(Node("Transform").set("addChildren", Node("Group")), std::logic_error);
  CHECK_THROWS_AS(Node("Shape").set("geometry", Nodes{Node("Box"), Node("Box")}), std::logic_error);
  CHECK_THROWS_AS(Node("Shape").set("geometry", Node("Box")).add("geometry", Node("Box")), std::logic_error);
  CHECK_THROWS_AS(Node("IndexedFaceSet").set("coordIndex", 1LL << 40), std::logic_error);
  CHECK_THROWS_AS(written(Node("Group").add(Node::use("missing"))), std::logic_error);
}

TEST_CASE("numbers that are not finite and text that is not UTF-8 are replaced in the file") {
  Node node("Viewpoint");
  node.set("fieldOfView", std::numeric_limits<float>::quiet_NaN()).set("description", "a\xff\x01z");
  CHECK(written(std::move(node)) ==
        "#VRML V2.0 utf8\n\nViewpoint {\n  fieldOfView 0\n  description \"a\xEF\xBF\xBD\xEF\xBF\xBDz\"\n}\n");
}
