// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <future>
#include <thread>

#include "tests/spark/monitor/monitor_stage.h"
#include "tests/support/held_clock.h"
#include "tests/support/manual_clock.h"

using namespace spark;

TEST_CASE("every monitor gets its header and then every frame, and the log has the first monitor's frames") {
  TemporaryFolder folder;
  MonitorHub::Options options;
  options.log_file = folder / "monitor.log";
  MonitorStage stage(options);
  auto first = std::make_unique<MonitorClient>(stage.hub->port());
  stage.hub->begin();  // uses up the header number 0
  stage.run_until([&] { return stage.system.headers == 2; });
  for (int i = 0; i < 3; ++i) stage.frame();
  auto second = stage.join();
  for (int i = 0; i < 2; ++i) stage.frame();
  auto third = stage.join();
  stage.frame();
  stage.hub.reset();

  const std::string before = "(Info 0 all)\n(Info 1)\n(Info 2)\n";
  const std::string between = "(Info 3 all)\n(Info 4)\n";
  const std::string after = "(Info 5 all)\n";
  CHECK(first->rest() == "(Init 1(paused 0))\n" + before + between + after);
  CHECK(second->rest() == between + after);
  CHECK(third->rest() == after);
  CHECK(content(folder / "monitor.log") == "(Init 0)\n" + before + between + after);
}

TEST_CASE("a monitor gets no frame from before it was admitted") {
  MonitorStage stage;
  auto early = stage.join();
  MonitorClient late(stage.hub->port());
  // Its arrival is announced, but the simulation is in the middle of a step.
  pollfd input{stage.commands.poll_descriptor(), POLLIN, 0};
  REQUIRE(poll(&input, 1, kTimeoutMs) == 1);
  stage.frame();
  CHECK(early->line() == "(Info 0 all)");
  CHECK(late.silent());
  stage.commands.run_all();
  stage.frame();
  CHECK(late.line() == "(Init 1(paused 0))");
  CHECK(late.line() == "(Info 1 all)");
  CHECK(early->line() == "(Info 1 all)");
}

TEST_CASE("monitors get a line when the clock is stopped and resumed, the log does not") {
  const TemporaryFolder folder;
  MonitorHub::Options options;
  options.log_file = folder / "monitor.log";
  MonitorStage stage(options);
  stage.hub->begin();
  auto monitor = stage.join();
  stage.frame();
  CHECK(monitor->line() == "(Info 0 all)");
  SECTION("a monitor sends P and R") {
    auto trainer = stage.join();
    trainer->send("P");
    stage.run_until([&] { return stage.run_control.is_held(); });
    stage.commands.run_all();
    CHECK(monitor->line() == "(Info time(paused 1))");
    CHECK(trainer->line() == "(Info time(paused 1))");
    MonitorClient late(stage.hub->port());
    stage.run_until([&] { return stage.system.headers == 4; });
    CHECK(late.line() == "(Init 3(paused 1))");
    trainer->send("S5");
    stage.run_until([&] { return !stage.run_control.paused(); });
    stage.frame();  // a step does not end the pause
    trainer->send("R");
    stage.run_until([&] { return !stage.run_control.is_held(); });
    stage.commands.run_all();
    for (auto* client : {monitor.get(), trainer.get(), &late}) {
      CHECK(client->line() == "(Info 1 all)");
      CHECK(client->line() == "(Info time(paused 0))");
    }
  }
  SECTION("a signal pauses, unless a second one revokes it at once") {
    stage.run_control.toggle();
    stage.run_control.toggle();
    stage.commands.run_all();
    stage.run_control.toggle();
    stage.commands.run_all();
    CHECK(monitor->line() == "(Info time(paused 1))");
  }
  SECTION("steps of a running match are not reported as a pause") {
    stage.run_control.step(3);
    stage.commands.run_all();
    stage.run_control.give_back();
    stage.commands.run_all();
  }
  stage.frame();
  CHECK(monitor->line().starts_with(stage.system.frames == 3 ? "(Info 2" : "(Info 1"));
  stage.hub->flush();
  CHECK(content(folder / "monitor.log").find("paused") == std::string::npos);
}

TEST_CASE("a trainer's drawing is sent to all monitors at once, and is in no frame and no log") {
  const TemporaryFolder folder;
  MonitorHub::Options options;
  options.log_file = folder / "monitor.log";
  std::vector<std::string> drawings;
  options.on_drawing = [&](std::string_view time, std::string_view parts) {
    drawings.push_back(std::string(time) + std::string(parts));
  };
  MonitorStage stage(options);
  stage.hub->begin();
  auto monitor = stage.join();
  auto trainer = stage.join();
  stage.frame();
  CHECK(monitor->line() == "(Info 0 all)");
  trainer->send("W(draw (by left 7)(circle spot 1 2 0.5))");
  stage.run_until([&] { return stage.hub->command_counts().carried_out == 1; });
  CHECK(monitor->line() == "(Info time(draw (by left 7)(circle spot 1 2 0.5)))");
  stage.frame();
  CHECK(monitor->line() == "(Info 1)");
  CHECK(drawings.size() == 1);
  stage.hub.reset();
  CHECK(content(folder / "monitor.log") == "(Init 0)\n(Info 0 all)\n(Info 1)\n");
}

