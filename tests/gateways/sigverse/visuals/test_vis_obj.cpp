// SPDX-License-Identifier: Apache-2.0
// Objects are drawn where the server has their bodies.
#include <catch2/catch.hpp>

#include "gateways/sigverse/visuals/frames.h"
#include "tests/gateways/sigverse/visuals/drawing.h"
#include "tests/gateways/sigverse/world/world_stage.h"
#include "tests/support/files.h"
#include "tests/support/folders.h"
#include "tests/support/sigverse/reported_world.h"

using namespace sigverse;
using namespace sigverse::visuals;

namespace {

/// A server's world, and how it is drawn.
struct DrawnStage {
  DrawnStage() = default;
  explicit DrawnStage(const std::string& content) { load(content); }
  void load(const std::string& content) {
    stage.load(content);
    shapes = reported_shapes(*stage.sim);
  }
  /// Writes a shape file for the server and the drawing.
  void file(const std::string& name, const std::string& text) const {
    write_file(stage.folder / name, text);
    write_file(drawing.folder / name, text);
  }
  client::Object object(const std::string& name) {
    const client::World world = reported_world(*stage.sim);
    const client::Object* found = world.find(name);
    REQUIRE(found);
    return *found;
  }
  std::unique_ptr<VisObj> drawn(const std::string& name) {
    const client::Object it = object(name);
    auto made = drawing.world.make(it, shapes);
    REQUIRE(made->suits(it, shapes));
    made->update(it, shapes);
    return made;
  }

  WorldStage stage;
  Drawing drawing;
  client::ShapeBase shapes;
};

client::ShapeBase base_of(const char* key, const char* file) {
  return client::ShapeBase(std::vector<wire::ShapeEntry>{{key, file}});
}

struct Reach {
  glm::dvec3 low{1e9}, high{-1e9};
};

/// The extent of the drawing in the frame of the part's collision shape, in cm.
Reach reach_of(const DrawnPart& drawn, const client::Part& part) {
  const spark::Pose shape = pose_of(part.place, part.turn) * pose_of(part.shape_place, part.shape_turn);
  const glm::dmat4 back = glm::inverse(glm::dmat4(drawn_frame(shape)));
  Reach reach;
  const monitor::Model& model = drawn.file->model();
  for (const monitor::Model::Shape& each : model.parts[drawn.part].shapes)
    for (const monitor::Mesh::Vertex& vertex : model.meshes[each.mesh].vertices) {
      const glm::dvec3 there(back * glm::dmat4(drawn.frame) * glm::dmat4(each.frame) * glm::dvec4(vertex.place, 1));
      reach.low = glm::min(reach.low, there);
      reach.high = glm::max(reach.high, there);
    }
  return reach;
}

glm::dvec3 half_of(const client::Part& part) {
  const auto& [a, b, c] = part.size;
  if (part.kind == wire::PartShape::box) return glm::dvec3(a, b, c) / 2.0;
  return part.kind == wire::PartShape::cylinder ? glm::dvec3(a, b / 2.0, a) : glm::dvec3(a);
}

void check_covers(const Reach& reach, const glm::dvec3& half) {
  constexpr double kExact = 0.01;  // cm
  for (int axis = 0; axis < 3; ++axis) {
    INFO("axis " << axis);
    CHECK(reach.low[axis] == Approx(-half[axis]).margin(kExact));
    CHECK(reach.high[axis] == Approx(half[axis]).margin(kExact));
  }
}

/// Whether each drawn segment fills the box that stands for it in collisions; returns how many there are.
int check_segments(const VisObj& drawn, const client::Object& object) {
  int count = 0;
  for (const DrawnPart& each : drawn.drawn()) {
    const std::string& name = each.file->model().parts[each.part].name;
    INFO(name);
    const client::Part* part = object.find_part(name);
    REQUIRE(part);
    REQUIRE(part->kind == wire::PartShape::box);
    check_covers(reach_of(each, *part), half_of(*part));
    ++count;
  }
  return count;
}

/// Joints with rotations, a centre and scales, and a joint without a segment.
constexpr const char* kArm = R"(#VRML V2.0 utf8
Humanoid { name "arm" humanoidBody [
  Joint { name "ROOT" jointType "fixed" translation 3 5 -2 rotation 0 1 0 0.4 children [
    Segment { name "body" children Transform { translation 1 2 3 children Shape { geometry Box { size 10 6 4 } } } }
    Joint { name "SHOULDER" jointType "rotate" jointAxis "X" translation 0 12 0 rotation 0 0 1 0.3 children [
      Segment { name "UPPER" children [ Transform { translation 0 8 0 rotation 1 0 0 0.5 children
                                                    Shape { geometry Cylinder { radius 2 height 16 } } }
                                        Shape { geometry Sphere { radius 3 } } ] }
      Joint { name "BLIND" jointType "rotate" jointAxis "Z" translation 0 16 0 children [
        Joint { name "ELBOW" jointType "rotate" jointAxis "Y" translation 1 2 0 children [
          Segment { name "LOWER" children Shape { geometry Box { size 3 9 3 } } } ] } ] } ] } ] } ] }
)";

