// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/humanoid.h"

#include <catch2/catch.hpp>

#include "spark/x3d/humanoid_nodes.h"
#include "tests/spark/x3d/scenes.h"

using namespace x3d;
using Catch::Matchers::WithinAbs;

namespace {

using Lines = std::vector<std::string>;

struct ReadHumanoid {
  explicit ReadHumanoid(std::string_view text) : scene(text), humanoid(humanoid_of(scene.scene, scene.warnings)) {}
  SceneOf scene;
  std::optional<Humanoid> humanoid;
};

/// "hip[pelvis](knee[shin])": joints with their segments and the joints below them.
std::string tree_of(const std::vector<Joint>& joints) {
  std::string text;
  for (const Joint& joint : joints) {
    text += (text.empty() ? "" : " ") + joint.name;
    if (joint.segment) text += "[" + joint.segment->name + "]";
    if (!joint.joints.empty()) text += "(" + tree_of(joint.joints) + ")";
  }
  return text;
}

std::string humanoid_refusal(std::string_view text) {
  return refusal(text, [](SceneOf& made) { humanoid_of(made.scene, made.warnings); });
}

std::string body(std::string_view parts) {
  return std::string("Humanoid { name \"h\" humanoidBody [ ").append(parts).append(" ] }");
}

const std::string kNames = "name \"a\" ";

}  // namespace

TEST_CASE("a humanoid is a tree of joints with their segments") {
  const ReadHumanoid read(
      "Group { children Transform { translation 0 0 1 children Humanoid { name \"robo\" humanoidBody [\n"
      "  Joint { name \"hip\" jointType \"free\" translation 0 9 0 children [\n"
      "    Segment { name \"pelvis\" mass 2.5 centerOfMass 0 1 0 momentsOfInertia [ 2 0 0 0 3 0 0 0 4 ]\n"
      "      children Transform { translation 5 0 0 children Shape { geometry Box { } } } }\n"
      "    Joint { name \"knee\" jointType \"rotate\" jointAxis \"x\" jointId 4 llimit [ -1 ] ulimit [ 2 ]\n"
      "      translation 0 -4 0 rotation 0 0 1 1.5707963\n"
      "      children Segment { name \"shin\" children [ Shape { } Group { children Shape { } } ] } }\n"
      "    Joint { name \"neck\" jointType \"sphere\" } Joint { name \"rest\" jointType \"fixed\" } ] }\n"
      "  Segment { name \"body\" } ] joints [ ] } } } Humanoid { }");
  REQUIRE(read.humanoid);
  const Humanoid& robot = *read.humanoid;
  CHECK(robot.name == "robo");
  CHECK(tree_of(robot.joints) == "hip[pelvis](knee[shin] neck rest)");
  REQUIRE(robot.segments.size() == 1);
  CHECK(robot.segments[0].name == "body");
  const Joint& hip = robot.joints[0];
  CHECK(hip.type == JointType::free);
  CHECK(hip.place.line == 3);
  CHECK(hip.file == "t.wrl");
  check_point(hip.pose.position, 0, 9, 1);
  CHECK(hip.segment->mass == 2.5);
  check_point(*hip.segment->centre_of_mass, 0, 1, 0);
  CHECK(*hip.segment->inertia == spark::Mat3{2, 0, 0, 0, 3, 0, 0, 0, 4});
  REQUIRE(hip.segment->shapes.size() == 1);
  check_point(hip.segment->shapes[0].placed * spark::Vec3{0, 0, 0}, 5, 0, 0);
  CHECK(hip.segment->shapes[0].geometry->type == "Box");
  const Joint& knee = hip.joints[0];
  CHECK(knee.type == JointType::rotate);
  check_point(knee.axis, 1, 0, 0);
  CHECK(knee.id == 4);
  CHECK(knee.lower == -1);
  CHECK(knee.upper == 2);
  check_point(knee.pose.position, 0, -4, 0);
  check_point(knee.pose.rotation * spark::Vec3{1, 0, 0}, 0, 1, 0);
  CHECK(knee.segment->shapes.size() == 2);
  CHECK_FALSE(knee.segment->mass);
  CHECK_FALSE(knee.segment->centre_of_mass);
  CHECK_FALSE(knee.segment->inertia);
  CHECK(hip.joints[1].type == JointType::sphere);
  CHECK(hip.joints[2].type == JointType::fixed);
  CHECK_FALSE(hip.joints[1].lower);
  CHECK(hip.joints[1].id == -1);
  CHECK(read.scene.lines() == Lines{"t.wrl:10:46: another Humanoid: skipped"});
  CHECK_FALSE(ReadHumanoid("Joint { } Segment { }").humanoid);
}

