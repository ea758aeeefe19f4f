// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using spark::Vec3;

namespace {

constexpr PlayMode kRestarts[] = {PlayMode{Phase::kick_in, Side::left},     PlayMode{Phase::kick_in, Side::right},
                                  PlayMode{Phase::corner_kick, Side::left}, PlayMode{Phase::corner_kick, Side::right},
                                  PlayMode{Phase::goal_kick, Side::left},   PlayMode{Phase::goal_kick, Side::right},
                                  PlayMode{Phase::offside, Side::left},     PlayMode{Phase::offside, Side::right},
                                  PlayMode{Phase::free_kick, Side::left},   PlayMode{Phase::free_kick, Side::right}};

Side taker_of(PlayMode mode) {
  const std::string_view text = name_of(mode);
  return text.ends_with("eft") ? Side::left : Side::right;
}
bool is_goal_kick(PlayMode mode) {
  return name_of(mode).starts_with("goal_kick");
}
bool is_offside(PlayMode mode) {
  return name_of(mode).starts_with("offside");
}

/// A restart at (x, y), commanded by a trainer; a left and a right player far away, the left one touched the ball long
/// ago.
struct RestartFixture : RefereeFixture {
  explicit RestartFixture(PlayMode wanted, double x = 10, double y = 5, const Variables& variables = {})
      : RefereeFixture(1, variables) {
    left = &add_player(Side::left, 1, {0, 30, 0.22});
    right = &add_player(Side::right, 1, {0, -30, 0.22});
    play_on_after_touch(*left, x, y);
    step(10);
    place_ball(x, y);
    spot = {x, y, 0.111};
    referee().set_play_mode(wanted);
  }
  AgentState& player(Side side) { return side == Side::left ? *left : *right; }
  void pass_pause() { step(101); }

  AgentState* left;
  AgentState* right;
  Vec3 spot;
};

}  // namespace

TEST_CASE("a trainer's restart takes place where the ball is, on the ground") {
  const PlayMode mode = GENERATE(from_range(std::begin(kRestarts), std::end(kRestarts)));
  RestartFixture f(PlayMode{Phase::play_on});
  f.place_ball({12, -7, 3});
  f.referee().set_play_mode(mode);
  CHECK(f.mode() == mode);
  CHECK(f.referee().restart_position() == Vec3{12, -7, 0.111});
  f.place_ball(1, 1);
  f.referee().set_play_mode(mode);  // the mode it is already: nothing changes
  CHECK(f.referee().restart_position() == Vec3{12, -7, 0.111});
}

TEST_CASE("during the first second of a restart the referee does nothing, then it holds the ball") {
  const PlayMode mode = GENERATE(from_range(std::begin(kRestarts), std::end(kRestarts)));
  RestartFixture f(mode);
  AgentState& opponent_player = f.player(opponent(taker_of(mode)));
  f.place(opponent_player, {13, 5, 0.22});
  f.ball().body().set_velocity({0, 2, 0});
  f.step(99);
  CHECK(f.ball_position().y > 5.5);
  CHECK(opponent_player.body().position().x == Approx(13).margin(0.01));
  f.step(2);
  CHECK(f.mode() == mode);
  CHECK(f.ball_position() == f.spot);
  CHECK(length(f.ball().body().velocity()) == 0);
  f.ball().body().set_velocity({3, 0, 0});
  f.step();
  CHECK(f.ball_position() == f.spot);
}

TEST_CASE("opponents are kept away from restarts, team mates are not") {
  const PlayMode mode = GENERATE(from_range(std::begin(kRestarts), std::end(kRestarts)));
  if (is_goal_kick(mode)) return;
  RestartFixture f(mode);
  const Side taker = taker_of(mode);
  AgentState& mate = f.player(taker);
  AgentState& foe = f.player(opponent(taker));
  f.place(mate, {14, 5, 0.22});
  f.place(foe, {15, 5, 0.22});
  f.pass_pause();
  CHECK(mate.body().position().x == Approx(14).margin(0.01));
  const double back = foe.side == Side::left ? 10 - foe.body().position().x : foe.body().position().x - 10;
  CHECK(back >= 15.15);
  CHECK(back < 17.15);
}

TEST_CASE("a goal kick keeps opponents out of the penalty area only") {
  const PlayMode mode = GENERATE(PlayMode{Phase::goal_kick, Side::left}, PlayMode{Phase::goal_kick, Side::right});
  const double end = mode == PlayMode{Phase::goal_kick, Side::left} ? -1 : 1;
  RestartFixture f(mode, end * 47, 0);
  const Side taker = taker_of(mode);
  AgentState& mate = f.player(taker);
  AgentState& foe = f.player(opponent(taker));
  AgentState& outside = f.add_player(opponent(taker), 2, {end * 34, 0, 0.22});
  f.place(mate, {end * 40, 3, 0.22});
  f.place(foe, {end * 51, -20, 0.22});
  f.pass_pause();
  CHECK(mate.body().position().x == Approx(end * 40).margin(0.01));
  CHECK(outside.body().position().x == Approx(end * 34).margin(0.01));
  CHECK(foe.body().position().x * end <= 34.5);
  CHECK(foe.body().position().x * end > 32.5);
  CHECK(foe.body().position().y == Approx(-20).margin(0.01));
}

