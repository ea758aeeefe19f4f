// SPDX-License-Identifier: Apache-2.0
// Scripts may delete what they like, whenever a script runs: what others cannot do without stays, with an error that
// says who needs it, and all else goes without harm to the match.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>

#include "soccer-plugin/game_state.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/monitor/monitor_system.h"
#include "spark/script/script_engine.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "spark/sim/simulation.h"
#include "tests/soccer-plugin/soccer_fixture.h"
#include "tests/support/plain_gateway.h"

using namespace spark;

namespace {

/// Players in this process: each answers every sensation with what a lively player might do at that time of its life.
class LivelyPlayers : public PlainGateway {
 public:
  Coming start(AgentId, const std::string&) override {
    players_.emplace_back();
    return Coming::started;
  }
  void receive(AgentGatewayListener& listener) override {
    if (between_steps) between_steps();
    for (std::size_t i = 0; i < players_.size(); ++i) {
      Player& player = players_[i];
      const auto id = AgentId::at(i);
      if (!player.ready) player.ready = true, listener.agent_ready(id);
      if (!player.asked) continue;
      player.asked = false;
      listener.agent_acted(id, player.arrival, answer(id, player.cycle++));
      player.earliest = player.next_arrival;
    }
  }
  PerceptWriter& begin_sensation(AgentId id, Step, Step arrival) override {
    text_.clear();
    at(id).arrival = arrival;
    return writer_;
  }
  void end_sensation(AgentId id, Step next_arrival) override {
    at(id).asked = true;
    at(id).earliest = at(id).arrival;
    at(id).next_arrival = next_arrival;
  }
  void expect_sensation(AgentId id, Step arrival) override { at(id).earliest = arrival; }
  Step earliest_act(AgentId id) const override { return players_[id.index()].earliest; }

  std::function<void()> between_steps;

 private:
  struct Player {
    bool ready = false, asked = false;
    int cycle = 0;
    Step arrival = 0, next_arrival = 0, earliest = 0;
  };
  Player& at(AgentId id) { return players_[id.index()]; }
  static std::string answer(AgentId id, int cycle) {
    if (cycle == 0) return "(create)";
    if (cycle == 1)
      return fmt::format("(init (unum {})(teamname {}))", id.number() / 2 + 1, id.number() % 2 ? "bar" : "foo");
    if (cycle == 2) return "(beam -0.5 0 0)";
    return "(drive 60 10 0)(kick 20 80)(catch)(say hi)(pantilt 5 5)(create)";
  }

  std::vector<Player> players_;
  std::string text_;
  SexpPerceptWriter writer_{text_};
};

/// A whole match but for processes and sockets.
struct LivelyMatch {
  LivelyMatch() {
    soccer::test::provide_game(assembly);
    assembly.run_script(
        {.file = "rcssserver3D.rb", .variables = {{"Soccer.AutomaticKickOff", "true"}}, .strict = true});
  }

  /// As the server does it, until that step. Throws `std::runtime_error` if something is missing. `between_steps` is
  /// called some times per step.
  void play(Step end, std::function<void()> between_steps) {
    Held<MonitorSystem> monitor("the test");
    monitor = assembly.monitor_system();
    monitor->prepare();
    LivelyPlayers gateway;
    const auto simulation = assembly.make_simulation(gateway, assembly.simulation_options());
    for (int i = 0; i < 4; ++i) simulation->start_agent("any");
    gateway.between_steps = [&] {
      std::string line;
      monitor->frame(line);
      between_steps();
      if (core.clock.now() >= end) assembly.run_control.stop();
    };
    simulation->run();
  }

