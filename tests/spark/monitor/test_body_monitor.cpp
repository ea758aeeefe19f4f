// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/body_monitor.h"

#include <catch2/catch.hpp>
#include <set>

#include "spark/monitor/command_sender.h"
#include "spark/monitor/trainer_commands.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/scene.h"
#include "spark/sexp/reader.h"
#include "tests/spark/monitor/monitor_stage.h"

using namespace spark;

namespace {

/// A scene with a body monitor and the log lines.
struct Room {
  Room() : lines(core.log) {
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_monitor_classes(core.classes);
    scenes = &dynamic_cast<SceneServer&>(core.create("oxygen/SceneServer", "/sys/server/scene"));
    scenes->create_scene("/usr/scene");
    world = &dynamic_cast<World&>(core.create("oxygen/World", "/usr/scene/world"));
    core.create("oxygen/Space", "/usr/scene/space");
    auto& server = dynamic_cast<MonitorServer&>(core.create("oxygen/MonitorServer", "/sys/server/monitor"));
    REQUIRE(server.register_monitor_system("BodyMonitor"));
    monitor = &dynamic_cast<BodyMonitor&>(*server.system());
    monitor->prepare();
  }
  Body& body(const std::string& path) { return dynamic_cast<Body&>(core.create("oxygen/Body", "/usr/scene/" + path)); }
  /// A Transform at a place with a body below it.
  Body& at(const std::string& name, Vec3 place) {
    dynamic_cast<Transform&>(core.create("oxygen/Transform", "/usr/scene/" + name)).set_local_pos(place);
    return body(name + "/body");
  }
  Body& child(const std::string& parent, const std::string& name) {
    auto made = core.classes.create("oxygen/Body");
    made->set_name(name);
    return dynamic_cast<Body&>(dynamic_cast<Node&>(*core.root().find(parent)).append(std::move(made)));
  }
  /// A body below a Transform without a name.
  Body& loose(const std::string& name) {
    Leaf& above = scenes->active_scene()->append(core.classes.create("oxygen/Transform"));
    auto made = core.classes.create("oxygen/Body");
    made->set_name(name);
    return dynamic_cast<Body&>(above.as_node()->append(std::move(made)));
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) world->step(0.01), core.clock.advance();
  }
  std::string header() {
    std::string text;
    monitor->header(text);
    return text;
  }
  std::string frame() {
    std::string text;
    monitor->frame(text);
    return text;
  }
  /// The names in a frame, as a reader sees them.
  std::vector<std::string> names() {
    const std::string text = frame();
    sexp::Reader reader({2u << 20, 16, 100000});
    REQUIRE(reader.read(text));
    REQUIRE(reader.size() == 1);
    CHECK_FALSE(reader.is_cut());
    std::vector<std::string> found;
    for (std::size_t i = 2; i < reader[0].size(); ++i) {
      REQUIRE(reader[0][i].name() == "body");
      REQUIRE(reader[0][i].size() == 9);
      found.emplace_back(reader[0][i][1].text());
    }
    return found;
  }
  Core core{1};
  LogLines lines;
  SceneServer* scenes = nullptr;
  World* world = nullptr;
  BodyMonitor* monitor = nullptr;
};

}  // namespace

TEST_CASE("a frame lists the bodies with their paths and poses in the order of the tree") {
  Room world;
  world.at("table", {1, -2.5, 0.125});
  world.core.create("oxygen/Transform", "/usr/scene/table/vase");
  world.body("table/vase/clay");
  dynamic_cast<Transform&>(world.core.create("oxygen/Transform", "/usr/scene/door")).set_local_rotation({0, 0, 90});
  world.body("door/leaf");
  CHECK(world.header() == "(Init (TimePerStep 0.01)(bodies table/body table/vase/clay door/leaf))");
  CHECK(world.frame() ==
        "(Info (time 0)(body table/body 1 -2.5 0.125 1 0 0 0)(body table/vase/clay 1 -2.5 0.125 1 0 0 0)"
        "(body door/leaf 0 0 0 0.707107 0 0 0.707107))");
}

