// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/lost_shapes.h"
#include "gateways/sigverse/world/world_files.h"
#include "tests/gateways/sigverse/world/jointed.h"
#include "tests/gateways/sigverse/world/shelf.h"
#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

std::string x3d_file(const std::string& scene) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<X3D profile=\"Immersive\" version=\"3.0\"><Scene>\n" + scene +
         "</Scene></X3D>";
}

std::string class_file(const std::string& name, const std::string& content) {
  return "<define-class name=\"" + name + "\" inherit=\"Entity.xml\">\n" + content + "</define-class>";
}

std::string x3d_element(const std::string& file, const std::string& state = "", const std::string& value = "",
                        const std::string& attributes = "") {
  return "<x3d" + attributes + "><filename>" + file + "</filename>" +
         (state.empty() ? "" : "<state name=\"" + state + "\" value=\"" + value + "\"/>") + "</x3d>\n";
}

/// A pyramid over a square of 8 cm, 10 cm high, around (1, 2, 3).
const std::string kPyramid =
    "<Group><Transform translation='1 2 3'><Shape><IndexedFaceSet coordIndex='0 1 2 3 -1 0 1 4 -1 1 2 4 -1 2 3 4 -1 3 "
    "0 4 "
    "-1'><Coordinate point='-4 -5 -4 4 -5 -4 4 -5 4 -4 -5 4 0 5 0'/></IndexedFaceSet></Shape></Transform></Group>";
const std::string kPanel =
    "<Group><Transform translation='0 50 0'><Shape><Box size='100 100 10'/></Shape></Transform></Group>";

/// The plan of one object of a class with that content; `x.x3d` is the shape file.
struct OneObject : Shelf {
  WorldPlan of(const std::string& content, const std::string& scene, const std::string& values = "") {
    files["x.x3d"] = x3d_file(scene);
    files["Thing.xml"] = class_file("Thing", content);
    return world(in_world(object("Thing.xml", "thing", values)));
  }
  WorldPlan of_shape(const std::string& scene, const std::string& values = "") {
    return of(x3d_element("x.x3d"), scene, values);
  }
};

constexpr const char* kRobot = R"(<Humanoid name='robot'>
<Joint name='WAIST' jointType='free' translation='0 80 0'>
<Segment name='WAIST_LINK' mass='5' centerOfMass='0 1 0' momentsOfInertia='1 0 0 0 2 0 0 0 3'>
<Shape><Box size='20 10 10'/></Shape></Segment>
<Joint name='ARM' jointType='rotate' jointAxis='X' translation='15 5 0'>
<Segment name='ARM_LINK'><Transform translation='0 -15 0'><Shape><Cylinder radius='3' height='30'/></Shape>
</Transform></Segment>
<Joint name='WRIST' jointType='sphere' translation='0 -30 0'>
<Joint name='FINGER' translation='0 -2 0'><Segment name='TIP'><Shape><Sphere radius='2'/></Shape>
</Segment></Joint></Joint></Joint>
</Joint></Humanoid>)";

const PartPlan& planned_part(const BodyPlan& body, const std::string& name) {
  for (const PartPlan& part : body.parts)
    if (part.name == name) return part;
  FAIL("there is no part " << name);
  return body.parts.front();
}

}  // namespace

TEST_CASE("an X3D file without a humanoid is the shape of a class without other shapes") {
  OneObject shelf;
  const WorldPlan plan = shelf.of_shape(kPanel);
  CHECK(plan.warnings.empty());
  REQUIRE(plan.objects[0].body.parts.size() == 1);
  const PartPlan& body = plan.objects[0].body.parts[0];
  CHECK(body.name == "body");
  CHECK(body.place == SigVector{});
  CHECK(body.shape->kind == ShapeKind::box);
  CHECK(body.shape->size == SigVector{100, 100, 10});
  CHECK(body.shape->place == SigVector{0, 50, 0});
  CHECK(shelf.of(x3d_element("x.x3d") + "<simpleShape type=\"sphere\"><size r=\"3\"/></simpleShape>", kPanel)
            .objects[0]
            .body.parts[0]
            .shape->kind == ShapeKind::sphere);
}

