// SPDX-License-Identifier: Apache-2.0
// The offside rule (behaviour 7.10), step by step; whole situations are scenario files.
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using spark::Vec3;

namespace {

/// An attack: `passer` on the halfway line, `receiver` ahead, two opponents to measure by. Coordinates are those of the
/// attacking side.
struct Attack : RefereeFixture {
  explicit Attack(Side attackers, const Variables& variables = {}) : RefereeFixture(1, variables), side(attackers) {
    passer = &add(side, 7, -1);
    receiver = &add(side, 9, 20);
    keeper = &add(opponent(side), 1, 50);
    defender = &add(opponent(side), 4, 10);
    game().set_play_mode(PlayMode{Phase::play_on});
    put_ball(0);
    step();
  }
  AgentState& add(Side team, int unum, double x) { return add_player(team, unum, own_frame(side, {x, 15, 0.22})); }
  void put_ball(double x) { RefereeFixture::place_ball(own_frame(side, {x, 0, 0.111})); }
  void put(AgentState& player, double x) { place(player, own_frame(side, {x, 15, 0.22})); }
  /// A kick as the effector reports it; the ball stays where it is.
  void kick_by(AgentState& player) {
    ball_state().note_kick(player, true);
    step();
  }
  PlayMode called() const {
    return side == Side::left ? PlayMode{Phase::offside, Side::right} : PlayMode{Phase::offside, Side::left};
  }

  Side side;
  AgentState* passer;
  AgentState* receiver;
  AgentState* keeper;
  AgentState* defender;
};

}  // namespace

TEST_CASE("offside: a player beyond ball and second-last opponent at the pass may not play the ball") {
  const Side side = GENERATE(Side::left, Side::right);
  const bool by_body = GENERATE(true, false);
  Attack f(side);
  f.kick_by(*f.passer);
  CHECK(f.mode() == PlayMode{Phase::play_on});
  f.put_ball(19);
  if (by_body)
    f.touch(*f.receiver);
  else
    f.kick_by(*f.receiver);
  CHECK(f.mode() == f.called());
  CHECK(f.referee().restart_position().x == Approx(own_frame(side, {19, 0, 0}).x).margin(0.01));
  CHECK(f.referee().restart_position().z == 0.111);
}

TEST_CASE("offside: the position at the pass counts, not that at the touch") {
  Attack f(Side::left);
  const double at_pass = GENERATE(9.9, 10.1);
  f.put(*f.receiver, at_pass);
  f.kick_by(*f.passer);
  f.put(*f.receiver, 30);
  f.put_ball(29);
  f.kick_by(*f.receiver);
  CHECK((f.mode() == PlayMode{Phase::offside, Side::right}) == (at_pass > 10));
}

