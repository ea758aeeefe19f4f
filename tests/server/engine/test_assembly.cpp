// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "server/engine/assembly.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/gateway_switch.h"
#include "spark/agent/local_gateway.h"
#include "spark/core/variables.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/spades_server.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

using server::Assembly;

namespace {

/// A world with a clock and nothing that moves.
constexpr const char* kEmptyWorld = R"(
new('oxygen/SceneServer', '/sys/server/scene').createScene('/usr/scene')
new('oxygen/World', '/usr/scene/world')
new('oxygen/Space', '/usr/scene/space')
new('oxygen/GameControlServer', '/sys/server/gamecontrol')
createVariable('Game.Size', 3.5)
)";

/// For worlds without agents.
struct NoAgents {
  spark::Log log;
  spark::GatewaySwitch gateways{log, [](spark::AgentId, const std::string&) -> spark::AgentGateway& {
                                  throw std::runtime_error("no agents start here");
                                }};
};

/// A folder with a set-up script, and an assembly that finds it.
struct Stage {
  explicit Stage(const std::string& script) {
    std::ofstream(folder.path() / "set_up.rb") << script;
    assembly.core.script_path = {folder.path()};
  }
  /// Runs the set-up; returns the error, or an empty text.
  std::string run(const Assembly::SetUp& set_up) {
    try {
      assembly.run_script(set_up);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  }
  std::string place() const { return (folder.path() / "set_up.rb").string(); }
  const TemporaryFolder folder;
  Assembly assembly{1};
};

}  // namespace

TEST_CASE("a world is simulated without agents, ports, logs and processes") {
  Stage stage(kEmptyWorld);
  REQUIRE(stage.run({"set_up.rb"}) == "");
  NoAgents no_agents;
  auto options = stage.assembly.simulation_options();
  options.more_may_come = true;
  const auto simulation = stage.assembly.make_simulation(no_agents.gateways, options);
  while (stage.assembly.core.clock.now() < 50) CHECK(simulation->advance());
  CHECK(stage.assembly.simulated_seconds() == Approx(0.5));
  CHECK(std::distance(std::filesystem::directory_iterator(stage.folder.path()), {}) == 1);
}

TEST_CASE("a world can be built without a script and without Ruby") {
  Assembly assembly(7);
  CHECK(assembly.core.random.seed() == 7);
  const Assembly beside(8);  // beside it, as neither has started the only Ruby
  CHECK_NOTHROW(assembly.core.create("oxygen/World", "/usr/scene/world"));
}

TEST_CASE("objects that every world needs are created at their usual places, unless the script has created them") {
  NoAgents no_agents;
  Stage stage(R"(
new('oxygen/SceneServer', '/sys/server/scene').createScene('/usr/scene')
new('oxygen/World', '/usr/scene/world')
new('oxygen/Space', '/usr/scene/space')
)");
  REQUIRE(stage.run({"set_up.rb"}) == "");
  spark::Core& core = stage.assembly.core;
  const auto is_at = [&](const spark::Leaf& object, const char* path) { return core.root().find(path) == &object; };
  SECTION("none of them exists") {
    CHECK(is_at(stage.assembly.spades(), "/sys/server/spades"));
    CHECK(stage.assembly.spades().queue().empty());
    CHECK(is_at(stage.assembly.monitor_system(), "/sys/server/monitor/BodyMonitor"));
    CHECK(core.root().find("/sys/server/gamecontrol") == nullptr);
    const auto simulation = stage.assembly.make_simulation(no_agents.gateways, stage.assembly.simulation_options());
    CHECK(simulation->advance());
    CHECK(core.root().find("/sys/server/gamecontrol"));
  }
  SECTION("they exist at other paths") {
    const spark::Leaf& spades = core.create("oxygen/SpadesServer", "/mine");
    core.create("oxygen/MonitorServer", "/monitors");
    core.create("oxygen/GameControlServer", "/game");
    CHECK(&stage.assembly.spades() == &spades);
    CHECK(is_at(stage.assembly.monitor_system(), "/monitors/BodyMonitor"));
    const auto simulation = stage.assembly.make_simulation(no_agents.gateways, stage.assembly.simulation_options());
    CHECK(core.root().find("/sys/server/gamecontrol") == nullptr);
  }
}

TEST_CASE("a world without a scene is rejected with one line") {
  NoAgents no_agents;
  Stage stage("");
  REQUIRE(stage.run({"set_up.rb"}) == "");
  const auto make = [&] { stage.assembly.make_simulation(no_agents.gateways, stage.assembly.simulation_options()); };
  CHECK_THROWS_WITH(make(), "the script created no oxygen/SceneServer");
  stage.assembly.core.create("oxygen/SceneServer", "/sys/server/scene");
  CHECK_THROWS_WITH(make(), "the script created no active scene");
}