TEST_CASE("numbers are rounded to millionths and printed without superfluous digits") {
  Room world;
  Body& body = world.at("b", {0, 0, 0});
  const auto place = [&](Vec3 at) {
    REQUIRE(body.set_position(at));
    const std::string text = world.frame();
    const auto from = text.find("b/body ") + 7;
    return text.substr(from, text.find(" 1 0 0 0)") - from);
  };
  CHECK(place({0.1, -0.1, 100}) == "0.1 -0.1 100");
  CHECK(place({1.0 / 3, -2.0 / 3, 0.000001}) == "0.333333 -0.666667 0.000001");
  CHECK(place({1e-7, -1e-7, 0.9999999}) == "0 0 1");
  CHECK(place({700000.999999, -700000.5, 12.000340}) == "700000.999999 -700000.5 12.00034");
}

TEST_CASE("frames have the simulated time and list all bodies that exist at that time") {
  Room world;
  world.at("first", {0, 0, 1}).set_velocity({1, 0, 0});
  world.header();
  world.steps(15);
  CHECK(world.frame() == "(Info (time 0.15)(body first/body 0.15 0 1 1 0 0 0))");
  world.at("second", {3, 0, 0});
  CHECK(world.frame() == "(Info (time 0.15)(body first/body 0.15 0 1 1 0 0 0)(body second/body 3 0 0 1 0 0 0))");
  Node& scene = *world.scenes->active_scene();
  scene.destroy(*scene.child("first"));
  CHECK(world.frame() == "(Info (time 0.15)(body second/body 3 0 0 1 0 0 0))");
  // A body that is created in the turn in which another is deleted, perhaps at the same address.
  scene.destroy(*scene.child("second"));
  world.at("third", {4, 0, 0});
  CHECK(world.frame() == "(Info (time 0.15)(body third/body 4 0 0 1 0 0 0))");
  world.scenes->create_scene("/usr/other");
  CHECK(world.frame() == "(Info (time 0.15))");
}

TEST_CASE("bodies with equal paths are numbered, unnamed nodes left out, and bodies without a path not listed") {
  Room world;
  world.at("a", {});
  world.child("/usr/scene/a", "body");
  world.child("/usr/scene/a", "body#2");
  world.child("/usr/scene/a", "body");
  world.child("/usr/scene/a", "");
  world.loose("");
  CHECK(world.names() == std::vector<std::string>{"a/body", "a/body#2", "a/body#2#2", "a/body#3", "a"});
}

TEST_CASE("shapes are in the header, and in the next frame after a body was added, removed or renamed") {
  Room world;
  const auto collider = [&](const char* kind, const std::string& path) -> Collider& {
    return dynamic_cast<Collider&>(world.core.create(kind, "/usr/scene/" + path));
  };
  world.at("ball", {0, 0, 1});
  dynamic_cast<SphereCollider&>(collider("oxygen/SphereCollider", "ball/shape")).set_radius(0.25);
  world.at("hammer (old)", {2, 0, 0});
  auto& head = dynamic_cast<BoxCollider&>(collider("oxygen/BoxCollider", "hammer (old)/head"));
  REQUIRE(head.set_box_lengths({0.1, 0.05, 0.04}));
  REQUIRE(head.set_position({0, 0, 0.3}));
  REQUIRE(dynamic_cast<CCylinderCollider&>(collider("oxygen/CCylinderCollider", "hammer (old)/grip"))
              .set_params(0.02, 0.5));
  world.at("ghost", {3, 0, 0});
  collider("oxygen/PlaneCollider", "floor");
  const std::string poses =
      "(body ball/body 0 0 1 1 0 0 0)(body \"hammer (old)/body\" 2 0 0 1 0 0 0)(body ghost/body 3 0 0 1 0 0 0))";
  const std::string ball = "(shape ball/body (sphere 0.25 0 0 0))";
  const std::string hammer =
      "(shape \"hammer (old)/body\" (box 0.1 0.05 0.04 0 0 0.3)(capsule 0.02 0.5 0 0 0))(scenery (plane 0 0 0))";
  const std::string names = "(bodies ball/body \"hammer (old)/body\" ghost/body)";
  CHECK(world.header() == "(Init (TimePerStep 0.01)" + names + ball + hammer + ")");
  CHECK(world.frame() == "(Info (time 0)" + poses);
  world.header();  // for another monitor: this does not change the next frame
  CHECK(world.frame() == "(Info (time 0)" + poses);
  Node& scene = *world.scenes->active_scene();
  scene.destroy(*scene.child("ghost"));
  CHECK(world.frame().starts_with("(Info (time 0)" + ball + hammer + "(body"));
  CHECK(world.frame().starts_with("(Info (time 0)(body"));
  // A header between a change and the next frame withholds nothing from monitors that already have a header.
  world.at("new", {0, 0, 0});
  CHECK(world.header().find(ball + hammer) != std::string::npos);
  CHECK(world.frame().starts_with("(Info (time 0)" + ball + hammer + "(body"));
  world.core.root().find("/usr/scene/new")->set_name("newer");
  CHECK(world.header().find(" newer/body)") != std::string::npos);
  CHECK(world.frame().starts_with("(Info (time 0)" + ball + hammer + "(body"));
  CHECK(world.frame().starts_with("(Info (time 0)(body"));
}