TEST_CASE("shapes follow the published rule: the first Group's Transforms, each by its first Shape") {
  OneObject shelf;
  const auto shapes = [&shelf](const std::string& scene) { return shelf.of_shape(scene).objects[0].body.parts; };
  const auto cylinder =
      shapes("<Group><Transform scale='2 3 2'><Shape><Cylinder radius='2' height='5'/></Shape></Transform></Group>");
  CHECK(cylinder[0].shape->kind == ShapeKind::cylinder);
  CHECK(cylinder[0].shape->size[0] == Approx(4));
  CHECK(cylinder[0].shape->size[1] == Approx(15));
  CHECK(shapes("<Group><Transform><Shape><Sphere radius='7'/></Shape></Transform></Group>")[0].shape->size[0] ==
        Approx(7));
  const auto two = shapes(
      "<Group><Transform translation='1 0 0'><Shape><Box size='2 2 2'/></Shape></Transform>"
      "<Transform translation='9 0 0'><Shape><Sphere radius='1'/></Shape></Transform></Group>");
  REQUIRE(two.size() == 2);
  CHECK(two[1].name == "body_2");
  CHECK(two[1].carried_by == 0);
  CHECK(two[1].shape->place[0] == 9);
  // Other structures: one box around everything.
  const auto deep = shapes(
      "<Transform><Transform translation='1 0 0'><Shape><Box size='2 2 2'/></Shape></Transform>"
      "<Transform translation='9 0 0'><Shape><Sphere radius='1'/></Shape></Transform></Transform>");
  REQUIRE(deep.size() == 1);
  CHECK(deep[0].shape->kind == ShapeKind::box);
  CHECK(deep[0].shape->size[0] == Approx(10));
  CHECK(deep[0].shape->place[0] == Approx(5));
}

TEST_CASE("meshes become boxes, cylinders or spheres, as the class says") {
  OneObject shelf;
  const auto fitted = [&shelf](const std::string& fit) {
    const WorldPlan plan = shelf.of(x3d_element("x.x3d", "", "", fit), kPyramid);
    return *plan.objects[0].body.parts[0].shape;
  };
  const SimpleShape box = fitted("");
  CHECK(box.kind == ShapeKind::box);
  CHECK(box.size[0] == Approx(8));
  CHECK(box.size[1] == Approx(10));
  CHECK(box.place[2] == Approx(3));
  const SimpleShape cylinder = fitted(" fit=\"cylinder\"");
  CHECK(cylinder.kind == ShapeKind::cylinder);
  CHECK(cylinder.size[0] == Approx(std::sqrt(32)));
  CHECK(cylinder.size[1] == Approx(10));
  const SimpleShape sphere = fitted(" fit=\"sphere\"");
  CHECK(sphere.kind == ShapeKind::sphere);
  CHECK(sphere.size[0] == Approx(std::sqrt(25 + 32)));
  CHECK(shelf.error(in_world("")).empty());
  shelf.files["Thing.xml"] = class_file("Thing", x3d_element("x.x3d", "", "", " fit=\"cone\""));
  CHECK(shelf.error(in_world(object("Thing.xml", "a"))) ==
        "Thing.xml:2: fit=\"cone\" of <x3d> has to be box, cylinder or sphere");
}

TEST_CASE("a flat mesh becomes a thin box") {
  OneObject shelf;
  const WorldPlan plan = shelf.of_shape(
      "<Group><Transform><Shape><IndexedFaceSet coordIndex='0 1 2 3 -1'><Coordinate point='0 0 0 9 0 0 9 5 0 0 5 0'/>"
      "</IndexedFaceSet></Shape></Transform></Group>");
  CHECK(plan.objects[0].body.parts[0].shape->size == SigVector{9, 5, 0.1});
}

TEST_CASE("a shape that its file rotates is rotated") {
  OneObject shelf;
  const SimpleShape shape = *shelf
                                 .of_shape(
                                     "<Group><Transform rotation='0 1 0 1.5707963'><Shape><Box size='4 2 20'/>"
                                     "</Shape></Transform></Group>")
                                 .objects[0]
                                 .body.parts[0]
                                 .shape;
  CHECK(shape.size[0] == Approx(4));
  CHECK(shape.size[2] == Approx(20));
  CHECK(std::abs(shape.turn[0]) == Approx(std::sqrt(0.5)));
  CHECK(std::abs(shape.turn[2]) == Approx(std::sqrt(0.5)));
  CHECK(shape.turn[0] * shape.turn[2] > 0.0);
}

