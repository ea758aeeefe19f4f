// SPDX-License-Identifier: Apache-2.0
// The birth of an agent in any world: create runs the script's addAgent (behaviour 3.1).
#include <catch2/catch.hpp>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/parts/parts.h"
#include "spark/physics/physics_classes.h"
#include "spark/scene/scene.h"
#include "spark/script/script_engine.h"
#include "tests/support/log_lines.h"

using namespace spark;

namespace {

/// Agents with the effector that they are born with, and a script whose `addAgent` is `body`. No bundle is imported.
struct Nursery {
  explicit Nursery(const std::string& body) {
    keep_lines(core.log, log);
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_agent_classes(core.classes);
    register_parts(core.classes);
    core.create("oxygen/Scene", "/scene");
    engine.evaluate("$calls = []; def addAgent(path)\n$calls.push(path)\n" + body + "\nend; nil");
  }
  AgentAspect& agent(int id) {
    auto& made = dynamic_cast<AgentAspect&>(core.create("oxygen/AgentAspect", fmt::format("/scene/agent{}", id)));
    made.set_id(id);
    made.append(core.classes.create("CreateEffector"));
    return made;
  }
  Value calls() { return engine.evaluate("$calls.join(' ')"); }

  Core core{1};
  ScriptEngine engine{core};
  std::vector<std::string> log;
};

}  // namespace

TEST_CASE("create hands the agent's path to the script, with a slash at its end") {
  Nursery nursery("new('oxygen/Transform', path + 'hand')");
  AgentAspect& first = nursery.agent(0);
  AgentAspect& second = nursery.agent(1);
  second.act(0, "(create)");
  first.act(0, "(create now (or never))");
  CHECK(nursery.calls() == Value("/scene/agent1/ /scene/agent0/"));
  CHECK(first.child("hand"));
  CHECK(second.child("hand"));
  CHECK(nursery.log.empty());
}

TEST_CASE("a script that fails or does not end leaves nothing half built") {
  const std::string ending = GENERATE(as<std::string>(), "raise 'no legs left'", "loop {}");
  Nursery nursery(
      "new('oxygen/Transform', path + 'trunk')\nnew('oxygen/Transform', path + 'trunk/arm')\n"
      "new('CreateEffector', path + 'more')\n" +
      ending);
  nursery.engine.limit_time(0.1, "");
  AgentAspect& agent = nursery.agent(4);
  const std::size_t parts = agent.children().size();
  agent.act(0, "(create)");
  CHECK(agent.children().size() == parts);
  REQUIRE(nursery.log.size() == 1);
  CHECK(nursery.log[0].starts_with("agent 4 could not be created: "));
}

TEST_CASE("only the first create counts, even if the script failed") {
  SECTION("the script succeeded") {
    Nursery nursery("");
    AgentAspect& agent = nursery.agent(4);
    agent.act(0, "(create)(create)");
    agent.act(1, "(create)");
    CHECK(nursery.calls() == Value("/scene/agent4/"));
    CHECK(nursery.log == std::vector<std::string>(2, "agent 4: (create) again; ignored"));
  }
  SECTION("the script failed") {
    Nursery nursery("raise 'no legs left'");
    AgentAspect& agent = nursery.agent(4);
    agent.act(0, "(create)");
    REQUIRE(nursery.log.size() == 1);
    CHECK(nursery.log[0].starts_with("agent 4 could not be created: "));
    CHECK(nursery.log[0].find("no legs left") != std::string::npos);
    agent.act(1, "(create)");
    CHECK(nursery.calls() == Value("/scene/agent4/"));
  }
}
