// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <fstream>

#include "gateways/rctp/rctp_gateway.h"
#include "spark/core/late_mistakes.h"
#include "tests/spark/sim/simulation_bench.h"
#include "tests/support/log_lines.h"
#include "tests/support/no_programs.h"
#include "tests/support/temporary_folder.h"

namespace rctp_test {

using namespace spark;
using namespace sim_test;
using namespace rctp;

/// A level with limits that is zero at rest.
class TapEffector final : public Effector {
 public:
  std::string_view predicate() const override { return "tap"; }
  std::string_view help() const override { return "opens a tap"; }
  std::span<const Parameter> parameters() const override {
    static constexpr Parameter list[] = {{"flow", Parameter::Kind::real, false, "l/s", "", {-5.0, 5.0, 0.0}}};
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
    if (is_noted) diary->push_back(fmt::format("{} tap {} {}", core().clock.now(), agent().id(), flow));
  }
  double flow = 0;
  static inline bool is_noted = true;
};

class BellEffector final : public Effector {
 public:
  std::string_view predicate() const override { return "bell"; }
  std::string_view help() const override { return "rings"; }
  std::span<const Parameter> parameters() const override {
    static constexpr Parameter list[] = {{"melody", Parameter::Kind::any, false, "", ""}};
    return list;
  }
  void realise(const Arguments&) override {
    diary->push_back(fmt::format("{} bell {}", core().clock.now(), agent().id()));
  }
};

class NamedEffector final : public Effector {
 public:
  std::string_view predicate() const override { return "join"; }
  std::string_view help() const override { return ""; }
  std::span<const Parameter> parameters() const override {
    static constexpr Parameter list[] = {{"word", Parameter::Kind::text, true, "", ""}};
    return list;
  }
  void realise(const Arguments& arguments) override {
    diary->push_back(fmt::format("{} join {} {}", core().clock.now(), agent().id(), arguments[0].text));
  }
};

class FlowPerceptor final : public Perceptor {
 public:
  FlowPerceptor() : Perceptor("Flow") {}
  std::string_view help() const override { return "(Flow (name N) (now T) (flow F))"; }
  std::span<const PerceptField> fields() const override {
    static constexpr PerceptField list[] = {{"now", Unit::second}, {"flow", Unit::none}};
    return list;
  }
  void perceive(PerceptWriter& writer) override {
    writer.begin(predicate());
    writer.field("name", "tap");
    writer.field("now", static_cast<double>(core().clock.now()), Unit::second);
    writer.field("flow", dynamic_cast<TapEffector&>(*agent().find("TapEffector")).flow, Unit::none);
    writer.end();
  }
};

class WetPerceptor final : public Perceptor {
 public:
  WetPerceptor() : Perceptor("wet") {}
  std::string_view help() const override { return "(wet 1)"; }
  std::span<const PerceptField> fields() const override {
    static constexpr PerceptField list[] = {{"wet", Unit::none, PerceptField::Kind::truth}};
    return list;
  }
  void perceive(PerceptWriter& writer) override { writer.field(predicate(), 1); }
};

class GossipPerceptor final : public Perceptor {
 public:
  GossipPerceptor() : Perceptor("gossip") {}
  std::string_view help() const override { return "(gossip N W)..."; }
  void perceive(PerceptWriter& writer) override {
    for (const char* word : {"one", "two"}) {
      writer.begin(predicate());
      writer.integer(core().clock.now(), Unit::none);
      writer.text(word);
      writer.end();
    }
  }
};

inline constexpr const char* kParts[] = {"TapEffector",   "BellEffector", "NoteEffector",    "NamedEffector",
                                         "FlowPerceptor", "WetPerceptor", "GossipPerceptor", "GossipPerceptor"};

class RobotBirth final : public Effector {
 public:
  std::string_view predicate() const override { return "create"; }
  std::string_view help() const override { return ""; }
  void realise(const Arguments&) override {
    for (const char* part : kParts) {
      auto made = core().classes.create(part);
      made->set_name(part);
      agent().append(std::move(made));
    }
  }
};

/// A world with a robot; without a port the test stands in for the network thread.
struct RobotBench : Bench {
  explicit RobotBench(std::vector<RobotOffer> offers = {{"tap_1", {"(join (word first))", "(note ready)"}, {}}},
                      const std::filesystem::path& replay = {}, std::optional<std::uint16_t> port = {}) {
    core.classes.add<TapEffector>("TapEffector", "oxygen/Effector", "");
    core.classes.add<BellEffector>("BellEffector", "oxygen/Effector", "");
    core.classes.add<NamedEffector>("NamedEffector", "oxygen/Effector", "");
    core.classes.add<FlowPerceptor>("FlowPerceptor", "oxygen/Perceptor", "");
    core.classes.add<WetPerceptor>("WetPerceptor", "oxygen/Perceptor", "");
    core.classes.add<GossipPerceptor>("GossipPerceptor", "oxygen/Perceptor", "");
    core.classes.add<RobotBirth>("RobotBirth", "oxygen/Effector", "");
    REQUIRE(core.find_first<GameControlServer>()->init_effector("RobotBirth"));
    aspect->end = 100000;
    keep_lines(core.log, lines);
    TapEffector::is_noted = true;
    GatewayContext context{core,        assembly.loop, run_control,   commands,
                           no_programs, mistakes,      folder.path(), options.timing};
    robots.emplace(RctpGateway::Options{.port = port,
                                        .address = "127.0.0.1",
                                        .world = Network::World::all,
                                        .silence = std::chrono::seconds(1),
                                        .replay = replay},
                   offers, context);
    robots->begin();
    made = assembly.make_simulation(*robots, options);
  }

  void until(Step step) { CHECK(made->run_until(step) == Simulation::Outcome::step_reached); }
  RobotLink& link() { return robots->link(0); }
  RobotLink::State& state() {
    link().read(last);
    return last;
  }
  std::size_t place(const std::string& object) {
    const auto& all = *state().objects;
    return static_cast<std::size_t>(std::ranges::find(all, object, &Object::name) - all.begin());
  }
  bool act(const std::string& object, std::vector<double> values, std::string_view text = {}) {
    return link().act(place(object), values, text);
  }
  std::string log() {
    robots->shut_down(std::chrono::milliseconds(0));
    std::ifstream in(folder / "operator-tap_1.log");
    return {std::istreambuf_iterator<char>(in), {}};
  }

  NoPrograms no_programs;
  LateMistakes mistakes{core.log, false};
  TemporaryFolder folder;
  std::vector<std::string> lines;
  std::optional<RctpGateway> robots;
  RobotLink::State last;
};

}  // namespace rctp_test
