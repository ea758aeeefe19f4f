// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/parts/parts.h"
#include "spark/physics/collider.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "tests/support/log_lines.h"

constexpr double kGravity = 9.81;

/// A scene file below an agent's node, on a floor, in a world without a server: the test decides when acts take effect.
struct RobotYard {
  RobotYard(const std::string& folder, const std::string& file, double height) {
    using namespace spark;
    core.scene_path = {folder};
    keep_lines(core.log, log);
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_agent_classes(core.classes);
    Bundles bundles;
    provide_parts(bundles);
    for (const char* bundle : {"sparkagent", "robotparts"}) bundles.import(core, bundle);
    begin(file, height);
  }
  /// Rebuilds everything except the classes, the clock and the random numbers.
  void begin(const std::string& file, double height) {
    using namespace spark;
    if (Leaf* old = core.root().find("/scene")) core.root().destroy(*old);
    log.clear();
    core.create("oxygen/Scene", "/scene");
    world = &dynamic_cast<World&>(core.create("oxygen/World", "/scene/world"));
    world->set_gravity({0, 0, -kGravity});
    core.create("oxygen/Space", "/scene/space");
    core.create("oxygen/PlaneCollider", "/scene/floor");
    dynamic_cast<ContactJointHandler&>(core.create("oxygen/ContactJointHandler", "/scene/floor/contact"))
        .set_bounce_mode(false);
    agent = &dynamic_cast<AgentAspect&>(core.create("oxygen/AgentAspect", "/scene/agent"));
    agent->set_local_pos({0, 0, height});
    if (!import_scene(*agent, file, {})) throw std::runtime_error("the robot cannot be imported");
  }
  void step() {
    world->step(step_seconds);
    core.clock.advance();
  }
  void run(double seconds) {
    for (int i = 0; i < std::lround(seconds / step_seconds); ++i) step();
  }
  void act(std::string_view text) { agent->act(core.clock.now(), text); }

  double step_seconds = 0.01;
  spark::Core core{1};
  std::vector<std::string> log;
  spark::World* world = nullptr;
  spark::AgentAspect* agent = nullptr;
};
