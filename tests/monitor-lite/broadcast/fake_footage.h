// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/broadcast/director.h"

/// A match that the test describes: events at places, places of the ball, PlayOn in between.
struct FakeFootage final : monitor::Footage {
  explicit FakeFootage(double length = 100.0, bool complete = true) : last(length), is_whole(complete) {
    using monitor::Side;
    usual.play_mode = 3;
    usual.team_left = "foo";
    usual.team_right = "bar";
    usual.ball = {0, 0, 0.111};
  }
  void add(double place, monitor::Event::Kind kind, monitor::Side side = monitor::Side::none) {
    moments_.push_back({place, {kind, place, side, "", {}, 0, 0}});
    auto& added = moments_.back().event;
    for (const auto& moment : moments_)
      if (moment.event.kind == monitor::Event::Kind::goal)
        ++(moment.event.side == monitor::Side::left ? added.score_left : added.score_right);
  }
  void goal(double place, monitor::Side side) { add(place, monitor::Event::Kind::goal, side); }

  const monitor::Game& game() const override { return of; }
  double begin() const override { return first; }
  double end() const override { return last; }
  bool is_complete() const override { return is_whole; }
  monitor::Snapshot at(double place) override {
    monitor::Snapshot now = usual;
    now.time = std::clamp(place, first, last);
    for (const auto& [from, x] : balls)
      if (place >= from) now.ball.x = x;
    for (const auto& [from, mode] : modes)
      if (place >= from) now.play_mode = mode;
    for (const Moment& moment : moments_) {
      if (moment.place > place) continue;
      now.score_left = moment.event.score_left;
      now.score_right = moment.event.score_right;
      if (moment.event.kind == monitor::Event::Kind::half) now.half = 2;
    }
    return now;
  }
  void add_trail(double, monitor::Snapshot&) override {}
  const std::vector<Moment>& moments() const override { return moments_; }
  double pace(double) const override { return speed; }
  void forget_before(double place) override { forgotten = std::max(forgotten, place); }

  monitor::Game of;
  monitor::Snapshot usual;
  std::vector<std::pair<double, double>> balls;  ///< from that place on, x
  std::vector<std::pair<double, int>> modes;
  std::vector<Moment> moments_;
  double first = 0.0, last;
  bool is_whole;
  double speed = 1.0;
  double forgotten = -1e9;
};