/// An object of that class, placed at an angle.
std::string askew(const std::string& class_file, const std::string& more = "") {
  return kNoGravity + object(class_file, "it", "x=120 y=80 z=-45 qw=0.7 qx=0.3 qy=-0.4 qz=0.5 dynamics=false" + more);
}

/// An arm in such a world; `more` is added to its class.
struct ArmStage : DrawnStage {
  explicit ArmStage(const std::string& values, const std::string& more = "") {
    file("arm.wrl", kArm);
    stage.file("Arm.xml", "<define-class name=\"Arm\" inherit=\"Entity.xml\"><x3d><filename>arm.wrl</filename></x3d>" +
                              more + "</define-class>");
    load(askew("Arm.xml", values));
  }
};

}  // namespace

TEST_CASE("the segments of a humanoid are drawn where their bodies are, however joints are turned") {
  DrawnStage at(askew("Humanoid.xml"));
  SimObj& person = at.stage.at("it");
  const auto before = at.object("it");
  for (const auto& [joint, angle] : {std::pair{"LARM_JOINT2", -1.2},
                                     {"LARM_JOINT4", -0.7},
                                     {"RLEG_JOINT2", 0.5},
                                     {"RLEG_JOINT4", 1.1},
                                     {"WAIST_JOINT1", 0.3},
                                     {"HEAD_JOINT0", 0.6}})
    REQUIRE(person.set_joint_angle(joint, angle));
  const auto after = at.object("it");
  REQUIRE(after.find_part("LARM_LINK7")->place != before.find_part("LARM_LINK7")->place);
  const auto drawn = at.drawn("it");
  CHECK(dynamic_cast<const VisObjHumanoid*>(drawn.get()));
  CHECK(check_segments(*drawn, after) == static_cast<int>(after.parts.size()));
  CHECK(at.drawing.lines.empty());
}

TEST_CASE("a scaled humanoid is drawn as the server scales its body") {
  for (const std::string scale : {"", " scalex=2 scaley=2 scalez=2", " scalex=1.5 scaley=0.5 scalez=3"}) {
    INFO(scale);
    ArmStage at(scale);
    SimObj& arm = at.stage.at("it");
    for (const auto& [joint, angle] : {std::pair{"SHOULDER", 0.4}, {"BLIND", -0.9}, {"ELBOW", 1.3}})
      REQUIRE(arm.set_joint_angle(joint, angle));
    const auto object = at.object("it");
    CHECK(check_segments(*at.drawn("it"), object) == 3);
  }
}

TEST_CASE("a segment without a part stays at the joint above it") {
  ArmStage at(" scalex=2 scaley=2 scalez=2");
  SimObj& arm = at.stage.at("it");
  REQUIRE(arm.set_joint_angle("SHOULDER", 0.4));
  auto object = at.object("it");
  const auto whole = object;
  std::erase_if(object.parts, [](const client::Part& part) { return part.name != "UPPER"; });
  auto drawn = at.drawing.world.make(object, at.shapes);
  drawn->update(object, at.shapes);
  // The other joints are where the file has them, and so they are in the server's world.
  CHECK(check_segments(*drawn, whole) == 3);
}

