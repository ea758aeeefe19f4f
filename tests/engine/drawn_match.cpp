// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/drawn_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

#include "commserver/host/places.h"
#include "server/engine/assembly.h"
#include "server/record/hash_log.h"
#include "server/record/input_recorder.h"
#include "server/record/recorded_agents.h"
#include "spark/monitor/command_sender.h"
#include "spark/monitor/monitor_system.h"
#include "spark/monitor/trainer_commands.h"
#include "spark/physics/world.h"
#include "spark/sim/frame_listener.h"
#include "tests/support/plain_gateway.h"

namespace engine_test {
namespace {

using namespace spark;

/// splitmix64: the same numbers with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  /// 0 to `count` - 1.
  int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool one_in(int count) { return below(count) == 0; }
  template <std::size_t N>
  const char* of(const char* const (&list)[N]) {
    return list[below(static_cast<int>(N))];
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

class NoPercepts final : public PerceptWriter {
 public:
  void begin(std::string_view) override {}
  void end() override {}
  void real(double, Unit) override {}
  void integer(std::int64_t, Unit) override {}
  void text(std::string_view) override {}
  void reals(std::string_view, std::span<const Real>) override {}
  void named_text(std::string_view, std::string_view) override {}
};

/// The world of a recorded and of a repeated match, and its frames.
class DrawnWorld final : public FrameListener {
 public:
  explicit DrawnWorld(std::uint64_t seed) : assembly(seed) {
    const commserver::Places places = commserver::find_places();
    assembly.core.script_path = {places.scripts};
    assembly.core.scene_path = {places.scenes};
    assembly.core.module_path = {places.modules};
    assembly.run_script({.file = "rcssserver3D.rb",
                         .profile = seed % 3 == 0 ? "modern" : "",
                         .variables = {{"Soccer.AutomaticKickOff", seed % 2 == 0 ? "true" : "false"},
                                       {"Soccer.RuleHalfTime", "3"},
                                       {"Soccer.ExtraHalfTime", seed % 3 == 0 ? "1" : "0"},
                                       {"Soccer.ShootOutTime", "1"},
                                       {"Soccer.GameOverEndTime", "0.4"}},
                         .strict = true});
    assembly.monitor_system().prepare();
  }
  Simulation& make_simulation(AgentGateway& gateway, int agents_awaited) {
    Simulation::Options options = assembly.simulation_options();
    options.pace_chosen = true;
    options.more_may_come = true;
    options.agents_awaited = agents_awaited;
    simulation_ = assembly.make_simulation(gateway, std::move(options));
    simulation_->add_frame_listener(*this);
    hash_log_.emplace(
        assembly.core, *assembly.core.find_first<spark::World>(), [this] { return simulation_->status(); },
        [this](std::string_view line) { logs.hashes += line; });
    simulation_->add_frame_listener(*hash_log_, 1);
    show_header();
    return *simulation_;
  }
  void show_header() {
    assembly.monitor_system().header(logs.frames);
    logs.frames += '\n';
  }
  /// A monitor joins: the log has its header already, but the next frame repeats everything.
  void monitor_joins() {
    std::string unseen;
    assembly.monitor_system().header(unseen);
  }
  void command(std::string_view peer, std::string_view text) {
    RecordedSender sender(peer);
    TrainerCommands(assembly.monitor_system()).carry_out(sender, text);
  }
  void frame(Step) override {
    assembly.monitor_system().frame(logs.frames);
    logs.frames += '\n';
  }

  server::Assembly assembly;
  Logs logs;

 private:
  std::unique_ptr<Simulation> simulation_;
  std::optional<server::HashLog> hash_log_;
};

/// Agents without programs, whose acts are drawn from the seed. Each answers its sensations in order, at drawn times,
/// as agents with think cycles do.
class DrawnAgents final : public PlainGateway {
 public:
  DrawnAgents(Draw& draw, Occurred& occurred)
      : draw_(draw), occurred_(occurred), patience_(draw.between(1, 6)), is_deadly_(draw.one_in(2)) {}

  /// Called at every `receive`, which is at least once a step.
  std::function<void()> turn;
  bool is_restarting = false;

  bool someone_joins() const {
    return std::ranges::any_of(agents_, [](const Agent& agent) { return !agent.is_gone && agent.turns < 2; });
  }

  GatewayTraits traits() override { return {.takes_arrivals = true}; }
  Coming start(AgentId, const std::string&) override {
    add(false);
    return Coming::started;
  }
  std::optional<AgentTiming> timing(AgentId id) const override { return of(id).timing; }
  void receive(AgentGatewayListener& listener) override {
    turn();
    if (agents_.size() < 12 && draw_.one_in(100)) arrive(listener);
    for (AgentId id = 0; id < AgentId::at(agents_.size()); ++id)
      if (!of(id).is_gone && draw_.one_in(patience_)) serve(id, listener);
  }
  bool has_pending() const override { return true; }  // so that nothing ever sleeps

  PerceptWriter& begin_sensation(AgentId, Step, Step arrival) override {
    arrival_ = arrival;
    return no_percepts_;
  }
  void end_sensation(AgentId id, Step next_arrival) override {
    of(id).unanswered.push_back(arrival_);
    of(id).next_arrival = next_arrival;
  }
  void expect_sensation(AgentId id, Step arrival) override { of(id).next_arrival = arrival; }
  Step earliest_act(AgentId id) const override {
    const Agent& agent = of(id);
    return std::max(agent.free, agent.unanswered.empty() ? agent.next_arrival : agent.unanswered.front());
  }
  void drop(AgentId id) override { of(id).is_gone = true; }

 private:
  struct Agent {
    bool is_ready = false, is_gone = false, has_arrived = false;
    std::optional<AgentTiming> timing;
    std::deque<Step> unanswered;  ///< arrivals of sensations
    Step next_arrival = 0;
    Step free = 0;  ///< the end of its last cycle
    int turns = 0;
  };
  Agent& of(AgentId id) { return agents_[id.index()]; }
  const Agent& of(AgentId id) const { return agents_[id.index()]; }

  void add(bool has_arrived) {
    Agent& agent = agents_.emplace_back();
    agent.has_arrived = has_arrived;
    if (draw_.one_in(4)) agent.timing = AgentTiming{draw_.between(1, 25), draw_.below(12), draw_.below(12)};
  }
  void arrive(AgentGatewayListener& listener) {
    if (listener.agent_arrived("guest")) add(true), ++occurred_.arrived;
  }

  void serve(AgentId id, AgentGatewayListener& listener) {
    Agent& agent = of(id);
    if (is_deadly_ && draw_.one_in(is_restarting ? 10 : 400)) return lose(id, listener);
    if (!agent.is_ready) {
      agent.is_ready = true;
      occurred_.ready_in_a_restart += is_restarting;
      return listener.agent_ready(id);
    }
    if (draw_.one_in(200)) listener.agent_halted(id), ++occurred_.halted;
    if (!agent.unanswered.empty()) answer(id, listener);
  }
  void lose(AgentId id, AgentGatewayListener& listener) {
    of(id).is_gone = true;
    ++occurred_.lost;
    occurred_.lost_in_a_restart += is_restarting;
    listener.agent_lost(id, "drawn to be lost");
  }
  void answer(AgentId id, AgentGatewayListener& listener) {
    Agent& agent = of(id);
    Step now = std::max(agent.free, agent.unanswered.front());
    agent.unanswered.pop_front();
    const int acts = agent.turns < 2 ? 1 : draw_.below(3);
    for (int i = 0; i < acts; ++i) {
      now += draw_.one_in(3) ? draw_.below(15) : 0;
      act(id, now, listener);
    }
    // Before `free` grows, as input that is reported now is no longer expected.
    of(id).free = now;
    ++of(id).turns;
  }
  void act(AgentId id, Step stamp, AgentGatewayListener& listener) {
    ++occurred_.acts;
    const Agent& agent = of(id);
    if (agent.turns >= 2 && draw_.one_in(3)) {
      ActionList actions;
      actions.add("drive").real(draw_.between(-100, 100)).real(draw_.between(-100, 100)).real(0);
      actions.add("kick").real(draw_.between(0, 50)).real(draw_.between(1, 100));
      return listener.agent_acted(id, stamp, actions.all());
    }
    if (agent.turns == 0) return listener.agent_acted(id, stamp, "(create)");
    if (agent.turns == 1 || draw_.one_in(50))
      return listener.agent_acted(id, stamp,
                                  fmt::format("(init (unum 0)(teamname {}))", id.number() % 2 == 0 ? "even" : "odd"));
    static constexpr const char* kSaid[] = {"(kick 10 100)", "(pantilt 5 -1)", "(say hello)", "(catch)",
                                            "(create)",      "(beam -5 3 90)", "(nonsense",   ""};
    listener.agent_acted(
        id, stamp,
        fmt::format("(drive {} {} 0){}", draw_.between(-100, 100), draw_.between(-100, 100), draw_.of(kSaid)));
  }

  Draw& draw_;
  Occurred& occurred_;
  const int patience_;
  const bool is_deadly_;
  std::vector<Agent> agents_;
  Step arrival_ = 0;
  NoPercepts no_percepts_;
};

/// Trainers, and clients that stop the clock.
class DrawnTrainers {
 public:
  DrawnTrainers(Draw& draw, DrawnWorld& world, DrawnAgents& agents, server::InputRecorder& recorder, Occurred& occurred)
      : draw_(draw), world_(world), agents_(agents), recorder_(recorder), occurred_(occurred), next_(draw.below(60)) {}

  void turn() {
    RunControl& control = world_.assembly.run_control;
    if (control.paused() && draw_.one_in(8)) draw_.one_in(2) ? control.run() : control.step(draw_.between(1, 40));
    if (world_.assembly.core.clock.now() < next_) return;
    next_ = world_.assembly.core.clock.now() + draw_.below(draw_.one_in(2) ? 5 : 80);
    if (draw_.one_in(8)) control.pause();
    if (draw_.one_in(8))
      world_.assembly.commands.post([this] {
        recorder_.joined();
        world_.monitor_joins();
      });
    for (int messages = draw_.between(1, 2); messages > 0; --messages) post(message());
  }

 private:
  std::string message() {
    std::string text;
    for (int commands = draw_.one_in(3) ? draw_.between(2, 4) : 1; commands > 0; --commands) text += command();
    return text;
  }
  std::string command() {
    if (draw_.one_in(3)) return draw_.one_in(2) ? "(reset)" : fmt::format("(reset (seed {}))", draw_.below(1000));
    static constexpr const char* kCommands[] = {"(playMode PlayOn)",
                                                "(playMode KickIn_Left)",
                                                "(playMode BeforeKickOff)",
                                                "(playMode GameOver)",
                                                "(playMode goal_kick_right)",
                                                "(kickOff)",
                                                "(kickOff Left)",
                                                "(dropBall)",
                                                "(changeSides)",
                                                "(half 4)",
                                                "(shootOut)",
                                                "(playMode PenaltyShoot_Right)",
                                                "(ball (pos 3 2 1)(vel 5 -1 2))",
                                                "(ball (vel 30 0 0))",
                                                "(agent (team Left)(unum 1)(pos 4 2 0.3))",
                                                "(agent (team R)(unum 2)(pos 1 1 1)(vel 0 2 0))",
                                                "(agent (team N)(unum 0)(battery 3))",
                                                "(getAck x)",
                                                "(fullState)",
                                                "(subscribe (interval 3))",
                                                "(speed 3)",
                                                "(nonsense %41"};
    return draw_.of(kCommands);
  }
  void post(std::string text) {
    world_.assembly.commands.post([this, text = std::move(text)] {
      recorder_.commanded("drawn trainer", text);
      const Clock& clock = world_.assembly.core.clock;
      const Step begin = clock.begin();
      const bool joining = agents_.someone_joins();
      agents_.is_restarting = text.find("(reset") != text.npos;
      world_.command("drawn trainer", text);
      agents_.is_restarting = false;
      if (clock.begin() == begin) return;
      ++occurred_.restarts;
      occurred_.while_joining += joining;
      occurred_.restarts_in_a_row += text.find("(reset", text.find("(reset") + 1) != text.npos;
    });
  }

  Draw& draw_;
  DrawnWorld& world_;
  DrawnAgents& agents_;
  server::InputRecorder& recorder_;
  Occurred& occurred_;
  Step next_;
};

}  // namespace

Logs play_drawn_match(std::uint64_t seed, const std::filesystem::path& file, Occurred& occurred) {
  Draw draw(seed);
  DrawnWorld world(seed);
  DrawnAgents agents(draw, occurred);
  Simulation& simulation = world.make_simulation(agents, 0);
  server::InputRecorder recorder(file, world.assembly.core.log, [&] { return simulation.input_position(); });
  recorder.match(seed, "drawn");
  simulation.set_input_listener(recorder);
  DrawnTrainers trainers(draw, world, agents, recorder, occurred);
  agents.turn = [&] { trainers.turn(); };
  for (int i = draw.below(6); i > 0; --i) simulation.start_agent("drawn");
  occurred.games_over += simulation.run_until(draw.between(60, 900)) == Simulation::Outcome::game_ended;
  recorder.finish();
  return std::move(world.logs);
}

Logs play_recorded_match(std::uint64_t seed, const std::filesystem::path& file) {
  DrawnWorld world(seed);
  server::RecordedAgents agents(file, {[&](std::string_view peer, std::string_view text) { world.command(peer, text); },
                                       [&] { world.monitor_joins(); }, [&] { world.assembly.run_control.stop(); }});
  Simulation& simulation = world.make_simulation(agents, agents.arrived_before());
  simulation.set_input_source(agents);
  for (const std::string& type : agents.started()) simulation.start_agent(type);
  const auto outcome = simulation.run();
  if (!agents.problem().empty()) throw std::runtime_error(agents.problem());
  if (outcome != Simulation::Outcome::game_ended && !agents.is_complete())
    throw std::runtime_error("the record has no end");
  return std::move(world.logs);
}

}  // namespace engine_test