TEST_CASE("the server's own variables can be set, whatever the script creates") {
  Stage stage(kEmptyWorld);
  REQUIRE(stage.run({"set_up.rb", "", {{"Spades.MonitorInterval", "3"}, {"Spades.TimePerStep", "0.02"}}}) == "");
  CHECK(stage.assembly.simulation_options().frame_interval == 3);
  CHECK(stage.assembly.core.clock.step_seconds() == 0.02);
  CHECK(stage.assembly.core.variables.boolean("Spades.RunIntegratedCommserver") == true);
}

TEST_CASE("the variables of the simulation are created with the SpadesServer (behaviour 1.8)") {
  const bool by_script = GENERATE(true, false);
  Stage stage(by_script
                  ? "createVariable('Spades.SenseLatency', 0.3)\nnew('oxygen/SpadesServer', '/sys/server/spades')\n"
                    "Spades.TimePerStep = 2 * Spades.TimePerStep\nSpades.MonitorInterval = 30\n"
                  : "");
  REQUIRE(stage.run({.file = "set_up.rb", .variables = {{"Spades.MonitorInterval", "20"}}, .strict = true}) == "");
  std::string all;
  for (const auto& [name, value] : stage.assembly.core.variables.all())
    all += fmt::format("{}={} ", name, spark::describe(value));
  CHECK(all ==
        fmt::format("Physics.Arena=1e+06 Physics.LoneBodies=true Physics.MaxSpeed=10000 Physics.QuickStepAbove=0 "
                    "Physics.QuickStepIterations=20 "
                    "Spades.ActionLatency=0.1 Spades.CommServersWanted=1 Spades.EndTime=0 Spades.MonitorInterval=20 "
                    "Spades.RunIntegratedCommserver=true Spades.SendAgentThinkTimes=false Spades.SenseInterval=0.2 "
                    "Spades.SenseLatency={} Spades.TimePerStep={} ",
                    by_script ? 0.3 : 0.1, by_script ? 0.02 : 0.01));
}

TEST_CASE("variables of the simulation do not exist before the SpadesServer, and never have values out of range") {
  {
    Stage stage("\nSpades.TimePerStep = 0.02\n");
    CHECK(stage.run({"set_up.rb"}) == stage.place() + ":2: uninitialized constant Spades (NameError)");
  }
  Stage other("new('oxygen/SpadesServer', '/sys/server/spades')\nSpades.TimePerStep = 5\n");
  CHECK(other.run({"set_up.rb"}) ==
        other.place() + ":2: Spades.TimePerStep 5: expected a number from 0.0005 to 0.1 s (RuntimeError)");
}

TEST_CASE("an invalid value on the command line stops the start where the SpadesServer is created") {
  Stage stage("new('oxygen/SpadesServer', '/sys/server/spades')\n");
  CHECK(stage.run({"set_up.rb", "", {{"Spades.TimePerStep", "2"}}}) ==
        "--Spades.TimePerStep 2: expected a number from 0.0005 to 0.1 s");
}

TEST_CASE("failed calls in the set-up are counted at its end, or stop the start with --strict") {
  const bool strict = GENERATE(false, true);
  Stage stage("get('/none').foo\nnew('oxygen/Nothing', '/x')\nbegin\n  importBundle 'none'\nrescue\nend\n");
  std::vector<std::string> lines;
  stage.assembly.core.log.add_sink(spark::LogLevel::warning,
                                   [&](auto, std::string_view line) { lines.emplace_back(line); });
  const std::string said = stage.run({.file = "set_up.rb", .strict = strict});
  CHECK(said.starts_with(strict ? stage.place() + ":1: undefined method `foo' for nil" : ""));
  CHECK(said.empty() != strict);
  REQUIRE(lines.size() == (strict ? 1 : 4));
  if (!strict)
    CHECK(lines.back() ==
          stage.place() + ": 2 calls failed in the set-up and returned nil (--strict ends the start at the first)");
}

TEST_CASE("a set-up script that does not end is stopped") {
  Stage stage("x = 1\nloop { x += 1 }\n");
  CHECK(stage.run({.file = "set_up.rb", .limit_s = 0.1}) ==
        stage.place() + ":2: the script did not end within 0.1 s (--script_limit)");
}