TEST_CASE("the segment `body` is drawn at the object, even beside a simple shape of the class") {
  ArmStage at("",
              R"(<simpleShape type="box"><position x="0" y="40" z="7"/><size sx="8" sy="8" sz="8"/></simpleShape>)");
  ArmStage plain("");
  const auto drawn = at.drawn("it"), expected = plain.drawn("it");
  REQUIRE(drawn->drawn().size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    for (int column = 0; column < 4; ++column)
      for (int row = 0; row < 4; ++row)
        CHECK(drawn->drawn()[i].frame[column][row] == Approx(expected->drawn()[i].frame[column][row]).margin(1e-5));
}

TEST_CASE("a static shape is drawn at the object, where its bodies are") {
  for (const std::string scale : {"", " scalex=0.5 scaley=2 scalez=1.5"}) {
    INFO(scale);
    DrawnStage at(askew("Table.xml", scale));
    const auto object = at.object("it");
    REQUIRE(object.parts.size() == 5);
    const auto drawn = at.drawn("it");
    CHECK(dynamic_cast<const VisObjStatic*>(drawn.get()));
    REQUIRE(drawn->drawn().size() == 1);
    // Each of its five boxes is a part.
    const DrawnPart& whole = drawn->drawn().front();
    const auto& boxes = whole.file->model().parts[0].shapes;
    REQUIRE(boxes.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      const client::Part& part = object.parts[i];
      const spark::Pose shape = pose_of(part.place, part.turn) * pose_of(part.shape_place, part.shape_turn);
      const glm::mat4 back = glm::inverse(drawn_frame(shape)) * whole.frame * boxes[i].frame;
      const glm::vec3 corner = glm::vec3(back * glm::vec4(boxes[i].middle + boxes[i].half, 1));
      for (int axis = 0; axis < 3; ++axis)
        CHECK(corner[axis] == Approx(part.size[static_cast<std::size_t>(axis)] / 2).margin(0.01));
    }
  }
}

TEST_CASE("the file of the present state is drawn, and each file is loaded once") {
  DrawnStage at(kNoGravity + object("TV.xml", "tv") + object("TV.xml", "other"));
  auto tv = at.object("tv");
  auto drawn = at.drawing.world.make(tv, at.shapes);
  const std::size_t loaded = at.drawing.library.vertex_count();
  CHECK(loaded > 0);
  const auto visible = [&] {
    REQUIRE(drawn->suits(tv, at.shapes));
    drawn->update(tv, at.shapes);
    REQUIRE(drawn->drawn().size() == 1);
    return drawn->drawn().front().file;
  };
  const auto set = [&](const std::string& value) {
    for (client::Attribute& attribute : tv.attributes)
      if (attribute.name == "switch") attribute.value = value;
  };
  const DrawnFile *on = at.drawing.library.find("TV_on.wrl"), *off = at.drawing.library.find("TV_off.wrl");
  REQUIRE(on);
  REQUIRE(off);
  CHECK(visible() == off);
  set("on");
  CHECK(visible() == on);
  set("off");
  CHECK(visible() == off);
  set("broken");  // unknown: there is none without a state, so the first
  CHECK(visible() == on);
  CHECK(at.drawn("other")->drawn().front().file == off);
  CHECK(at.drawing.library.vertex_count() == loaded);
}

TEST_CASE("classes that ship with simple shapes or a body file are drawn as large as these") {
  for (const std::string name :
       {"Ball", "Crate", "Cupboard", "LongWall", "Person", "Plate", "Player", "ShortWall", "Toy", "Wall"}) {
    INFO(name);
    DrawnStage at;
    std::filesystem::remove(at.stage.folder / "Ball.xml");
    at.load(askew(name + ".xml", name == "Wall" ? " scalex=8.2" : ""));
    const auto object = at.object("it");
    const auto drawn = at.drawn("it");
    REQUIRE(drawn->drawn().size() == object.parts.size());
    for (const DrawnPart& each : drawn->drawn()) {
      const std::string& segment = each.file->model().parts[each.part].name;
      const client::Part* part = segment.empty() ? &object.parts.front() : object.find_part(segment);
      REQUIRE(part);
      INFO(part->name);
      CHECK(each.file != &at.drawing.library.simple_shapes());
      check_covers(reach_of(each, *part), half_of(*part));
    }
    CHECK(at.drawing.lines.empty());
    CHECK(at.stage.log.empty());
  }
}

TEST_CASE("all objects in the worlds that ship have a shape file, and teams differ") {
  for (const std::string name : {"demo", "drive", "errand", "follow", "push", "tidy", "wave"}) {
    INFO(name);
    DrawnStage at;
    std::filesystem::remove(at.stage.folder / "Ball.xml");
    at.stage.sim->load(source_folder() + "/scenes/sigverse/" + name + ".xml");
    at.shapes = reported_shapes(*at.stage.sim);
    const client::World world = reported_world(*at.stage.sim);
    CHECK_FALSE(world.objects.empty());
    for (const client::Object& object : world.objects) {
      INFO(object.name);
      const auto drawn = at.drawn(object.name);
      CHECK_FALSE(drawn->drawn().empty());
      for (const DrawnPart& each : drawn->drawn()) CHECK(each.file != &at.drawing.library.simple_shapes());
    }
    CHECK(at.drawing.lines.empty());
    if (name == "demo") {
      CHECK(at.drawn("red")->drawn().front().file == at.drawing.library.find("Player_red.wrl"));
      CHECK(at.drawn("blue")->drawn().front().file == at.drawing.library.find("Player_blue.wrl"));
    }
  }
}

TEST_CASE("an object whose file is missing or refused is drawn by its collision shapes, with one line") {
  DrawnStage at;
  at.stage.file(
      "Plain.xml",
      R"(<define-class name="Plain" inherit="Entity.xml"><body filename="Cupboard-body.xml"/></define-class>)");
  at.load(askew("Plain.xml") + object("Table.xml", "table", "x=200") + object("Table.xml", "table2", "x=400"));
  const auto cupboard = at.object("it");  // its class has no shape file at all
  const auto drawn = at.drawn("it");
  REQUIRE(drawn->drawn().size() == cupboard.parts.size());
  for (std::size_t i = 0; i < cupboard.parts.size(); ++i) {
    CHECK(drawn->drawn()[i].file == &at.drawing.library.simple_shapes());
    check_covers(reach_of(drawn->drawn()[i], cupboard.parts[i]), half_of(cupboard.parts[i]));
  }
  CHECK(at.drawing.lines.empty());

  std::string reason;
  SECTION("missing") {
    at.shapes = base_of("Table:::", "C:\\shapes\\nowhere.wrl");
    reason = "there is no shape file 'nowhere.wrl'";
  }
  SECTION("refused") {
    write_file(at.drawing.folder / "bad.wrl", "#VRML V2.0 utf8\nShape { geometry Box { size 1 2 } ");
    at.shapes = base_of("Table:::", "bad.wrl");
    reason = "bad.wrl:2:";
  }
  SECTION("nothing in it can be drawn") {
    write_file(at.drawing.folder / "empty.wrl", "#VRML V2.0 utf8\nSwitch { choice Shape { geometry Box { } } }");
    at.shapes = base_of("Table:::", "empty.wrl");
    reason = "nothing in it that can be drawn";
  }
  SECTION("it is a folder") {
    std::filesystem::create_directory(at.drawing.folder / "folder.wrl");
    at.shapes = base_of("Table:::", "folder.wrl");
    reason = "there is no shape file 'folder.wrl'";
  }
  for (const auto* name : {"table", "table2"}) {
    const auto table = at.drawn(name);
    REQUIRE(table->drawn().size() == 5);
    CHECK(table->drawn().front().file == &at.drawing.library.simple_shapes());
  }
  REQUIRE(at.drawing.lines.size() == 1);
  CHECK_THAT(at.drawing.lines.front(), Catch::Contains(reason));
  CHECK_THAT(at.drawing.lines.front(), Catch::Contains("collision shapes"));
}

TEST_CASE("a file may show one part of an object, and the other parts are drawn as collision shapes") {
  DrawnStage at(askew("Cupboard.xml"));
  write_file(at.drawing.folder / "door.wrl", "#VRML V2.0 utf8\nShape { geometry Box { size 1 2 3 } }");
  at.shapes = base_of("Cupboard:DOOR:::", "door.wrl");
  auto object = at.object("it");
  const auto door = std::ranges::find_if(object.parts, [](const auto& part) { return part.name != "body"; });
  REQUIRE(door != object.parts.end());
  door->name = "DOOR";
  const auto drawn = at.drawing.world.make(object, at.shapes);
  drawn->update(object, at.shapes);
  REQUIRE(drawn->drawn().size() == object.parts.size());
  const DrawnPart& shown = drawn->drawn().front();
  CHECK(shown.file == at.drawing.library.find("door.wrl"));
  const glm::mat4 expected = drawn_frame(pose_of(door->place, door->turn));
  for (int column = 0; column < 4; ++column) CHECK(glm::distance(shown.frame[column], expected[column]) < 1e-5F);
  CHECK(drawn->drawn().back().file == &at.drawing.library.simple_shapes());
}

TEST_CASE("an object whose class has changed is drawn anew") {
  DrawnStage at(askew("Humanoid.xml") + object("Table.xml", "table", "x=300"));
  auto world = reported_world(*at.stage.sim);
  at.drawing.world.update(world, at.shapes);
  const auto before = at.drawing.world.bounds("it");
  REQUIRE(before);
  CHECK(at.drawing.world.boxes("it").size() > 20);
  for (client::Object& object : world.objects) object.class_name = object.name == "it" ? "Table" : "Humanoid";
  at.drawing.world.update(world, at.shapes);
  CHECK(at.drawing.world.boxes("it").size() == 5);
  CHECK(at.drawing.world.boxes("table").size() > 20);
  world.objects.erase(world.objects.begin());
  at.drawing.world.update(world, at.shapes);
  CHECK_FALSE(at.drawing.world.bounds("it"));
  CHECK(at.drawing.world.bounds("table"));
}
