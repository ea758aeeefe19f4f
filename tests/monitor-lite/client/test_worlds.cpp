// SPDX-License-Identifier: Apache-2.0
// Worlds without a game (docs/write/protocol.md, section 7.4).
#include <catch2/catch.hpp>
#include <cmath>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/client/motion.h"
#include "spark/core/core.h"
#include "spark/monitor/body_monitor.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/physics_classes.h"
#include "spark/scene/scene.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace monitor;
using Kind = LineReader::Kind;

namespace {

constexpr const char* kBodiesInit =
    "(Init (TimePerStep 0.01)(bodies crate/body \"a (b)\")(shape crate/body (sphere 7 0 0 0)))";
constexpr const char* kBodiesFirst =
    "(Info (time 0)(shape crate/body (box 0.3 0.2 0.1 0 0 0.5)(sphere 0.1 1 2 3))(shape \"a (b)\" (capsule 0.1 0.4 0 0 "
    "0))"
    "(body crate/body 2 0.5 -0.15 1 0 0 0)(body \"a (b)\" 0 0 1 0.707107 0 0 -0.707107))";

std::string words(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += (text.empty() ? "" : "; ") + event.text;
  return text;
}

Snapshot with(std::vector<std::string> names, double time = 0) {
  Snapshot snapshot;
  snapshot.time = time;
  for (std::string& name : names) snapshot.bodies.push_back({std::move(name), {}, {1, 0, 0, 0}});
  return snapshot;
}

}  // namespace

TEST_CASE("lines of a world have names, poses, and shapes that stay until others are sent") {
  LineReader reader;
  CHECK(reader.read(kBodiesInit) == Kind::init);
  CHECK(reader.problem().empty());
  CHECK(reader.game().has_bodies);
  CHECK(reader.game().values.at("TimePerStep") == 0.01);
  REQUIRE(reader.snapshot().shapes);
  CHECK(reader.snapshot().shapes->at("crate/body")[0].lengths[0] == 7);
  CHECK(reader.read(kBodiesFirst) == Kind::info);
  CHECK(reader.problem().empty());
  const Snapshot first = reader.snapshot();
  REQUIRE(first.bodies.size() == 2);
  CHECK(first.bodies[0].name == "crate/body");
  CHECK(first.bodies[0].position.z == -0.15);
  CHECK(first.bodies[1].name == "a (b)");
  CHECK(first.bodies[1].rotation[0] == Approx(std::sqrt(0.5)).epsilon(1e-9));  // of length 1
  CHECK(first.bodies[1].rotation[3] == -first.bodies[1].rotation[0]);
  REQUIRE(first.shapes);
  const auto& crate = first.shapes->at("crate/body");
  REQUIRE(crate.size() == 2);
  CHECK(crate[0].kind == BodyShape::Kind::box);
  CHECK(crate[0].lengths == std::array{0.3, 0.2, 0.1});
  CHECK(crate[0].middle.z == 0.5);
  CHECK(crate[1].kind == BodyShape::Kind::sphere);
  CHECK(crate[1].lengths[0] == 0.1);
  CHECK(crate[1].middle.y == 2);
  CHECK(first.shapes->at("a (b)")[0].lengths[1] == 0.4);

  CHECK(reader.read("(Info (time 0.15)(body crate/body 2 0.5 0 1 0 0 0))") == Kind::info);
  CHECK(reader.snapshot().bodies.size() == 1);
  CHECK(reader.snapshot().shapes == first.shapes);
  CHECK(reader.read("(Info (time 0.3))") == Kind::info);
  CHECK(reader.snapshot().bodies.empty());
  CHECK(reader.read("(Info (time 0.45)(shape crate/body (sphere 1 0 0 0)))") == Kind::info);
  CHECK(reader.snapshot().shapes->size() == 1);
  CHECK(reader.read("(Die)") == Kind::die);
  CHECK(reader.problem().empty());
  // The next match is one with a game.
  reader.read("(Init (FieldLength 100))");
  CHECK_FALSE(reader.game().has_bodies);
  CHECK_FALSE(reader.snapshot().shapes);
}

