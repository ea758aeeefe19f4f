// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "gateways/sigverse/world/body_assembly.h"
#include "gateways/sigverse/world/body_file.h"

using namespace sigverse;

namespace {

using TextLines = std::vector<std::string>;

/// A body that is assembled from body files.
struct Assembled {
  explicit Assembled(const std::vector<std::string>& files, const std::vector<SimpleShape>& simple = {},
                     const SigVector& scale = {1, 1, 1}) {
    try {
      BodyAssembly assembly(simple, scale, "w.xml:1", warnings);
      int number = 0;
      for (const std::string& content : files)
        assembly.add(
            read_body_file(XmlFile(std::string(1, static_cast<char>('a' + number++)) + ".xml", "", content, warnings)));
      plan = assembly.plan();
    } catch (const WorldFileError& wrong) {
      error = wrong.what();
    }
  }

  /// "PARENT -JOINT- CHILD", by joints; blind parts in brackets.
  TextLines joints() const {
    const auto shown = [this](std::size_t part) {
      const PartPlan& of = plan.parts[part];
      return of.is_blind() ? "(" + of.name + ")" : of.name;
    };
    TextLines lines;
    for (const JointPlan& joint : plan.joints)
      lines.push_back(shown(joint.parent) + " -" + joint.name + "- " + shown(joint.child));
    return lines;
  }
  const PartPlan& part(const std::string& name) const {
    for (const PartPlan& one : plan.parts)
      if (one.name == name) return one;
    FAIL("there is no part " << name);
    return plan.parts.front();
  }

  TextLines warnings;
  BodyPlan plan;
  std::string error;
};

std::string joint_xml(const std::string& name, const std::string& content = "", const std::string& type = "hinge") {
  return "<joint name=\"" + name + "\"><type>" + type + "</type>" + content + "</joint>";
}

std::string segment_xml(const std::string& name, const std::string& more = "") {
  return "<segment name=\"" + name + "\">" + more +
         "<shape><geometry type=\"box\"><size>2 4 6</size></geometry></shape></segment>";
}

std::string body_xml(const std::string& content) {
  return "<body>" + content + "</body>";
}

std::string moved_xml(const std::string& place) {
  return "<translation>" + place + "</translation>";
}

}  // namespace

TEST_CASE("joints of a body file connect parts, and a joint without a segment gets a dummy part") {
  const Assembled robot({body_xml(joint_xml(
      "WAIST",
      joint_xml("WAIST_JOINT0", segment_xml("WAIST_LINK0") + joint_xml("WAIST_JOINT1", segment_xml("WAIST_LINK1"))) +
          joint_xml("LLEG_JOINT0", joint_xml("LLEG_JOINT1", segment_xml("LLEG_LINK1") +
                                                                joint_xml("LLEG_JOINT2", segment_xml("LLEG_LINK2")))) +
          joint_xml("RLEG_JOINT0", joint_xml("RLEG_JOINT1", segment_xml("RLEG_LINK1"))),
      "fixed"))});
  CHECK(robot.error == "");
  CHECK(robot.warnings.empty());
  CHECK(robot.plan.parts.front().name == "body");
  CHECK(robot.joints() == TextLines{
                              "(body) -WAIST_JOINT0- WAIST_LINK0",
                              "WAIST_LINK0 -WAIST_JOINT1- WAIST_LINK1",
                              "(body) -LLEG_JOINT0- (LLEG_JOINT0_dummy_seg)",
                              "(LLEG_JOINT0_dummy_seg) -LLEG_JOINT1- LLEG_LINK1",
                              "LLEG_LINK1 -LLEG_JOINT2- LLEG_LINK2",
                              "(body) -RLEG_JOINT0- (RLEG_JOINT0_dummy_seg)",
                              "(RLEG_JOINT0_dummy_seg) -RLEG_JOINT1- RLEG_LINK1",
                          });
}

