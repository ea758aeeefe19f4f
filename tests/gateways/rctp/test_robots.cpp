// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <regex>

#include "gateways/rctp/rctp_server.h"
#include "tests/gateways/rctp/robot_bench.h"
#include "tests/support/count_allocations.h"
#include "tests/support/files.h"
#include "tests/support/folders.h"

using namespace rctp_test;

TEST_CASE("a robot sends an initial message per sensation, and is offered once all are carried out") {
  RobotBench bench;
  // Sensations arrive at 11, 31 and 51; acts count a step later and take effect ten steps after that.
  bench.until(62);
  CHECK(bench.notes == Diary{"42 join 0 first"});
  CHECK_FALSE(bench.state().is_present);
  bench.until(64);
  CHECK(bench.notes == Diary{"42 join 0 first", "62 act 0 ready"});
  CHECK(bench.state().is_present);
  CHECK(bench.state().top != 0);
  CHECK(bench.made->type_of(0) == "tap_1");

  const Objects& objects = *bench.state().objects;
  std::vector<std::string> names;
  for (const Object& object : objects) names.push_back(object.name);
  CHECK(names == std::vector<std::string>{"tap", "bell", "note", "Flow", "wet", "gossip", "world"});
  CHECK(objects[0].kind == Object::Kind::control_output);
  CHECK_FALSE(objects[0].trigger);
  CHECK(objects[0].parameters.at(0) ==
        Object::Parameter{.name = "flow", .unit = "l/s", .min = -5.0, .max = 5.0, .neutral = 0.0});
  CHECK(objects[0].rate == 100);
  CHECK(objects[1].kind == Object::Kind::binary_output);
  CHECK(objects[1].trigger);
  CHECK(objects[2].kind == Object::Kind::text_output);
  CHECK(objects[3].kind == Object::Kind::control_input);
  CHECK(objects[3].parameters.at(0).unit == "s");
  CHECK(objects[3].rate == Approx(5));
  CHECK(objects[4].kind == Object::Kind::binary_input);
  CHECK(objects[5].kind == Object::Kind::text_input);
  CHECK(objects[6].bits == 0);
  CHECK(bench.lines.empty());
}

TEST_CASE("a translator whose effectors are missing is reported once the robot is there") {
  const std::vector<std::string> wheels{"left", "right", "0.1", "0.3"};
  RobotBench bench({{"tap_1", {}, {{"go", "DifferentialDrive", wheels}, {"look", "Raw", {}}}}});
  bench.until(100);
  CHECK(bench.state().is_present);
  CHECK(bench.lines ==
        std::vector<std::string>{"robot tap_1: nothing to translate: it lacks left, right, or has it in another form"});
}

TEST_CASE("a camera is an object while a camera program is connected, always at the same place") {
  RobotBench bench;
  bench.until(100);
  CHECK_FALSE(bench.state().has_camera);
  bench.link().offer_camera(true);
  bench.until(102);
  CHECK(bench.place("camera") == bench.state().objects->size());  // it has none
  bench.link().offer_camera(false);
  bench.until(103);
  bench.core.find_all<AgentAspect>().at(0)->append(bench.core.classes.create("oxygen/Camera"));
  bench.link().offer_camera(true);
  bench.until(104);
  CHECK(bench.state().has_camera);
  const std::size_t place = bench.place("camera"), count = bench.state().objects->size();
  REQUIRE(place < count);
  const Object& camera = (*bench.state().objects)[place];
  CHECK(camera.kind == Object::Kind::video_input);
  CHECK(camera.address == "camera.mjpg");
  CHECK(camera.field_of_view == Approx(1.0471976));  // 60 degrees
  for (int i = 0; i < 300; ++i) {
    bench.link().offer_camera(i % 2 == 1);
    bench.until(105 + i);
    CHECK((*bench.state().objects)[place].name == (i % 2 == 1 ? "camera" : ""));
  }
  CHECK(bench.state().objects->size() == count);
}

TEST_CASE("an operator's orders of one step take effect one latency after the next step") {
  RobotBench bench;
  bench.until(100);
  bench.link().connect("127.0.0.1:1");
  bench.act("tap", {1.5});
  bench.act("tap", {2.5});
  bench.act("bell", {});
  bench.act("note", {}, "hello");
  bench.until(120);
  CHECK(Diary(bench.notes.begin() + 2, bench.notes.end()) == Diary{"111 tap 0 2.5", "111 bell 0", "111 act 0 hello"});
  CHECK(bench.state().values[0] == std::vector{2.5});
  CHECK(bench.log() ==
        "rctp-operator 1\n100 connect 127.0.0.1:1\n100 act tap 2.5\n100 act bell 1\n100 act note \"hello\"\n");
}