TEST_CASE("both encodings, with and without prototypes, give the same tree") {
  const std::string vrml =
      "PROTO Joint [ exposedField SFString name \"\" exposedField SFVec3f translation 0 0 0 exposedField SFString "
      "jointType \"\" exposedField SFVec3f jointAxis 0 0 1 exposedField MFNode children [ ] ] { Transform { children "
      "IS "
      "children } } PROTO Segment [ exposedField SFString name \"\" exposedField SFFloat mass 0 exposedField SFVec3f "
      "centerOfMass 0 0 0 exposedField MFFloat momentsOfInertia [ 1 0 0 0 1 0 0 0 1 ] exposedField MFNode children [ ] "
      "] "
      "{ Group { children IS children } } PROTO Humanoid [ exposedField MFNode humanoidBody [ ] exposedField SFString "
      "name \"\" ] { Group { children IS humanoidBody } }\n";
  const ReadHumanoid declared(
      vrml + body("Joint { name \"j\" jointType \"rotate\" jointAxis 0 2 0 children [ "
                  "DEF S Segment { name \"s\" mass 3 } Joint { name \"k\" children Segment { name \"t\" } } ] }"));
  CHECK(tree_of(declared.humanoid->joints) == "j[s](k[t])");
  check_point(declared.humanoid->joints[0].axis, 0, 1, 0);
  CHECK(declared.humanoid->joints[0].segment->mass == 3);
  // Values that the prototype gives to all joints do not count for one.
  CHECK_FALSE(declared.humanoid->joints[0].segment->inertia);
  CHECK_FALSE(declared.humanoid->joints[0].segment->centre_of_mass);
  CHECK_FALSE(declared.humanoid->joints[0].joints[0].segment->mass);
  CHECK(declared.humanoid->joints[0].joints[0].type == JointType::free);
  CHECK(declared.scene.lines().empty());

  const std::string xml =
      "<X3D><Scene><Humanoid name='h'><Joint name='j' jointType='rotate' jointAxis='0 2 0'><Segment name='s' mass='3'/>"
      "<Joint name='k'><Segment name='t'/></Joint></Joint></Humanoid>"
      "<HAnimHumanoid><HAnimJoint name='a'/></HAnimHumanoid></Scene></X3D>";
  Warnings warnings;
  const Scene scene = read_scene({"x", "", xml}, {}, kShapeLimits, warnings);
  const auto read = humanoid_of(scene, warnings);
  CHECK(tree_of(read->joints) == "j[s](k[t])");
  check_point(read->joints[0].axis, 0, 1, 0);
  const ReadHumanoid anim("HAnimHumanoid { skeleton HAnimJoint { name \"a\" children HAnimSegment { name \"b\" } } }");
  CHECK(tree_of(anim.humanoid->joints) == "a[b]");
  CHECK(anim.humanoid->joints[0].type == JointType::sphere);
  CHECK(humanoid_types().size() == 6);
}

TEST_CASE("transforms and scales between joints are included in their poses") {
  const ReadHumanoid read(
      "Transform { scale 2 2 2 translation 1 0 0 children Humanoid { humanoidBody Joint { name \"a\" translation 0 3 "
      "0\n"
      "  rotation 0 0 1 1.5707963 center 1 0 0 children [\n"
      "    Segment { name \"s\" centerOfMass 1 0 0 momentsOfInertia [ 1 0 0 0 2 0 0 0 3 ] children Shape { } }\n"
      "    Transform { translation 0 0 5 children Joint { name \"b\" translation 4 0 0 children Group { children [\n"
      "      Transform { rotation 1 0 0 1.5707963 children Segment { name \"t\" centerOfMass 0 1 0\n"
      "        momentsOfInertia [ 1 0 0 0 2 0 0 0 3 ] children Joint { name \"c\" } } } ] } } } ] } } }");
  REQUIRE(read.humanoid);
  const Joint& a = read.humanoid->joints.at(0);
  // It turns about its center, which is 1 away from its origin.
  check_point(a.pose.position, 1 + 2 * 1, 2 * 3, 0);
  check_point(a.pose.rotation * spark::Vec3{1, 0, 0}, 0, 1, 0);
  check_point(a.segment->shapes.at(0).placed * spark::Vec3{0, 0, 0}, -2, 0, 0);
  check_point(*a.segment->centre_of_mass, 0, 0, 0);
  CHECK_THAT((*a.segment->inertia)[0], WithinAbs(1, 1e-6));
  const Joint& b = a.joints.at(0);
  check_point(b.pose.position, 2 * (4 - 1), 0, 2 * 5);
  check_point(*b.segment->centre_of_mass, 0, 0, 2);
  CHECK_THAT((*b.segment->inertia)[4], WithinAbs(3, 1e-5));
  CHECK_THAT((*b.segment->inertia)[8], WithinAbs(2, 1e-5));
  // A joint in a segment belongs to the joint of that segment.
  CHECK(tree_of(read.humanoid->joints) == "a[s](b[t](c))");
}

