// SPDX-License-Identifier: Apache-2.0
// A live match in which the user goes back.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "monitor-lite/broadcast/live_replay.h"
#include "tests/monitor-lite/client/fake_server.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

/// The test sends the server's frames and advances the clock.
struct Rewound {
  Rewound() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!server.has_caller() && std::chrono::steady_clock::now() < deadline) pass(1e-6);
    server.accept();
    server.say(kInit + "\n");
  }
  /// Passes time in steps of at most 0.2 s, as between pictures.
  void pass(double seconds) {
    for (; seconds > 0; seconds -= 0.2) replay.advance(now += std::min(seconds, 0.2));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  /// Sends frames up to the number `last`, 0.15 s and a metre of the ball apart; the last one also has the text `more`.
  void play_until(int last, const std::string& more = {}) {
    for (; sent <= last; ++sent)
      server.say(fmt::format("(Info (time {}){}(P (s 1)(id 3)(pos {} 0 0.22))(B (pos {} 0 0.111)))\n", sent * 0.15,
                             sent == last ? more : "", sent % 40, sent % 40));
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (static_cast<int>(replay.frames()) <= last && std::chrono::steady_clock::now() < deadline) pass(1e-6);
    pass(1);
  }

  FakeServer server;
  LiveMatch match{"127.0.0.1", server.port()};
  LiveReplay replay{match};
  double now = 1000;
  int sent = 0;
};

}  // namespace

TEST_CASE("a live match can go back, plays from there, and is live again at its end") {
  Rewound live;
  live.play_until(80);
  CHECK(live.replay.is_live());
  CHECK(live.replay.snapshot().time == Approx(80 * 0.15));
  live.replay.seek_seconds(-6);
  live.pass(0.01);
  CHECK_FALSE(live.replay.is_live());
  CHECK(live.replay.snapshot().time == Approx(40 * 0.15).margin(0.02));
  live.play_until(100);  // the match continues meanwhile; one more second of the past is shown
  CHECK_FALSE(live.replay.is_live());
  CHECK(live.replay.snapshot().time == Approx(40 * 0.15 + 1).margin(0.1));
  CHECK(live.replay.time_of(100) == Approx(15));
  for (int i = 0; i < 9; ++i) live.pass(1);
  CHECK(live.replay.is_live());
  CHECK(live.replay.snapshot().time == Approx(15));
}

TEST_CASE("a live match paused by the user stands still, and seeking to the end resumes it") {
  Rewound live;
  live.play_until(20);
  live.replay.play(false);
  live.play_until(40);
  CHECK_FALSE(live.replay.is_live());
  CHECK(live.replay.status().kind == Status::Kind::paused);
  CHECK(live.replay.snapshot().time == Approx(3));
  live.replay.seek(live.replay.last_place());
  CHECK(live.replay.is_live());
  CHECK(live.replay.is_playing());
  CHECK(live.replay.snapshot().time == Approx(6));
  // In slow motion the replay falls behind, too, and a faster speed catches up.
  live.replay.slower();
  live.play_until(60);
  CHECK_FALSE(live.replay.is_live());
  live.replay.play(true);
  while (live.replay.speed() < 10) live.replay.faster();
  for (int i = 0; i < 3; ++i) live.pass(1);
  CHECK(live.replay.is_live());
  CHECK(live.replay.speed() == 1);
}

TEST_CASE("a live match can jump to its goals, and the next match starts without them") {
  Rewound live;
  live.play_until(50);
  live.play_until(51, "(score_left 1)(play_mode 13)");
  CHECK(live.replay.goals().size() == 1);
  live.play_until(120);
  CHECK_FALSE(live.replay.next_mark());
  REQUIRE(live.replay.previous_mark());
  live.pass(0.01);
  CHECK(live.replay.snapshot().time == Approx(51 * 0.15 - Playback::kBeforeGoal).margin(0.1));
  CHECK(live.replay.goals().empty());
  CHECK(live.replay.take_events().empty());
  live.server.say("(Die)\n");
  live.sent = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!live.server.has_caller() && std::chrono::steady_clock::now() < deadline) live.pass(0.1);
  live.server.accept();
  live.server.say(kInit + "\n(Info (time 0)(P (s 1)(id 3)(pos 0 0 0.22))(B (pos 7 0 0.111)))\n");
  while (live.replay.frames() != 1 && std::chrono::steady_clock::now() < deadline) live.pass(0.01);
  CHECK(live.replay.is_live());
  CHECK(live.replay.snapshot().ball.x == 7);
  CHECK(live.replay.marks().empty());
}
