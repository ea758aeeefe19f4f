// SPDX-License-Identifier: Apache-2.0
// Scripts may delete any object at any time: an object that others need stays, with an error that names them; all
// others disappear without harm to the match.
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

/// Players in this process, which answer their sensations with `(create)`, `(init ...)`, `(beam ...)` and then acts.
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

/// A whole match, without processes and sockets.
struct LivelyMatch {
  LivelyMatch() {
    soccer::test::provide_game(assembly);
    assembly.run_script(
        {.file = "rcssserver3D.rb", .variables = {{"Soccer.AutomaticKickOff", "true"}}, .strict = true});
  }

  /// Runs the match as the server does, until step `end`. Throws `std::runtime_error` if an object is missing.
  /// `between_steps` is called several times per step.
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

  /// Deletes `leaf` as a script's `delete` does, even among others of its name. Returns the error, or "".
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
    // Without the many objects that represent classes, which no part of the match needs.
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

TEST_CASE("after any one object is deleted, a match either plays or fails with an error message") {
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

TEST_CASE("a match continues while objects are deleted one by one, and those that are needed stay") {
  const unsigned seed = GENERATE(0U, 1U, 2U, 3U);
  std::mt19937 random(seed);
  LivelyMatch match;
  int deleted = 0, refused = 0;
  match.play(240, [&] {
    if (match.core.clock.now() < 30) return;
    const auto leaves = match.all();
    // Large subtrees last, so that the objects in them are tried before.
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

TEST_CASE("deleting the ball raises an error that names the object that needs it") {
  soccer::test::SoccerFixture f;
  f.engine.evaluate("begin; delete('/usr/scene/Ball'); $error = 'none'; rescue => e; $error = e.message; end; nil");
  const std::string error = as_text(f.engine.evaluate("$error")).value();
  CHECK(error.find("/usr/scene/Ball cannot be deleted: ") != error.npos);
  CHECK(error.find("/sys/server/gamecontrol/BallStateAspect needs it") != error.npos);
  f.step(20);
}

TEST_CASE("a deleted control aspect leaves the match, cannot be deleted again, and can be replaced") {
  soccer::test::SoccerFixture f;
  const std::string referee = "/sys/server/gamecontrol/SoccerRuleAspect";
  f.step(3);
  CHECK(f.engine.evaluate("delete('" + referee + "')") == Value(true));
  CHECK_THROWS_WITH(f.engine.evaluate("delete('" + referee + "')"), Catch::Contains("there is no object"));
  f.step(3);
  CHECK(f.find<GameControlServer>("/sys/server/gamecontrol").aspects().size() == 2);
  // An aspect that is created later joins the match.
  f.engine.evaluate("get('/sys/server/gamecontrol').initControlAspect('SoccerRuleAspect'); nil");
  f.step(3);
  CHECK(f.find<GameControlServer>("/sys/server/gamecontrol").aspects().size() == 3);
}

TEST_CASE("the script of (create) can delete parts of its agent, except the running effector and parts in use") {
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
