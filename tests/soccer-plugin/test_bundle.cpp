// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/soccer_classes.h"
#include "tests/soccer-plugin/monitor_fixture.h"

using namespace soccer;
using soccer::test::MonitorFixture;
using spark::Value;

TEST_CASE("registering the soccer classes a second time adds none") {
  MonitorFixture f;
  const std::size_t before = f.core.classes.all().size();
  register_soccer_classes(f.core.classes);
  CHECK(f.core.classes.all().size() == before);
}

TEST_CASE("every class of the game is registered under the name and base that scripts know") {
  MonitorFixture f;
  const auto base_of = [&](const char* name) {
    const spark::ClassInfo* info = f.core.classes.find(name);
    return info && info->base() ? info->base()->name() : std::string();
  };
  CHECK(base_of("SoccerControlAspect") == "oxygen/ControlAspect");
  CHECK(f.core.classes.find("SoccerControlAspect")->is_abstract());
  for (const char* aspect : {"GameStateAspect", "BallStateAspect", "SoccerRuleAspect"})
    CHECK(base_of(aspect) == "SoccerControlAspect");
  CHECK(base_of("SexpMonitor") == "oxygen/MonitorSystem");
  CHECK(base_of("GameStateItem") == "oxygen/MonitorItem");
  CHECK(base_of("TrainerCommandParser") == "zeitgeist/Leaf");
  for (const char* node : {"FieldFlag", "Ball"}) CHECK(base_of(node) == "oxygen/Transform");
  CHECK(base_of("ObjectState") == "oxygen/BaseNode");
  CHECK(base_of("AgentState") == "ObjectState");
  for (const char* effector : {"BeamEffector", "CreateEffector", "InitEffector", "SayEffector", "CatchEffector",
                               "DriveEffector", "KickEffector", "PanTiltEffector"})
    CHECK(base_of(effector) == "oxygen/Effector");
  for (const char* perceptor :
       {"AgentStatePerceptor", "GameStatePerceptor", "HearPerceptor", "VisionPerceptor", "RestrictedVisionPerceptor"})
    CHECK(base_of(perceptor) == "oxygen/Perceptor");
}

TEST_CASE("the monitor's parts and the control aspects are at the paths where scripts look for them") {
  MonitorFixture f;
  for (const char* path : {"/sys/server/monitor/SexpMonitor", "/sys/server/monitor/SexpMonitor/TrainerCommandParser",
                           "/sys/server/monitor/GameStateItem", "/sys/server/gamecontrol/GameStateAspect",
                           "/sys/server/gamecontrol/BallStateAspect", "/sys/server/gamecontrol/SoccerRuleAspect"})
    CHECK(f.core.root().find(path) != nullptr);
}

TEST_CASE("a script can kick off") {
  MonitorFixture f;
  f.call("/sys/server/gamecontrol/GameStateAspect", "kickOff", {});
  CHECK((f.mode() == PlayMode{Phase::kick_off, Side::left} || f.mode() == PlayMode{Phase::kick_off, Side::right}));
}