TEST_CASE("the segment of the outermost joint is connected below body") {
  const Assembled one(
      {body_xml(joint_xml("ROOT", segment_xml("BASE") + joint_xml("NECK", segment_xml("HEAD")), "fixed"))});
  CHECK(one.joints() == TextLines{"(body) -ROOT- BASE", "BASE -NECK- HEAD"});
  CHECK(one.plan.joints[0].type == JointPlan::Type::fixed);
  CHECK(one.plan.joints[1].type == JointPlan::Type::hinge);
  // A joint that turns stays a joint, even without a segment.
  CHECK(Assembled({body_xml(joint_xml("ROOT", joint_xml("NECK", segment_xml("HEAD"))))}).joints() ==
        TextLines{"(body) -ROOT- (ROOT_dummy_seg)", "(ROOT_dummy_seg) -NECK- HEAD"});
}

TEST_CASE("a segment called body is the part body") {
  const Assembled below({body_xml(joint_xml("ROOT",
                                            moved_xml("0 80 0") + segment_xml("body", "<mass>7</mass>") +
                                                joint_xml("NECK", moved_xml("0 20 0") + segment_xml("HEAD")),
                                            "fixed"))});
  CHECK(below.joints() == TextLines{"body -NECK- HEAD"});
  CHECK(below.plan.parts.size() == 2);
  CHECK(below.part("body").place == SigVector{0, 80, 0});
  CHECK(below.part("body").mass == 7.0);
  CHECK(below.part("HEAD").place == SigVector{0, 100, 0});
  const Assembled beside({body_xml(segment_xml("body") + joint_xml("NECK", segment_xml("HEAD")))});
  CHECK(beside.joints() == TextLines{"body -NECK- HEAD"});
  // Below a joint that turns it is another part.
  const Assembled turned({body_xml(joint_xml("ROOT", segment_xml("body")))});
  CHECK(turned.joints() == TextLines{"(body) -ROOT- body_2"});
  CHECK(turned.warnings == TextLines{"a.xml:1: there is another segment 'body'; this one is called 'body_2'"});
}

TEST_CASE("unusual trees are assembled: empty ones, loose segments, two roots, rows of joints") {
  const Assembled empty({body_xml("")});
  CHECK(empty.plan.parts.size() == 1);
  CHECK(empty.plan.joints.empty());
  CHECK(empty.part("body").is_blind());

  const Assembled loose({body_xml(segment_xml("TABLE") + segment_xml("LAMP"))});
  CHECK(loose.plan.joints.empty());
  REQUIRE(loose.plan.parts.size() == 3);
  CHECK(loose.part("body").is_blind());
  CHECK(loose.part("TABLE").carried_by == 0);
  CHECK(loose.part("LAMP").carried_by == 0);
  CHECK(loose.part("LAMP").shape->size == SigVector{2, 4, 6});

  const Assembled roots({body_xml(joint_xml("A", segment_xml("LEFT")) + joint_xml("B", segment_xml("RIGHT")))});
  CHECK(roots.joints() == TextLines{"(body) -A- LEFT", "(body) -B- RIGHT"});

  const Assembled row({body_xml(joint_xml("X", joint_xml("Y", joint_xml("Z", segment_xml("ARM")))))});
  CHECK(row.joints() ==
        TextLines{"(body) -X- (X_dummy_seg)", "(X_dummy_seg) -Y- (Y_dummy_seg)", "(Y_dummy_seg) -Z- ARM"});

  const Assembled bare({body_xml(joint_xml("X", joint_xml("Y")))});
  CHECK(bare.joints() == TextLines{"(body) -X- (X_dummy_seg)", "(X_dummy_seg) -Y- (Y_dummy_seg)"});

  // A segment without a shape is blind, and keeps its name.
  const Assembled blind({body_xml(joint_xml("X", "<segment name=\"EYE\"/>"))});
  CHECK(blind.joints() == TextLines{"(body) -X- (EYE)"});
}

TEST_CASE("more than one segment at a joint is refused") {
  CHECK(Assembled({body_xml("\n" + joint_xml("A", "\n" + segment_xml("ONE") + "\n" + segment_xml("TWO")))}).error ==
        "a.xml:4: more than one segment below the joint 'A'");
}