TEST_CASE("the humanoid of an X3D file becomes the body") {
  OneObject shelf;
  const WorldPlan plan = shelf.of_shape(kRobot);
  CHECK(plan.warnings.empty());
  const BodyPlan& body = plan.objects[0].body;
  REQUIRE(body.parts.size() == 5);
  CHECK(body.parts[0].is_blind());
  const PartPlan& waist = planned_part(body, "WAIST_LINK");
  CHECK(waist.place == SigVector{0, 80, 0});
  CHECK(waist.mass == 5.0);
  CHECK(waist.centre_of_mass == SigVector{0, 1, 0});
  CHECK(waist.inertia == std::array<double, 9>{1, 0, 0, 0, 2, 0, 0, 0, 3});
  const PartPlan& arm = planned_part(body, "ARM_LINK");
  CHECK(arm.place == SigVector{15, 85, 0});
  CHECK_FALSE(arm.mass);
  CHECK(arm.shape->size[1] == Approx(30));
  CHECK(arm.shape->place[1] == Approx(-15));
  CHECK(planned_part(body, "WRIST_dummy_seg").is_blind());
  CHECK(planned_part(body, "TIP").place == SigVector{15, 53, 0});
  using Type = JointPlan::Type;
  REQUIRE(body.joints.size() == 4);
  CHECK(body.joints[0].name == "WAIST");
  CHECK(body.joints[0].type == Type::fixed);  // the first one is free, and so is held
  CHECK(body.joints[1].type == Type::hinge);
  CHECK(body.joints[1].axis == SigVector{1, 0, 0});
  CHECK(body.joints[2].type == Type::ball);
  CHECK(body.joints[3].name == "FINGER");
  CHECK(body.joints[3].type == Type::free);
  for (const JointPlan& joint : body.joints) CHECK(joint.parent < joint.child);
}

TEST_CASE("a body file takes precedence over the X3D file, which replaces a missing body file") {
  OneObject shelf;
  const std::string both = "<body filename=\"b.xml\"/>\n" + x3d_element("x.x3d");
  const std::string lost = "Thing.xml:2: there is no file 'b.xml'; the class has another shape, which counts";
  CHECK(shelf.of(both, kPanel).warnings == std::vector{lost});
  CHECK(shelf.of(both, kRobot).warnings == std::vector{lost});
  CHECK(shelf.of(both, kRobot).objects[0].body.parts.size() == 5);
  shelf.files["b.xml"] = "<body/>";
  CHECK(shelf.of(both, kPanel).warnings.empty());
  CHECK(shelf.of(both, kPanel).objects[0].body.parts[0].shape->size == SigVector{100, 100, 10});
  shelf.files["b.xml"] = R"(<body><joint name="WAIST"><type>fixed</type><translation>0 70 0</translation>
<segment name="WAIST_LINK"><shape><geometry type="sphere"><radius>9</radius></geometry></shape></segment></joint></body>)";
  const BodyPlan body = shelf.of(both, kRobot).objects[0].body;
  CHECK(body.parts.size() == 5);
  CHECK(planned_part(body, "WAIST_LINK").shape->size[0] == 9);
  CHECK(planned_part(body, "ARM_LINK").place == SigVector{15, 75, 0});
  // An X3D file without joints only shows such a body.
  CHECK(shelf.of(both, kPanel).objects[0].body.parts.size() == 2);
  CHECK(shelf.of(both, kPanel).objects[0].body.parts[0].is_blind());
}

