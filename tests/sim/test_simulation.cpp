// SPDX-License-Identifier: Apache-2.0
#include <sys/eventfd.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <deque>
#include <functional>
#include <map>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/perceptor.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/core.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/physics_classes.h"
#include "spark/scene/scene.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/frame_listener.h"
#include "spark/sim/run_control.h"
#include "spark/sim/sim_classes.h"
#include "spark/sim/simulation.h"
#include "spark/sim/spades_server.h"

using namespace spark;

namespace {

/// What happened in the world, in order.
using Diary = std::vector<std::string>;
Diary* diary = nullptr;  // the test classes are made by the registry, which hands nothing over

class NoteEffector : public Effector {
 public:
  std::string_view predicate() const override { return "note"; }
  std::string_view help() const override { return "writes into the diary"; }
  std::span<const Parameter> parameters() const override {
    static constexpr Parameter list[] = {{"word", Parameter::Kind::text, false, "", ""}};
    return list;
  }
  void realise(const Arguments& arguments) override {
    diary->push_back(fmt::format("{} act {} {}", core().clock.now(), agent().id(), arguments[0].text));
  }
};

/// The effector agents are born with: it gives them the other one.
class BirthEffector : public Effector {
 public:
  std::string_view predicate() const override { return "create"; }
  std::string_view help() const override { return ""; }
  void realise(const Arguments&) override {
    diary->push_back(fmt::format("{} create {}", core().clock.now(), agent().id()));
    agent().append(core().classes.create("NoteEffector"));
  }
};

class TestAspect : public ControlAspect {
 public:
  void update(double) override {}
  void agent_disappearing(AgentAspect& agent) override {
    diary->push_back(fmt::format("{} gone {}", core().clock.now(), agent.id()));
  }
  std::string waiting_for() const override { return core().clock.now() < wait_until ? "whistle" : ""; }
  bool finished() const override { return core().clock.now() >= end; }
  Step end = 100;
  Step wait_until = 0;
};

/// Agents that live in the test: each answers a sensation at once through a function, with zero thinking time.
class FakeGateway : public AgentGateway {
 public:
  using Answer = std::function<std::vector<std::string>(AgentId, Step arrival, const std::string& percepts)>;
  FakeGateway() : event_(eventfd(1, EFD_NONBLOCK)) {}
  ~FakeGateway() override { close(event_); }

  void start(AgentId, const std::string& type) override {
    if (type == "missing") throw std::runtime_error("no agent type 'missing'");
    agents_.push_back({});
    agents_.back().silent = type == "silent";
  }
  void receive(AgentGatewayListener& listener) override {
    for (AgentId id = static_cast<AgentId>(agents_.size()) - 1; id >= 0; --id) {  // arrival order must not matter
      Agent& agent = agents_[static_cast<std::size_t>(id)];
      if (!agent.ready && !agent.silent) agent.ready = true, listener.agent_ready(id);
      if (agent.pending.empty() || patience_-- > 0) continue;
      patience_ = delay;
      const auto [arrival, text] = agent.pending.front();
      agent.pending.pop_front();
      for (const auto& act : answer(id, arrival, text)) {
        if (act == "die") {
          agent.earliest = arrival;
          listener.agent_lost(id, "died");
          agent.pending.clear();
          return;
        }
        listener.agent_acted(id, arrival, act);
      }
      agent.earliest = agent.pending.empty() ? agent.next_arrival : agent.pending.front().first;
    }
  }
  int poll_descriptor() const override { return event_; }
  PerceptWriter& begin_sensation(AgentId id, Step generated, Step arrival) override {
    text_.clear();
    diary->push_back(fmt::format("{} sense {}", generated, id));
    agents_[static_cast<std::size_t>(id)].arrival = arrival;
    return writer_;
  }
  void end_sensation(AgentId id, Step next_arrival) override {
    Agent& agent = agents_[static_cast<std::size_t>(id)];
    agent.pending.emplace_back(agent.arrival, text_);
    agent.earliest = agent.pending.front().first;
    agent.next_arrival = next_arrival;
  }
  void expect_sensation(AgentId id, Step arrival) override { agents_[static_cast<std::size_t>(id)].earliest = arrival; }
  Step earliest_act(AgentId id) const override { return agents_[static_cast<std::size_t>(id)].earliest; }
  void drop(AgentId) override {}
  void shut_down(std::chrono::milliseconds) override {}