TEST_CASE("a stop cancels orders under way, and every effector rests one step later") {
  RobotBench bench;
  bench.until(100);
  bench.link().connect("127.0.0.1:1");
  bench.act("tap", {5});
  bench.until(112);
  CHECK(bench.notes.back() == "111 tap 0 5");
  for (Step step = 112; step < 120; ++step) {
    bench.act("tap", {static_cast<double>(step) / 100});
    bench.until(step + 1);
  }
  bench.link().stop();  // read at 120
  bench.until(140);
  CHECK(bench.notes.back() == "121 rest 0");
  CHECK(bench.state().interruptions == 1);
  CHECK(bench.state().values[0] == std::vector{0.0});
  bench.link().release();
  bench.act("tap", {1});
  bench.until(160);
  CHECK(bench.notes.back() == "151 tap 0 1");
  bench.link().leave();
  bench.until(170);
  CHECK(bench.notes.back() == "161 rest 0");
  CHECK(bench.state().values[0] == std::vector{0.0});  // so that the next operator does not continue from there
  const std::string log = bench.log();
  CHECK(log.find("\n120 stop\n140 release\n140 act tap 1\n160 leave\n") != log.npos);
}

TEST_CASE("a stop cancels earlier orders of its step, but not those after its release") {
  RobotBench bench;
  bench.until(100);
  bench.link().connect("127.0.0.1:1");
  bench.act("tap", {4});
  bench.act("bell", {});
  bench.link().stop();
  bench.link().release();
  bench.act("tap", {3});
  bench.until(130);
  CHECK(Diary(bench.notes.begin() + 2, bench.notes.end()) == Diary{"101 rest 0", "111 tap 0 3"});
}

TEST_CASE("percepts are known on arrival: numbers and bits always, texts only if wanted") {
  RobotBench bench;
  bench.until(100);
  bench.link().connect("127.0.0.1:1");
  const std::size_t flow = bench.place("Flow"), gossip = bench.place("gossip");
  bench.until(111);
  CHECK(bench.state().values[flow] == std::vector{81.0, 0.0});
  bench.until(112);
  CHECK(bench.state().values[flow] == std::vector{101.0, 0.0});
  CHECK(bench.state().values[bench.place("wet")] == std::vector{1.0});
  CHECK(bench.state().texts.empty());
  bench.link().want(gossip);
  bench.until(132);
  // Two perceptors have that name: all their texts, in order.
  const RobotLink::State& state = bench.state();
  CHECK(state.texts.size() == 4);
  CHECK(state.characters == "(gossip 121 one)(gossip 121 two)(gossip 121 one)(gossip 121 two)");
}

TEST_CASE("objects follow the parts that a robot gets and loses, and keep their places") {
  RobotBench bench;
  bench.until(100);
  auto& agent = *bench.core.find_all<AgentAspect>().at(0);
  agent.destroy(*agent.find("BellEffector"));
  bench.until(101);
  CHECK((*bench.state().objects)[1].name.empty());
  CHECK_FALSE(bench.act("bell", {}));
  agent.append(bench.core.classes.create("BellEffector"));
  bench.until(102);
  const Objects& objects = *bench.state().objects;
  CHECK(objects[1].name.empty());
  CHECK(objects.back().name == "bell");
  CHECK(bench.act("bell", {}));
  bench.until(120);
  CHECK(bench.notes.back() == "113 bell 0");
}

TEST_CASE("a match is replayed exactly from the operators' logs") {
  RobotBench live;
  live.until(100);
  live.link().connect("127.0.0.1:1");
  for (Step step = 100; step < 400; ++step) {
    if (step % 7 == 0) live.act("tap", {std::sin(static_cast<double>(step)) * 5});
    if (step % 31 == 0) live.act("note", {}, fmt::format("\"{}\" \\ \xc3\xa4", step));
    if (step % 41 == 0) live.act("bell", {});
    if (step == 200) live.link().stop();
    if (step == 220) live.link().release();
    if (step == 300) live.link().rest();
    if (step == 350) live.link().leave();
    if (step == 360) live.link().connect("127.0.0.1:2");
    live.until(step + 1);
  }
  live.until(450);
  const Diary was = live.notes;
  const std::string log = live.log();
  REQUIRE(was.size() > 50);

  RobotBench again({{"tap_1", {"(join (word first))", "(note ready)"}, {}}}, live.folder.path());
  CHECK(again.state().is_replayed);
  again.until(450);
  CHECK(again.notes == was);
  CHECK(again.log() == log);
  CHECK(again.lines.empty());
}