TEST_CASE("a missing or wrong file causes a warning if there is another shape, else a box or an error") {
  OneObject shelf;
  const std::string both = "<body filename=\"b.xml\"/>\n" + x3d_element("x.x3d");
  const std::string alone = "<body filename=\"b.xml\"/>\n";
  const std::string simple = "<simpleShape type=\"sphere\"><size r=\"3\"/></simpleShape>";
  const auto error = [&shelf](const std::string& content, const std::string& scene = kPanel) {
    try {
      shelf.of(content, scene);
    } catch (const WorldFileError& wrong) {
      return std::string(wrong.what());
    }
    return std::string();
  };
  CHECK(shelf.of(alone, kPanel).warnings ==
        std::vector<std::string>{"Thing.xml:2: there is no file 'b.xml'; the object is a grey box"});
  CHECK(shelf.of(x3d_element("none.x3d"), kPanel).warnings ==
        std::vector<std::string>{"Thing.xml:2: there is no file 'none.x3d'; the object is a grey box"});
  CHECK(
      shelf.of(x3d_element("none.x3d") + simple, kPanel).warnings ==
      std::vector<std::string>{"Thing.xml:2: there is no file 'none.x3d'; the class has another shape, which counts"});
  CHECK(error(both, "<Group>").starts_with("x.x3d:"));
  CHECK(error(x3d_element("x.x3d"), "<Shape USE='Z'/>").starts_with("x.x3d:3:"));
  shelf.files["b.xml"] = "<body>\n<joint><axis>0 0 0</axis></joint></body>";
  CHECK(error(alone) == "b.xml:2: <axis> has to have a length");
  CHECK(shelf.of(both, kPanel).warnings ==
        std::vector<std::string>{"b.xml:2: <axis> has to have a length; the class has another shape, which counts"});
  CHECK(shelf.of(alone + simple, kPanel).objects[0].body.parts[0].shape->kind == ShapeKind::sphere);
  shelf.missing = MissingClass::box;
  const WorldPlan boxed = shelf.of(alone, kPanel);
  CHECK(boxed.warnings == std::vector<std::string>{"b.xml:2: <axis> has to have a length; the object is a grey box"});
  REQUIRE(boxed.objects[0].body.parts.size() == 1);
  CHECK(boxed.objects[0].body.parts[0].shape->size == SigVector{10, 10, 10});
  // Two classes with the same wrong file cause one line.
  shelf.files["Other.xml"] = class_file("Other", x3d_element("bad.x3d"));
  shelf.files["Another.xml"] = class_file("Another", x3d_element("bad.x3d"));
  shelf.files["bad.x3d"] = "<X3D><Scene><Group></Scene></X3D>";
  const WorldPlan twice = shelf.world(in_world(object("Other.xml", "a") + object("Another.xml", "b")));
  REQUIRE(twice.warnings.size() == 1);
  CHECK(twice.warnings[0].starts_with("bad.x3d:1:"));
  CHECK(twice.warnings[0].ends_with("; the object is a grey box"));
  CHECK(shelf.reads["bad.x3d"] == 1);
}

TEST_CASE("a file in which nothing is drawn becomes a grey box, with a line") {
  OneObject shelf;
  const WorldPlan plan = shelf.of_shape("<Group/>");
  CHECK(plan.warnings ==
        std::vector<std::string>{"Thing.xml:2: there is no shape in 'x.x3d'; the object is a grey box"});
  CHECK(plan.objects[0].body.parts[0].shape->size == SigVector{10, 10, 10});
  const WorldPlan joints = shelf.of_shape("<Humanoid><Joint name='A' jointType='rotate' jointAxis='Y'/></Humanoid>");
  CHECK(joints.objects[0].body.joints.size() == 1);
  CHECK(joints.objects[0].body.parts[0].shape->size == SigVector{10, 10, 10});
}

TEST_CASE("each shape file is read once, however many objects use it") {
  Shelf shelf;
  shelf.files["x.x3d"] = x3d_file(kPyramid + "<Inline url='\"inner.wrl\"'/>");
  shelf.files["inner.wrl"] = "#VRML V2.0 utf8\nPROFILE Interactive\nGroup { children Shape { geometry Sphere { } } }\n";
  shelf.files["b.xml"] = "<body/>";
  shelf.files["A.xml"] = class_file("A", "<body filename=\"b.xml\"/>" + x3d_element("x.x3d"));
  shelf.files["B.xml"] = class_file("B", "<body filename=\"b.xml\"/>" + x3d_element("x.x3d"));
  std::string objects;
  for (int i = 0; i < 30; ++i)
    objects += object(i % 2 ? "A.xml" : "B.xml", "o" + std::to_string(i), "scalex=" + std::to_string(1 + i % 7));
  const WorldPlan plan = shelf.world(in_world(objects));
  CHECK(shelf.reads["x.x3d"] == 1);
  CHECK(shelf.reads["inner.wrl"] == 1);
  CHECK(shelf.reads["b.xml"] == 1);
  // Not everything is in the Group, so there is one box around pyramid and sphere.
  CHECK(plan.objects[8].body.parts[0].shape->size[0] == Approx(8 * 2));
}

