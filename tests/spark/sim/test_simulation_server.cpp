// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/scene/scene.h"
#include "spark/sim/sim_classes.h"
#include "spark/sim/simulation_server.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

struct Stage {
  Stage() {
    core.log.add_sink(LogLevel::normal, [this](LogLevel, std::string_view line) { log.emplace_back(line); });
    register_scene_classes(core.classes);
    register_agent_classes(core.classes);
    register_sim_classes(core.classes);
    core.create("oxygen/SimulationServer", "/s");
  }
  Value call(const std::string& path, const std::string& method, const Values& arguments = {}) {
    return call_method(*core.root().find(path), method, arguments);
  }
  std::vector<std::string> log;
  Core core{1};
};

}  // namespace

TEST_CASE("a simulation server and its control nodes keep their settings, and refuse impossible ones") {
  Stage stage;
  CHECK(stage.call("/s", "getSimStep") == Value(0.01));
  CHECK(stage.call("/s", "setSimStep", {0.02}) == Value(true));
  CHECK(stage.call("/s", "getSimStep") == Value(0.02));
  CHECK(stage.core.clock.step_seconds() == 0.01);  // the clock does not belong to it
  stage.core.clock.advance();
  CHECK(stage.call("/s", "getTime") == Value(0.01));
  CHECK(stage.call("/s", "setAutoTimeMode", {true}) == Value(true));
  CHECK(stage.call("/s", "getAutoTimeMode") == Value(true));

  CHECK(stage.call("/s", "initControlNode", {"oxygen/AgentControl", "agents"}) == Value(true));
  CHECK(stage.call("/s", "initControlNode", {"oxygen/MonitorControl", "monitors"}) == Value(true));
  CHECK(stage.call("/s", "initControlNode", {"kerosin/InputControl", "input"}) == Value(true));
  CHECK(stage.call("/s/agents", "getServerPort") == Value(std::int64_t{3100}));
  CHECK(stage.call("/s/monitors", "getServerPort") == Value(std::int64_t{3200}));
  CHECK(stage.call("/s/monitors", "getMonitorInterval") == Value(std::int64_t{30}));
  stage.call("/s/agents", "setServerTypeUDP");
  stage.call("/s/agents", "setServerPort", {std::int64_t{4000}});
  CHECK(stage.call("/s/agents", "getServerPort") == Value(std::int64_t{4000}));
  CHECK_FALSE(dynamic_cast<NetControl&>(*stage.core.root().find("/s/agents")).is_tcp());
  CHECK(stage.log == std::vector<std::string>{
                         "oxygen/SimulationServer: without effect here: the length of a step is Spades.TimePerStep",
                         "oxygen/AgentControl: without effect here: agents connect to --agent_port"});
  stage.log.clear();
  CHECK(stage.call("/s/agents", "setServerPort", {std::int64_t{65536}}) == Value(false));
  CHECK(stage.call("/s", "setSimStep", {0.0}) == Value(false));
  CHECK(stage.call("/s", "initControlNode", {"oxygen/Nothing", "x"}) == Value(false));
  CHECK(stage.call("/s", "initControlNode", {"oxygen/Transform", "x"}) == Value(false));
  CHECK(stage.log.size() == 4);
  CHECK_FALSE(stage.core.root().find("/s/x"));
}