TEST_CASE("logs that cannot be replayed are refused before the match begins") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(RobotBench({{"tap_1", {}, {}}}, folder.path()),
                    Catch::Contains("it has no operators' log of a robot of this match"));
  CHECK_THROWS_WITH(RobotBench({{"tap_1", {}, {}}}, folder / "none"), Catch::Contains("there is no such folder"));
  std::ofstream(folder / "operator-tap_1.log") << "rctp-operator 1\n12 act tap nan\n";
  CHECK_THROWS_WITH(RobotBench({{"tap_1", {}, {}}}, folder.path()), Catch::Contains("operator-tap_1.log:2"));
}

TEST_CASE("acts in a log that do not fit the robot cause one line each, and the rest is obeyed") {
  const TemporaryFolder folder;
  std::ofstream(folder / "operator-tap_1.log")
      << "rctp-operator 1\n100 connect a\n100 act whistle 1\n100 act tap 1 2\n100 act Flow 1 2\n100 act tap 2\n";
  RobotBench bench({{"tap_1", {}, {}}}, folder.path());
  bench.until(120);
  CHECK(bench.notes.back() == "111 tap 0 2");
  CHECK(bench.lines.size() == 3);
}

TEST_CASE("a steady session allocates nothing on the simulation thread") {
  RobotBench bench;
  bench.until(100);
  TapEffector::is_noted = false;
  bench.link().connect("127.0.0.1:1");
  for (const char* object : {"Flow", "wet"}) bench.link().want(bench.place(object));
  const std::size_t tap = bench.place("tap");
  const auto play = [&](Step end) {
    for (Step step = bench.core.clock.now(); step < end; ++step) {
      const double value = static_cast<double>(step % 10) / 2;
      bench.link().act(tap, {&value, 1}, {});
      bench.link().read(bench.last);
      bench.until(step + 1);
    }
  };
  play(1000);
  const long before = allocations.load();
  play(2000);
  // The test's own checks allocate: once per step, at most as often as before.
  const long with_orders = allocations.load() - before;
  const long middle = allocations.load();
  for (Step step = 2000; step < 3000; ++step) bench.until(step + 1);
  CHECK(with_orders <= allocations.load() - middle);
}

TEST_CASE("robots and translators of a script are checked when they are added") {
  Bench bench;
  register_rctp_classes(bench.core.classes);
  auto& server = dynamic_cast<RctpServer&>(bench.core.create("RctpServer", "/sys/server/rctp"));
  for (const char* name : {"", "1a", "world", "camera", "a b", "a/b", "abcdefghijklmnopqrstuvwxyzabcdefg", "\xc3\xa4"})
    CHECK_THROWS_WITH(server.add_robot(name, {}), Catch::Contains("a robot's name is a letter"));
  server.add_robot("a-1_B", {});
  CHECK_THROWS_WITH(server.add_robot("a-1_B", {}), Catch::Contains("there already is a robot with that name"));
  CHECK_THROWS_WITH(server.translate("b", "head", "Raw", {}), Catch::Contains("there is no robot with that name"));
  CHECK_THROWS(server.translate("a-1_B", "head", "Magic", {}));
  for (int i = 1; i < 22; ++i) server.add_robot(fmt::format("r{}", i), {});
  CHECK_THROWS_WITH(server.add_robot("more", {}), Catch::Contains("at most 22 robots are allowed"));
  CHECK(bench.core.variables.find("Rctp.Port"));
}

TEST_CASE("the script's defaults of the module's variables equal those of the module") {
  Bench bench;
  register_rctp_classes(bench.core.classes);
  bench.core.create("RctpServer", "/sys/server/rctp");
  std::map<std::string, std::string> scripted, declared;
  const std::string script = content(source_folder() + "/scripts/operators.rb");
  const std::regex line(R"(defaultVariable\('(Rctp\.\w+)', ('[^']*'|[\d.]+)\))");
  for (std::sregex_iterator found(script.begin(), script.end(), line), end; found != end; ++found)
    scripted[(*found)[1]] = (*found)[2];
  for (const auto& [name, value] : bench.core.variables.all()) {
    const auto* const number = std::get_if<double>(&value);
    if (name.starts_with("Rctp."))
      declared[name] =
          number ? fmt::format("{:.1f}", *number) : fmt::format("'{}'", spark::as_text(value).value_or("?"));
  }
  CHECK(scripted == declared);
}
