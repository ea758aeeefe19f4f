// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "spark/agent/act.h"
#include "spark/agent/effector.h"
#include "spark/agent/percept_array.h"
#include "spark/agent/perceptor.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace spark;
using namespace soccer;
using namespace soccer::test;

namespace {

const Effector& effector_of(const AgentAspect& agent, std::string_view predicate) {
  for (const Effector* effector : agent.effectors())
    if (effector->predicate() == predicate) return *effector;
  throw std::runtime_error("there is no effector " + std::string(predicate));
}

bool is(const Range& range, double min, double max, double neutral) {
  return range.min == min && range.max == max && range.neutral == neutral;
}

}  // namespace

TEST_CASE("a player's effectors declare the ranges that the script has configured") {
  SoccerFixture s(1, {{"FieldLength", 100.0}, {"FieldWidth", 64.0}, {"AgentRadius", 0.22}, {"UseCatch", true}});
  AgentState& player = s.add_player(Side::left, 1, {-5, 0, 0.22});
  const AgentAspect& agent = *player.ancestor<AgentAspect>();
  const Effector& drive = effector_of(agent, "drive");
  CHECK_FALSE(drive.is_trigger());
  for (std::size_t i = 0; i < 3; ++i) CHECK(is(drive.range(i), -100, 100, 0));
  const Effector& kick = effector_of(agent, "kick");
  CHECK(kick.is_trigger());
  CHECK(is(kick.range(0), 0, 50, 0));
  CHECK(is(kick.range(1), 1, 100, 1));
  const Effector& beam = effector_of(agent, "beam");
  CHECK(is(beam.range(0), -49.78, 0, 0));
  CHECK(is(beam.range(1), -31.78, 31.78, 0));
  CHECK(std::isinf(beam.range(2).max));
  const Effector& head = effector_of(agent, "pantilt");
  CHECK(is(head.range(0), -90, 90, 0));
  CHECK(is(head.range(1), -10, 10, 0));
  for (const char* name : {"beam", "pantilt", "say", "init", "create", "catch"})
    CHECK(effector_of(agent, name).is_trigger());
}

TEST_CASE("a camera that turns reports its angles and their ranges") {
  SoccerFixture s(1, {{"OmniVision", false}, {"UsePanTilt", true}, {"PanTiltSigma", 0.0}});
  AgentState& player = s.add_player(Side::left, 1, {-5, 0, 0.22});
  AgentAspect& agent = *player.ancestor<AgentAspect>();
  const auto travel = [&](std::size_t parameter) { return effector_of(agent, "pantilt").travel(parameter); };
  player.has_camera = false;
  CHECK_FALSE(travel(0));
  player.has_camera = true;
  agent.act(s.core.clock.now(), "(pantilt 30 -4)(pantilt 0 -1)");
  REQUIRE((travel(0) && travel(1)));
  CHECK((travel(0)->now == Approx(30) && travel(0)->min == player.pan_range.min));
  CHECK(travel(0)->max == player.pan_range.max);
  CHECK((travel(1)->now == Approx(-5) && travel(1)->min == player.tilt_range.min));
  CHECK(travel(1)->max == player.tilt_range.max);
  CHECK(player.pan_range.set(90, -90));  // backwards only
  CHECK((travel(0)->min == -180 && travel(0)->max == 180));
}

TEST_CASE("the drive effector reports its power, and rest() switches it off") {
  SoccerFixture s(1);
  AgentState& player = s.add_player(Side::left, 1, {-5, 0, 0.22});
  AgentAspect& agent = *player.ancestor<AgentAspect>();
  const Effector& drive = effector_of(agent, "drive");
  double values[3] = {9, 9, 9};
  CHECK(drive.current(values));
  CHECK((values[0] == 0 && values[1] == 0 && values[2] == 0));
  agent.act(s.core.clock.now(), "(drive 30 -40 0)");
  CHECK(drive.current(values));
  CHECK((values[0] == 30 && values[1] == -40 && values[2] == 0));
  agent.act(s.core.clock.now(), "(drive 300 -400 0)");
  CHECK(drive.current(values));
  CHECK((values[0] == Approx(60) && values[1] == Approx(-80)));
  agent.rest();
  CHECK(drive.current(values));
  CHECK((values[0] == 0 && values[1] == 0));
  const double x = player.body().position().x;
  for (int i = 0; i < 50; ++i) s.step();
  CHECK(player.body().position().x == Approx(x).margin(1e-6));
}

TEST_CASE("a kick as text and the same kick as a typed act push the ball alike") {
  const auto kicked = [](bool typed) {
    SoccerFixture s(1);
    AgentState& player = s.add_player(Side::left, 1, {10, 5, 0.22});
    AgentAspect& agent = *player.ancestor<AgentAspect>();
    s.place_ball(10.35, 5);
    s.game().set_play_mode(PlayMode{Phase::play_on});
    Act act;
    if (typed) {
      ActionList actions;
      actions.add("kick").real(12.345678901234567).real(1e300);  // beyond the range of numbers: infinite, so limited
      act.assign(actions.all());
      agent.act(s.core.clock.now(), act.actions());
    } else {
      agent.act(s.core.clock.now(), "(kick 12.345678901234567 1e300)");
    }
    for (int i = 0; i < 30; ++i) s.step();
    return s.ball().body().position();
  };
  const Vec3 text = kicked(false), typed = kicked(true);
  CHECK(text.x > 10.7);
  CHECK((text.x == typed.x && text.y == typed.y && text.z == typed.z));
}

TEST_CASE("perceptors that declare a layout write exactly its numbers") {
  for (const bool camera : {true, false}) {
    SoccerFixture s(1, {{"OmniVision", !camera}});
    AgentState& player = s.add_player(Side::left, 1, {-5, 0, 0.22});
    int declared = 0;
    for (const Perceptor* perceptor : player.ancestor<AgentAspect>()->perceptors()) {
      if (perceptor->fields().empty()) continue;
      ++declared;
      PerceptArray percepts;
      const_cast<Perceptor*>(perceptor)->perceive(percepts);
      const std::size_t begin = percepts.find(perceptor->predicate());
      REQUIRE(begin < percepts.items().size());
      double numbers[64];
      CHECK(percepts.numbers(begin, numbers) == perceptor->fields().size());
      CHECK(perceptor->fields().size() == (camera ? 4 : 2));
      CHECK(perceptor->fields().back().name == "temp");
      CHECK(numbers[perceptor->fields().size() - 1] == 23);
    }
    CHECK(declared == 1);
  }
}
