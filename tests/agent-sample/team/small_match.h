// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "agent-sample/lib/world.h"

/// A moment of a match of five a side, from the view of one of our players; `put_*` adds the others.
struct SmallMatch {
  explicit SmallMatch(int number) {
    world.field.length = 40;
    world.field.width = 20;
    world.field.height = 40;
    world.field.goal_width = 4;
    world.field.goal_depth = 2;
    world.field.goal_height = 1.6;
    world.ready = true;
    world.can_delay = true;
    world.number = number;
    world.team_size = 5;
    world.game.mode = rcss3d::agent::Mode::play_on;
    put(world.me, {-19, 0});
    put_ball({0, 0});
  }

  static void put(rcss3d::agent::Track& track, rcss3d::agent::Vector place, rcss3d::agent::Vector velocity = {}) {
    track = {};
    track.position = place;
    track.velocity = velocity;
    track.height = 0.22;
    track.error = track.velocity_error = 0.02;
    track.age = 0;
  }
  void put_ball(rcss3d::agent::Vector place, rcss3d::agent::Vector velocity = {}) {
    put(world.ball, place, velocity);
    world.ball.height = world.field.ball_radius;
    world.ball_spin = velocity;
  }
  void put_me(rcss3d::agent::Vector place) { put(world.me, place); }
  void put_mate(int number, rcss3d::agent::Vector place) { put(world.mates[static_cast<std::size_t>(number)], place); }
  void put_opponent(int number, rcss3d::agent::Vector place) {
    put(world.opponents[static_cast<std::size_t>(number)], place);
  }

  rcss3d::agent::World world;
};
