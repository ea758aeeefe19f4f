// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "monitor-lite/client/motion.h"
#include "monitor-lite/client/speech.h"
#include "monitor-lite/window/smoother.h"

using namespace monitor;

namespace {

Snapshot at(double x, double time = 0.0) {
  Snapshot now;
  now.time = time;
  now.ball = {x, 2 * x, 0.111};
  now.players = {{Side::left, 1, true, {x, 0, 0.22}, false, ""}, {Side::right, 1, true, {-x, 0, 0.22}, false, ""}};
  return now;
}

}  // namespace

TEST_CASE("everything moves evenly between two frames, except for a ball that was moved elsewhere") {
  Snapshot first = at(0, 10), second = at(1, 10.15);
  second.score_left = 1;
  const Snapshot half = moved(first, second, 0.5);
  CHECK(half.time == Approx(10.075));
  CHECK(half.ball.x == Approx(0.5));
  CHECK(half.ball.y == Approx(1.0));
  CHECK(half.players[0].position.x == Approx(0.5));
  CHECK(half.players[1].position.x == Approx(-0.5));
  CHECK(half.score_left == 0);
  second.ball = {30, 0, 0};
  CHECK(moved(first, second, 0.5).ball.x == 0);
}

TEST_CASE("players are tracked by team and number, not by their order in the line") {
  const Snapshot first = at(0);
  Snapshot second = at(1);
  std::swap(second.players[0], second.players[1]);
  CHECK(moved(first, second, 1.0).players[0].position.x == Approx(1));
  CHECK(moved(first, second, 1.0).players[1].position.x == Approx(-1));
  second.players.erase(second.players.begin());  // the right one has gone
  CHECK(moved(first, second, 0.5).players[0].position.x == Approx(0.5));
  CHECK(moved(first, second, 0.5).players[1].position.x == 0);
  second.players[0].created = false;
  CHECK(moved(first, second, 0.5).players[0].position.x == 0);
}

TEST_CASE("even frames give even motion, one frame late") {
  Smoother smoother;
  CHECK_FALSE(smoother.has_begun());
  double now = 100;
  int frame = 0;
  for (; frame < 100; ++frame, now += 0.15) smoother.take(at(frame * 0.3), now);
  now -= 0.15, --frame;
  double before = smoother.at(now).ball.x;
  CHECK(before == Approx((frame - 1) * 0.3).margin(0.01));
  for (int picture = 1; picture <= 9; ++picture) {
    const double x = smoother.at(now + picture * 0.15 / 9).ball.x;
    CHECK(x - before == Approx(0.3 / 9).margin(0.005));
    before = x;
  }
  CHECK(before == Approx(frame * 0.3).margin(0.001));
  CHECK(smoother.is_moving(now + 0.1));
  CHECK_FALSE(smoother.is_moving(now + 0.2));
}

TEST_CASE("early and late frames cause no jump") {
  Smoother smoother;
  double now = 0;
  unsigned dice = 1;
  double before = 0, farthest = 0;
  for (int frame = 0; frame < 300; ++frame) {
    dice = dice * 1664525 + 1013904223;
    const double gap = 0.10 + 0.10 * (dice >> 16) / 65536.0;
    smoother.take(at(frame * 0.3), now);
    for (double t = now; t < now + gap; t += 0.01) {
      const double x = smoother.at(t).ball.x;
      if (frame > 50) farthest = std::max(farthest, std::abs(x - before));
      before = x;
    }
    now += gap;
  }
  // Even motion would be 0.02; a lag is caught up within one usual interval of frames, 0.15 s.
  CHECK(farthest < 2.5 * 0.3 / 0.15 * 0.01);
}

TEST_CASE("motion adapts to fast and slow servers, and a pause does not change that") {
  Smoother fast, slow;
  for (int frame = 0; frame < 200; ++frame) fast.take(at(frame), frame * 0.0005);
  CHECK(fast.at(199 * 0.0005 + 0.002).ball.x == 199);
  for (int frame = 0; frame < 100; ++frame) slow.take(at(frame * 0.1), frame * 1.5);
  CHECK(slow.pace().longest_gap() > 5.0);
  const double longest_gap = slow.pace().longest_gap();
  slow.take(at(12), 99 * 1.5 + 600);
  CHECK(slow.pace().longest_gap() == longest_gap);
  CHECK(slow.at(99 * 1.5 + 600.4).ball.x < 12);
  CHECK(slow.at(99 * 1.5 + 600.5).ball.x == 12);  // a picture is late by half a second at most
  slow.restart();
  slow.take(at(7), 2000);
  CHECK(slow.at(2000).ball.x == 7);
}

TEST_CASE("slow motion is not taken for a pause, nor a pause for slow motion") {
  FramePace pace;
  CHECK_FALSE(pace.is_silent(1000));  // not yet one
  for (int frame = 0; frame < 4; ++frame) {
    pace.take(frame * 12.0);
    if (frame > 0) CHECK_FALSE(pace.is_silent(frame * 12.0 + 40));
  }
  CHECK(pace.is_silent(36 + 49));
  pace.restart();
  for (int frame = 0; frame < 4; ++frame) pace.take(frame * 0.15);
  pace.take(600);
  CHECK(pace.longest_gap() == 2.0);
  CHECK_FALSE(pace.is_silent(602));
  CHECK(pace.is_silent(602.1));
}

TEST_CASE("score and play mode change at once, without the delay of the motion") {
  Smoother smoother;
  for (int frame = 0; frame < 20; ++frame) smoother.take(at(frame), frame * 0.15);
  Snapshot goal = at(20);
  goal.score_left = 1;
  smoother.take(goal, 20 * 0.15);
  CHECK(smoother.at(20 * 0.15).score_left == 1);
  CHECK(smoother.at(20 * 0.15).ball.x == Approx(19).margin(0.1));
}

TEST_CASE("messages stay long enough to be read, and then disappear") {
  Speech speech;
  Snapshot now = at(0);
  now.players[1].said = "pass";
  speech.hear(now, 10);
  Snapshot later = at(1);
  speech.hear(later, 10.15);
  speech.show(later, 10.15);
  CHECK(later.players[1].said == "pass");
  CHECK(later.players[0].said.empty());
  CHECK(speech.is_shown(12));
  later = at(2);
  speech.show(later, 10 + Speech::kShown + 0.01);
  CHECK(later.players[1].said.empty());
  CHECK_FALSE(speech.is_shown(10 + Speech::kShown + 0.01));
}