  Answer answer = [](AgentId, Step, const std::string&) { return std::vector<std::string>{}; };
  int delay = 0;  ///< how many calls of receive an answer is held back

 private:
  struct Agent {
    bool ready = false;
    bool silent = false;
    Step arrival = 0;
    Step next_arrival = 0;
    Step earliest = 0;
    std::deque<std::pair<Step, std::string>> pending;
  };
  int event_;
  int patience_ = 0;
  std::string text_;
  SexpPerceptWriter writer_{text_};
  std::vector<Agent> agents_;
};

struct Frames : FrameListener {
  void frame(Step step) override { steps.push_back(step); }
  std::vector<Step> steps;
};

struct Bench {
  Bench() {
    diary = &notes;
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_agent_classes(core.classes);
    register_sim_classes(core.classes);
    core.classes.add<NoteEffector>("NoteEffector", "oxygen/Effector", "");
    core.classes.add<BirthEffector>("BirthEffector", "oxygen/Effector", "");
    core.classes.add<TestAspect>("TestAspect", "oxygen/ControlAspect", "");
    auto& scenes = dynamic_cast<SceneServer&>(core.create("oxygen/SceneServer", "/sys/server/scene"));
    scenes.create_scene("/usr/scene");
    core.create("oxygen/World", "/usr/scene/world");
    core.create("oxygen/Space", "/usr/scene/space");
    auto& game = dynamic_cast<GameControlServer&>(core.create("oxygen/GameControlServer", "/sys/server/gamecontrol"));
    REQUIRE(game.init_effector("BirthEffector"));
    REQUIRE(game.init_control_aspect("TestAspect"));
    aspect = core.find_first<TestAspect>();
    options.pace_chosen = true;
    options.ready_limit = std::chrono::milliseconds(50);
  }
  Simulation& simulation() {
    if (!made) made = std::make_unique<Simulation>(core, loop, gateway, commands, run_control, options);
    return *made;
  }
  Core core{1};
  Diary notes;
  FakeGateway gateway;
  CommandQueue commands;
  net::Loop loop;
  RunControl run_control;
  Simulation::Options options;
  TestAspect* aspect = nullptr;
  std::unique_ptr<Simulation> made;
};

Diary only(const Diary& notes, const std::string& word) {
  Diary out;
  for (const auto& note : notes)
    if (note.find(word) != note.npos) out.push_back(note);
  return out;
}

}  // namespace

TEST_CASE("ten agents sense first at steps 1, 3 ... 19 and then every 20 (behaviour 5.2)") {
  Bench bench;
  bench.aspect->end = 41;
  for (int i = 0; i < 10; ++i) bench.simulation().start_agent("a");
  bench.simulation().run();
  Diary expected;
  for (int cycle = 0; cycle < 2; ++cycle)
    for (int i = 0; i < 10; ++i) expected.push_back(fmt::format("{} sense {}", 20 * cycle + 1 + 2 * i, i));
  CHECK(only(bench.notes, "sense") == expected);
}

TEST_CASE("22 agents are spread over one interval") {
  Bench bench;
  bench.aspect->end = 21;
  for (int i = 0; i < 22; ++i) bench.simulation().start_agent("a");
  bench.simulation().run();
  const auto senses = only(bench.notes, "sense");
  REQUIRE(senses.size() == 22);
  for (int i = 0; i < 22; ++i)
    CHECK(senses[static_cast<std::size_t>(i)] == fmt::format("{} sense {}", int(1 + i * 20.0 / 22), i));
}

TEST_CASE("an act takes effect 20 steps after its sensation was generated; senses of a step precede its acts") {
  Bench bench;
  bench.aspect->end = 62;
  bench.gateway.answer = [n = 0](AgentId, Step, const std::string&) mutable {
    return std::vector<std::string>{n++ == 0 ? "(create)(note early)" : fmt::format("(note {})", n)};
  };
  bench.simulation().start_agent("a");
  bench.simulation().run();
  // (note early) is lost: the effector does not exist yet when the message is sent (behaviour 3.0).
  CHECK(bench.notes ==
        Diary{"1 sense 0", "21 sense 0", "21 create 0", "41 sense 0", "41 act 0 2", "61 sense 0", "61 act 0 3"});
}