TEST_CASE("Spades.EndTime ends any world, from the script or the command line") {
  const bool by_script = GENERATE(true, false);
  Stage stage(std::string(kEmptyWorld) + (by_script ? "createVariable('Spades.EndTime', 0.5)\n" : ""));
  Assembly::SetUp set_up{"set_up.rb"};
  if (!by_script) set_up.variables = {{"Spades.EndTime", "0.5"}};
  REQUIRE(stage.run(set_up) == "");
  NoAgents no_agents;
  auto options = stage.assembly.simulation_options();
  options.more_may_come = true;
  const auto simulation = stage.assembly.make_simulation(no_agents.gateways, options);
  CHECK(simulation->run() == spark::Simulation::Outcome::game_ended);
  CHECK(stage.assembly.core.clock.now() == 50);
  CHECK(simulation->summary() == std::vector<std::string>{"time limit: 0.5 s"});
}

TEST_CASE("an invalid Spades.EndTime is refused with its range, from the command line or the script") {
  for (const char* value : {"-1", "nan", "-inf", "1e10", "soon", ""}) {
    INFO(value);
    Stage stage(kEmptyWorld);
    const std::string said = stage.run({"set_up.rb", "", {{"Spades.EndTime", value}}});
    CHECK(said.starts_with("--Spades.EndTime "));
    CHECK(said.ends_with(": expected a number from 0 to 1000000000 s"));
    CHECK(said.find('\n') == said.npos);
  }
  for (const char* value : {"-1", "1e10", "'-0.5'"}) {
    INFO(value);
    Stage stage(std::string(kEmptyWorld) + "createVariable('Spades.EndTime', " + value + ")\n");
    CHECK(stage.run({"set_up.rb"}).find(": expected a number from 0 to 1000000000 s") != std::string::npos);
  }
}

TEST_CASE("latencies keep their seconds when the script sets another length of a step") {
  Stage stage(std::string(kEmptyWorld) + "createVariable('Spades.TimePerStep', 0.02)\n" +
              "createVariable('Spades.MonitorInterval', 4)\n");
  REQUIRE(stage.run({"set_up.rb"}) == "");
  const auto options = stage.assembly.simulation_options();
  CHECK(stage.assembly.core.clock.step_seconds() == 0.02);
  CHECK(options.timing.sense_interval == 10);
  CHECK(options.timing.sense_latency == 5);
  CHECK(options.timing.action_latency == 5);
  CHECK(options.frame_interval == 4);
}

TEST_CASE("the script sets the timing of agents in seconds, and latencies may be 0") {
  Stage stage(std::string(kEmptyWorld) + "createVariable('Spades.TimePerStep', 0.005)\n" +
              "createVariable('Spades.SenseInterval', 0.001)\ncreateVariable('Spades.SenseLatency', 0.0)\n" +
              "createVariable('Spades.ActionLatency', 0.1)\n");
  REQUIRE(stage.run({"set_up.rb", "", {{"Spades.ActionLatency", "0.02"}}}) == "");
  const auto timing = stage.assembly.simulation_options().timing;
  CHECK(timing.sense_interval == 1);  // never less than a step
  CHECK(timing.sense_latency == 0);
  CHECK(timing.action_latency == 4);
}

TEST_CASE("a timing out of range is refused with its range") {
  struct Case {
    const char *name, *value, *range;
  };
  const auto wrong =
      GENERATE(Case{"SenseInterval", "0", "0.0005 to 1000 s"}, Case{"SenseLatency", "-0.1", "0 to 1000 s"},
               Case{"ActionLatency", "2000", "0 to 1000 s"});
  Stage stage(std::string(kEmptyWorld) + fmt::format("createVariable('Spades.{}', 0.1)\n", wrong.name));
  CHECK(stage.run({"set_up.rb", "", {{fmt::format("Spades.{}", wrong.name), wrong.value}}}) ==
        fmt::format("--Spades.{} {}: expected a number from {}", wrong.name, wrong.value, wrong.range));
}

TEST_CASE("a step that is too long is refused with its range") {
  Stage stage(std::string(kEmptyWorld) + "createVariable('Spades.TimePerStep', 0.01)\n");
  CHECK(stage.run({"set_up.rb", "", {{"Spades.TimePerStep", "2"}}}) ==
        "--Spades.TimePerStep 2: expected a number from 0.0005 to 0.1 s");
}

TEST_CASE("values of the command line replace the script's, and the last one counts") {
  Stage stage(kEmptyWorld);
  REQUIRE(stage.run({"set_up.rb", "", {{"Game.Size", "1"}, {"Game.Size", "4"}}}) == "");
  CHECK(stage.assembly.core.variables.real("Game.Size") == 4);
}

