// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/body_file.h"

using namespace sigverse;

namespace {

struct ReadBody {
  explicit ReadBody(const std::string& content) {
    try {
      tree = read_body_file(XmlFile("b.xml", "", content, warnings));
    } catch (const WorldFileError& wrong) {
      error = wrong.what();
    }
  }
  std::vector<std::string> warnings;
  BodyTree tree;
  std::string error;
};

/// The only segment of a body, with that content.
BodySegment segment_with(const std::string& content) {
  const ReadBody body("<body><segment name=\"s\">" + content + "</segment></body>");
  CHECK(body.error == "");
  REQUIRE(body.tree.segments.size() == 1);
  return body.tree.segments.front();
}

std::string shape_xml(const std::string& type, const std::string& sizes) {
  return "<shape><geometry type=\"" + type + "\">" + sizes + "</geometry></shape>";
}

}  // namespace

TEST_CASE("a body file has nested joints, each with its segment") {
  const ReadBody body(R"(<body>
  <define-param name="ARM" value="25.0"/>
  <define-param name="HALF" value="ARM / 2"/>
  <joint name="ROOT">
    <type>fixed</type><translation>0 0 0</translation><rotation>0 1 0 0</rotation>
    <children>
      <segment name="BASE"><children><transform><translation>0 5 0</translation><children>
        <shape><geometry type="box"><size>20 10 20</size></geometry></shape></children></transform></children></segment>
      <joint name="ARM_JOINT">
        <type>hinge</type><axis>2 0 0</axis><translation>0 10 -HALF</translation>
        <rotation>0 0 3 3.141592653589793/2</rotation>
        <children><segment name="ARM"><mass>ARM/5</mass><centerOfMass>0 HALF 0</centerOfMass>
          <momentsOfInertia>1 0 0 0 2 0 0 0 3</momentsOfInertia></segment></children>
      </joint>
    </children>
  </joint>
</body>)");
  CHECK(body.error == "");
  CHECK(body.warnings.empty());
  CHECK(body.tree.segments.empty());
  REQUIRE(body.tree.joints.size() == 1);
  const BodyJoint& root = body.tree.joints[0];
  CHECK(root.name == "ROOT");
  CHECK(root.where == "b.xml:4");
  CHECK(root.type == JointPlan::Type::fixed);
  CHECK(root.turn == SigQuaternion{1, 0, 0, 0});
  REQUIRE(root.segments.size() == 1);
  CHECK(root.segments[0].name == "BASE");
  CHECK(root.segments[0].where == "b.xml:7");
  REQUIRE(root.segments[0].shape);
  CHECK(root.segments[0].shape->place == SigVector{0, 5, 0});
  CHECK(root.segments[0].shape->size == SigVector{20, 10, 20});
  CHECK_FALSE(root.segments[0].mass);
  REQUIRE(root.joints.size() == 1);
  const BodyJoint& arm = root.joints[0];
  CHECK(arm.type == JointPlan::Type::hinge);
  CHECK(arm.axis == SigVector{1, 0, 0});
  CHECK(arm.place == SigVector{0, 10, -12.5});
  CHECK(arm.turn[0] == Approx(std::sqrt(0.5)));
  CHECK(arm.turn[3] == Approx(std::sqrt(0.5)));
  REQUIRE(arm.segments.size() == 1);
  CHECK_FALSE(arm.segments[0].shape);
  CHECK(arm.segments[0].mass == 5.0);
  CHECK(arm.segments[0].centre_of_mass == SigVector{0, 12.5, 0});
  CHECK(arm.segments[0].inertia == std::array<double, 9>{1, 0, 0, 0, 2, 0, 0, 0, 3});
}

TEST_CASE("an empty body file is an empty body") {
  for (const char* content : {"<body/>", "<?xml version=\"1.0\"?>\n<!-- nothing -->\n<body>\n</body>"}) {
    const ReadBody body(content);
    CHECK(body.error == "");
    CHECK(body.tree.empty());
  }
}