TEST_CASE("scenery and joints are sent with the shapes, and again when one was removed") {
  Room world;
  const auto add = [&](const char* kind, const std::string& path) -> Leaf& {
    return world.core.create(kind, "/usr/scene/" + path);
  };
  dynamic_cast<Transform&>(add("oxygen/Transform", "wall"))
      .set_local_pose({{0, 2, 0.5}, rotation_from_degrees({0, 0, 90})});
  dynamic_cast<BoxCollider&>(add("oxygen/BoxCollider", "wall/shape")).set_box_lengths({4, 0.1, 1});
  dynamic_cast<BoxShape&>(add("kerosin/Box", "wall/stripe")).set_material("matRed");
  world.at("post", {0, 0, 1});
  world.at("door", {1, 0, 1});
  add("oxygen/Transform", "axle");
  dynamic_cast<Transform&>(*world.core.root().find("/usr/scene/axle")).set_local_pos({0.5, 0, 1});
  auto& hinge = dynamic_cast<HingeJoint&>(add("oxygen/HingeJoint", "axle/hinge"));
  REQUIRE(hinge.attach({std::string("../../door/body"), std::string("../../post/body")}));
  REQUIRE(hinge.set_axis(2));
  auto& nail = dynamic_cast<FixedJoint&>(add("oxygen/FixedJoint", "nail"));
  REQUIRE(nail.attach({std::string("../post/body")}));
  const std::string poses = "(body post/body 0 0 1 1 0 0 0)(body door/body 1 0 1 1 0 0 0))";
  // The drawn box stands for the collider.
  const std::string scenery = "(scenery (colour 0.85 0.15 0.12)(box 1 1 1 0 2 0.5 0.707107 0 0 0.707107))";
  CHECK(world.header() == "(Init (TimePerStep 0.01)(bodies post/body door/body)" + scenery +
                              "(joints (hinge door/body post/body -0.5 0 0 0 0 1)(fixed post/body \"\" 0 0 0)))");
  CHECK(world.frame() == "(Info (time 0)" + poses);
  Node& scene = *world.scenes->active_scene();
  scene.destroy(*scene.child("nail"));
  world.header();  // for another monitor
  CHECK(world.frame() == "(Info (time 0)" + scenery + "(joints (hinge door/body post/body -0.5 0 0 0 0 1))" + poses);
  scene.destroy(*scene.child("axle"));
  scene.destroy(*scene.child("wall"));
  world.header();
  CHECK(world.frame() == "(Info (time 0)(scenery)(joints)" + poses);
  CHECK(world.frame() == "(Info (time 0)" + poses);
}