TEST_CASE("an axis is a name or a vector") {
  const auto axis = [](std::string_view text) {
    return ReadHumanoid(body("Joint { " + kNames + "jointType \"rotate\" " + std::string(text) + " }"))
        .humanoid->joints[0]
        .axis;
  };
  check_point(axis(""), 0, 0, 1);
  check_point(axis("jointAxis \"X\""), 1, 0, 0);
  check_point(axis("jointAxis \"-y\""), 0, -1, 0);
  check_point(axis("jointAxis \"0 3 4\""), 0, 0.6, 0.8);
  check_point(axis("jointAxis 0 0 -7"), 0, 0, -1);
  const std::string fault = ": a joint of type rotate needs an axis: X, Y, Z or a vector that is not 0";
  const auto of = [](std::string_view type, std::string_view text) {
    return humanoid_refusal(
        body("Joint { " + kNames + "jointType \"" + std::string(type) + "\" jointAxis " + std::string(text) + " }"));
  };
  CHECK(of("rotate", "0 0 0") == "t.wrl:2:72" + fault);
  CHECK(of("rotate", "nan 0 1") == "t.wrl:2:72" + fault);
  CHECK(of("rotate", "\"W\"") == "t.wrl:2:72" + fault);
  CHECK(of("sphere", "0 0 0").empty());
}

TEST_CASE("invalid names, masses and types are replaced, with a line for each kind") {
  const ReadHumanoid read(body(
      "Joint { jointType \"slide\" } DEF J Joint { name \"\" } Joint { name \"J\" } Joint { name \"J_2\" } Joint { "
      "name "
      "\"J\" children Segment { name \"x\" mass -1 momentsOfInertia [ 1 0 0 0 1 0 0 0 -1 ] } } Segment { name \"x\" "
      "mass "
      "nan centerOfMass nan 0 0 momentsOfInertia [ 1 2 3 ] } Segment { mass 0 momentsOfInertia [ 0 0 0 0 0 0 0 0 0 ] } "
      "Segment { name \"y\" momentsOfInertia [ 1 1 0 0 1 0 0 0 1 ] } Shape { }"));
  REQUIRE(read.humanoid);
  CHECK(tree_of(read.humanoid->joints) == "joint J J_2 J_2_2 J_3[x]");
  CHECK(read.humanoid->joints[0].type == JointType::fixed);
  std::string segments;
  for (const Segment& segment : read.humanoid->segments) {
    segments += segment.name + " ";
    CHECK_FALSE(segment.mass);
    CHECK_FALSE(segment.inertia);
    CHECK_FALSE(segment.centre_of_mass);
  }
  CHECK(segments == "x_2 segment y ");
  Lines kinds;
  for (const std::string& line : read.scene.lines()) kinds.push_back(line.substr(line.find(": ") + 2));
  CHECK(kinds == Lines{"'nan' is not a number (2 times)", "a joint without a name",
                       "unknown jointType 'slide': treated as fixed", "a joint without a name: its DEF name is used",
                       "another joint has the name 'J': called 'J_2'",
                       "another joint has the name 'J_2': called 'J_2_2'",
                       "another joint has the name 'J': called 'J_3'",
                       "a mass that is negative or not a number: ignored (2 times)",
                       "momentsOfInertia that are not symmetric and positive definite: ignored (3 times)",
                       "another segment has the name 'x': called 'x_2'", "a centerOfMass that is not a number: ignored",
                       "a segment without a name", "a Shape outside any Segment: skipped"});
}

TEST_CASE("humanoids with a second segment, a cycle or a place that is not finite are refused") {
  const std::string two = "Joint { " + kNames + "children [ Segment { name \"s\" } Segment { name \"t\" } ] }";
  CHECK(humanoid_refusal(body(two)) == "t.wrl:2:85: joint 'a' has a second segment");
  CHECK(
      humanoid_refusal(body("Joint { " + kNames +
                            "children Segment { name \"s\" children Group { children Segment { name \"t\" } } } }")) ==
      "t.wrl:2:107: joint 'a' has a second segment");
  CHECK(humanoid_refusal(body("DEF J Joint { name \"j\" children USE J }"))
            .ends_with("USE of 'J' in the node of that name"));
  CHECK(humanoid_refusal(body("Joint { " + kNames + "translation nan 0 0 }")) ==
        "t.wrl:2:36: the place of joint 'a' is not finite");
}