TEST_CASE("drawings are refused in a competition, and otherwise limited in rate") {
  MonitorHub::Options options;
  options.shows_drawings = GENERATE(true, false);
  std::size_t shown = 0;
  options.on_drawing = [&](std::string_view, std::string_view) { ++shown; };
  MonitorStage stage(options);
  auto trainer = stage.join();
  std::string many = "W";
  for (int i = 0; i < 1000; ++i) many += "(draw (circle a 0 0 1))";
  trainer->send(many);
  stage.run_until([&] { return stage.hub->command_counts().carried_out == 1; });
  stage.commands.run_all();
  if (options.shows_drawings) {
    CHECK(shown >= 32);
    CHECK(shown < 1000);
    CHECK(stage.lines.count("(draw ...) refused: there were too many drawings in a short time") > 0);
  } else {
    CHECK(shown == 0);
    CHECK(stage.lines.count("(draw ...) refused: drawings are not shown in a competition") > 0);
  }
}

TEST_CASE("monitors that join between the same two steps share a header, and a later one gets another") {
  MonitorStage stage;
  MonitorClient first(stage.hub->port()), second(stage.hub->port()), third(stage.hub->port());
  // They are accepted by one thread: when the third has been counted, the first and the second are waiting.
  while (stage.hub->monitor_counts().connected < 3) std::this_thread::yield();
  stage.commands.run_all();
  CHECK(stage.system.headers == 1);
  CHECK(first.line() == "(Init 0(paused 0))");
  CHECK(second.line() == "(Init 0(paused 0))");
  stage.run_until([&] { return !third.silent(); });
  auto later = stage.join();
  CHECK(stage.system.headers >= 2);
  stage.frame();
  CHECK(first.line() == "(Info 0 all)");
  CHECK(later->line() == "(Info 0 all)");
}

TEST_CASE("no header or frame is printed while there is neither monitor nor log") {
  MonitorStage stage;
  stage.hub->begin();
  stage.frame();
  CHECK(stage.system.headers == 0);
  CHECK(stage.system.frames == 0);
  auto monitor = stage.join();
  stage.frame();
  CHECK(stage.system.frames == 1);
  CHECK(monitor->line() == "(Info 0 all)");
  monitor->send("D");
  CHECK(monitor->rest().empty());
  // The socket closes shortly before the hub forgets the monitor.
  stage.run_until([&] {
    const int frames = stage.system.frames;
    stage.frame();
    return stage.system.frames == frames;
  });
}

TEST_CASE("a hub without a port writes only the log, and does nothing without a log either") {
  TemporaryFolder folder;
  MonitorHub::Options options;
  options.port.reset();
  {
    MonitorStage stage(options);
    CHECK(stage.hub->port() == 0);
    stage.hub->begin();
    stage.frame();
    CHECK(stage.system.frames == 0);
  }
  options.log_file = folder / "monitor.log";
  MonitorStage stage(options);
  CHECK(stage.hub->port() == 0);
  stage.hub->begin();
  stage.frame();
  stage.hub.reset();
  CHECK(content(folder / "monitor.log") == "(Init 0)\n(Info 0 all)\n");
}

TEST_CASE("the log file grows while the simulation is paused, so that it can be followed") {
  TemporaryFolder folder;
  MonitorHub::Options options;
  options.log_file = folder / "monitor.log";
  ManualClock clock;  // a second passes at once for the hub's thread
  MonitorStage stage(options, clock);
  stage.hub->begin();
  stage.frame();
  CHECK(content(folder / "monitor.log").empty());
  stage.run_until([&] { return content(folder / "monitor.log") == "(Init 0)\n(Info 0 all)\n"; });
}

TEST_CASE("a full disk ends the log, not the match") {
  MonitorHub::Options options;
  options.log_file = "/dev/full";
  MonitorStage stage(options);
  stage.hub->begin();
  auto monitor = stage.join();
  stage.system.padding.assign(70000, '.');
  for (int i = 0; i < 5; ++i) stage.frame();
  for (int i = 0; i < 5; ++i) CHECK(monitor->line().size() > 70000);
  // The log is written by its own thread.
  stage.run_until([&] { return stage.lines.count("error: cannot write /dev/full") == 1; });
  monitor.reset();
  // Now no one needs frames any more.
  stage.run_until([&] {
    const int frames = stage.system.frames;
    stage.frame();
    return stage.system.frames == frames;
  });
}

