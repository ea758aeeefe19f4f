// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor-lite/client/snapshot.h"

/// A moment of play with one player a side: number 4 of foo, who touched the ball last, and number 9 of bar.
inline monitor::Snapshot playing(double time, monitor::Point left, monitor::Point right, monitor::Point ball) {
  using monitor::Side;
  monitor::Snapshot now;
  now.time = time;
  now.play_mode = 3;
  now.team_left = "foo";
  now.team_right = "bar";
  now.players = {{Side::left, 4, true, left, true, ""}, {Side::right, 9, true, right, false, ""}};
  now.ball = ball;
  return now;
}
