// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/referee/soccer_rule_aspect.h"
#include "tests/soccer-plugin/soccer_fixture.h"

namespace soccer::test {

/// A match with a referee and ways to bring it into the situation a rule is about.
class RefereeFixture : public SoccerFixture {
 public:
  using SoccerFixture::SoccerFixture;

  SoccerRuleAspect& referee() { return referee_of(core.root()); }
  PlayMode mode() { return game().play_mode(); }
  spark::Vec3 ball_position() { return ball().body().position(); }

  /// Puts `player` against the ball and lets one step pass, which records the touch; then takes it away again.
  void touch(AgentState& player) {
    const spark::Vec3 back = player.body().position();
    const spark::Vec3 at = ball_position();
    place(player, {at.x - 0.3, at.y, at.z + config().agent_radius - config().ball_radius});
    step();
    place(player, back);
  }
  /// PlayOn with the ball at rest at (x, y), touched last by `player`.
  void play_on_after_touch(AgentState& player, double x = 0, double y = 0) {
    game().set_play_mode(PlayMode{Phase::play_on});
    place_ball(x, y);
    touch(player);
    place_ball(x, y);
  }
  /// Steps until the mode changes, at most `max` times; returns the number of steps.
  int steps_until_change(int max) {
    const PlayMode before = mode();
    int steps = 0;
    while (steps < max && mode() == before) step(), ++steps;
    return steps;
  }
};

}  // namespace soccer::test
