// SPDX-License-Identifier: Apache-2.0
// A live match whose server and clock the test controls.
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "monitor-lite/client/commands.h"
#include "monitor-lite/window/live_match.h"
#include "tests/monitor-lite/client/fake_server.h"
#include "tests/monitor-lite/client/streams.h"
#include "tests/support/waiting.h"

using namespace monitor;

namespace {

struct Live {
  Live() { accept(); }
  /// Waits in real time until `done`, while the match's clock hardly advances.
  template <typename Done>
  bool until(Done done) {
    const auto deadline = std::chrono::steady_clock::now() + kTimeout;
    while (!done()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      match.advance(now += 1e-6);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  void accept() {
    REQUIRE(until([&] { return server.has_caller(); }));
    server.accept();
  }
  /// Sends the text, and waits until the match shows the ball at this place.
  void say(const std::string& lines, double x) {
    server.say(lines);
    REQUIRE(until([&] { return match.snapshot().ball.x == Approx(x); }));
  }
  Status::Kind kind() const { return match.status().kind; }

  FakeServer server;
  LiveMatch match{"127.0.0.1", server.port()};
  double now = 1000;
};

std::string frame(double time, double x, const std::string& more = {}) {
  return fmt::format("(Info (time {}){}(P (s 1)(id 3)(pos {} 0 0.22))(B (pos {} 0 0.111)))\n", time, more, x, x);
}

std::string framed(const std::string& message) {
  return std::string("\0\0\0", 3) + static_cast<char>(message.size()) + message;
}

/// Texts of the events since the last call.
std::string events(LiveMatch& match) {
  std::string text;
  for (const Event& event : match.take_events()) text += event.text + ";";
  return text;
}

}  // namespace

TEST_CASE("without a server the window waits, and shows the match once a server is there") {
  Live live;
  CHECK(live.kind() == Status::Kind::waiting);
  live.server.say(kInit + "\n");
  REQUIRE(live.until([&] { return live.kind() == Status::Kind::paused; }));
  CHECK(live.match.status().text.find("has not sent a frame yet") != std::string::npos);
  live.say(frame(1, 2, "(play_mode 3)"), 2);
  CHECK(live.kind() == Status::Kind::running);
  CHECK(live.match.status().text.empty());
  CHECK(live.match.game().field_length == 40);
  CHECK(events(live.match) == "play on;");
}

TEST_CASE("a rolling ball in a live match has a trail, and the next match starts without one") {
  Live live;
  live.server.say(kInit + "\n");
  for (int i = 0; i < 8; ++i) live.say(frame(1 + i * 0.15, i * 0.5, i == 0 ? "(play_mode 3)" : ""), i * 0.5);
  const auto& trail = live.match.snapshot().ball_trail;
  REQUIRE(trail.size() >= 4);
  CHECK(trail.back().x == Approx(3.0));
  live.say(frame(0.15, 9), 9);
  CHECK(live.match.snapshot().ball_trail.empty());
}

TEST_CASE("a silent server is shown as paused until its next frame") {
  Live live;
  live.say(kInit + "\n" + frame(1, 1), 1);
  live.match.advance(live.now += 1.9);
  CHECK(live.kind() == Status::Kind::running);
  live.match.advance(live.now += 1.2);
  CHECK(live.kind() == Status::Kind::paused);
  CHECK(live.match.status().text == "no frame for 3 s");
  live.say(frame(1.15, 2), 2);
  CHECK(live.kind() == Status::Kind::running);
}

TEST_CASE("the server's reports of pauses take precedence over its silence") {
  Live live;
  const std::string init = kInit.substr(0, kInit.size() - 1);
  live.say(init + "(paused 0))\n" + frame(1, 1), 1);
  live.match.advance(live.now += 600);
  CHECK(live.kind() == Status::Kind::running);
  live.server.say("(Info (time 1)(paused 1))\n");
  CHECK(live.until([&] { return live.kind() == Status::Kind::paused; }));
  CHECK(live.match.status().text.empty());
  CHECK(live.match.snapshot().players.size() == 1);
  live.say(frame(1.15, 2), 2);  // a step that a trainer makes
  CHECK(live.kind() == Status::Kind::paused);
  live.server.say("(Info (time 1.15)(paused 0))\n");
  CHECK(live.until([&] { return live.kind() == Status::Kind::running; }));
}

TEST_CASE("everything moves between frames, and nothing changes after the last one") {
  Live live;
  live.say(kInit + "\n" + frame(0, 0), 0);
  for (int i = 1; i <= 40; ++i) {
    live.now += 0.15;
    live.server.say(frame(i * 0.15, i, fmt::format("(score_left {})", i)));
    REQUIRE(live.until([&] { return live.match.snapshot().score_left == i; }));  // which is never late
  }
  live.match.advance(live.now += 0.07);
  CHECK(live.match.has_changed());
  CHECK(live.match.snapshot().ball.x == Approx(39.5).margin(0.3));
  live.match.advance(live.now += 0.2);
  CHECK(live.match.snapshot().ball.x == 40);
  live.match.advance(live.now += 0.01);
  CHECK_FALSE(live.match.has_changed());
}

TEST_CASE("a server that comes back is found again, and the last frame stays until then") {
  Live live;
  live.say(kInit + "\n" + frame(100, 5, "(team_left foo)"), 5);
  live.server.hang_up();
  live.server.close_port();
  REQUIRE(live.until([&] { return live.kind() == Status::Kind::waiting; }));
  CHECK(live.match.snapshot().ball.x == 5);
  CHECK(live.match.snapshot().team_left == "foo");
  CHECK_FALSE(live.match.command(drop_ball()));
  live.server.open();
  live.accept();
  live.say(kInit + "\n" + frame(3, 9, "(play_mode 1)"), 9);
  CHECK(live.kind() == Status::Kind::running);
  CHECK(live.match.snapshot().team_left.empty());
  CHECK(events(live.match).find("kick-off for left") != std::string::npos);
}

TEST_CASE("the end of a match is shown until another match begins on the same port") {
  Live live;
  live.say(kInit + "\n" + frame(600, 5, "(play_mode 12)(score_left 1)"), 5);
  live.server.say("(Die)\n");
  REQUIRE(live.until([&] { return live.kind() == Status::Kind::over; }));
  live.server.hang_up();
  live.now += 1.5;  // it looks again
  live.accept();
  live.server.say(kInit + "\n(Die)\n");
  live.now += 0.1;
  for (int i = 0; i < 50; ++i) live.until([&, once = false]() mutable { return std::exchange(once, true); });
  CHECK(live.kind() == Status::Kind::over);
  CHECK(live.match.snapshot().score_left == 1);
  live.server.hang_up();
  live.now += 1.5;
  live.accept();
  live.say(kInit + "\n" + frame(0, -3), -3);
  CHECK(live.kind() == Status::Kind::running);
  CHECK(live.match.snapshot().score_left == 0);
}

TEST_CASE("a trainer's commands reach the server, and the number of unanswered ones is known") {
  Live live;
  live.say(kInit + "\n" + frame(1, 1), 1);
  CHECK(live.match.command(drop_ball()));
  CHECK(live.match.unanswered() == 1);
  CHECK(live.match.pause());
  CHECK(live.kind() == Status::Kind::paused);
  CHECK(live.match.step());
  CHECK(live.match.run());
  CHECK(live.kind() == Status::Kind::running);
  std::string heard;
  REQUIRE(live.until([&] {
    heard += live.server.heard();
    return heard.find("R") != std::string::npos;
  }));
  CHECK(heard == framed("W(dropBall)(getAck done)") + framed("P") + framed("S15") + framed("R"));
  live.say(frame(1.15, 2, "(ack best)"), 2);
  CHECK(live.match.unanswered() == 0);
}

TEST_CASE("a single step is shown, and the server is still paused after it") {
  Live live;
  live.say(kInit + "\n" + frame(1, 1), 1);
  live.match.pause();
  live.match.advance(live.now += 5);
  CHECK(live.match.step());
  live.say(frame(1.15, 2), 2);
  CHECK(live.kind() == Status::Kind::paused);
  CHECK(live.match.status().text.empty());
  // If more frames come, someone else has resumed the server.
  live.now += 1;
  live.server.say(frame(1.30, 3));
  CHECK(live.until([&] { return live.kind() == Status::Kind::running; }));
}

TEST_CASE("a thousand bad lines cause a single report, and change nothing") {
  Live live;
  live.say(kInit + "\n" + frame(1, 1), 1);
  events(live.match);
  std::string garbage;
  for (int i = 0; i < 1000; ++i) garbage += fmt::format("\xff\xfe garbage {}\n", i);
  live.say(garbage + frame(1.15, 2), 2);
  const auto reported = live.match.take_events();
  REQUIRE(reported.size() == 1);
  CHECK(reported[0].kind == Event::Kind::other);
  CHECK(live.kind() == Status::Kind::running);
}