TEST_CASE("acts of one step are carried out in order of the agents, however late they come in") {
  const auto play = [](int delay) {
    Bench bench;
    bench.options.sense_interval = 2;  // two agents, one step apart
    bench.gateway.delay = delay;
    bench.gateway.answer = [](AgentId id, Step arrival, const std::string&) {
      return std::vector<std::string>{arrival < 14 ? "(create)" : fmt::format("(note {}a)(note {}b)", id, id),
                                      "(note c)"};
    };
    for (int i = 0; i < 5; ++i) bench.simulation().start_agent("a");
    bench.simulation().run();
    return bench.notes;
  };
  const Diary punctual = play(0);
  CHECK(only(punctual, "act").size() > 500);
  CHECK(play(1) == punctual);
  CHECK(play(7) == punctual);
}

TEST_CASE("the world runs ahead of a thinking agent by the action latency and no further") {
  Bench bench;
  bench.simulation().start_agent("a");
  bench.gateway.delay = 1 << 30;  // never answers
  bench.simulation().connect_agents();
  while (bench.simulation().advance()) {
  }
  CHECK(bench.core.clock.now() == 1 + 10 + 10);
}

TEST_CASE("a lost agent's body leaves at a time that depends on what the agent did, not on when it was noticed") {
  const auto play = [](int delay) {
    Bench bench;
    bench.gateway.delay = delay;
    bench.gateway.answer = [](AgentId id, Step arrival, const std::string&) {
      return std::vector<std::string>{id == 1 && arrival > 40 ? "die" : "(create)"};
    };
    for (int i = 0; i < 3; ++i) bench.simulation().start_agent("a");
    CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
    CHECK(bench.simulation().agents_lost() == 1);
    // Whether it still got a sensation that it could not answer changes nothing for the others.
    std::erase(bench.notes, "67 sense 1");
    return bench.notes;
  };
  const Diary notes = play(0);
  CHECK(only(notes, "gone") == Diary{"67 gone 1"});  // senses at 7, 27, 47; arrival 57 + 10
  CHECK(only(notes, "sense 1").size() == 3);
  CHECK(play(9) == notes);
}

TEST_CASE("whoever does not report ready is given up, the others play") {
  Bench bench;
  bench.simulation().start_agent("silent");
  bench.simulation().start_agent("a");
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(bench.simulation().agents_lost() == 1);
  CHECK(only(bench.notes, "sense 0").empty());
  CHECK(only(bench.notes, "sense 1").front() == "1 sense 1");
  CHECK_THROWS_WITH(bench.simulation().start_agent("missing"), Catch::Contains("missing"));
}

TEST_CASE("frames are taken at step 0 and every frame interval") {
  Bench bench;
  Frames frames;
  bench.aspect->end = 50;
  bench.simulation().add_frame_listener(frames);
  bench.simulation().run();
  CHECK(frames.steps == std::vector<Step>{0, 15, 30, 45});
}

TEST_CASE("commands are carried out between steps; a paused clock stands until it may run") {
  Bench bench;
  bench.run_control.pause();
  Step seen = -1;
  int naps = 0;
  std::function<void()> look = [&] {
    seen = bench.core.clock.now();
    if (++naps < 3)
      bench.commands.post(look);
    else
      bench.run_control.run();
  };
  bench.commands.post(look);
  CHECK(bench.simulation().run() == Simulation::Outcome::game_ended);
  CHECK(seen == 0);
  CHECK(naps == 3);
}