TEST_CASE("turned and coloured shapes, scenery and joints are read, and stay until others are sent") {
  LineReader reader;
  CHECK(reader.read(
            "(Init (bodies a b)(shape a (box 1 2 3 0 0 0.5 0.707107 0 0 0.707107)(colour 1 0.5 0)(cylinder 0.3 0.1 "
            "0 0 0)(colour)(sphere 1 0 0 0))(scenery (plane 0 0 -1)(box 4 0.1 1 0 2 0.5))(joints (hinge a b 0.5 0 "
            "0 0 0 1)(fixed b \"\" 0 0 0)(universal a b 1 2 3 1 0 0 0 1 0)(rope a b)))") == Kind::init);
  CHECK(reader.problem() == "");
  const Snapshot first = reader.snapshot();
  const auto& shapes = first.shapes->at("a");
  REQUIRE(shapes.size() == 3);
  CHECK(shapes[0].rotation[3] == Approx(std::sqrt(0.5)));
  CHECK_FALSE(shapes[0].colour);
  CHECK(shapes[1].kind == BodyShape::Kind::cylinder);
  CHECK(shapes[1].lengths == std::array{0.3, 0.1, 0.0});
  CHECK(shapes[1].rotation == std::array{1.0, 0.0, 0.0, 0.0});
  CHECK(shapes[1].colour == std::array{1.0, 0.5, 0.0});
  CHECK_FALSE(shapes[2].colour);
  REQUIRE(first.scenery->size() == 2);
  CHECK((*first.scenery)[0].kind == BodyShape::Kind::plane);
  CHECK((*first.scenery)[0].middle.z == -1);
  REQUIRE(first.joints->size() == 3);
  const BodyJoint& hinge = (*first.joints)[0];
  CHECK((hinge.kind == "hinge" && hinge.first == "a" && hinge.second == "b" && hinge.anchor.x == 0.5));
  REQUIRE(hinge.axes.size() == 1);
  CHECK(hinge.axes[0].z == 1);
  CHECK(((*first.joints)[1].second.empty() && (*first.joints)[1].axes.empty()));
  CHECK((*first.joints)[2].axes.size() == 2);

  reader.read("(Info (time 0)(body a 0 0 0 1 0 0 0))");
  CHECK((reader.snapshot().scenery == first.scenery && reader.snapshot().joints == first.joints));
  reader.read("(Info (time 1)(scenery)(joints (ball a b 0 0 0)))");
  CHECK(reader.snapshot().scenery->empty());
  CHECK(reader.snapshot().joints->size() == 1);
  CHECK(reader.snapshot().shapes == first.shapes);
  reader.read("(Init (FieldLength 100))");
  CHECK((!reader.snapshot().scenery && !reader.snapshot().joints));
}

TEST_CASE("impossible scenery and joints are reported, and those before them count") {
  LineReader reader;
  reader.read(kBodiesInit);
  for (const char* bad : {"(scenery (plane 0 0 0)(box 1 1 0 0 0))", "(scenery (plane 0 0 0)(plane 0 0 0 5 0 0 0))",
                          "(scenery (plane 0 0 0)(colour 2 0 0))", "(scenery (plane 0 0 0)(colour 1 1))"}) {
    CAPTURE(bad);
    CHECK(reader.read(std::string("(Info (time 1)") + bad + ")") == Kind::info);
    CHECK(reader.problem() == "impossible scenery");
    CHECK(reader.snapshot().scenery->size() == 1);
  }
  for (const char* bad : {"(hinge)", "(hinge a b)", "(hinge a b 1 2)", "(hinge a b 1 2 3 4)", "(hinge \"\" b 1 2 3)",
                          "(hinge a b nan 2 3)", "(ball a b 0 0 0 1 0 0 1 0 0 1 0 0)"}) {
    CAPTURE(bad);
    reader.read(std::string("(Info (time 1)(joints (ball a b 0 0 0)") + bad + "(ball b a 0 0 0)))");
    CHECK(reader.problem() == "impossible joint");
    CHECK(reader.snapshot().joints->size() == 1);
  }
}