TEST_CASE("the scale of an object multiplies shapes of files and simple shapes") {
  OneObject shelf;
  const PartPlan box = shelf.of_shape(kPanel, "scalex=2 scaley=0.5 scalez=3").objects[0].body.parts[0];
  CHECK(box.shape->size == SigVector{200, 50, 30});
  CHECK(box.shape->place == SigVector{0, 25, 0});
  const BodyPlan robot = shelf.of_shape(kRobot, "scalex=2 scaley=2 scalez=2").objects[0].body;
  CHECK(planned_part(robot, "ARM_LINK").place == SigVector{30, 170, 0});
  CHECK(planned_part(robot, "ARM_LINK").shape->size[1] == Approx(60));
  CHECK(planned_part(robot, "WAIST_LINK").inertia == std::array<double, 9>{4, 0, 0, 0, 8, 0, 0, 0, 12});
  const std::string sphere = "<simpleShape type=\"sphere\"><position x=\"1\"/><size r=\"3\"/></simpleShape>";
  const PartPlan simple = shelf.of(sphere, kPanel, "scalex=2 scaley=1 scalez=1").objects[0].body.parts[0];
  CHECK(simple.shape->size[0] == 6);
  CHECK(simple.place[0] == 2);
  CHECK_THROWS_AS(shelf.of_shape(kPanel, "scalex=0"), WorldFileError);
}

TEST_CASE("the shape of an object is that of its initial state") {
  Shelf shelf;
  const auto scene = [](int size) {
    return x3d_file("<Group><Transform><Shape><Sphere radius='" + std::to_string(size) +
                    "'/></Shape></Transform></Group>");
  };
  for (int i = 1; i <= 4; ++i) shelf.files[std::to_string(i) + ".x3d"] = scene(i);
  const std::string attributes =
      "<attr name=\"switch\" type=\"string\" group=\"visState\" value=\"off\"/><attr name=\"open\" type=\"bool\" "
      "value=\"false\"/><attr name=\"level\" type=\"double\" value=\"1\"/>"
      "<set-attr-value name=\"visStateAttrName\" value=\"switch\"/>";
  shelf.files["TV.xml"] =
      class_file("TV", attributes + x3d_element("1.x3d", "switch", "on") + x3d_element("2.x3d", "switch", "off") +
                           x3d_element("3.x3d") + x3d_element("4.x3d", "level", "2"));
  shelf.files["Bare.xml"] =
      class_file("Bare", attributes + x3d_element("1.x3d", "switch", "on") + x3d_element("2.x3d", "open", "true"));
  const auto radius = [&shelf](const std::string& class_name, const std::string& values) {
    return shelf.world(in_world(object(class_name, "o", values))).objects[0].body.parts[0].shape->size[0];
  };
  CHECK(radius("TV.xml", "") == Approx(2));
  CHECK(radius("TV.xml", "switch=on") == Approx(1));
  CHECK(radius("TV.xml", "switch=broken") == Approx(3));
  CHECK(radius("TV.xml", "visStateAttrName=level") == Approx(3));
  CHECK(radius("TV.xml", "visStateAttrName=level level=2.0") == Approx(4));
  CHECK(radius("TV.xml", "visStateAttrName=none") == Approx(3));
  CHECK(radius("Bare.xml", "") == Approx(1));
  CHECK(radius("Bare.xml", "visStateAttrName=open open=true") == Approx(2));
}

TEST_CASE("the shape database has an entry for each x3d element of each class, including inherited ones") {
  Shelf shelf;
  for (const char* name : {"on.x3d", "off.x3d", "head.x3d"}) shelf.files[name] = x3d_file(kPanel);
  shelf.files["TV.xml"] =
      class_file("TV", x3d_element("on.x3d", "switch", "on") + x3d_element("off.x3d", "switch", "off"));
  shelf.files["Wide.xml"] = "<define-class name=\"Wide\" inherit=\"TV.xml\"/>";
  shelf.files["Own.xml"] = "<define-class name=\"Own\" inherit=\"TV.xml\">" +
                           x3d_element("head.x3d", "", "", " parts=\"HEAD\"") + x3d_element("on.x3d", "light", "7") +
                           "</define-class>";
  const WorldPlan plan = shelf.world(
      in_world(object("Wide.xml", "a") + object("TV.xml", "b") + object("Own.xml", "c") + object("TV.xml", "d")));
  CHECK(plan.shapes == std::vector<ShapeFile>{{"Wide::switch:on", "on.x3d"},
                                              {"Wide::switch:off", "off.x3d"},
                                              {"TV::switch:on", "on.x3d"},
                                              {"TV::switch:off", "off.x3d"},
                                              {"Own:HEAD::", "head.x3d"},
                                              {"Own::light:7", "on.x3d"}});
}