TEST_CASE("missing, repeated and invalid names are replaced") {
  const Assembled names({body_xml("\n<joint>" + segment_xml("A") + "</joint>\n" + joint_xml("J", segment_xml("A")) +
                                  "\n" + joint_xml("J", "<segment/>") + "\n" + joint_xml("K,L", segment_xml("B:C")) +
                                  "\n" + joint_xml(std::string(256, 'n')))});
  CHECK(names.error == "");
  CHECK(names.joints() == TextLines{
                              "(body) -joint_1- A",
                              "(body) -J- A_2",
                              "(body) -J_2- (segment_1)",
                              "(body) -joint_2- segment_2",
                              "(body) -joint_3- (joint_3_dummy_seg)",
                          });
  REQUIRE(names.warnings.size() == 7);
  CHECK(names.warnings[0] == "a.xml:2: a joint has no name; it is called 'joint_1'");
  CHECK(names.warnings[1] == "a.xml:3: there is another segment 'A'; this one is called 'A_2'");
  CHECK(names.warnings[2] == "a.xml:4: there is another joint 'J'; this one is called 'J_2'");
  CHECK(names.warnings[3] == "a.xml:4: a segment has no name; it is called 'segment_1'");
  CHECK(names.warnings[5] ==
        "a.xml:5: a segment cannot be called 'B:C': at most 255 octets, no comma, no colon; it is called 'segment_2'");
}

TEST_CASE("frames are combined from the object to the last part") {
  // A quarter turn to the left (about y), 10 cm along x of the turned frame, a quarter turn upwards (about x).
  const std::string quarter = "3.141592653589793/2";
  const Assembled arm({body_xml(joint_xml(
      "A",
      moved_xml("0 50 0") + "<rotation>0 1 0 " + quarter + "</rotation>" + segment_xml("UPPER") +
          joint_xml("B", moved_xml("10 0 0") + "<rotation>1 0 0 " + quarter + "</rotation>" + segment_xml("LOWER"))))});
  const PartPlan& lower = arm.part("LOWER");
  CHECK(lower.place[0] == Approx(0).margin(1e-12));
  CHECK(lower.place[1] == Approx(50));
  CHECK(lower.place[2] == Approx(-10));
  const SigVector up = turned(lower.turn, {0, 0, 1});
  CHECK(up[0] == Approx(0).margin(1e-12));
  CHECK(up[1] == Approx(-1));
  double square = 0.0;
  for (const double x : lower.turn) square += x * x;
  CHECK(square == Approx(1.0).epsilon(1e-15));
}

TEST_CASE("scale multiplies places, shapes and mass properties") {
  const std::string mass =
      "<mass>3</mass><centerOfMass>1 1 1</centerOfMass><momentsOfInertia>2 0 0 0 2 0 0 0 2</momentsOfInertia>";
  const Assembled scaled({body_xml(joint_xml("A", moved_xml("10 10 10") + segment_xml("S", mass) +
                                                      joint_xml("B", moved_xml("1 1 1") + segment_xml("T"))))},
                         {}, {2, 3, 0.5});
  CHECK(scaled.part("S").place == SigVector{20, 30, 5});
  CHECK(scaled.part("T").place == SigVector{22, 33, 5.5});
  CHECK(scaled.part("S").shape->size == SigVector{4, 12, 3});
  CHECK(scaled.part("S").centre_of_mass == SigVector{2, 3, 0.5});
  CHECK(scaled.part("S").mass == 3.0);
  // Second moments of 1 each become 4, 9 and 0.25.
  const auto inertia = scaled.part("S").inertia;
  REQUIRE(inertia);
  CHECK((*inertia)[0] == Approx(9.25));
  CHECK((*inertia)[4] == Approx(4.25));
  CHECK((*inertia)[8] == Approx(13));
  CHECK((*inertia)[1] == Approx(0).margin(1e-12));

  const Assembled round({}, {{ShapeKind::cylinder, {1, 1, 1}, {2, 10, 0}}, {ShapeKind::sphere, {}, {2, 0, 0}}},
                        {2, 3, 0.5});
  CHECK(round.part("body").place == SigVector{2, 3, 0.5});
  CHECK(round.part("body").shape->size == SigVector{4, 30, 0});
  CHECK(round.part("body_2").shape->size[0] == 6);
}