TEST_CASE("impossible bodies and shapes are skipped and reported, and the others count") {
  LineReader reader;
  reader.read(kBodiesInit);
  for (const char* bad :
       {"(body)", "(body b)", "(body () 0 0 0 1 0 0 0)", "(body \"\" 0 0 0 1 0 0 0)", "(body b 0 0 0 1 0 0)",
        "(body b 0 0 0 1 0 0 0 0)", "(body b nan 0 0 1 0 0 0)", "(body b 0 inf 0 1 0 0 0)", "(body b 0 0 1e7 1 0 0 0)",
        "(body b 0 0 0 0 0 0 0)", "(body b 0 0 0 2 0 0 0)", "(body b 0 0 0 nan 0 0 0)", "(body b (0) 0 0 1 0 0 0)",
        "(shape)", "(shape ())", "(shape s (sphere -1 0 0 0))", "(shape s (box 1 1 0 0 0))",
        "(shape s (sphere nan 0 0 0))", "(shape s (capsule 1 1 0 0))"}) {
    CAPTURE(bad);
    CHECK(reader.read(std::string("(Info (time 1)") + bad + "(body good 1 2 3 1 0 0 0))") == Kind::info);
    CHECK(reader.problem().starts_with("impossible "));
    REQUIRE(reader.snapshot().bodies.size() == 1);
    CHECK(reader.snapshot().bodies[0].name == "good");
  }
  // Unknown parts that other servers may send are no mistakes.
  CHECK(reader.read("(Info (time 1)(shape s (cone 1 2 3)(sphere 1 0 0 0) atom)(rope x 1)(body s 0 0 0 1 0 0 0))") ==
        Kind::info);
  CHECK(reader.problem().empty());
  CHECK(reader.snapshot().shapes->at("s").size() == 1);
}

TEST_CASE("bodies beyond the limit are reported and dropped") {
  LineReader reader;
  std::string line = "(Info (time 0)";
  for (std::size_t i = 0; i < LineReader::kMaxBodies + 1; ++i) line += fmt::format("(body {} 0 0 0 1 0 0 0)", i);
  CHECK(reader.read(line + ")") == Kind::info);
  CHECK(reader.problem() == "too many bodies");
  CHECK(reader.snapshot().bodies.size() == LineReader::kMaxBodies);
}

TEST_CASE("bodies that come to a world or leave it are events") {
  Game game;
  game.has_bodies = true;
  EventFinder finder;
  CHECK(words(finder.next(game, with({"a", "b"}))) == "2 bodies: a and b");
  CHECK(finder.next(game, with({"b", "a"}, 0.15)).empty());
  const auto both = finder.next(game, with({"a", "c"}, 0.3));
  CHECK(words(both) == "c has come; b has gone");
  CHECK(both[0].time == 0.3);
  CHECK(both[0].kind == Event::Kind::other);
  CHECK(words(finder.next(game, with({"a", "c", "d1", "d2", "d3", "d4", "d5"}))) == "d1, d2, d3 and 2 more have come");
  CHECK(words(finder.next(game, with({}))) == "a, c, d1 and 4 more have gone");
  CHECK(words(finder.next(game, with({"x\x1b[31m"}))) == "x?[31m has come");
  finder.restart();
  CHECK(words(finder.next(game, with({"only"}))) == "1 body: only");
  finder.restart();
  CHECK(words(finder.next(game, with({}))) == "a world without bodies");
}

TEST_CASE("between two frames bodies move and turn evenly, by the shorter turn") {
  Snapshot from = with({"a", "thrown", "gone"}), to = with({"a", "thrown"}, 1);
  to.bodies[0].position = {1, 2, -4};
  const double half = std::sqrt(0.5);
  to.bodies[0].rotation = {-half, 0, 0, -half};  // a quarter about z, as its negative
  to.bodies[1].position = {100, 0, 0};
  const Snapshot middle = moved(from, to, 0.5);
  CHECK(middle.bodies[0].position.y == 1);
  CHECK(middle.bodies[0].rotation[0] == Approx(std::cos(M_PI / 8)));
  CHECK(middle.bodies[0].rotation[3] == Approx(std::sin(M_PI / 8)));
  CHECK(middle.bodies[1].position.x == 0);
  CHECK(middle.bodies.size() == 3);
}