TEST_CASE("an error of the set-up is reported in one line") {
  Stage stage(kEmptyWorld);
  SECTION("an unknown variable") {
    CHECK(stage.run({"set_up.rb", "", {{"Game.Sise", "1"}}}) == "--Game.Sise: the script " + stage.place() +
                                                                    " creates no such variable; did you mean "
                                                                    "--Game.Size?");
  }
  SECTION("an unknown profile") {
    CHECK(stage.run({"set_up.rb", "manual"}) ==
          "--profile manual: the script " + stage.place() + " offers no profiles");
  }
  SECTION("a missing script") {
    CHECK(stage.run({"setup.rb"}) ==
          "--script setup.rb: there is no such file, neither here nor in " + stage.folder.path().string());
  }
}

namespace {

/// A script that gives agents a body, and an agent that asks for it at the sensation with a given number.
constexpr const char* kBirth = R"(
get('/sys/server/gamecontrol').initEffector('CreateEffector')
def addAgent(path)
  new('oxygen/Transform', path + 'body')
end
)";

class Newborn final : public spark::LocalAgent {
 public:
  explicit Newborn(int turn) : turn_(turn) {}
  bool decide(const spark::PerceptArray&, spark::ActionList& actions) override {
    if (turn_-- == 0) actions.add("create");
    return true;
  }

 private:
  int turn_;
};

struct Nursery : Stage {
  explicit Nursery(const std::string& script, std::vector<int> turns) : Stage(script) {
    keep_lines(assembly.core.log, lines);
    REQUIRE(run({"set_up.rb"}) == "");
    agents.add_type("newborn", [turns](spark::AgentId id) { return std::make_unique<Newborn>(turns[id.index()]); });
    simulation = assembly.make_simulation(agents, assembly.simulation_options());
    for (std::size_t i = 0; i < turns.size(); ++i) simulation->start_agent("newborn");
  }
  std::string build(double seconds = 60) {
    try {
      assembly.build_agents(*simulation, seconds);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  }
  bool has_body(int agent) {
    return assembly.core.root().find(fmt::format("/usr/scene/AgentAspect{}/body", agent)) != nullptr;
  }
  std::vector<std::string> lines;
  spark::LocalGateway agents;
  std::unique_ptr<spark::Simulation> simulation;
};

}  // namespace

TEST_CASE("a world is built until all its agents have bodies, and another world can then use Ruby") {
  Nursery first(std::string(kEmptyWorld) + kBirth, {0, 3});
  Assembly second(2);
  CHECK_THROWS_WITH(second.scripts(), "a script engine already exists");
  REQUIRE(first.build() == "");
  CHECK(first.has_body(0));
  CHECK(first.has_body(1));
  // The agents sense first in steps 1 and 11, then every 20; the fourth sensation of the second is answered 20 later.
  CHECK(first.assembly.core.clock.now() == 92);
  first.assembly.leave_scripts();
  first.assembly.leave_scripts();
  CHECK_THROWS_WITH(first.assembly.scripts(), "this world no longer runs scripts");
  CHECK_FALSE(second.scripts().is_defined("addAgent"));
  second.scripts().evaluate("def addAgent(path)\nraise 'not its own'\nend; nil");
  CHECK(first.simulation->run_until(200) == spark::Simulation::Outcome::step_reached);
  CHECK(first.lines.empty());
}

TEST_CASE("a (create) after the scripts have left gives one line, and the world continues") {
  Nursery stage(std::string(kEmptyWorld) + kBirth, {4});
  stage.assembly.leave_scripts();
  CHECK(stage.simulation->run_until(200) == spark::Simulation::Outcome::step_reached);
  CHECK(stage.lines == std::vector<std::string>{"agent 0 could not be created: this world no longer runs scripts"});
  CHECK_FALSE(stage.has_body(0));
  CHECK(stage.run({"set_up.rb"}) == "this world no longer runs scripts");
}

TEST_CASE("an agent without (create), or a match that ends too early, is reported in one line") {
  SECTION("the agent does not send (create)") {
    Nursery stage(std::string(kEmptyWorld) + kBirth, {0, 1000});
    CHECK(stage.build(2.0) == "agent 1 has not sent (create) within 2 s");
    CHECK(stage.assembly.simulated_seconds() == Approx(2.0));
  }
  SECTION("the match ends too early") {
    Nursery stage(std::string(kEmptyWorld) + kBirth + "createVariable('Spades.EndTime', 1.0)\n", {1000});
    CHECK(stage.build() == "the match ended before all agents had their bodies");
  }
  SECTION("there is no agent") {
    Nursery stage(std::string(kEmptyWorld) + kBirth, {});
    CHECK(stage.build() == "");
  }
}
