// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>

#include "tests/monitor-lite/window/replayed_log.h"

using namespace monitor;

namespace {

/// Advances the replay for some seconds, with 50 pictures a second.
void watch(Replay& replay, double& now, double seconds) {
  const int pictures = static_cast<int>(seconds * 50 + 0.5);
  for (int i = 0; i < pictures; ++i) replay.advance(now += 0.02);
}

}  // namespace

TEST_CASE("a replay plays in real time, moves between frames, and stops at the end") {
  ReplayedLog log;
  Replay& replay = *log.replay;
  CHECK(replay.seconds_per_frame() == Approx(0.15));
  double now = 50;
  replay.advance(now);
  CHECK(replay.place() == 0);
  watch(replay, now, 3.0);
  CHECK(replay.place() == Approx(20).margin(0.01));
  watch(replay, now, 0.08);
  CHECK(replay.snapshot().time == Approx(3.08).margin(0.002));
  CHECK(replay.snapshot().ball.x == Approx(2.0533).margin(0.002));
  CHECK(replay.has_changed());
  CHECK(replay.status().kind == Status::Kind::running);
  watch(replay, now, 60);
  CHECK(replay.place() == replay.last_place());
  CHECK_FALSE(replay.is_playing());
  CHECK(replay.status().kind == Status::Kind::over);
  CHECK(replay.status().text.empty());  // the match was played to its end
  replay.advance(now += 1);
  CHECK_FALSE(replay.has_changed());
  replay.play(true);
  watch(replay, now, 0.3);
  CHECK(replay.place() == Approx(2).margin(0.01));
}