TEST_CASE("frames of a world's log are those that a monitor was shown, in any order of access") {
  TemporaryFolder folder;
  const bool in_init = GENERATE(true, false);
  std::string first = kBodiesFirst;
  if (in_init) {
    const auto from = first.find("(shape"), to = first.find("(body");
    first.erase(from, to - from);
  }
  std::string text = std::string(kBodiesInit) + "\n" + first + "\n";
  std::vector<std::string> lines;
  for (int i = 1; i < 40; ++i) {
    text += fmt::format("(Info (time {:g})", 0.15 * i);
    if (i == 20) text += "(shape crate/body (sphere 0.5 0 0 0))";
    text += fmt::format("(body crate/body {} 0 0 1 0 0 0)", i);
    if (i < 20) text += "(body \"a (b)\" 0 0 1 1 0 0 0)";
    text += ")\n";
  }
  SECTION("the whole log") {
    text += "(Die)\n";
  }
  SECTION("a log without its head") {
    text.erase(0, text.find('\n') + 1);
  }
  const bool whole = text.ends_with("(Die)\n");
  write_file(folder / "w.log", text);
  LogFile log(folder / "w.log");
  CHECK(log.problem().empty());
  CHECK(log.is_complete() == whole);
  CHECK(log.game().has_bodies);
  REQUIRE(log.size() == 40);
  for (const std::size_t i : {39U, 0U, 20U, 19U, 5U, 21U}) {
    CAPTURE(i);
    const Snapshot& now = log.at(i);
    REQUIRE(now.bodies.size() == (i < 20 ? 2 : 1));
    if (i > 0) CHECK(now.bodies[0].position.x == i);
    if (!now.shapes) {
      CHECK((in_init && !whole && i < 20));  // they were in the head
      continue;
    }
    const BodyShape& crate = now.shapes->at("crate/body")[0];
    CHECK(crate.kind == (i < 20 && !in_init ? BodyShape::Kind::box : BodyShape::Kind::sphere));
    CHECK(crate.lengths[0] == (i >= 20 ? 0.5 : in_init ? 7 : 0.3));
  }
  REQUIRE(log.marks().size() == 2);
  CHECK(log.marks()[0].event.text == "2 bodies: a (b) and crate/body");
  CHECK(log.marks()[1].frame == 20);
  CHECK(log.marks()[1].event.text == "a (b) has gone");
}

TEST_CASE("the client reads what the server's body monitor writes, whatever the bodies' names are") {
  spark::Core core{1};
  spark::register_scene_classes(core.classes);
  spark::register_physics_classes(core.classes);
  spark::register_monitor_classes(core.classes);
  dynamic_cast<spark::SceneServer&>(core.create("oxygen/SceneServer", "/sys/server/scene")).create_scene("/usr/scene");
  core.create("oxygen/World", "/usr/scene/world");
  core.create("oxygen/Space", "/usr/scene/space");
  auto& scene = dynamic_cast<spark::Node&>(*core.root().find("/usr/scene"));
  const std::vector<std::string> names{"plain", "two words", "(in) \"quotes\" and \\", "';", "t\xc3\xbcr", "plain",
                                       "-1.5",  "nan"};
  std::vector<spark::Body*> bodies_made;
  for (const std::string& name : names) {
    auto& above = dynamic_cast<spark::Transform&>(scene.append(core.classes.create("oxygen/Transform")));
    above.set_name(name);
    above.set_local_pos({-123456.654321, 1e-6, 0.1});
    above.set_local_rotation({10, 20, 30});
    bodies_made.push_back(&dynamic_cast<spark::Body&>(above.append(core.classes.create("oxygen/Body"))));
    above.append(core.classes.create("oxygen/BoxCollider"));
  }
  core.create("oxygen/PlaneCollider", "/usr/scene/floor");
  auto& hinge = dynamic_cast<spark::HingeJoint&>(core.create("oxygen/HingeJoint", "/usr/scene/hinge"));
  REQUIRE(hinge.attach(bodies_made[1], nullptr));
  auto& writer = dynamic_cast<spark::BodyMonitor&>(core.create("BodyMonitor", "/monitor"));
  writer.prepare();
  std::string init, info;
  writer.header(init);
  writer.frame(info);
  LineReader reader;
  CHECK(reader.read(init) == Kind::init);
  CHECK(reader.problem() == "");
  REQUIRE(reader.snapshot().shapes);
  CHECK(reader.snapshot().shapes->size() == names.size());
  CHECK(reader.snapshot().scenery->at(0).kind == BodyShape::Kind::plane);
  REQUIRE(reader.snapshot().joints->size() == 1);
  CHECK((reader.snapshot().joints->at(0).first == names[1] && reader.snapshot().joints->at(0).second.empty()));
  CHECK(reader.read(info) == Kind::info);
  CHECK(reader.problem() == "");
  const auto& bodies = reader.snapshot().bodies;
  REQUIRE(bodies.size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(bodies[i].name == (i == 5 ? "plain#2" : names[i]));
    CHECK(bodies[i].position.x == -123456.654321);
    CHECK(bodies[i].position.y == 1e-6);
    CHECK(reader.snapshot().shapes->at(bodies[i].name)[0].lengths == std::array{1.0, 1.0, 1.0});
  }
}