TEST_CASE("shapes are boxes, spheres and cylinders, placed by the transforms around them") {
  const BodySegment sphere = segment_with(shape_xml("sphere", "<radius>3</radius>"));
  CHECK(sphere.shape->kind == ShapeKind::sphere);
  CHECK(sphere.shape->size[0] == 3);
  const BodySegment cylinder =
      segment_with("<children>" + shape_xml("cylinder", "<radius>1+1</radius><height>9</height>") + "</children>");
  CHECK(cylinder.shape->kind == ShapeKind::cylinder);
  CHECK(cylinder.shape->size == SigVector{2, 9, 0});
  const BodySegment turned = segment_with(
      "<transform><translation>1 2 3</translation><rotation>0 0 1 3.141592653589793/2</rotation>"
      "<children><transform><translation>10 0 0</translation>" +
      shape_xml("box", "<size>1 2 3</size>") + "</transform></children></transform>");
  CHECK(turned.shape->size == SigVector{1, 2, 3});
  CHECK(turned.shape->place[0] == Approx(1));
  CHECK(turned.shape->place[1] == Approx(12));
  CHECK(turned.shape->place[2] == Approx(3));
  CHECK(turned.shape->turn[3] == Approx(std::sqrt(0.5)));
}

TEST_CASE("several shapes of a segment become the box around them") {
  const BodySegment two =
      segment_with(shape_xml("sphere", "<radius>1</radius>") + "<transform><translation>10 0 0</translation>" +
                   "<rotation>0 0 1 3.141592653589793/2</rotation>" +
                   shape_xml("cylinder", "<radius>2</radius><height>8</height>") + "</transform>");
  CHECK(two.shape->kind == ShapeKind::box);
  CHECK(two.shape->size[0] == Approx(15));
  CHECK(two.shape->size[1] == Approx(4));
  CHECK(two.shape->size[2] == Approx(4));
  CHECK(two.shape->place[0] == Approx(6.5));
  const BodySegment boxes = segment_with(shape_xml("box", "<size>2 2 2</size>") +
                                         "<transform><rotation>0 1 0 3.141592653589793/4</rotation>" +
                                         shape_xml("box", "<size>2 6 2</size>") + "</transform>");
  CHECK(boxes.shape->size[0] == Approx(2 * std::sqrt(2)));
  CHECK(boxes.shape->size[1] == Approx(6));
  CHECK(boxes.shape->turn == SigQuaternion{1, 0, 0, 0});
}

TEST_CASE("mistakes in a body file are reported with their line") {
  const auto in_joint = [](const std::string& content) {
    return "<body>\n<joint name=\"j\">" + content + "</joint></body>";
  };
  const auto in_segment = [](const std::string& content) {
    return "<body>\n<segment name=\"s\">" + content + "</segment></body>";
  };
  const std::string pair = "</children></transform>";
  const std::pair<std::string, std::string> rows[] = {
      {"<body", "b.xml:1: Error parsing start element tag"},
      {"<x3d/>", "b.xml:1: not a body file: its outermost element is <x3d>, not <body>"},
      {"<!DOCTYPE body [<!ENTITY a \"b\">]><body/>", "b.xml:1: it defines entities, which are not expanded here"},
      {"<body>\nword</body>", "b.xml:1: text is not allowed here: 'word'"},
      {"<body>\n<define-param value=\"1\"/></body>", "b.xml:2: <define-param> needs name=\"…\""},
      {"<body>\n<define-param name=\"a-b\" value=\"1\"/></body>",
       "b.xml:2: a parameter cannot be called 'a-b': letters, digits and _, no digit first"},
      {"<body>\n<define-param name=\"a\"/></body>", "b.xml:2: <define-param> needs value=\"…\""},
      {"<body>\n<define-param name=\"a\" value=\"2*a\"/></body>",
       "b.xml:2: value=\"2*a\" of 'a': there is no parameter 'a'"},
      {"<body>\n<define-param name=\"a\" value=\"1/0\"/></body>", "b.xml:2: value=\"1/0\" of 'a': a division by zero"},
      {in_joint("<type>slider</type>"), "b.xml:2: the type of a joint has to be fixed, ball or hinge, not 'slider'"},
      {in_joint("<type/>"), "b.xml:2: <type> is empty"},
      {in_joint("<axis>0 0 0</axis>"), "b.xml:2: <axis> has to have a length"},
      {in_joint("<axis>0 1</axis>"), "b.xml:2: '0 1' of <axis>: there are 2 numbers and not 3"},
      {in_joint("<rotation>0 0 0 1</rotation>"), "b.xml:2: the axis of <rotation> has to have a length"},
      {in_joint("\n<translation>0 1e7 0</translation>"),
       "b.xml:3: '0 1e7 0' of <translation>: 10000000 is not from -1000000 to 1000000"},
      {in_joint("<translation>0 5/(2-2) 0</translation>"),
       "b.xml:2: '0 5/(2-2) 0' of <translation>: a division by zero"},
      {in_segment("<shape><geometry/></shape>"), "b.xml:2: <geometry> needs type=\"…\""},
      {in_segment(shape_xml("cone", "")), "b.xml:2: type=\"cone\" of <geometry> has to be box, cylinder or sphere"},
      {in_segment(shape_xml("box", "")), "b.xml:2: a box needs a <size>"},
      {in_segment(shape_xml("box", "<size>1 0 1</size>")),
       "b.xml:2: '1 0 1' of <size>: 0 is not from 0.001 to 1000000"},
      {in_segment(shape_xml("sphere", "")), "b.xml:2: a sphere needs a <radius>"},
      {in_segment(shape_xml("sphere", "<radius>-1</radius>")),
       "b.xml:2: '-1' of <radius>: -1 is not from 0.001 to 1000000"},
      {in_segment(shape_xml("cylinder", "<radius>1</radius>")), "b.xml:2: a cylinder needs a <height>"},
      {in_segment("<mass>heavy</mass>"), "b.xml:2: 'heavy' of <mass>: there is no parameter 'heavy'"},
      {in_segment("<momentsOfInertia>1 2 3</momentsOfInertia>"),
       "b.xml:2: '1 2 3' of <momentsOfInertia>: there are 3 numbers and not 9"},
  };
  for (const auto& [content, expected] : rows) {
    CAPTURE(content);
    CHECK(ReadBody(content).error == expected);
  }
}