TEST_CASE("an x3d element for a part is not the shape of the object") {
  Shelf shelf;
  shelf.files["hat.x3d"] = x3d_file("<Shape><Sphere radius='3'/></Shape>");
  shelf.files["all.x3d"] = x3d_file(kPanel);
  shelf.files["Doll.xml"] = class_file(
      "Doll", x3d_element("hat.x3d", "", "", " parts=\"HEAD\"") + x3d_element("all.x3d", "", "", " parts=\"body\""));
  CHECK(shelf.world(in_world(object("Doll.xml", "a"))).objects[0].body.parts[0].shape->size == SigVector{100, 100, 10});
}

TEST_CASE("names of missing classes match files with similar names") {
  const std::pair<const char*, const char*> alike[] = {
      {"Apple", "Apple.x3d"},        {"Apple", "apple.wrl"}, {"seToy_A", "Toy-A.x3d"}, {"Toy_A", "seToyA.X3D"},
      {"trash_can", "TrashCan.wrl"}, {"Cup_v2", "cup.x3d"},  {"cup", "seCup_v2.wrl"},  {"seBed_V2", "Bed.x3d"}};
  for (const auto& [class_name, file] : alike) {
    CAPTURE(class_name, file);
    CHECK(shape_rank(class_name, file));
  }
  const std::pair<const char*, const char*> different[] = {
      {"Apple", "Apples.x3d"}, {"Apple", "Apple.png"}, {"Apple", "Apple"}, {"Toy_A", "Toy_B.x3d"},
      {"Cup_v3", "Cup.x3d"},   {"", ".x3d"},           {"se", "_v2.x3d"},  {"Apple", "x3d"}};
  for (const auto& [class_name, file] : different) {
    CAPTURE(class_name, file);
    CHECK_FALSE(shape_rank(class_name, file));
  }
  const auto better = [](const char* one, const char* other) {
    return *shape_rank("seCup_v2", one) < *shape_rank("seCup_v2", other);
  };
  CHECK(better("seCup_v2.x3d", "seCup_v2.wrl"));
  CHECK(better("seCup_v2.wrl", "secup-V2.x3d"));
  CHECK(better("secup-V2.wrl", "Cup.x3d"));
  CHECK(better("Cup.x3d", "Cup.wrl"));
}

TEST_CASE("a missing class may get the shape of a file with a similar name") {
  Shelf shelf;
  shelf.files["toy-a.x3d"] = x3d_file(kPanel);
  shelf.missing = MissingClass::shape;
  const WorldPlan plan = shelf.world(
      in_world(object("seToy_A.xml", "a", "scalex=2") + object("C:\\w\\seToy_A.xml", "b") + object("None.xml", "c")));
  CHECK(plan.objects[0].attributes.text("class") == "seToy_A");
  CHECK(plan.objects[0].attributes.number("mass") == 1);
  CHECK(plan.objects[0].body.parts[0].shape->size == SigVector{200, 100, 10});
  CHECK(plan.objects[1].attributes.text("class") == "seToy_A");
  CHECK(plan.objects[1].body.parts[0].shape->size == SigVector{100, 100, 10});
  CHECK(plan.objects[2].body.parts[0].shape->size == SigVector{10, 10, 10});
  CHECK(plan.warnings == std::vector<std::string>{
                             "w.xml:2: there is no file 'seToy_A.xml'; the object has the shape of 'toy-a.x3d'",
                             "w.xml:4: there is no file 'C:\\w\\seToy_A.xml'; the object has the shape of 'toy-a.x3d'",
                             "w.xml:6: there is no file 'None.xml'; the object is a grey box"});
  CHECK(plan.shapes[0] == ShapeFile{"seToy_A:::", "toy-a.x3d"});
  shelf.missing = MissingClass::box;
  CHECK(shelf.world(in_world(object("seToy_A.xml", "a"))).objects[0].body.parts[0].shape->size ==
        SigVector{10, 10, 10});
}

