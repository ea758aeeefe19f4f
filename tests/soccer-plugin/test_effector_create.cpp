// SPDX-License-Identifier: Apache-2.0
// The first cycles of an agent: create through the script, then init, and its percepts (behaviour 3.1, 14.3).
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;

namespace {

/// A match in which `addAgent` is `body`.
struct ScriptedFixture : SoccerFixture {
  explicit ScriptedFixture(const std::string& body) { engine.evaluate("def addAgent(path)\n" + body + "\nend; nil"); }
};

// The order and names of behaviour 1.7, as far as the dialogue needs them.
const std::string kParts = R"(
    new('oxygen/Body', path + 'physics').setSphereTotal(75.0, 0.22)
    new('AgentState', path + 'AgentState')
    new('InitEffector', path + 'InitEffector')
    new('DriveEffector', path + 'DriveEffector')
    new('BeamEffector', path + 'BeamEffector')
    new('RestrictedVisionPerceptor', path + 'VisionPerceptor').addNoise(false)
    new('GameStatePerceptor', path + 'GameStatePerceptor')
    new('AgentStatePerceptor', path + 'AgentStatePerceptor')
    new('HearPerceptor', path + 'HearPerceptor')
)";

}  // namespace

TEST_CASE("create: the script gets the agent's path with a slash at its end, and arguments are ignored") {
  ScriptedFixture f("$path = path");
  for (int i = 0; i < 3; ++i) f.connect();
  spark::AgentAspect& agent = f.connect();
  f.act(agent, "(create 1 (2) x)");
  CHECK(f.engine.evaluate("$path") == spark::Value("/usr/scene/AgentAspect3/"));
}

TEST_CASE("create: a second create is ignored") {
  ScriptedFixture f("$calls = ($calls || 0) + 1" + kParts);
  f.engine.evaluate("$calls = 0");
  spark::AgentAspect& agent = f.connect();
  f.act(agent, "(create)(create)");
  f.act(agent, "(create)");
  CHECK(f.engine.evaluate("$calls") == spark::Value(std::int64_t{1}));
  CHECK(f.game().players().size() == 1);
  CHECK(f.logged("agent 0: (create) again; ignored"));
}

TEST_CASE("create: an error in the script leaves the agent without a body and is reported once") {
  ScriptedFixture f("raise 'no legs left'");
  spark::AgentAspect& agent = f.connect();
  for (int i = 0; i < 3; ++i) f.act(agent, "(create)");
  CHECK(f.game().players().empty());
  CHECK(f.sense(agent).empty());
  int errors = 0;
  for (const std::string& line : f.log_lines()) errors += line.find("no legs left") != line.npos;
  CHECK(errors == 1);
  f.act(agent, "(drive 1 0 0)");
  f.step(3);
}

TEST_CASE("the first sensations of an agent are those of behaviour 14.3") {
  ScriptedFixture f(kParts);
  spark::AgentAspect& agent = f.connect({-2.5, 10, 2.5});
  const auto advance_to = [&](spark::Step step) { f.step(static_cast<int>(step - f.core.clock.now())); };
  // Acts take effect ten steps after they are stamped.
  advance_to(1);
  CHECK(f.sense(agent) == "");
  advance_to(21);
  CHECK(f.sense(agent) == "");
  agent.act(11, "(create)(init (unum 3)(teamname foo))");  // init in the same message is lost
  REQUIRE(f.game().players().size() == 1);
  const AgentState& player = *f.game().players()[0];
  agent.act(20, "(init (unum 3)(teamname foo))");  // sent before the body was there
  CHECK(player.side == Side::none);
  advance_to(41);
  const std::string third = f.sense(agent);
  CHECK(third.starts_with("(Vision (Flag (id 1_r) (pol "));
  CHECK(third.find(" (Ball (pol ") != third.npos);
  CHECK(
      third.ends_with(")))(GameState (time 0) (playmode BeforeKickOff))"
                      "(AgentState (pan_tilt 0 0) (battery 100) (temp 23))"));
  agent.act(31, "(init (unum 0)(teamname foo))");
  advance_to(61);
  const std::string fourth = f.sense(agent);
  CHECK(fourth.find(")))(GameState (unum 1) (team left) (FieldLength 104) (FieldWidth 68)") != fourth.npos);
  CHECK(fourth.ends_with(" (BallMass 0.43) (time 0) (playmode BeforeKickOff))"));
  agent.act(51, "(beam -6.6 0 0)(drive 0 0 0)");
  CHECK(player.body().position() == spark::Vec3{-6.6, 0, 0.22});
  advance_to(81);
  const std::string fifth = f.sense(agent);
  CHECK(fifth.ends_with(")))(GameState (time 0) (playmode BeforeKickOff))"));
}

TEST_CASE("create: parts take effect once what they need has been created, in any order") {
  ScriptedFixture f(R"(
    new('DriveEffector', path + 'DriveEffector').setForceFactor(4.2)
    new('InitEffector', path + 'InitEffector')
    new('AgentStatePerceptor', path + 'AgentStatePerceptor')
    new('AgentState', path + 'AgentState')
    new('oxygen/Body', path + 'physics').setSphereTotal(75.0, 0.22)
)");
  spark::AgentAspect& agent = f.connect({0, 0, 0.22});
  f.act(agent, "(create)");
  CHECK(f.logged("DriveEffector below /usr/scene/AgentAspect0 has no effect yet: the agent has no agent state"));
  CHECK(f.logged("AgentState below /usr/scene/AgentAspect0 has no effect yet: the agent has no body"));
  REQUIRE(f.game().players().size() == 1);
  CHECK(f.core.waiting.empty());
  CHECK(f.sense(agent).starts_with("(AgentState "));
  f.step(1);
  f.act(agent, "(init (unum 3)(teamname foo))(drive 100 0 0)");
  f.step(10);
  const AgentState& player = *f.game().players()[0];
  CHECK(player.unum == 3);
  CHECK(player.body().velocity().x > 0.1);
}

TEST_CASE("create: an agent state without a body is no player, and its parts do nothing") {
  ScriptedFixture f(R"(
    new('AgentState', path + 'AgentState')
    new('DriveEffector', path + 'DriveEffector')
    new('RestrictedVisionPerceptor', path + 'VisionPerceptor').addNoise(false)
)");
  spark::AgentAspect& agent = f.connect({0, 0, 0.22});
  f.act(agent, "(create)");
  f.step(2);
  CHECK(f.game().players().empty());
  CHECK(f.sense(agent) == "");
  f.act(agent, "(drive 100 0 0)");
  CHECK(f.logged("agent 0: no effector 'drive'"));
  f.step(3);
  f.disconnect(agent);
  CHECK(f.core.waiting.empty());
  f.step(1);
}