TEST_CASE("the parts of the first file come first, and are not made again by the second one") {
  const std::string first = body_xml(joint_xml("J", moved_xml("0 10 0") + segment_xml("ARM"), "ball"));
  const std::string second = body_xml(
      joint_xml("ROOT",
                moved_xml("0 5 0") + joint_xml("J", moved_xml("0 7 0") + segment_xml("ARM") +
                                                        joint_xml("WRIST", moved_xml("0 3 0") + segment_xml("HAND"))),
                "fixed"));
  const Assembled both({first, second});
  CHECK(both.joints() == TextLines{"(body) -J- ARM", "ARM -WRIST- HAND"});
  CHECK(both.plan.joints[0].type == JointPlan::Type::ball);
  CHECK(both.part("ARM").place == SigVector{0, 10, 0});
  CHECK(both.part("HAND").place == SigVector{0, 13, 0});
  CHECK(both.warnings.empty());
}

TEST_CASE("simple shapes of the class become the part body, and the other parts are connected below it") {
  const Assembled both({body_xml(segment_xml("body") + joint_xml("NECK", segment_xml("HEAD")))},
                       {{ShapeKind::sphere, {0, 1, 0}, {8, 0, 0}}, {ShapeKind::box, {}, {1, 1, 1}}});
  CHECK(both.joints() == TextLines{"body -NECK- HEAD"});
  CHECK(both.part("body").shape->kind == ShapeKind::sphere);
  CHECK(both.part("body").place == SigVector{0, 1, 0});
  CHECK(both.part("body_2").carried_by == 0);
  CHECK(both.plan.parts.size() == 3);
}

TEST_CASE("impossible masses and inertias are left out with a line") {
  const auto with = [](const std::string& more) {
    return Assembled({body_xml("\n" + joint_xml("J", segment_xml("S", more)))});
  };
  const Assembled light = with("<mass>-1</mass>");
  CHECK_FALSE(light.part("S").mass);
  CHECK(
      light.warnings ==
      TextLines{"a.xml:2: the mass of the segment 'S' has to be above 0 and at most 1e6 kg; that of its shape counts"});
  for (const char* matrix : {"0 0 0 0 0 0 0 0 0", "1 0 0 0 1 0 0 0 -1", "1 2 0 2 1 0 0 0 1", "1 0 0 1 1 0 0 0 1",
                             "1 0 0 0 1 0 0 0 1e-12", "1 0 0 0 1 1 0 1 1"}) {
    const Assembled odd = with("<momentsOfInertia>" + std::string(matrix) + "</momentsOfInertia>");
    CAPTURE(matrix);
    CHECK_FALSE(odd.part("S").inertia);
    CHECK(odd.warnings ==
          TextLines{"a.xml:2: the inertia of the segment 'S' has to be a positive definite matrix; that of "
                    "its shape counts"});
  }
  const Assembled good = with("<momentsOfInertia>2 0.1 0 0.1 2 0 0 0 3</momentsOfInertia>");
  CHECK(good.part("S").inertia);
  CHECK(good.warnings.empty());
}

TEST_CASE("the size of bodies is limited, and so is the number of warnings") {
  std::string many;
  for (int i = 0; i < 999; ++i) many += joint_xml("j" + std::to_string(i), segment_xml("s" + std::to_string(i)));
  CHECK(Assembled({body_xml(many)}).plan.parts.size() == 1000);
  CHECK(Assembled({body_xml(many + "\n" + joint_xml("k", segment_xml("t")))}).error ==
        "a.xml:2: the body has more than 1000 parts");
  const std::string far = moved_xml("600000 0 0");
  CHECK(Assembled({body_xml(joint_xml("A", far + segment_xml("S") + "\n" + joint_xml("B", far)))}).error ==
        "a.xml:2: the joint 'B' lies more than 1e6 cm away");
  CHECK(Assembled({body_xml(joint_xml("A", segment_xml("S")))}, {}, {1e6, 1, 1}).error ==
        "a.xml:1: a shape is larger than 1e6 cm, or farther away");
  std::string same;
  for (int i = 0; i < 100; ++i) same += joint_xml("J", segment_xml("S"));
  const Assembled twins({body_xml(same)});
  CHECK(twins.plan.parts.size() == 101);
  CHECK(twins.warnings.size() == 11);
  CHECK(twins.warnings.back().ends_with("; further mistakes of this body are not listed"));
  // Shapes that are too thin for the physics are made thicker.
  CHECK(Assembled({}, {{ShapeKind::box, {}, {10, 1e-9, 10}}}).part("body").shape->size[1] == BodyAssembly::kMinSize);
}
