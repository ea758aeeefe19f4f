// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/stage.h"

#include <fmt/format.h>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/perceptor.h"
#include "spark/scene/scene.h"
#include "spark/sim/control_aspect.h"
#include "tests/engine/scripted_gateway.h"

namespace engine_test {
namespace {

Events& events_of(spark::Leaf& leaf) {
  return *leaf.core().find_first<Events>();
}

constexpr spark::Parameter kWord[] = {{"word", spark::Parameter::Kind::text, false, "", ""}};

class Note : public spark::Effector {
 public:
  std::string_view predicate() const override { return "note"; }
  std::string_view help() const override { return "is written down"; }
  std::span<const spark::Parameter> parameters() const override { return kWord; }
  void realise(const spark::Arguments& arguments) override {
    Events& events = events_of(*this);
    ++events.notes;
    if (events.writes)
      events.lines.push_back(
          fmt::format("{} act {} {} {}", core().clock.now(), agent().id(), predicate(), arguments[0].text));
  }
};

class Leaf : public Note {
 public:
  std::string_view predicate() const override { return "leaf"; }
};

class Grow : public spark::Effector {
 public:
  std::string_view predicate() const override { return "grow"; }
  std::string_view help() const override { return "gives the body the effector leaf"; }
  void realise(const spark::Arguments&) override {
    if (!grown_) agent().append(core().classes.create("Leaf"));
    grown_ = true;
  }

 private:
  bool grown_ = false;
};

class Seen : public spark::Perceptor {
 public:
  Seen() : Perceptor("Seen") {}
  std::string_view help() const override { return "(Seen <notes>)"; }
  void perceive(spark::PerceptWriter& writer) override {
    Events& events = events_of(*this);
    if (events.writes) events.lines.push_back(fmt::format("{} sense {}", core().clock.now(), agent().id()));
    writer.begin(predicate());
    writer.integer(events.notes, spark::Unit::none);
    writer.end();
  }
};

class Game : public spark::ControlAspect {
 public:
  void update(double) override { finished_ = core().clock.now() >= last_step || events_of(*this).notes >= max_notes; }
  void agent_connected(spark::AgentAspect& agent) override {
    agent.append(core().classes.create("Note"));
    agent.append(core().classes.create("Grow"));
    agent.append(core().classes.create("Seen"));
  }
  void agent_disappearing(spark::AgentAspect& agent) override {
    events_of(*this).lines.push_back(fmt::format("{} gone {}", core().clock.now(), agent.id()));
  }
  bool finished() const override { return finished_; }
  Step last_step = 0;
  int max_notes = 0;

 private:
  bool finished_ = false;
};

}  // namespace

Stage::Stage(Step last_step, int max_notes) {
  core.classes.add<Events>("Events", "zeitgeist/Leaf", "");
  core.classes.add<Note>("Note", "oxygen/Effector", "");
  core.classes.add<Leaf>("Leaf", "oxygen/Effector", "");
  core.classes.add<Grow>("Grow", "oxygen/Effector", "");
  core.classes.add<Seen>("Seen", "oxygen/Perceptor", "");
  core.classes.add<Game>("Game", "oxygen/ControlAspect", "");
  events_ = &dynamic_cast<Events&>(core.create("Events", "/events"));
  dynamic_cast<spark::SceneServer&>(core.create("oxygen/SceneServer", "/sys/server/scene")).create_scene("/usr/scene");
  core.create("oxygen/World", "/usr/scene/world");
  core.create("oxygen/Space", "/usr/scene/space");
  auto& game =
      dynamic_cast<spark::GameControlServer&>(core.create("oxygen/GameControlServer", "/sys/server/gamecontrol"));
  game.init_control_aspect("Game");
  core.find_first<Game>()->last_step = last_step;
  core.find_first<Game>()->max_notes = max_notes;
}

spark::Simulation& Stage::make_simulation(spark::AgentGateway& gateway, spark::Simulation::Options options) {
  options.pace_chosen = true;
  simulation_ = assembly.make_simulation(gateway, options);
  return *simulation_;
}

Record play_with_the_engine(const Match& match, Lines& violations) {
  Stage stage(match.last_step, match.max_notes);
  ScriptedGateway gateway(match, stage.core.clock, stage.core.log, [&] { stage.run_control.stop(); });
  spark::Simulation::Options options;
  options.timing = match.timing;
  options.ready_limit = std::chrono::milliseconds(match.is_patient() ? 60000 : 0);
  options.more_may_come = true;  // a world without agents continues, too
  spark::Simulation& simulation = stage.make_simulation(gateway, options);
  for (std::size_t i = 0; i < match.agents.size(); ++i) simulation.start_agent("scripted");
  const auto outcome = simulation.run();
  Lines& lines = stage.events().lines;
  lines.push_back(fmt::format("{} {}", stage.core.clock.now(),
                              outcome == spark::Simulation::Outcome::game_ended ? "end" : "nothing moves any more"));
  gateway.finish();
  violations = gateway.violations();
  Record record;
  record.world = lines;
  gateway.fill(record);
  return record;
}

}  // namespace engine_test