TEST_CASE("run control: the modes and what leads from one to another") {
  using Mode = RunControl::Mode;
  RunControl control;
  CHECK(control.mode() == Mode::starting);
  CHECK_FALSE(control.may_step());
  control.begin();
  CHECK(control.mode() == Mode::running);
  control.pause();
  CHECK(control.mode() == Mode::paused);
  CHECK_FALSE(control.may_step());
  control.step(2);
  control.step(1);
  for (int i = 0; i < 3; ++i) {
    CHECK(control.mode() == Mode::stepping);
    CHECK(control.may_step());
    CHECK_FALSE(control.paused());
    control.stepped();
  }
  CHECK(control.mode() == Mode::paused);
  control.step(5);
  control.toggle();  // pauses what steps
  CHECK(control.mode() == Mode::paused);
  control.toggle();
  CHECK(control.mode() == Mode::running);
  control.step(1);  // also out of a run
  control.stepped();
  CHECK(control.mode() == Mode::paused);
  control.step(-7);
  control.step(RunControl::kMaxSteps);
  control.step(RunControl::kMaxSteps);
  for (Step i = 0; i < RunControl::kMaxSteps; ++i) control.stepped();
  CHECK(control.mode() == Mode::paused);
  control.run();
  control.stepped();
  CHECK(control.mode() == Mode::running);
  control.stop();
  CHECK(control.mode() == Mode::stopped);
  CHECK_FALSE(control.may_step());
  CHECK(to_string(Mode::stepping) == "stepping");
}

TEST_CASE("run control: what is asked for while the agents start counts from then on") {
  RunControl control;
  control.step(3);
  CHECK(control.mode() == RunControl::Mode::starting);
  control.begin();
  CHECK(control.mode() == RunControl::Mode::stepping);
}

TEST_CASE("single steps: so many, then the clock stands") {
  Bench bench;
  bench.aspect->end = 1000;
  bench.run_control.pause();
  std::vector<Step> stands;
  std::function<void()> look = [&] {
    if (bench.run_control.mode() == RunControl::Mode::paused) {
      stands.push_back(bench.core.clock.now());
      if (stands.size() == 3) return bench.run_control.stop();
      bench.run_control.step(stands.size() == 1 ? 1 : 14);
    }
    bench.commands.post(look);
  };
  bench.commands.post(look);
  CHECK(bench.simulation().run() == Simulation::Outcome::stopped);
  CHECK(stands == std::vector<Step>{0, 1, 15});
}

TEST_CASE("stop ends the run") {
  Bench bench;
  bench.aspect->end = 1'000'000'000;
  bench.commands.post([&] { bench.run_control.stop(); });
  CHECK(bench.simulation().run() == Simulation::Outcome::stopped);
}

TEST_CASE("while the game waits for a person the clock keeps real time and says so once") {
  Bench bench;
  bench.options.pace_chosen = false;
  bench.options.monitor_place = "port 4711";
  bench.aspect->wait_until = 10;
  std::vector<std::string> lines;
  bench.core.log.add_sink(LogLevel::normal, [&](LogLevel, std::string_view line) { lines.emplace_back(line); });
  const auto begin = std::chrono::steady_clock::now();
  bench.simulation().run();
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(90));
  CHECK(lines == std::vector<std::string>{"waiting for a whistle on port 4711"});
}

TEST_CASE("the pacer holds back and forgives a lag") {
  Pacer pacer;
  Pacer::Time now{};
  CHECK(pacer.delay(0, 0.01, std::nullopt, now) == Pacer::Duration::zero());
  CHECK(pacer.delay(0, 0.01, 1.0, now) == std::chrono::milliseconds(10));
  CHECK(pacer.delay(1, 0.01, 1.0, now) == std::chrono::milliseconds(20));
  CHECK(pacer.delay(1, 0.01, 2.0, now) == std::chrono::milliseconds(5));
  now += std::chrono::seconds(3);
  CHECK(pacer.delay(2, 0.01, 2.0, now) == std::chrono::milliseconds(5));
}

TEST_CASE("the queue of agents refuses absurd numbers") {
  Core core(1);
  register_scene_classes(core.classes);
  register_agent_classes(core.classes);
  register_sim_classes(core.classes);
  auto& spades = dynamic_cast<SpadesServer&>(core.create("oxygen/SpadesServer", "/sys/server/spades"));
  CHECK(spades.queue_agents("foo", 11));
  CHECK_FALSE(spades.queue_agents("foo", -1));
  CHECK_FALSE(spades.queue_agents("foo", 1'000'000));
  CHECK(spades.queue().size() == 1);
}
