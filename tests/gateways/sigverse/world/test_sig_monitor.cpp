// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/sig_monitor.h"

#include "monitor-lite/client/line_reader.h"
#include "tests/gateways/sigverse/world/world_stage.h"

using namespace sigverse;

namespace {

struct Shown : WorldStage {
  explicit Shown(const std::string& content) {
    spark::register_monitor_classes(core.classes);
    SigMonitor::register_class(core.classes);
    auto& scenes = dynamic_cast<spark::SceneServer&>(core.create("oxygen/SceneServer", "/sys/server/scene"));
    scenes.set_active_scene("/sig");
    auto& server = dynamic_cast<spark::MonitorServer&>(core.create("oxygen/MonitorServer", "/sys/server/monitor"));
    REQUIRE(server.register_monitor_system("SigMonitor"));
    monitor = server.system();
    load(content);
    monitor->prepare();
  }
  std::string frame() {
    std::string text;
    monitor->frame(text);
    return text;
  }
  /// The item of the frame that is SIGVerse's.
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

TEST_CASE("names are atoms, whatever is in them") {
  Shown world(object("Ball.xml", "a b", "y=50") + object("Ball.xml", "c(&quot;d", "y=80") +
              object("Ball.xml", "\x83\x5c", "y=110"));
  const std::string text = world.sig();
  CHECK(text.find("(obj \"a b\" 0 50 0 ") != text.npos);
  CHECK(text.find("(obj \"c(\\\"d\" 0 80 0 ") != text.npos);
  CHECK(text.find("(obj \"\x83\\\\\" 0 110 0 ") != text.npos);
}

TEST_CASE("the reader of the house's monitors takes header and frames, and sees the bodies") {
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

TEST_CASE("without a world there is nothing to show") {
  WorldStage stage;
  spark::register_monitor_classes(stage.core.classes);
  SigMonitor::register_class(stage.core.classes);
  stage.core.create("oxygen/SceneServer", "/sys/server/scene");
  stage.core.root().find("/sig")->as_node()->remove(*stage.sim);
  auto& monitor = dynamic_cast<SigMonitor&>(stage.core.create("SigMonitor", "/sys/server/monitor"));
  CHECK_THROWS_WITH(monitor.prepare(), "the script created no SimWorld, which SigMonitor shows");
}
