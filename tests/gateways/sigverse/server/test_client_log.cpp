// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/sigverse/server/line_throttle.h"
#include "tests/gateways/sigverse/server/sig_stage.h"

using namespace sigverse;
using namespace sigverse::server;
using namespace sigverse_test;

namespace {

/// A throttle, and the lines that it has written since the last call.
struct Throttled {
  Words written() { return std::exchange(lines, {}); }
  Words lines;
  LineThrottle throttle{[this](spark::LogLevel, std::string_view line) { lines.emplace_back(line); }};
  void write(const std::string& line, double now) { throttle.write(spark::LogLevel::normal, line, now); }
};

/// A controller that knows turns and is connected to the port, and two viewers.
struct Audience {
  Audience() : stage(agent("a", "y=50")) {
    stage.control.begin();
    a.emplace(stage.attach("a"));
    for (int i = 0; i < 2; ++i) {
      viewers.emplace_back(stage.gateway->port());
      viewers.back().say(wire::AttachView{"eye"});
      CHECK(stage.next(viewers.back()) == "ATTACH_VIEW_RESULT 0 ''");
    }
    stage.said();
  }
  void say_many(const std::string& line, int count) {
    for (int i = 0; i < count; ++i) a->say(wire::LogMsg{2, line});
    for (int i = 0; i < count; ++i) CHECK(stage.next(viewers[0]) == "LOG_MSG " + line);
  }
  /// Lines of the log, those of clients without level, name and address.
  Words said() {
    Words lines = stage.said();
    for (std::string& line : lines)
      if (line.find("): ") != line.npos) line.erase(0, line.find("): ") + 3);
    return lines;
  }
  SigStage stage;
  std::optional<Peer> a;
  std::vector<Peer> viewers;
};

}  // namespace

TEST_CASE("What a controller logs or displays goes to all viewers that have attached, and into the log") {
  Audience audience;
  SigStage& stage = audience.stage;
  Peer tool(stage.gateway->port());
  tool.send("SIGViewer,tool,");
  audience.a->say(wire::LogMsg{2, "hello"});
  audience.a->say(wire::DisplayText{64, 1, "score: 5"});
  for (Peer& viewer : audience.viewers) {
    CHECK(stage.next(viewer) == "LOG_MSG hello");
    CHECK(stage.next(viewer) == "DISPLAY_TEXT score: 5");
  }
  CHECK(stage.hears_nothing(tool));
  const Words lines = stage.said();
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[0], Catch::Matchers::StartsWith("note: a (127.0.0.1:") && Catch::Matchers::EndsWith("): hello"));
  CHECK_THAT(lines[1], Catch::Matchers::StartsWith("note: a (127.0.0.1:") &&
                           Catch::Matchers::EndsWith("): on the screen: score: 5"));
}

