// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/core.h"
#include "spark/parts/parts.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

constexpr double kPerRadian = 180.0 / std::numbers::pi;

/// An agent in an empty world without gravity, with scenes as text and steps of any length.
struct PartBench {
  explicit PartBench(double step_seconds = 0.01) : step(step_seconds) {
    using namespace spark;
    core.clock.set_step_seconds(step);
    core.scene_path = {folder.path()};
    keep_lines(core.log, log);
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_agent_classes(core.classes);
    Bundles bundles;
    provide_parts(bundles);
    for (const char* bundle : {"sparkagent", "sceneeffector", "robotparts"}) bundles.import(core, bundle);
    core.create("oxygen/Scene", "/scene");
    world = &dynamic_cast<World&>(core.create("oxygen/World", "/scene/world"));
    core.create("oxygen/Space", "/scene/space");
    agent = &add_agent("agent", 4);
  }
  spark::AgentAspect& add_agent(const std::string& name, int id) {
    auto& added = dynamic_cast<spark::AgentAspect&>(core.create("oxygen/AgentAspect", "/scene/" + name));
    added.set_id(id);
    return added;
  }
  void write(const std::string& name, const std::string& body) const {
    std::ofstream(folder.path() / name) << "(RubySceneGraph 0 1)\n" << body;
  }
  /// An arm with the given inertia about z on a hinge to the world; `parts` are children of the hinge `arm/joint`.
  void add_arm(const std::string& parts, double inertia, const std::string& settings = "") {
    // A square plate of 6 kg has an inertia of a² about its middle.
    const std::string edge = std::to_string(std::sqrt(inertia));
    add("(node Transform (setName arm) (node Body (setName body) (setBoxTotal 6 " + edge + " " + edge +
        " 0.1)) (node HingeJoint (setName joint) (attach ../body) (setAxis 2) " + settings + parts + "))");
  }
  /// A block of that mass on a slider along the world's z.
  void add_block(const std::string& parts, double mass, const std::string& settings = "") {
    add("(node Transform (setName arm) (node Body (setName body) (setBoxTotal " + std::to_string(mass) +
        " 1 1 1)) (node SliderJoint (setName joint) (attach ../body) " + settings + parts + "))");
  }
  void add(const std::string& body, spark::AgentAspect* to = nullptr) {
    write("main.rsg", "(" + body + ")");
    REQUIRE(spark::import_scene(to ? *to : *agent, "main.rsg", {}));
  }
  /// `before` is called before each step.
  void run(double seconds, const std::function<void()>& before = {}) {
    for (int i = 0; i < std::lround(seconds / step); ++i) {
      if (before) before();
      world->step(step);
      core.clock.advance();
    }
  }
  void act(std::string_view text) { agent->act(core.clock.now(), text); }
  std::string sense() {
    std::string text;
    spark::SexpPerceptWriter writer(text);
    agent->sense(writer);
    return text;
  }
  /// The numbers of `item` in the percept `predicate` with that name.
  std::vector<double> felt(const std::string& predicate, const std::string& name, const std::string& item) {
    const std::string text = sense();
    auto at = text.find("(" + predicate + " (name " + name + ")");
    REQUIRE(at != text.npos);
    at = text.find("(" + item + " ", at);
    REQUIRE(at != text.npos);
    std::vector<double> numbers;
    const char* next = text.c_str() + at + item.size() + 2;
    for (char* end = nullptr; *(next - 1) != ')'; next = end + 1) numbers.push_back(std::strtod(next, &end));
    return numbers;
  }
  double felt_one(const std::string& predicate, const std::string& name, const std::string& item) {
    const auto numbers = felt(predicate, name, item);
    REQUIRE(numbers.size() == 1);
    return numbers[0];
  }
  template <typename T>
  T& at(const std::string& path) {
    auto* found = dynamic_cast<T*>(core.root().find("/scene/agent/" + path));
    REQUIRE(found);
    return *found;
  }
  spark::Body& body() { return at<spark::Body>("arm/body"); }
  spark::Joint& joint() { return at<spark::Joint>("arm/joint"); }
  /// An external load, to be applied in every step.
  std::function<void()> load(double torque) {
    return [this, torque] { REQUIRE(body().add_torque({0, 0, torque})); };
  }

  const double step;
  spark::Core core{1};
  TemporaryFolder folder;
  std::vector<std::string> log;
  spark::World* world = nullptr;
  spark::AgentAspect* agent = nullptr;
};
