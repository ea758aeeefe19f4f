// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/agent/local_gateway.h"
#include "tests/spark/sim/simulation_bench.h"
#include "tests/support/count_allocations.h"
#include "tests/support/log_lines.h"

using namespace spark;
using namespace sim_test;

namespace {

/// Decides by a function.
class Mind final : public LocalAgent {
 public:
  using Decision = std::function<bool(int sensation, const PerceptArray&, ActionList&)>;
  explicit Mind(Decision decision) : decision_(std::move(decision)) {}
  bool decide(const PerceptArray& percepts, ActionList& actions) override {
    const bool done = decision_(sensations_, percepts, actions);
    sensations_ += done;
    return done;
  }

 private:
  Decision decision_;
  int sensations_ = 0;
};

/// The level of a tap, which is closed at rest.
class TapEffector final : public Effector {
 public:
  std::string_view predicate() const override { return "tap"; }
  std::string_view help() const override { return "opens a tap"; }
  std::span<const Parameter> parameters() const override {
    static constexpr Parameter list[] = {{"flow", Parameter::Kind::real, false, "l/s", "", {0.0, 5.0, 0.0}},
                                         {"note", Parameter::Kind::text, true, "", ""}};
    return list;
  }
  bool is_trigger() const override { return false; }
  bool current(std::span<double> values) const override { return values[0] = flow, true; }
  void rest() override {
    flow = 0;
    diary->push_back(fmt::format("{} rest {}", core().clock.now(), agent().id()));
  }
  void realise(const Arguments& arguments) override {
    flow = arguments.real(0);
    if (flow == 0) return;
    diary->push_back(fmt::format("{} tap {} {}{}", core().clock.now(), agent().id(), flow,
                                 arguments[1].given ? fmt::format(" {}", arguments[1].text) : ""));
  }
  double flow = 0;
};

class LevelPerceptor final : public Perceptor {
 public:
  LevelPerceptor() : Perceptor("Level") {}
  std::string_view help() const override { return "(Level (name N) (now T) (flow F))"; }
  std::span<const PerceptField> fields() const override {
    static constexpr PerceptField list[] = {{"now", Unit::second}, {"flow", Unit::none}};
    return list;
  }
  void perceive(PerceptWriter& writer) override {
    writer.begin(predicate());
    writer.field("name", "tap");
    writer.field("now", static_cast<double>(core().clock.now()) / 3.0, Unit::second);
    writer.field("flow", dynamic_cast<TapEffector&>(*agent().find("TapEffector")).flow, Unit::none);
    writer.end();
  }
};

/// Gives agents a tap and a level when they are born.
class TapBirth final : public Effector {
 public:
  std::string_view predicate() const override { return "create"; }
  std::string_view help() const override { return ""; }
  void realise(const Arguments&) override {
    for (const char* part : {"TapEffector", "LevelPerceptor"}) {
      auto made = core().classes.create(part);
      made->set_name(part);
      agent().append(std::move(made));
    }
  }
};

struct LocalBench : Bench {
  explicit LocalBench(Step end) {
    core.classes.add<TapEffector>("TapEffector", "oxygen/Effector", "");
    core.classes.add<LevelPerceptor>("LevelPerceptor", "oxygen/Perceptor", "");
    core.classes.add<TapBirth>("TapBirth", "oxygen/Effector", "");
    REQUIRE(core.find_first<GameControlServer>()->init_effector("TapBirth"));
    aspect->end = end;
    keep_lines(core.log, lines);
  }
  void play(std::vector<Mind::Decision> decisions, std::optional<AgentTiming> timing = std::nullopt) {
    local.add_type(
        "mind", [&](AgentId id) { return std::make_unique<Mind>(decisions[id.index()]); }, timing);
    made = assembly.make_simulation(local, options);
    for (std::size_t i = 0; i < decisions.size(); ++i) made->start_agent("mind");
    CHECK(made->run() == Simulation::Outcome::game_ended);
  }
  LocalGateway local;
  std::vector<std::string> lines;
};

}  // namespace

TEST_CASE("a local agent gets its percepts as an array and acts with numbers, at the usual times") {
  LocalBench bench(62);
  std::vector<double> heard;
  bench.play({[&](int sensation, const PerceptArray& percepts, ActionList& actions) {
    if (sensation == 0) {
      CHECK(percepts.items().empty());
      actions.add("create");
      return true;
    }
    const std::size_t level = percepts.find("Level");
    double numbers[2] = {-1, -1};
    if (level < percepts.items().size()) CHECK(percepts.numbers(level, numbers) == 2);
    heard.insert(heard.end(), {numbers[0], numbers[1]});
    actions.add("tap").real(sensation / 3.0).text("drip");
    return true;
  }});
  // Sensations at 1, 21, 41, 61; the answer to the first takes effect at 21, after the sensation of that step. The game
  // ends before the last one is answered.
  CHECK(bench.notes == Diary{"41 tap 0 0.3333333333333333 drip", "61 tap 0 0.6666666666666666 drip"});
  CHECK(heard == std::vector<double>{-1, -1, 41 / 3.0, 0.0});
  const auto report = bench.local.report(0);
  REQUIRE(report);
  CHECK(report->cycles == 3);
  CHECK(report->acts == 3);
}

