// SPDX-License-Identifier: Apache-2.0
// The answers of a player, to the byte: the same sensations give the same match.
#include <catch2/catch.hpp>
#include <string>

#include "agent-sample/old/player.h"
#include "agent-sample/old/world_model.h"
#include "tests/support/count_allocations.h"

namespace {

constexpr const char* kFlags =
    "(Flag (id 1_r) (pol 93.9969 -34.9006 -0.0248197)) (Flag (id 2_r) (pol 79.064 13.3544 -0.296844)) "
    "(Goal (id 1_r) (pol 79.8719 -15.6938 -0.032216)) (Goal (id 2_r) (pol 78.2698 -10.4515 -0.436749)) ";
constexpr const char* kGame =
    "(unum 6) (team left) (FieldLength 110) (FieldWidth 72) (FieldHeight 40) (GoalWidth 7.32) (GoalDepth 2) "
    "(GoalHeight 1.6) (BorderSize 10) (AgentMass 75) (AgentRadius 0.22) (AgentMaxSpeed 10) ";

std::string sensation(const std::string& objects, const std::string& game) {
  return std::string("(Vision ") + kFlags + objects + ")(GameState " + game +
         ")(AgentState (pan_tilt 0 0) (battery 100))";
}

struct Stage {
  sample::WorldModel world{"foo"};
  sample::Player player{world};

  std::string answer(const std::string& data) {
    world.read(data);
    return std::string(player.decide());
  }
};

}  // namespace

TEST_CASE("before kick-off a player beams to its place once it knows its number") {
  Stage stage;
  stage.world.read("(Vision (Ball (pol 28 -33 -15)))(GameState (time 0) (playmode BeforeKickOff))");
  CHECK_FALSE(stage.world.ready());
  CHECK(stage.answer(sensation("(Ball (pol 63.3654 -30.6104 -0.127065))",
                               std::string(kGame) + "(unum 5) (time 0) (playmode BeforeKickOff)")) ==
        "(beam -22.00 -18.00 0)(drive -0.2 -100.0 0)");
}

TEST_CASE("a player at the ball runs and kicks, and one with a mate nearer to the ball holds its place") {
  Stage stage;
  stage.world.read(sensation("(Ball (pol 0.4 -10.5 -14))", std::string(kGame) + "(time 1) (playmode PlayOn)"));
  CHECK(stage.answer(sensation("(Ball (pol 0.41 -12.25 -14.5)) (Player (team bar) (id 2) (pol 1.2 -8.6649 0.07))",
                               "(time 1.2) (playmode PlayOn)")) == "(drive 97.0 -24.3 0)(kick 20.0 100.0)");
  CHECK(stage.answer(sensation("(Ball (pol 9.5 -80.25 -0.5)) (Player (team foo) (id 3) (pol 9.1 -81.5 0.07))",
                               "(time 1.4) (playmode PlayOn)")) == "(drive 99.9 -5.2 0)(pantilt -80.6 -0.0)");
  CHECK(stage.answer(sensation("(Ball (pol 9.25 -80.75 -0.5)) (Player (team foo) (id 3) (pol 8.9 -81 0.07))",
                               "(time 1.6) (playmode KickIn_Right)")) == "(drive 99.8 -6.8 0)");
}

TEST_CASE("a player allocates no memory in a cycle like those before") {
  Stage stage;
  stage.world.read(sensation("(Ball (pol 0.4 -10.5 -14))", std::string(kGame) + "(time 1) (playmode PlayOn)"));
  const std::string data = sensation("(Ball (pol 0.41 -12.25 -14.5)) (Player (team bar) (id 2) (pol 1.2 -8.6649 0.07))",
                                     "(time 1.2) (playmode PlayOn)");
  stage.answer(data);
  const long before = allocations;
  for (int i = 0; i < 20; ++i) {
    stage.world.read(data);
    CHECK(!stage.player.decide().empty());
  }
  CHECK(allocations == before);
}