TEST_CASE("offside: a player in its own half, behind the ball or behind the second-last opponent is onside") {
  Attack f(Side::left);
  SECTION("in its own half, beyond all opponents") {
    f.put(*f.keeper, -20);
    f.put(*f.defender, -20);
    f.put(*f.receiver, -0.5);
    f.put_ball(-2);
  }
  SECTION("behind the ball") {
    f.put_ball(21);
  }
  SECTION("behind the second-last opponent") {
    f.put(*f.defender, 21);
  }
  f.kick_by(*f.passer);
  f.put_ball(25);
  f.kick_by(*f.receiver);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("offside: level with the ball or with the second-last opponent is onside, a hair beyond is not") {
  const Side side = GENERATE(Side::left, Side::right);
  const bool by_ball = GENERATE(false, true);
  const double beyond = GENERATE(0.0, 0.001);
  CAPTURE(by_ball, beyond);
  Attack f(side);
  constexpr double kLevel = 12.5;  // exact in binary
  // What counts is on one line; what does not is far from it.
  f.place(*f.defender, own_frame(side, {by_ball ? 2 : kLevel, -15, 0.22}));
  f.put_ball(by_ball ? kLevel : 2);
  f.put(*f.receiver, kLevel + beyond);
  f.kick_by(*f.passer);
  f.put_ball(20);
  f.kick_by(*f.receiver);
  CHECK(f.mode() == (beyond > 0 ? f.called() : PlayMode{Phase::play_on}));
}

TEST_CASE("offside: the second-last opponent counts, whichever of them connected first") {
  const bool last_is_first = GENERATE(true, false);
  const double at_pass = GENERATE(9.5, 10.5);
  CAPTURE(last_is_first, at_pass);
  Attack f(Side::left);
  f.put(*f.keeper, last_is_first ? 50 : 10);
  f.put(*f.defender, last_is_first ? 10 : 50);
  f.put(*f.receiver, at_pass);
  f.kick_by(*f.passer);
  f.put_ball(20);
  f.kick_by(*f.receiver);
  CHECK(f.mode() == (at_pass > 10 ? f.called() : PlayMode{Phase::play_on}));
}

TEST_CASE("offside: an opponent's play and a second play of the passer make no one offside") {
  Attack f(Side::left);
  f.kick_by(*f.passer);
  f.kick_by(*f.defender);
  f.kick_by(*f.receiver);
  CHECK(f.mode() == PlayMode{Phase::play_on});
  f.put(*f.passer, 30);  // a position beyond the ball does not count at a player's own play
  f.kick_by(*f.passer);
  f.put(*f.passer, -1);
  f.kick_by(*f.passer);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("offside: the play that takes a restart makes no one offside") {
  const PlayMode restart = GENERATE(PlayMode{Phase::kick_off, Side::left}, PlayMode{Phase::kick_in, Side::left},
                                    PlayMode{Phase::goal_kick, Side::left});
  Attack f(Side::left);
  f.kick_by(*f.passer);
  f.game().set_play_mode(restart);
  f.step(101);
  f.put(*f.passer, -20);
  f.put(*f.receiver, restart == PlayMode{Phase::kick_off, Side::left} ? -1 : 20);
  f.put_ball(0);
  f.kick_by(*f.passer);
  f.ball().kick(f.passer->agent().id(), {0.1, 0, 0}, {}, 1);
  f.step();
  REQUIRE(f.mode() == PlayMode{Phase::play_on});
  f.put(*f.receiver, 20);
  f.put_ball(19);
  f.kick_by(*f.receiver);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("offside: a pass is forgotten when a trainer sets PlayOn anew at its moment") {
  const bool anew = GENERATE(false, true);
  CAPTURE(anew);
  Attack f(Side::left);
  f.kick_by(*f.passer);
  if (anew) {
    f.referee().set_play_mode(PlayMode{Phase::free_kick, Side::left});
    f.referee().set_play_mode(PlayMode{Phase::play_on});
  }
  f.put_ball(19);
  f.step();
  f.kick_by(*f.receiver);
  CHECK(f.mode() == (anew ? PlayMode{Phase::play_on} : f.called()));
}

TEST_CASE("offside: an interruption clears all offside positions") {
  Attack f(Side::left);
  f.kick_by(*f.passer);
  f.game().set_play_mode(PlayMode{Phase::kick_in, Side::right});
  f.step(3);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.step(3);
  f.kick_by(*f.receiver);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("offside: a goal takes precedence, and UseOffside false switches the rule off") {
  SECTION("a goal takes precedence") {
    Attack f(Side::left);
    f.kick_by(*f.passer);
    f.put_ball(51.95);
    f.ball().body().set_velocity({10, 0, 0});
    f.kick_by(*f.receiver);
    CHECK(f.mode() == PlayMode{Phase::goal, Side::left});
  }
  SECTION("UseOffside is false") {
    Attack f(Side::left, {{"UseOffside", false}});
    f.kick_by(*f.passer);
    f.put_ball(19);
    f.kick_by(*f.receiver);
    CHECK(f.mode() == PlayMode{Phase::play_on});
  }
}

TEST_CASE("offside: a kick of a player who leaves before the step makes no one offside") {
  Attack f(Side::left);
  f.ball_state().note_kick(*f.passer, true);
  f.disconnect(f.passer->agent());
  f.step();
  f.put_ball(19);
  f.kick_by(*f.receiver);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}