TEST_CASE("of too many shapes the first are sent, of all bodies names and poses") {
  const bool in_header = GENERATE(true, false);
  Room world;
  for (int i = 0; i < 1900; ++i) {
    Body& body = world.loose(fmt::format("body number {}", i));
    body.parent()->append(world.core.classes.create("oxygen/BoxCollider"));
    body.parent()->append(world.core.classes.create("oxygen/SphereCollider"));
  }
  const std::string line = in_header ? world.header() : (world.header(), world.loose("one more"), world.frame());
  sexp::Reader reader({1u << 20, 16, 64 * 1024});  // with the limits of monitors
  REQUIRE(reader.read(line));
  std::size_t shapes = 0, bodies = 0;
  for (std::size_t i = 1; i < reader[0].size(); ++i) {
    shapes += reader[0][i].name() == "shape";
    bodies += reader[0][i].name() == "body";
    if (reader[0][i].name() == "bodies") bodies += reader[0][i].size() - 1;
  }
  CHECK(bodies == (in_header ? 1900 : 1901));
  CHECK((shapes > 1000 && shapes < 1900));
  CHECK(line.rfind("(shape") - line.find("(shape") < BodyMonitor::kMaxShapes);
}

TEST_CASE("any name is printed as one atom on one line") {
  Room world;
  for (const char* name : {"two words", "(in brackets)", "\"quoted\"", "it's", "back\\slash", "semi;colon",
                           "t\xc3\xbcr", "new\nline\ttab\x01\x7f", "plain-_.#+*"})
    world.loose(name);
  const std::vector<std::string> names = world.names();
  CHECK(names == std::vector<std::string>{"two words", "(in brackets)", "\"quoted\"", "it's", "back\\slash",
                                          "semi;colon", "t\xc3\xbcr", "new?line?tab??", "plain-_.#+*"});
  CHECK(world.header().find('\n') == std::string::npos);
  CHECK(world.header().find(" plain-_.#+*))") != std::string::npos);
}

TEST_CASE("long names are truncated before equal names get numbers") {
  Room world;
  world.loose(std::string(5000, 'x'));
  world.loose(std::string(6000, 'x'));
  const std::string cut(BodyMonitor::kMaxName, 'x');
  CHECK(world.names() == std::vector<std::string>{cut, cut + "#2"});
}

TEST_CASE("lines keep to the limits of monitors, and bodies beyond are left out with one warning") {
  Room world;
  const bool many = GENERATE(true, false);
  for (std::size_t i = 0; i < BodyMonitor::kMaxBodies + 10; ++i)
    world.loose(many ? "b" : fmt::format("{}{}", std::string(190, '"'), i))
        .parent()
        ->append(world.core.classes.create("oxygen/SphereCollider"));
  const std::vector<std::string> names = world.names();
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  if (many)
    CHECK(names.size() == BodyMonitor::kMaxBodies);
  else
    CHECK((names.size() > 1000 && names.size() < BodyMonitor::kMaxBodies));
  CHECK(world.frame().size() <= BodyMonitor::kMaxLine);
  CHECK(world.header().size() <= BodyMonitor::kMaxLine);
  CHECK(world.lines.count("there are too many") == 1);
  CHECK(world.frame().find("(shape") == std::string::npos);
}

TEST_CASE("names that a script has changed appear in the next header") {
  Room world;
  world.at("old", {});
  world.header();
  world.core.root().find("/usr/scene/old")->set_name("new");
  CHECK(world.header() == "(Init (TimePerStep 0.01)(bodies new/body))");
  CHECK(world.names() == std::vector<std::string>{"new/body"});
}

TEST_CASE("the farewell is the last state, if no frame has shown it, and (Die)") {
  Room world;
  world.at("b", {0, 0, 1});
  world.frame();
  std::string text;
  world.monitor->farewell(text);
  CHECK(text == "(Die)");
  world.steps(7);
  text.clear();
  world.monitor->farewell(text);
  CHECK(text == "(Info (time 0.07)(body b/body 0 0 1 1 0 0 0))\n(Die)");
}