  /// The error, or "" if it has been deleted. As a script's `delete`, but of this object among others of its name.
  std::string destroy(Leaf& leaf) {
    try {
      leaf.parent()->destroy(leaf);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  std::vector<Leaf*> all() {
    std::vector<Leaf*> leaves;
    // No one needs what stands for the classes, and there are many.
    visit_children_first(core.root(), [&](Leaf& leaf) {
      if (!leaf.full_path().starts_with("/classes")) leaves.push_back(&leaf);
    });
    leaves.pop_back();  // the root
    return leaves;
  }

  server::Assembly assembly{1};
  Core& core = assembly.core;
};

}  // namespace

TEST_CASE("deleting any one object after the set-up ends with one clear error or in a match") {
  const std::size_t count = LivelyMatch().all().size();
  std::set<std::string> tried;
  for (std::size_t i = 0; i < count; ++i) {
    LivelyMatch match;
    Leaf& leaf = *match.all()[i];
    const Node* above = leaf.parent()->parent();
    // One of each kind: there are eight flags, and four goal posts.
    const std::string kind = fmt::format(
        "{}/{}/{}", above && above->class_info() ? above->class_info()->name() : "",
        leaf.parent()->class_info() ? leaf.parent()->class_info()->name() : "",
        leaf.class_info() ? leaf.class_info()->name() +
                                (leaf.parent()->name() == "gamecontrol" || above == nullptr ? leaf.name() : "")
                          : "");
    if (!tried.insert(kind).second) continue;
    INFO(leaf.full_path());
    match.destroy(leaf);
    try {
      match.play(90, [] {});
    } catch (const std::runtime_error& error) {
      CHECK(std::string(error.what()).size() > 10);
    }
  }
  CHECK(tried.size() > 20);
}

TEST_CASE("deleting one object after the other during a match leaves what is needed, and the match goes on") {
  const unsigned seed = GENERATE(0U, 1U, 2U, 3U);
  std::mt19937 random(seed);
  LivelyMatch match;
  int deleted = 0, refused = 0;
  match.play(240, [&] {
    if (match.core.clock.now() < 30) return;
    const auto leaves = match.all();
    // Large things last: what hangs below them is tried before they take it along.
    Leaf& leaf = *leaves[seed == 0 ? (deleted + refused) % leaves.size() : random() % leaves.size()];
    if (leaf.as_node() && leaf.as_node()->children().size() > 6 && match.core.clock.now() < 200) return;
    const std::string error = match.destroy(leaf);
    error.empty() ? ++deleted : ++refused;
    if (!error.empty()) CHECK(error.find(" cannot be deleted: ") != error.npos);
  });
  CHECK(deleted > 20);
  CHECK(refused > 20);
  CHECK(match.core.clock.now() >= 240);
  CHECK(match.core.find_first<soccer::GameStateAspect>() != nullptr);
}

TEST_CASE("a script that deletes what the referee needs gets an error that says so") {
  soccer::test::SoccerFixture f;
  f.engine.evaluate("begin; delete('/usr/scene/Ball'); $error = 'none'; rescue => e; $error = e.message; end; nil");
  const std::string error = as_text(f.engine.evaluate("$error")).value();
  CHECK(error.find("/usr/scene/Ball cannot be deleted: ") != error.npos);
  CHECK(error.find("/sys/server/gamecontrol/BallStateAspect needs it") != error.npos);
  f.step(20);
}

TEST_CASE("a control aspect that a script deletes has no more say, however often it is deleted") {
  soccer::test::SoccerFixture f;
  const std::string referee = "/sys/server/gamecontrol/SoccerRuleAspect";
  f.step(3);
  CHECK(f.engine.evaluate("delete('" + referee + "')") == Value(true));
  CHECK_THROWS_WITH(f.engine.evaluate("delete('" + referee + "')"), Catch::Contains("there is no object"));
  f.step(3);
  CHECK(f.find<GameControlServer>("/sys/server/gamecontrol").aspects().size() == 2);
  // One that comes later finds its way into the match.
  f.engine.evaluate("get('/sys/server/gamecontrol').initControlAspect('SoccerRuleAspect'); nil");
  f.step(3);
  CHECK(f.find<GameControlServer>("/sys/server/gamecontrol").aspects().size() == 3);
}

TEST_CASE("the script of (create) may delete parts of its agent, but neither agent nor the effector at work") {
  soccer::test::SoccerFixture f;
  f.engine.evaluate(
      "$errors = []\n"
      "def try_delete(path) begin; delete(path); rescue => e; $errors << e.message; end; end\n"
      "def addAgent(path)\n"
      "  new('oxygen/Body', path + 'physics')\n"
      "  new('AgentState', path + 'AgentState')\n"
      "  new('SayEffector', path + 'SayEffector')\n"
      "  try_delete(path + '_CreateEffector')\n"
      "  try_delete(path + 'AgentState')\n"
      "  delete(path + 'SayEffector')\n"
      "  try_delete(path + 'AgentState')\n"
      "end; nil");
  AgentAspect& agent = f.connect();
  f.act(agent, "(create)(create)");
  CHECK(f.engine.evaluate("$errors.size") == Value(std::int64_t{2}));
  const std::string first = as_text(f.engine.evaluate("$errors[0]")).value();
  CHECK(first.find("AgentAspect0/_CreateEffector cannot be deleted: /usr/scene/AgentAspect0 needs it") != first.npos);
  const std::string second = as_text(f.engine.evaluate("$errors[1]")).value();
  CHECK(second.find("AgentAspect0/AgentState cannot be deleted: /usr/scene/AgentAspect0/SayEffector needs it") !=
        second.npos);
  f.step(30);
}