TEST_CASE("A text that a controller logs or displays becomes one line of the log") {
  Audience audience;
  audience.a->say(wire::LogMsg{2, "red 3\r\nblue 4\n\n"});
  audience.a->say(wire::DisplayText{64, 1, "\nred\x1b[2J 3\nblue 4"});
  audience.a->say(wire::LogMsg{0, ""});
  audience.a->say(wire::LogMsg{2, std::string(60'000, 'x') + "\n"});
  audience.a->say(wire::LogMsg{2, std::string(60'000, '\n')});
  CHECK(audience.stage.until([&] { return audience.stage.log.size() >= 5; }));
  CHECK(audience.said() ==
        Words{"red 3 / blue 4", "on the screen: red?[2J 3 / blue 4", "", std::string(1000, 'x') + "...", ""});
}

TEST_CASE("A score is logged, whatever else its client logs before and after it") {
  for (const bool is_displayed : {false, true}) {
    Audience audience;
    audience.say_many("x 1.5", 1000);
    CHECK(audience.said().size() == LineThrottle::kInFull);
    if (is_displayed)
      audience.a->say(wire::DisplayText{64, 1, "score 12"});
    else
      audience.a->say(wire::LogMsg{2, "score 12"});
    CHECK(audience.stage.next(audience.viewers[0]).ends_with("score 12"));
    audience.say_many("x 2.5", 1000);
    CHECK(audience.said() == Words{is_displayed ? "on the screen: score 12" : "score 12"});
  }
}

TEST_CASE("The last line of a client that logs too much is written when the world stops, and when the client goes") {
  Audience audience;
  SigStage& stage = audience.stage;
  stage.control.run();
  CHECK(stage.play(*audience.a, 1e9) == Words{"ON_INIT"});
  stage.said();
  audience.say_many("score 1", 200);
  audience.say_many("score 2", 1);
  CHECK(audience.said().size() == 100);
  stage.control.pause();
  REQUIRE(stage.until([&] { return stage.log.size() == 2; }));
  CHECK(audience.said() == Words{"note: sigverse: stopped", "score 2 (100 more like it left out)"});
  // It flushes once; a stopped world does not write more.
  audience.say_many("score 3", 10);
  CHECK(audience.said().empty());
  audience.a->hang_up();
  REQUIRE(stage.until([&] { return !stage.log.empty(); }));
  CHECK(audience.said() == Words{"score 3 (9 more like it left out)"});
}

TEST_CASE("A client that reconnects again and again may not log more than one that stays connected") {
  Audience audience;
  SigStage& stage = audience.stage;
  std::size_t lines = 0;
  for (int times = 0; times < 5; ++times) {
    Peer client(stage.gateway->port());
    for (int i = 0; i < 100; ++i) client.say(wire::LogMsg{2, "x 1.5"});
    for (int i = 0; i < 100; ++i) CHECK(stage.next(audience.viewers[0]) == "LOG_MSG x 1.5");
    const std::size_t connections = stage.gateway->connections();
    client.hang_up();
    CHECK(stage.until([&] { return stage.gateway->connections() < connections; }));
    lines += audience.said().size();
  }
  // Each later connection writes its last line.
  CHECK(lines == LineThrottle::kInFull + 4);
}

TEST_CASE("The last line of a client that logs too much is written at the end of the run") {
  Audience audience;
  audience.say_many("score 1", 200);
  audience.say_many("score 2", 1);
  audience.said();
  audience.stage.gateway->shut_down(0ms);
  CHECK(audience.said() == Words{"score 2 (100 more like it left out)"});
}

TEST_CASE("A throttle writes the latest line of each second, with ever longer pauses") {
  Throttled log;
  for (int i = 0; i < 150; ++i) log.write("x " + std::to_string(i), 0.0);
  CHECK(log.written().size() == 100);
  log.throttle.attend(0.99);
  CHECK(log.written().empty());
  log.throttle.attend(1.0);
  CHECK(log.written() == Words{"x 149 (49 more like it left out)"});
  log.write("x 150", 1.5);
  log.throttle.attend(1.99);
  CHECK(log.written().empty());
  log.throttle.attend(2.0);
  CHECK(log.written() == Words{"x 150"});
  log.write("x 151", 3.0);
  CHECK(log.written() == Words{"x 151"});
  // A line that is held back is never overtaken.
  log.write("x 152", 3.5);
  log.write("x 153", 9.0);
  CHECK(log.written().empty());
  log.throttle.attend(9.0);
  CHECK(log.written() == Words{"x 153 (1 more like it left out)"});
  // An hour of ten lines a second.
  double now = 9.0;
  for (int i = 0; i < 36'000; ++i, now += 0.1) {
    log.write("x " + std::to_string(i), now);
    log.throttle.attend(now);
  }
  const double expected = std::sqrt(200.0 * 3600.0);
  CHECK(log.lines.size() > expected * 0.9);
  CHECK(log.lines.size() < expected * 1.1);
}

TEST_CASE("A throttle limits each kind of line by itself, up to a maximum number of kinds") {
  Throttled log;
  for (int i = 0; i < 200; ++i) log.write("at (" + std::to_string(i) + ", -1.5)", 0.0);
  for (int i = 0; i < 50; ++i) log.write("score: " + std::to_string(i), 0.0);
  CHECK(log.written().size() == 150);
  // Letters distinguish kinds; all surplus kinds share one limit.
  for (char first = 'a'; first <= 'z'; ++first)
    for (char second = 'a'; second <= 'z'; ++second)
      for (int i = 0; i < 200; ++i) log.write({first, second}, 0.0);
  CHECK(log.written().size() == (LineThrottle::kMaxKinds - 2 + 1) * 100);
  log.write("score: 50", 0.0);
  CHECK(log.written() == Words{"score: 50"});
  log.throttle.flush();
  CHECK(log.written().size() == LineThrottle::kMaxKinds);
}

TEST_CASE("After a reset of the world a throttle does not wait for times of the old run") {
  Throttled log;
  log.throttle.attend(1000.0);
  for (int i = 0; i < 101; ++i) log.write("score", 1000.0);
  CHECK(log.written().size() == 100);
  log.throttle.attend(0.0);
  CHECK(log.written().empty());
  log.throttle.attend(1.0);
  CHECK(log.written() == Words{"score"});
}