TEST_CASE("the ball's trail in a replay is the same after playing, seeking and pausing") {
  ReplayedLog played, sought;
  double now = 50;
  played.replay->advance(now);
  watch(*played.replay, now, 15.04);
  played.replay->play(false);
  played.replay->advance(now += 0.02);
  const double place = played.replay->place();
  sought.replay->play(false);
  for (const double stop : {390.0, 3.0, place}) {
    sought.replay->seek(stop);
    sought.replay->advance(now += 0.02);
  }
  const auto &one = played.replay->snapshot().ball_trail, &other = sought.replay->snapshot().ball_trail;
  REQUIRE(one.size() >= 5);
  REQUIRE(one.size() == other.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(one[i].x == Approx(other[i].x).margin(1e-6));
  CHECK(one.front().x == Approx(played.replay->snapshot().ball.x - BallTrail::kShown / 0.15 * 0.1).margin(1e-3));
  sought.replay->seek(1);  // before kick-off
  sought.replay->advance(now += 0.02);
  CHECK(sought.replay->snapshot().ball_trail.empty());
}

TEST_CASE("the speed of a replay ranges from 0.1 to 50 times real time") {
  ReplayedLog log(4000);
  Replay& replay = *log.replay;
  double now = 0;
  replay.advance(now);
  for (int i = 0; i < 20; ++i) replay.faster();
  CHECK(replay.speed() == 50);
  watch(replay, now, 1.5);
  CHECK(replay.place() == Approx(500).margin(0.1));
  for (int i = 0; i < 20; ++i) replay.slower();
  CHECK(replay.speed() == 0.1);
  replay.seek(10);
  watch(replay, now, 1.5);
  CHECK(replay.place() == Approx(11).margin(0.01));
  replay.faster();
  CHECK(replay.speed() == 0.25);
}

TEST_CASE("single steps forward and back pause the replay") {
  ReplayedLog log;
  Replay& replay = *log.replay;
  replay.seek(7.4);
  replay.step(1);
  CHECK(replay.place() == 8);
  CHECK_FALSE(replay.is_playing());
  replay.seek(7.4);
  replay.step(-1);
  CHECK(replay.place() == 7);
  replay.step(-1);
  CHECK(replay.place() == 6);
  replay.advance(1);
  CHECK(replay.snapshot().ball.x == Approx(0.6));
  CHECK(replay.status().kind == Status::Kind::paused);
  replay.seek(0);
  replay.step(-1);
  CHECK(replay.place() == 0);
  replay.seek(1e9);
  CHECK(replay.place() == replay.last_place());
  replay.seek(std::numeric_limits<double>::quiet_NaN());
  CHECK(replay.place() == 0);
}

TEST_CASE("goals are found in both directions, and shown from some seconds before") {
  std::string text = kInit + "\n" + kFirst + "\n";
  for (int i = 1; i < 600; ++i) {
    text += fmt::format("(Info (time {:g})", i * 0.15);
    if (i == 200) text += "(score_left 1)";
    if (i == 400) text += "(score_right 1)";
    text += "(B (pos 0 0 0.111)))\n";
  }
  ReplayedLog log(0, text);
  Replay& replay = *log.replay;
  const double before = Replay::kBeforeGoal / 0.15;
  REQUIRE(replay.next_mark());
  CHECK(replay.place() == Approx(200 - before));
  REQUIRE(replay.next_mark());
  CHECK(replay.place() == Approx(400 - before));
  CHECK_FALSE(replay.next_mark());
  CHECK(replay.place() == Approx(400 - before));
  REQUIRE(replay.previous_mark());
  CHECK(replay.place() == Approx(200 - before));
  CHECK_FALSE(replay.previous_mark());
  replay.seek(599);
  REQUIRE(replay.previous_mark());
  CHECK(replay.place() == Approx(400 - before));
}

TEST_CASE("a section is repeated until it is cleared") {
  ReplayedLog log;
  Replay& replay = *log.replay;
  double now = 0;
  replay.advance(now);
  replay.seek(100);
  replay.begin_section();
  replay.seek(110);
  replay.end_section();
  replay.seek(104);
  double least = 1000, most = 0;
  for (int i = 0; i < 500; ++i) {
    replay.advance(now += 0.02);
    least = std::min(least, replay.place());
    most = std::max(most, replay.place());
  }
  CHECK(least >= 100);
  CHECK(least < 101);
  CHECK(most < 110);
  CHECK(most > 109);
  CHECK(replay.is_playing());
  replay.forget_section();
  watch(replay, now, 3);
  CHECK(replay.place() > 112);
  // A beginning after the end clears the end: the section goes to the end of the log.
  replay.seek(10), replay.end_section();
  replay.seek(390), replay.begin_section();
  CHECK_FALSE(replay.section_end());
  watch(replay, now, 3);
  CHECK(replay.place() >= 390);
  CHECK(replay.is_playing());
}

TEST_CASE("events are reported when they are played, not when they are skipped") {
  ReplayedLog log;
  Replay& replay = *log.replay;
  CHECK(replay.take_events().size() == 1);  // how things stood
  double now = 0;
  replay.advance(now);
  replay.seek(195);
  replay.advance(now += 0.02);
  CHECK(replay.take_events().empty());
  watch(replay, now, 1.5);
  const auto events = replay.take_events();
  REQUIRE(events.size() >= 1);
  CHECK(events[0].kind == Event::Kind::goal);
  CHECK(replay.take_events().empty());
}

TEST_CASE("a game clock that stands does not stop a replay, and impossible times do no harm") {
  std::string text = kInit + "\n" + kFirst + "\n";
  for (int i = 0; i < 50; ++i) text += fmt::format("(Info (time 0)(B (pos {} 0 0.1)))\n", i * 0.1);
  for (const char* time : {"1e300", "-5", "0.15", "1e300"})
    text += fmt::format("(Info (time {})(B (pos 0 0 0)))\n", time);
  ReplayedLog log(0, text);
  CHECK(log.replay->seconds_per_frame() == Approx(0.15));
  double now = 0;
  log.replay->advance(now);
  watch(*log.replay, now, 3);
  CHECK(log.replay->snapshot().ball.x == Approx(1.9).margin(0.05));
  watch(*log.replay, now, 10);
  CHECK(log.replay->status().kind == Status::Kind::over);
  CHECK(log.replay->status().text == "the log ends here");
}

TEST_CASE("messages in a log are shown for some seconds of playing, and as long as it is paused") {
  std::string text = kInit + "\n" + kFirst + "\n";
  for (int i = 1; i < 100; ++i)
    text += fmt::format("(Info (time {:g})(P (s 1)(id 1)(pos 0 0 0.22){})(B (pos 0 0 0.1)))\n", i * 0.15,
                        i == 5 ? "(say hello)" : "");
  ReplayedLog log(0, text);
  double now = 0;
  log.replay->advance(now);
  watch(*log.replay, now, 1.5);
  REQUIRE(log.replay->snapshot().players.size() == 1);
  CHECK(log.replay->snapshot().players[0].said == "hello");
  log.replay->play(false);
  watch(*log.replay, now, 60);
  CHECK(log.replay->snapshot().players[0].said == "hello");
  log.replay->play(true);
  watch(*log.replay, now, 3);
  CHECK(log.replay->snapshot().players[0].said.empty());
}

TEST_CASE("a log without any frame is rejected") {
  TemporaryFolder folder;
  write_file(folder / "log", kInit + "\n");
  CHECK_THROWS_AS(Replay(folder / "log"), std::runtime_error);
  CHECK_THROWS_AS(Replay(folder / "none"), std::runtime_error);
}
