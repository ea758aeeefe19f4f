// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/world/sig_monitor.h"

#include "monitor-lite/client/line_reader.h"
#include "tests/gateways/sigverse/world/jointed.h"

using namespace sigverse;

namespace {

struct Shown : WorldStage {
  explicit Shown(const std::string& content) : Shown() {
    load(content);
    monitor->prepare();
  }
  explicit Shown(const std::vector<ObjectPlan>& objects) : Shown() {
    WorldPlan plan;
    plan.objects = objects;
    sim->build(plan, ".");
    monitor->prepare();
  }
  Shown() {
    spark::register_monitor_classes(core.classes);
    SigMonitor::register_class(core.classes);
    auto& scenes = dynamic_cast<spark::SceneServer&>(core.create("oxygen/SceneServer", "/sys/server/scene"));
    scenes.set_active_scene("/sig");
    auto& server = dynamic_cast<spark::MonitorServer&>(core.create("oxygen/MonitorServer", "/sys/server/monitor"));
    REQUIRE(server.register_monitor_system("SigMonitor"));
    monitor = server.system();
  }
  std::string frame() {
    std::string text;
    monitor->frame(text);
    return text;
  }
  /// The item of the frame for SIGVerse.
  std::string sig() {
    const std::string text = frame();
    return text.substr(text.find("(sig "), text.size() - text.find("(sig ") - 1);
  }
  spark::MonitorSystem* monitor = nullptr;
};

}  // namespace

TEST_CASE("each frame has all objects in the world's own time and units") {
  Shown world(kNoGravity + object("Ball.xml", "ball", "x=10 y=50 z=-20 vx=100") +
              object("Box.xml", "desk", "dynamics=false x=0.1 qw=0.7071 qy=0.7071"));
  CHECK(world.sig() == "(sig (time 0)(obj ball 10 50 -20 1 0 0 0)(obj desk 0.1 0 0 0.7071 0 0.7071 0))");
  world.run(25);
  CHECK(world.sig() == "(sig (time 0.25)(obj ball 35 50 -20 1 0 0 0)(obj desk 0.1 0 0 0.7071 0 0.7071 0))");
  world.sim->reset();
  CHECK(world.sig() == "(sig (time 0)(obj ball 10 50 -20 1 0 0 0)(obj desk 0.1 0 0 0.7071 0 0.7071 0))");
}

TEST_CASE("parts that joints move are listed with their object, and other parts are not") {
  BodyPlan arm = arm_plan(1, true);
  PartPlan lamp = box_part("LAMP (red)", {0, 55, 0}, {1, 1, 1});
  lamp.carried_by = 2;
  arm.parts.push_back(lamp);
  BodyPlan two = body_of({{ShapeKind::box, {}, {4, 4, 4}}, {ShapeKind::sphere, {0, 5, 0}, {2, 0, 0}}});
  Shown world({jointed_object("robot", arm, false, {{"x", 10.0}}), jointed_object("toy", two, false)});
  REQUIRE(world.at("robot").set_joint_angle("J1", 3.141592653589793));
  const std::string text = world.sig();
  CHECK(text.starts_with("(sig (time 0)(obj robot 10 0 0 1 0 0 0(part LINK1 10 20 0 "));
  CHECK(text.find(")(part \"LAMP (red)\" 10 -15 ") != text.npos);
  CHECK(text.ends_with("))(obj toy 0 0 0 1 0 0 0))"));
  CHECK(text.find("BLIND") == text.npos);
}

TEST_CASE("names are written as atoms, whatever characters they have") {
  Shown world(object("Ball.xml", "a b", "y=50") + object("Ball.xml", "c(&quot;d", "y=80") +
              object("Ball.xml", "\x83\x5c", "y=110"));
  const std::string text = world.sig();
  CHECK(text.find("(obj \"a b\" 0 50 0 ") != text.npos);
  CHECK(text.find("(obj \"c(\\\"d\" 0 80 0 ") != text.npos);
  CHECK(text.find("(obj \"\x83\\\\\" 0 110 0 ") != text.npos);
}

TEST_CASE("the reader of this project's monitors reads header and frames, and sees the bodies") {
  Shown world(object("Ball.xml", "ball", "x=10 y=50 z=-20"));
  monitor::LineReader reader;
  std::string header;
  world.monitor->header(header);
  REQUIRE(reader.read(header) == monitor::LineReader::Kind::init);
  CHECK(reader.problem().empty());
  REQUIRE(reader.read(world.frame()) == monitor::LineReader::Kind::info);
  CHECK(reader.problem().empty());
  const monitor::Snapshot& seen = reader.snapshot();
  REQUIRE(seen.bodies.size() == 1);
  CHECK(seen.bodies[0].name == "ball/body/physics");
  CHECK(seen.bodies[0].position.x == Approx(0.1));
  CHECK(seen.bodies[0].position.z == Approx(0.5));
  REQUIRE(seen.shapes);
}

TEST_CASE("without a world the monitor is refused") {
  WorldStage stage;
  spark::register_monitor_classes(stage.core.classes);
  SigMonitor::register_class(stage.core.classes);
  stage.core.create("oxygen/SceneServer", "/sys/server/scene");
  stage.core.root().find("/sig")->as_node()->remove(*stage.sim);
  auto& monitor = dynamic_cast<SigMonitor&>(stage.core.create("SigMonitor", "/sys/server/monitor"));
  CHECK_THROWS_WITH(monitor.prepare(), "the script created no SimWorld, which SigMonitor shows");
}