TEST_CASE("shape files are searched for like all files, Windows paths by their last component") {
  WorldStage stage;
  for (const char* folder : {"shapes", "data", "env/shape"}) std::filesystem::create_directories(stage.folder / folder);
  stage.core.variables.create("Sig.DataPath", (stage.folder / "data").string());
  stage.core.variables.create("Sig.MissingClass", std::string("shape"));
  ::setenv("SIGVERSE_DATADIR", (stage.folder / "env").c_str(), 1);
  const auto sphere = [](const std::string& radius) {
    return x3d_file("<Group><Transform><Shape><Sphere radius='" + radius + "'/></Shape></Transform></Group>");
  };
  stage.file("shapes/a.x3d", sphere("1"));
  stage.file("data/b.x3d", sphere("2"));
  stage.file("env/shape/c.x3d", sphere("3"));
  stage.file(
      "data/seLost_v2.wrl",
      "#VRML V2.0 utf8\nPROFILE Interactive\nGroup{children Transform{children Shape{geometry Sphere{radius 4}}}}");
  stage.file("env/shape/LOST.x3d", sphere("5"));
  stage.file("A.xml", class_file("A", x3d_element("shapes\\a.x3d")));
  stage.file("B.xml", class_file("B", x3d_element("C:\\SIGVerse\\data\\b.x3d")));
  stage.file("C.xml", class_file("C", "<body filename=\"dummy-body.xml\"/>" + x3d_element("D:/shapes/c.x3d")));
  stage.load(object("A.xml", "a") + object("B.xml", "b", "x=100") + object("C.xml", "c", "x=200") +
             object("lost.xml", "d", "x=300"));
  ::unsetenv("SIGVERSE_DATADIR");
  CHECK(stage.at("a").part(0).size[0] == Approx(1));
  CHECK(stage.at("b").part(0).size[0] == Approx(2));
  CHECK(stage.at("c").part(0).size[0] == Approx(3));
  CHECK(stage.at("d").part(0).size[0] == Approx(5));
  CHECK(stage.log.size() == 1);  // of the lost class; the empty body file is among the server's own
}

TEST_CASE("a shape that is rotated in its part collides and spins as rotated") {
  const auto plank = [](const SigVector& size, const SigQuaternion& turn) {
    BodyPlan body = body_of({{ShapeKind::box, {}, size}});
    body.parts[0].shape->turn = turn;
    return body;
  };
  // Along x, and turned by a quarter about y: along z.
  const double half = std::sqrt(0.5);
  const BodyPlan turned = plank({100, 10, 10}, {half, 0, half, 0});
  JointedStage spinning({jointed_object("turned", turned, true, {{"y", 100.0}}),
                         jointed_object("straight", plank({10, 10, 100}, {1, 0, 0, 0}), true, {{"y", 300.0}})});
  for (const char* name : {"turned", "straight"}) CHECK(spinning.at(name).add_torque({1000, 1000, 1000}, false));
  CHECK(spinning.at("turned").rotation() == SigQuaternion{1, 0, 0, 0});
  spinning.run(1);
  const SigVector spin = spinning.at("turned").angular_velocity();
  const SigVector expected = spinning.at("straight").angular_velocity();
  for (std::size_t i = 0; i < 3; ++i) CHECK(spin[i] == Approx(expected[i]));
  CHECK(spin[0] != Approx(spin[2]));

  const BodyPlan ball = body_of({{ShapeKind::sphere, {}, {5, 0, 0}}});
  JointedStage touching({jointed_object("turned", turned, true, {{"y", 100.0}}),
                         jointed_object("along_z", ball, false, {{"y", 100.0}, {"z", 50.0}}),
                         jointed_object("along_x", ball, false, {{"y", 100.0}, {"x", 50.0}})});
  touching.run(1);
  REQUIRE(touching.at("turned").collisions().size() == 1);
  CHECK(touching.at("turned").collisions()[0].other == "along_z");
}
