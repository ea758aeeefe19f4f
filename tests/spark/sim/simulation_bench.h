// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/engine/assembly.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/perceptor.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/scene/scene.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/frame_listener.h"
#include "tests/support/manual_clock.h"
#include "tests/support/plain_gateway.h"

namespace sim_test {

using namespace spark;

/// What happened in the world, in order.
using Diary = std::vector<std::string>;
inline Diary* diary = nullptr;  // the test classes are created by the registry, which passes nothing to them

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

/// The effector that agents are born with: it gives them the other one.
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

/// Agents inside the test: each answers a sensation at once through a function, with zero thinking time.
class FakeGateway : public PlainGateway, private AgentObserver {
 public:
  using Answer = std::function<std::vector<std::string>(AgentId, Step arrival, const std::string& percepts)>;
  GatewayTraits traits() override { return {.observer = this}; }
  Coming start(AgentId, const std::string& type) override {
    if (type == "missing") throw std::runtime_error("no agent type 'missing'");
    agents_.push_back({});
    agents_.back().silent = type == "silent";
    agents_.back().is_held = type == "held";
    return type == "held" ? Coming::held : Coming::started;
  }
  std::optional<AgentTiming> timing(AgentId id) const override {
    ++timings_asked[id];
    const auto own = timings.find(id);
    return own == timings.end() ? std::nullopt : std::optional(own->second);
  }
  bool send_held() override {
    held_when_waiting += held;
    return std::exchange(held, false);
  }
  void receive(AgentGatewayListener& listener) override {
    if (meddling) meddling(listener);
    for (; arriving > 0; --arriving) {
      REQUIRE(listener.agent_arrived("tcp") == AgentId::at(agents_.size()));
      agents_.push_back({});
      agents_.back().connected = true;
    }
    for (std::size_t i = agents_.size(); i-- > 0;) {  // arrival order must not matter
      const auto id = AgentId::at(i);
      Agent& agent = agents_[id.index()];
      if (!agent.ready && !agent.silent && (!agent.is_held || held_back-- <= 0))
        agent.ready = true, listener.agent_ready(id);
      if (agent.pending.empty() || hanging.contains(id) || patience_-- > 0) continue;
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
  bool has_pending() const override { return unread > 0; }
  PerceptWriter& begin_sensation(AgentId id, Step generated, Step arrival) override {
    text_.clear();
    diary->push_back(fmt::format("{} sense {}", generated, id));
    agents_[id.index()].arrival = arrival;
    return writer_;
  }
  void end_sensation(AgentId id, Step next_arrival) override {
    Agent& agent = agents_[id.index()];
    agent.pending.emplace_back(agent.arrival, text_);
    agent.earliest = agent.pending.front().first;
    agent.next_arrival = next_arrival;
  }
  void expect_sensation(AgentId id, Step arrival) override { agents_[id.index()].earliest = arrival; }
  Step earliest_act(AgentId id) const override {
    ++times_asked;
    const Agent& agent = agents_[id.index()];
    return agent.unwaited ? std::numeric_limits<Step>::max() : agent.earliest;
  }
  bool wait_no_longer(AgentId id) override {
    Agent& agent = agents_[id.index()];
    agent.unwaited = agent.connected;
    return agent.connected;
  }

  Answer answer = [](AgentId, Step, const std::string&) { return std::vector<std::string>{}; };
  Diary met;                                            ///< which agents have entered the world and left it
  mutable std::map<AgentId, int> timings_asked;         ///< how often
  mutable int times_asked = 0;                          ///< how often it was asked when an agent may still act
  std::map<AgentId, AgentTiming> timings;               ///< of agents with their own timing
  std::function<void(AgentGatewayListener&)> meddling;  ///< what it reports in addition, in each `receive`
  int delay = 0;                                        ///< how many calls of `receive` an answer is held back
  std::set<AgentId> hanging;                            ///< agents that never answer
  bool held = false;                                    ///< it holds data for its agents
  int held_when_waiting = 0;                            ///< how often it was asked to send that data
  int unread = 0;                                       ///< reports that it could deliver at once
  int arriving = 0;                                     ///< agents that will connect
  int held_back = 0;                                    ///< calls of `receive` before agents of type "held" are ready

 private:
  struct Agent {
    bool ready = false;
    bool silent = false;
    bool is_held = false;
    bool connected = false;
    bool unwaited = false;
    Step arrival = 0;
    Step next_arrival = 0;
    Step earliest = 0;
    std::deque<std::pair<Step, std::string>> pending;
  };
  void agent_entered(AgentId id, const AgentAspect& body) override {
    std::string can;
    for (const Effector* effector : body.effectors()) can += effector->predicate();
    met.push_back(fmt::format("{} enters {}: {}", body.core().clock.now(), body.label(), can));
    clock_ = &body.core().clock;
    REQUIRE(body.id() == id);
  }
  void agent_left(AgentId id) override { met.push_back(fmt::format("{} leaves {}", clock_->now(), id)); }
  PerceptWriter* begin_copy(AgentId, Step) override { return nullptr; }

  int patience_ = 0;
  const Clock* clock_ = nullptr;
  std::string text_;
  SexpPerceptWriter writer_{text_};
  std::vector<Agent> agents_;
};

struct Frames : FrameListener {
  void frame(Step step) override { steps.push_back(step); }
  std::vector<Step> steps;
};

/// A simulation of agents in a world with a diary, and all that it borrows.
struct Bench {
  Bench() {
    diary = &notes;
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
  }
  Simulation& simulation() {
    if (!made) made = assembly.make_simulation(gateway, options);
    return *made;
  }
  ManualClock clock;  ///< waiting takes no time
  server::Assembly assembly{1, clock};
  Core& core = assembly.core;
  Diary notes;
  FakeGateway gateway;
  CommandQueue& commands = assembly.commands;
  RunControl& run_control = assembly.run_control;
  Simulation::Options options;
  TestAspect* aspect = nullptr;
  std::unique_ptr<Simulation> made;
};

inline Diary only(const Diary& notes, const std::string& word) {
  Diary out;
  for (const auto& note : notes)
    if (note.find(word) != note.npos) out.push_back(note);
  return out;
}

}  // namespace sim_test
