// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "monitor-lite/client/ball_trail.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

constexpr double kFrame = 0.15;
constexpr int kPlayOn = 3;

Snapshot at(int frame, Point ball, int mode = kPlayOn) {
  Snapshot now;
  now.time = frame * kFrame;
  now.ball = ball;
  now.play_mode = mode;
  return now;
}

/// The trail at the last frame of a ball that was at these places along x.
std::vector<Point> trail_of(const std::vector<double>& places, double time = -1) {
  const Game game;
  BallTrail trail;
  for (std::size_t i = 0; i < places.size(); ++i) trail.follow(game, at(static_cast<int>(i), {places[i], 0, 0.1}));
  Snapshot shown = at(static_cast<int>(places.size()) - 1, {places.back(), 0, 0.1});
  if (time >= 0) shown.time = time;
  trail.show(shown);
  return shown.ball_trail;
}

}  // namespace

TEST_CASE("the trail holds the ball's places of the last 0.8 s, oldest first") {
  const auto trail = trail_of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  REQUIRE(trail.size() == 6);
  CHECK(trail.back().x == 8);
  // The end of the trail moves evenly: it is cut between two frames.
  CHECK(trail.front().x == Approx(9 - BallTrail::kShown / kFrame));
  for (std::size_t i = 1; i < trail.size(); ++i) CHECK(trail[i].x > trail[i - 1].x);
  CHECK(trail_of({3}).empty());
}

TEST_CASE("between two frames the trail ends where the ball was in the earlier frame") {
  const Game game;
  BallTrail trail;
  for (int i = 0; i < 10; ++i) trail.follow(game, at(i, {1.0 * i, 0, 0.1}));
  Snapshot shown = at(7, {7.4, 0, 0.1});
  shown.time = 7.4 * kFrame;
  trail.show(shown);
  REQUIRE(!shown.ball_trail.empty());
  CHECK(shown.ball_trail.back().x == 7);
  CHECK(shown.ball_trail.front().x == Approx(7.4 - BallTrail::kShown / kFrame));
}

TEST_CASE("the trail does not cross a jump of the ball") {
  for (const Point& put : {Point{-30, 10, 0.1}, {3, 7.5, 0.1}}) {  // far away; near by, but from rest to rest
    const Game game;
    BallTrail trail;
    for (int i = 0; i < 5; ++i) trail.follow(game, at(i, {3 + 0.01 * i, 0, 0.1}));
    for (int i = 5; i < 9; ++i) trail.follow(game, at(i, {put.x + 0.01 * i, put.y, 0.1}));
    for (const double time : {5.0, 5.5, 7.0}) {
      CAPTURE(put.x, time);
      Snapshot shown = at(5, {put.x + 0.01 * time, put.y, 0.1});
      shown.time = time * kFrame;
      trail.show(shown);
      for (const Point& place : shown.ball_trail) CHECK(std::hypot(place.x - put.x, place.y - put.y) < 0.5);
    }
  }
  // A hard kick is no jump.
  CHECK(trail_of({0, 0, 0, 4.5, 8.8, 12.9}).size() >= 5);
}

TEST_CASE("a dead ball has no trail, but a ball in the goal has one") {
  const Game game;
  for (const auto& [mode, has] : {std::pair(4, false), {0, false}, {2, false}, {13, true}, {99, false}}) {
    CAPTURE(mode);
    BallTrail trail;
    for (int i = 0; i < 5; ++i) trail.follow(game, at(i, {1.0 * i, 0, 0.1}));
    trail.follow(game, at(5, {5, 0, 0.1}, mode));
    Snapshot shown = at(5, {5, 0, 0.1}, mode);
    trail.show(shown);
    CHECK(shown.ball_trail.empty() != has);
  }
}

TEST_CASE("when time goes back the trail starts anew") {
  const Game game;
  BallTrail trail;
  for (int i = 0; i < 5; ++i) trail.follow(game, at(i, {1.0 * i, 0, 0.1}));
  trail.follow(game, at(4, {4, 1, 0.1}));
  Snapshot shown = at(4, {4, 1, 0.1});
  trail.show(shown);
  CHECK(shown.ball_trail.empty());
}

TEST_CASE("in a log the trail is the same after playing and after seeking") {
  const TemporaryFolder folder;
  std::string text;
  for (const std::string& line : match(400)) text += line + "\n";
  write_file(folder / "monitor.log", text);
  LogFile log(folder / "monitor.log");
  BallTrail played, sought;
  for (std::size_t i = 100; i <= 152; ++i) played.follow(log.game(), log.at(i));
  sought.look_around(log, 150);
  Snapshot one = log.at(150), other = one;
  played.show(one);
  sought.show(other);
  REQUIRE(one.ball_trail.size() == other.ball_trail.size());
  REQUIRE(one.ball_trail.size() >= 5);
  for (std::size_t i = 0; i < one.ball_trail.size(); ++i)
    CHECK(one.ball_trail[i].x == Approx(other.ball_trail[i].x).margin(1e-9));
  CHECK(one.ball_trail.front().x == Approx(one.ball.x - BallTrail::kShown / kFrame * 0.1).margin(1e-6));
  BallTrail().look_around(log, 0);
  BallTrail().look_around(log, log.size() - 1);
}

TEST_CASE("of frames in quick succession only the last ones are kept") {
  const Game game;
  BallTrail trail;
  Snapshot now = at(0, {0, 0, 0.1});
  for (int i = 0; i < 200; ++i) {
    now.time = 0.01 * i;
    now.ball.x = 0.01 * i;
    trail.follow(game, now);
  }
  trail.show(now);
  CHECK(now.ball_trail.size() > 10);
  CHECK(now.ball_trail.size() <= BallTrail::kFrames);
}
