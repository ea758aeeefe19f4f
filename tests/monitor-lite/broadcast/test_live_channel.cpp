// SPDX-License-Identifier: Apache-2.0
// The sources of matches: logs in turn, and a server that the test controls.
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "monitor-lite/broadcast/channel.h"
#include "monitor-lite/client/ball_trail.h"
#include "tests/monitor-lite/client/fake_server.h"
#include "tests/monitor-lite/client/streams.h"
#include "tests/support/waiting.h"

using namespace monitor;

namespace {

struct Live {
  Live() { accept(); }
  template <typename Done>
  bool until(Done done) {
    const auto deadline = std::chrono::steady_clock::now() + kTimeout;
    while (!done()) {
      if (std::chrono::steady_clock::now() > deadline) return false;
      channel.advance(now += 0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  void accept() {
    REQUIRE(until([&] { return server.has_caller(); }));
    server.accept();
  }
  LiveFootage& match() { return static_cast<LiveFootage&>(*channel.footage()); }
  /// Sends the text, and waits until there are this many frames.
  void say(const std::string& lines, std::size_t frames) {
    server.say(lines);
    REQUIRE(until([&] { return channel.footage() && match().frames() >= frames; }));
  }

  FakeServer server;
  LiveChannel channel{"127.0.0.1", server.port(), {"Red", ""}};
  double now = 1000;
};

std::string frame(double time, double x, const std::string& more = {}) {
  return fmt::format("(Info (time {}){}(P (s 1)(id 3)(pos {} 0 0.22))(B (pos {} 0 0.111)))\n", time, more, x, x);
}

const std::string kTeams = "(team_left foo)(team_right bar)(half 1)(score_left 0)(score_right 0)(play_mode 3)";

}  // namespace

TEST_CASE("live footage plays evenly, with events at their places and the given team names") {
  Live live;
  CHECK(live.channel.footage() == nullptr);
  live.say(kInit + "\n" + frame(0, 0, kTeams) + frame(0, 1) + frame(0.15, 2) + frame(0.30, 3, "(score_left 1)"), 4);
  LiveFootage& match = live.match();
  // Game time stands between the first two.
  CHECK(match.end() == Approx(0.45));
  CHECK(match.at(0.15).ball.x == Approx(1));
  CHECK(match.at(0.225).ball.x == Approx(1.5));
  CHECK(match.at(1e9).ball.x == Approx(3));
  CHECK(match.at(-1).ball.x == Approx(0));
  CHECK(match.at(0).team_left == "Red");
  REQUIRE(match.moments().size() == 2);
  CHECK(match.moments()[1].event.kind == Event::Kind::goal);
  CHECK(match.moments()[1].place == Approx(0.45));
  CHECK(match.moments()[1].event.text == "goal for Red, probably by 3, 1 : 0");
  match.forget_before(0.2);
  CHECK(match.begin() == Approx(0.15));
  CHECK(match.at(0.0).ball.x == Approx(1));
}

TEST_CASE("after a lost connection the same match continues, and a restarted server begins another one") {
  Live live;
  live.say(kInit + "\n" + frame(10, 0, kTeams) + frame(10.15, 1), 2);
  live.server.hang_up();
  REQUIRE(live.until([&] { return live.channel.status().kind == Status::Kind::waiting; }));
  live.accept();
  live.say(kInit + "\n" + frame(12, 2, kTeams), 3);
  CHECK_FALSE(live.channel.has_next());
  CHECK_FALSE(live.match().is_complete());
  live.server.hang_up();
  live.accept();
  live.server.say(kInit + "\n" + frame(0, 5, kTeams));
  REQUIRE(live.until([&] { return live.channel.has_next(); }));
  CHECK(live.match().is_complete());
  CHECK(live.match().frames() == 3);
  live.channel.next();
  CHECK(live.match().frames() == 1);
  CHECK(live.match().at(0).ball.x == 5);
  CHECK_FALSE(live.channel.has_next());
}

TEST_CASE("a match that has ended is complete") {
  Live live;
  live.say(kInit + "\n" + frame(10, 0, kTeams), 1);
  live.server.say("(Die)\n");
  live.server.hang_up();
  CHECK(live.until([&] { return live.match().is_complete(); }));
}

TEST_CASE("a late broadcast speeds up a little, and does not follow a server that is much too fast") {
  Snapshot now;
  const double server = GENERATE(1.0, 3.0, 200.0);
  LiveFootage match;
  double clock = 50.0;
  for (int i = 0; i < 2000; ++i) match.take({}, now, {}, clock += 0.15 / server), now.time += 0.15;
  const double edge = match.end();
  CAPTURE(server);
  if (server > LiveFootage::kMaxSpeed) {
    CHECK(match.pace(edge - 200) == 1.0);
    return;
  }
  CHECK(match.pace(edge - LiveFootage::kDelay) == Approx(server).margin(0.05 * server));
  CHECK(match.pace(edge - 10) > 1.3 * server);
  CHECK(match.pace(edge - 100) <= 1.6 * server);
  CHECK(match.pace(edge) < server);
  // A pause says nothing about the pace.
  match.take({}, now, {}, clock += 100.0);
  CHECK(match.pace(match.end() - LiveFootage::kDelay) == Approx(server).margin(0.1 * server));
}

TEST_CASE("a stream of large frames does not exhaust the memory") {
  Snapshot crowd;
  crowd.players.resize(1000);
  for (Player& player : crowd.players) player.said = std::string(500, 'x');
  LiveFootage match;
  for (int i = 0; i < 400; ++i) {
    match.take({}, crowd, {{}}, 50.0 + i * 0.15);
    crowd.time += 0.15;
  }
  CHECK(match.frames() * 500'000 < LiveFootage::kMaxBytes + 1'000'000);
  CHECK(match.begin() > 10.0);
  CHECK(match.end() == Approx(399 * 0.15));
}

TEST_CASE("logs are shown in turn, and unreadable ones are skipped with a line") {
  TemporaryFolder folder;
  write_file(folder / "a.log", text_of(match(40)));
  write_file(folder / "b.log", "nothing\n");
  write_file(folder / "c.log", text_of(match(80)));
  LogChannel channel({folder / "a.log", folder / "missing.log", folder / "b.log", folder / "c.log"}, {"", "Blue"});
  REQUIRE(channel.footage());
  CHECK(channel.footage()->end() == Approx(39 * 0.15));
  CHECK(channel.footage()->at(3).team_right == "Blue");
  CHECK(channel.has_next());
  CHECK_FALSE(channel.is_last());
  CHECK(channel.take_problems().size() == 2);
  CHECK(channel.take_problems().empty());
  channel.next();
  CHECK(channel.footage()->end() == Approx(79 * 0.15));
  CHECK(channel.is_last());
  CHECK_THROWS_AS(LogChannel({folder / "missing.log"}, {}), std::runtime_error);
}

TEST_CASE("the ball of a live match has a trail at any place, but none across a jump") {
  LiveFootage match;
  Game game;
  game.play_modes = {"PlayOn"};
  for (int i = 0; i < 40; ++i) {
    Snapshot now;
    now.play_mode = 0;
    now.time = i * 0.15;
    now.ball = {i < 20 ? i * 0.9 : i * 0.9 - 60, 0, 0.111};
    match.take(game, now, {}, i * 0.15);
  }
  const auto shown = [&](double place) {
    Snapshot now = match.at(place);
    match.add_trail(place, now);
    return now;
  };
  const Snapshot rolling = shown(2.07);  // between two frames, 6 m/s
  REQUIRE(rolling.ball_trail.size() > 4);
  CHECK(rolling.ball_trail.front().x == Approx(rolling.ball.x - 6 * BallTrail::kShown).margin(0.01));
  // The trail is the same when a replay goes back and forth.
  CHECK(shown(5.4).ball_trail.size() > 4);
  CHECK(shown(2.07).ball_trail == rolling.ball_trail);
  const Snapshot landed = shown(3.15);
  REQUIRE(landed.ball_trail.size() == 1);
  CHECK(landed.ball_trail.front().x == Approx(-42));
  CHECK(shown(-1).ball_trail.empty());
  Snapshot none;
  LiveFootage().add_trail(0, none);
  CHECK(none.ball_trail.empty());
}