TEST_CASE("ports, connections and log are not inherited by started programs") {
  const auto inheritable = [] {
    std::vector<int> found;
    for (int descriptor = 0; descriptor < 256; ++descriptor)
      if (const int flags = fcntl(descriptor, F_GETFD); flags >= 0 && (flags & FD_CLOEXEC) == 0)
        found.push_back(descriptor);
    return found;
  };
  const std::vector<int> before = inheritable();
  TemporaryFolder folder;
  MonitorHub::Options options;
  options.log_file = folder / "monitor.log";
  MonitorStage stage(options);
  auto monitor = stage.join();
  CHECK(inheritable() == before);
}

TEST_CASE("a port in use and a wrong address are errors with a reason, and leave an existing log untouched") {
  MonitorStage stage;
  TemporaryFolder folder;
  std::ofstream(folder / "monitor.log") << "kept";
  MonitorHub::Options options;
  options.log_file = folder / "monitor.log";
  const auto open = [&] {
    MonitorHub(options, stage.system, stage.commands, stage.run_control, RealClock::system(), stage.log).begin();
  };
  options.port = stage.hub->port();
  CHECK_THROWS_WITH(
      open(), "cannot open monitor port " + std::to_string(*options.port) + " on 127.0.0.1: Address already in use");
  options.port = 0;
  options.address = "192.0.2.1";
  CHECK_THROWS_WITH(open(), "cannot open monitor port 0 on 192.0.2.1: Cannot assign requested address");
  options.address = "300.1.1.1";
  CHECK_THROWS_WITH(open(), Catch::StartsWith("cannot open monitor port 0 on 300.1.1.1: "));
  CHECK(content(folder / "monitor.log") == "kept");
}

TEST_CASE("the port can be opened again as soon as the hub is gone") {
  MonitorStage stage;
  auto monitor = stage.join();
  MonitorHub::Options options;
  options.port = stage.hub->port();
  stage.hub.reset();
  const MonitorHub again(options, stage.system, stage.commands, stage.run_control, RealClock::system(), stage.log);
  CHECK(again.port() == *options.port);
}

TEST_CASE("frames sent before the end arrive, and waiting commands do nothing when the hub is gone") {
  HeldClock clock;  // the time limit for reading them does not pass
  MonitorStage stage({}, clock);
  auto monitor = stage.join();
  stage.system.padding.assign(100000, '.');
  for (int i = 0; i < 50; ++i) stage.frame();
  for (int i = 0; i < 10; ++i) monitor->send("W(late)");
  MonitorClient newcomer(stage.hub->port());
  pollfd input{stage.commands.poll_descriptor(), POLLIN, 0};
  REQUIRE(poll(&input, 1, kTimeoutMs) == 1);
  auto reads = std::async(std::launch::async, [&] { return monitor->rest(); });
  stage.hub.reset();
  const std::string seen = reads.get();
  CHECK(std::count(seen.begin(), seen.end(), '\n') == 50);
  CHECK(seen.ends_with(".)\n"));
  const int headers = stage.system.headers;
  stage.commands.run_all();
  CHECK(stage.system.commands.empty());
  CHECK(stage.system.headers == headers);
  CHECK_FALSE(stage.run_control.paused());
}

TEST_CASE("a monitor that does not read delays the end by three seconds at most") {
  ManualClock clock;
  MonitorStage stage({}, clock);
  auto lazy = stage.join(4096);
  stage.system.padding.assign(1000000, '.');
  for (int i = 0; i < 12; ++i) stage.frame();
  const auto begin = clock.now();
  stage.hub.reset();
  CHECK(clock.now() - begin == MonitorPort::kMaxStandstill);
}

TEST_CASE("a monitor that reads slowly gets the end of the match, unless that takes too long") {
  HeldClock clock;
  MonitorStage stage({}, clock);
  auto slow = stage.join(4096);
  stage.system.padding.assign(200'000, '.');
  for (int i = 0; i < 60; ++i) stage.frame();
  const auto begin = clock.now();
  const auto port = stage.hub->port();
  auto ends = std::async(std::launch::async, [&] { stage.hub.reset(); });
  // The hub is ending when it accepts no more monitors.
  REQUIRE(wait_until([&] {
    try {
      const MonitorClient late(port);
      return false;
    } catch (const std::runtime_error&) {
      return true;
    }
  }));
  SECTION("it pauses, each time for less than the permitted standstill") {
    for (int i = 0; i < 60; ++i) {
      if (i == 0 || i == 15 || i == 30) clock.advance_when_waiting(1, std::chrono::milliseconds(2900));
      CHECK(slow->line().starts_with("(Info " + std::to_string(i)));
    }
    CHECK(slow->rest().empty());
    ends.get();
    CHECK(clock.now() - begin > MonitorPort::kMaxStandstill);
  }
  SECTION("it reads so slowly that it holds up the end of the match") {
    while (clock.now() - begin < MonitorPort::kMaxDrain) {
      CHECK_FALSE(slow->line().empty());
      clock.advance_when_waiting(1, std::chrono::seconds(1));
    }
    ends.get();
  }
}