TEST_CASE("without latencies a local agent acts in every step, and the world waits until it is done") {
  LocalBench bench(5);
  int asked = 0;
  const auto quick = [&](int sensation, const PerceptArray&, ActionList& actions) {
    if (++asked % 3 != 0) return false;  // not yet
    sensation == 0 ? actions.add("create") : actions.add("tap").real(sensation);
    return true;
  };
  bench.play({quick}, AgentTiming{1, 0, 0});
  CHECK(bench.notes == Diary{"2 tap 0 1", "3 tap 0 2", "4 tap 0 3"});
  CHECK(asked == 12);
}

TEST_CASE("unknown actions and missing arguments are refused, and surplus arguments are ignored") {
  LocalBench bench(22);
  const auto odd = [&](int sensation, const PerceptArray&, ActionList& actions) {
    if (sensation == 0) {
      actions.add("create");
      return true;
    }
    actions.add("fly").real(1);
    actions.add("tap");
    actions.add("tap").skip().text("x");
    actions.add("tap").real(1e300).text("").real(3).real(4).real(5).real(6).real(7).real(8).real(9).real(10);
    actions.add("tap").real(2);
    actions.add("");
    return true;
  };
  bench.play({odd}, AgentTiming{20, 0, 0});
  bench.made.reset();
  LocalBench later(42);
  later.play({odd}, AgentTiming{20, 0, 0});
  CHECK(later.notes == Diary{"40 tap 0 inf ", "40 tap 0 2"});
  const auto said = [&](const std::string& part) {
    return std::ranges::count_if(later.lines, [&](const std::string& line) { return line.find(part) != line.npos; });
  };
  CHECK(said("agent 0: no effector 'fly'") == 1);
  CHECK(said("agent 0: (tap ...): too few arguments") == 2);
}

TEST_CASE("an act with more than a message may hold is refused and counted") {
  LocalBench bench(62);
  const std::string long_text(Act::kMaxBytes, 'x');
  bench.play({[&](int sensation, const PerceptArray&, ActionList& actions) {
    if (sensation == 0) actions.add("create");
    for (std::size_t i = 0; sensation == 1 && i <= Act::kMaxActions; ++i) actions.add("tap").real(1);
    if (sensation == 2) actions.add("tap").real(1).text(long_text);
    return true;
  }});
  CHECK(bench.notes.empty());
  CHECK(bench.made->acts_refused(0) == 2);
  REQUIRE_FALSE(bench.lines.empty());
  CHECK(bench.lines[0].find("agent 0: an act refused: it has more than 256 actions or 65536 bytes") !=
        std::string::npos);
}

TEST_CASE("names and texts of an act stay valid until it takes effect") {
  LocalBench bench(62);
  std::string name, text;
  bench.play({[&](int sensation, const PerceptArray&, ActionList& actions) {
    name = sensation == 0 ? "create" : "tap";
    text = fmt::format("word {} which is longer than any short string", sensation);
    sensation == 0 ? actions.add(name) : actions.add(name).real(1).text(text);
    return true;
  }});
  CHECK(bench.notes == Diary{"41 tap 0 1 word 1 which is longer than any short string",
                             "61 tap 0 1 word 2 which is longer than any short string"});
}

TEST_CASE("a steady match of local agents allocates no memory") {
  LocalBench bench(3000);
  long before = 0, after = 0;
  bench.play({[&](int sensation, const PerceptArray&, ActionList& actions) {
               sensation == 0 ? actions.add("create")
                              : actions.add("tap").real(0).text("a text that is longer than any short string");
               if (sensation == 500) before = allocations.load();
               if (sensation == 2500) after = allocations.load();
               return true;
             }},
             AgentTiming{1, 0, 0});
  CHECK(after - before == 0);
}

TEST_CASE("a local agent is ready once") {
  struct Listener final : NullListener {
    void agent_ready(AgentId agent) override { ready.push_back(agent); }
    using NullListener::agent_acted;
    void agent_acted(AgentId, Step, std::string_view) override {}
    void agent_lost(AgentId, std::string_view) override {}
    std::vector<AgentId> ready;
  } listener;
  LocalGateway gateway;
  gateway.add_type("still", [](AgentId) {
    return std::make_unique<Mind>([](int, const PerceptArray&, ActionList&) { return false; });
  });
  for (const AgentId agent : {0, 1}) gateway.start(agent, "still");
  for (int i = 0; i < 3; ++i) gateway.receive(listener);
  CHECK(listener.ready == std::vector<AgentId>{0, 1});
}

TEST_CASE("a local gateway lists its types, and refuses unknown ones") {
  LocalGateway local;
  local.add_type("mind", [](AgentId) { return std::unique_ptr<LocalAgent>(); });
  CHECK(local.traits().own_types == std::vector<std::string>{"mind"});
  CHECK_THROWS_WITH(local.start(0, "body"), "no agent type 'body' in this process");
  CHECK_THROWS_WITH(local.start(0, "mind"), "an agent of the type 'mind' could not be made");
  CHECK_FALSE(local.report(0));
  CHECK(local.earliest_act(0) == 0);
}