TEST_CASE("a feed sends velocities and changed shapes, independent of the shared stream") {
  Room world;
  Body& b = world.at("b", {0, 0, 1});
  world.header();
  world.frame();
  const auto feed = world.monitor->open_feed({.velocities = true});
  const auto next = [&] {
    std::string line;
    feed->frame(line);
    return line;
  };
  b.set_velocity({1, 0, -0.5});
  b.set_angular_velocity({0, 0, 2});
  CHECK(next() == "(Info (time 0)(body b/body 0 0 1 1 0 0 0 1 0 -0.5 0 0 2))");
  world.at("c", {1, 0, 1});
  auto& sphere = dynamic_cast<SphereCollider&>(world.core.create("oxygen/SphereCollider", "/usr/scene/c/geometry"));
  sphere.set_radius(0.5);
  world.frame();
  CHECK_THAT(next(), Catch::Contains("(time 0)(shape c/body (sphere 0.5 0 0 0))(body b/body "));
  CHECK_THAT(next(), !Catch::Contains("(shape "));
  CHECK_THAT(world.frame(), !Catch::Contains("(shape "));
  std::string header;
  feed->header(header);
  CHECK(header == world.header());
  CHECK_THAT(next(), !Catch::Contains("(shape "));
  // A full state contains the shapes even without a header.
  std::string whole;
  world.monitor->open_feed({.velocities = true, .conditions = true})->frame(whole);
  CHECK_THAT(whole, Catch::Contains("(time 0)(shape c/body "));
  world.steps(3);
  std::string last;
  feed->farewell(last);
  CHECK_THAT(last, Catch::StartsWith("(Info (time 0.03)(body ") && Catch::EndsWith("\n(Die)"));
}

TEST_CASE("commands are refused with a line, and scripts cannot delete the scene server that the monitor needs") {
  Room world;
  const auto send = [commands = std::make_unique<TrainerCommands>(*world.monitor)](const char* peer, const char* text) {
    RecordedSender sender(peer);
    commands->carry_out(sender, text);
  };
  send("monitor 1", "(kick\nthe ball)");
  CHECK(world.lines.count("monitor 1: this world knows no command 'kick'") == 1);
  for (const char* text : {"", "(reset", "\x01 nonsense (", "nothing"}) send("monitor 2", text);
  CHECK(world.lines.size() == 5);
  Node& above = *world.scenes->parent();
  CHECK_THROWS_WITH(above.destroy(*world.scenes), Catch::Contains("/sys/server/monitor/BodyMonitor needs it"));
}

TEST_CASE("without a scene server there is one clear error, without a scene there are no bodies") {
  Core core{1};
  register_scene_classes(core.classes);
  register_physics_classes(core.classes);
  register_monitor_classes(core.classes);
  auto& monitor = dynamic_cast<BodyMonitor&>(core.create("BodyMonitor", "/monitor"));
  CHECK_THROWS_WITH(monitor.prepare(), "the script created no oxygen/SceneServer");
  core.create("oxygen/SceneServer", "/sys/server/scene");
  monitor.prepare();
  std::string text;
  monitor.frame(text);
  CHECK(text == "(Info (time 0))");
}

TEST_CASE("log and monitors get the system's farewell at the end") {
  struct Polite : NumberedSystem {
    void farewell(std::string& out) override { out += "(Info last)\n(Die)"; }
  } system;
  TemporaryFolder folder;
  MonitorHub::Options options;
  options.port = 0;
  options.log_file = folder / "monitor.log";
  Log log;
  RunControl run_control;
  CommandQueue commands;
  MonitorHub hub(options, system, commands, run_control, RealClock::system(), log);
  hub.begin();
  MonitorClient client(hub.port());
  const auto patience = std::chrono::steady_clock::now() + MonitorClient::kLimit;
  while (system.headers < 2 && std::chrono::steady_clock::now() < patience) {
    pollfd input{commands.poll_descriptor(), POLLIN, 0};
    poll(&input, 1, 5);
    commands.run_all();
  }
  hub.frame(0);
  CHECK(hub.end_log() == "");
  CHECK(content(folder / "monitor.log") == "(Init 0)\n(Info 0 all)\n(Info last)\n(Die)\n");
  for (const char* line : {"(Init 1(paused 0))", "(Info 0 all)", "(Info last)", "(Die)"}) CHECK(client.line() == line);
}