TEST_CASE("kick-in, corner kick and free kick end with a touch by either team") {
  const PlayMode mode = GENERATE(from_range(std::begin(kRestarts), std::end(kRestarts)));
  const Side toucher = GENERATE(Side::left, Side::right);
  if (is_goal_kick(mode) || is_offside(mode)) return;
  RestartFixture f(mode);
  f.pass_pause();
  CHECK(f.mode() == mode);
  // The opponent has to come from outside the circle within one step, which only a test can.
  f.touch(f.player(toucher));
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("a touch during the pause ends the restart when the pause is over, wherever the ball is") {
  RestartFixture f(PlayMode{Phase::kick_in, Side::right});
  f.step(50);
  f.touch(*f.left);
  CHECK(f.mode() == PlayMode{Phase::kick_in, Side::right});
  f.place_ball(-20, -3);
  CHECK(f.steps_until_change(100) == 50);
  CHECK(f.mode() == PlayMode{Phase::play_on});
  CHECK(f.ball_position().x == Approx(-20).margin(0.01));
}

TEST_CASE("a touch at the time of the mode change does not end a restart") {
  RestartFixture f(PlayMode{Phase::play_on});
  f.touch(*f.left);
  f.referee().set_play_mode(PlayMode{Phase::corner_kick, Side::left});
  f.pass_pause();
  f.step(100);
  CHECK(f.mode() == PlayMode{Phase::corner_kick, Side::left});
}

TEST_CASE("a kick ends a restart and still moves the ball") {
  RestartFixture f(PlayMode{Phase::free_kick, Side::right});
  f.pass_pause();
  f.ball().kick(f.right->agent().id(), {30, 0, 0}, {}, 10);
  f.step();
  CHECK(f.mode() == PlayMode{Phase::play_on});
  f.step(10);
  CHECK(f.ball_position().x > 10.2);  // and is not cancelled by it
}

TEST_CASE("a goal kick is taken when the ball has left the penalty area") {
  const PlayMode mode = GENERATE(PlayMode{Phase::goal_kick, Side::left}, PlayMode{Phase::goal_kick, Side::right});
  const Side toucher = GENERATE(Side::left, Side::right);
  const double end = mode == PlayMode{Phase::goal_kick, Side::left} ? -1 : 1;
  RestartFixture f(mode, end * 47, 0);
  f.pass_pause();
  f.touch(f.player(toucher));
  CHECK(f.mode() == mode);
  f.place_ball(end * 40, 10);  // under way: the ball is left alone
  f.step(5);
  CHECK(f.mode() == mode);
  CHECK(f.ball_position().x == Approx(end * 40).margin(0.01));
  f.place_ball(end * 35.4, 10);
  f.step();
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("a goal kick over the own goal line becomes PlayOn, and then a corner kick") {
  RestartFixture f(PlayMode{Phase::goal_kick, Side::left}, -47, 0);
  f.pass_pause();
  f.touch(*f.left);
  f.place_ball(-51.9, 0);  // not yet beyond the rectangle
  f.step();
  CHECK(f.mode() == PlayMode{Phase::goal_kick, Side::left});
  f.ball().body().set_velocity({-20, 0, 0});  // into its own goal, which does not count before it is taken
  f.step();
  CHECK(f.mode() == PlayMode{Phase::play_on});
  f.step(2);
  CHECK(f.mode() == PlayMode{Phase::corner_kick, Side::right});
  CHECK(f.game().score(Side::right) == 0);
}

TEST_CASE("an offside kick can only be taken by the team that has it") {
  const PlayMode mode = GENERATE(PlayMode{Phase::offside, Side::left}, PlayMode{Phase::offside, Side::right});
  RestartFixture f(mode);
  const Side taker = taker_of(mode);
  f.pass_pause();
  f.touch(f.player(opponent(taker)));
  CHECK(f.mode() == mode);
  CHECK(f.ball_position() == f.spot);
  f.touch(f.player(taker));
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("a restart no one takes becomes a drop ball at the restart position") {
  const PlayMode mode = GENERATE(from_range(std::begin(kRestarts), std::end(kRestarts)));
  RestartFixture f(mode);
  f.place(*f.left, {5, 5, 0.22});
  f.place(*f.right, {15, 5, 0.22});
  const int steps = f.steps_until_change(4000);
  CHECK(steps > 2990);
  CHECK(steps < 3010);
  CHECK(f.mode() == PlayMode{Phase::play_on});
  CHECK(f.ball_position() == f.spot);
  CHECK(f.left->body().position().x < 10 - 15);
  CHECK(f.right->body().position().x > 10 + 15);
}

TEST_CASE("a ball that no player has ever touched is not moved back") {
  RefereeFixture f;
  f.step();
  f.place_ball(10, 5);
  f.referee().set_play_mode(PlayMode{Phase::kick_in, Side::left});
  f.place_ball(11, 6);
  f.step(200);
  CHECK(f.mode() == PlayMode{Phase::kick_in, Side::left});
  CHECK(f.ball_position().x == Approx(11).margin(0.01));
}

TEST_CASE("pause, distance and drop ball time come from the script") {
  RestartFixture f(PlayMode{Phase::kick_in, Side::left}, 10, 5,
                   {{"RuleKickInPauseTime", 0.2}, {"FreeKickDistance", 3.0}, {"RuleDropBallTime", std::int64_t{1}}});
  f.place(*f.right, {14, 5, 0.22});
  f.ball().body().set_velocity({0, 1, 0});
  f.step(25);
  CHECK(f.ball_position() == f.spot);
  CHECK(f.right->body().position().x == Approx(14).margin(0.01));
  CHECK(f.steps_until_change(200) < 85);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}