TEST_CASE("unknown elements of a body file have no effect, with one line for each kind") {
  const ReadBody body(
      "<body>\n<site/><site/>\n<joint name=\"j\"><type>ball</type><limit>1</limit></joint>\n"
      "<define-param name=\"a\" value=\"1\"/><define-param name=\"a\" value=\"2\"/>\n"
      "<segment name=\"s\"><shape><appearance/><geometry "
      "type=\"sphere\"><radius>a</radius></geometry></shape></segment>"
      "</body>");
  CHECK(body.error == "");
  CHECK(body.tree.joints.size() == 1);
  CHECK(body.tree.segments.front().shape->size[0] == 2);
  CHECK(body.warnings == std::vector<std::string>{
                             "b.xml:2: <site> in <body> is not known and has no effect",
                             "b.xml:3: <limit> in <joint> is not known and has no effect",
                             "b.xml:4: there is another parameter 'a'; from here on, this one counts",
                             "b.xml:5: <appearance> in <shape> is not known and has no effect",
                         });
}

TEST_CASE("the size and depth of body files are limited") {
  const auto nested = [](int depth) {
    std::string text = "<body>";
    for (int i = 0; i < depth; ++i) text += "<joint name=\"j\">";
    for (int i = 0; i < depth; ++i) text += "</joint>";
    return text + "</body>";
  };
  CHECK(ReadBody(nested(256)).error == "");
  CHECK(ReadBody(nested(257)).error == "b.xml:1: elements nest more than 256 deep");
  CHECK(ReadBody(nested(100000)).error == "b.xml:1: elements nest more than 256 deep");
  std::string transforms, many = "<body>", parameters = "<body>";
  for (int i = 0; i < 300; ++i) transforms += "<transform>";
  for (int i = 0; i < 300; ++i) transforms += "</transform>";
  CHECK(ReadBody("<body><segment>" + transforms + "</segment></body>").error ==
        "b.xml:1: elements nest more than 256 deep");
  for (int i = 0; i < 100001; ++i) many += "<a/>";
  CHECK(ReadBody(many + "</body>").error == "b.xml:1: more than 100000 elements");
  // A parameter made of two others, fifty times over, is as cheap as a number.
  for (int i = 0; i < 50; ++i) {
    const std::string before = i ? "p" + std::to_string(i - 1) : "1";
    parameters += "<define-param name=\"p" + std::to_string(i) + "\" value=\"" + before + "+" + before + "\"/>\n";
  }
  const ReadBody doubled(parameters + "<joint name=\"j\"><translation>p50/p49 0 0</translation></joint></body>");
  CHECK(doubled.error == "b.xml:51: 'p50/p49 0 0' of <translation>: there is no parameter 'p50'");
  const ReadBody good(parameters + "<joint name=\"j\"><translation>p49/p48 0 0</translation></joint></body>");
  CHECK(good.tree.joints.front().place[0] == 2);
}
