// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/touch_perceptor.h"

#include <catch2/catch.hpp>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/core.h"
#include "spark/parts/parts.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "tests/spark/parts/allocations.h"
#include "tests/support/log_lines.h"

using namespace spark;

namespace {

/// An agent with a touch perceptor, which is a ball of 0.5 m, 10 m above a floor and 10 m beside a wall, without
/// gravity; and a free ball.
struct TouchStage {
  TouchStage() {
    keep_lines(core.log, log);
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_agent_classes(core.classes);
    register_robotparts(core.classes);
    core.create("oxygen/Scene", "/scene");
    world = &dynamic_cast<World&>(core.create("oxygen/World", "/scene/world"));
    core.create("oxygen/Space", "/scene/space");
    dynamic_cast<PlaneCollider&>(core.create("oxygen/PlaneCollider", "/scene/floor")).set_params(0, 0, 1, -10);
    dynamic_cast<PlaneCollider&>(core.create("oxygen/PlaneCollider", "/scene/wall")).set_params(-1, 0, 0, -10);
    agent = &dynamic_cast<AgentAspect&>(core.create("oxygen/AgentAspect", "/scene/agent"));
    agent->set_id(1);
    body = &ball("agent");
    core.create("TouchPerceptor", "/scene/agent/touch");
    dynamic_cast<Transform&>(core.create("oxygen/Transform", "/scene/other")).set_local_pos({0, 5, 0});
    other = &ball("other");
    feel("agent");
  }
  Body& ball(const std::string& above) {
    auto& made = dynamic_cast<Body&>(core.create("oxygen/Body", "/scene/" + above + "/body"));
    dynamic_cast<SphereCollider&>(core.create("oxygen/SphereCollider", "/scene/" + above + "/shape")).set_radius(0.5);
    return made;
  }
  void feel(const std::string& above) {
    core.create("oxygen/ContactJointHandler", "/scene/" + above + "/shape/contact");
    core.create("oxygen/RecorderHandler", "/scene/" + above + "/shape/recorder");
  }
  void step(int count = 1) {
    for (int i = 0; i < count; ++i) world->step(0.01), core.clock.advance();
  }
  std::string sense() {
    text.clear();
    SexpPerceptWriter writer(text);
    agent->sense(writer);
    return text;
  }
  Core core{1};
  std::vector<std::string> log;
  World* world = nullptr;
  AgentAspect* agent = nullptr;
  Body* body = nullptr;
  Body* other = nullptr;
  std::string text;
};

}  // namespace

TEST_CASE("touch: it is 1 if anything has touched since the last sensation, else 0") {
  TouchStage stage;
  stage.step();
  CHECK(stage.sense() == "(touch 0)");
  stage.other->set_position({0, 0.99, 0});
  stage.step();
  CHECK(stage.sense() == "(touch 1)");
  CHECK(stage.sense() == "(touch 1)");  // it still touches
  stage.other->place_at_rest({0, 5, 0});
  stage.body->stop();
  stage.step();
  CHECK(stage.sense() == "(touch 1)");  // it has touched since the last sensation
  CHECK(stage.sense() == "(touch 0)");
}

TEST_CASE("touch: a touch between two sensations is reported in the second") {
  TouchStage stage;
  stage.sense();
  stage.other->set_position({0, 0.99, 0});
  stage.step();
  stage.other->place_at_rest({0, 5, 0});
  stage.step(18);
  CHECK(stage.sense() == "(touch 1)");
  CHECK(stage.sense() == "(touch 0)");
}

TEST_CASE("touch: walls count, floors do not, nor do the agent's own parts") {
  TouchStage stage;
  stage.body->set_position({0, 0, -9.6});
  stage.step();
  CHECK(stage.sense() == "(touch 0)");
  stage.body->place_at_rest({9.6, 0, 0});
  stage.step();
  CHECK(stage.sense() == "(touch 1)");
  stage.body->place_at_rest({0, 0, 0});
  stage.step(2);
  stage.sense();
  dynamic_cast<Transform&>(stage.core.create("oxygen/Transform", "/scene/agent/arm")).set_local_pos({0, 0.3, 0});
  stage.ball("agent/arm");
  stage.step();
  CHECK(stage.sense() == "(touch 0)");
}

TEST_CASE("touch: colliders without a recorder do not count until they get one") {
  TouchStage stage;
  dynamic_cast<Transform&>(stage.core.create("oxygen/Transform", "/scene/agent/arm")).set_local_pos({0, 2, 0});
  stage.ball("agent/arm");
  stage.other->set_position({0, 2.99, 0});
  stage.step();
  CHECK(stage.sense() == "(touch 0)");
  stage.feel("agent/arm");
  stage.other->place_at_rest({0, 2.9, 0});
  stage.step();
  CHECK(stage.sense() == "(touch 1)");
}

TEST_CASE("touch: it declares one truth value") {
  TouchStage stage;
  REQUIRE(stage.agent->perceptors().size() == 1);
  const Perceptor& touch = *stage.agent->perceptors()[0];
  REQUIRE(touch.fields().size() == 1);
  CHECK((touch.fields()[0].name == "touch" && touch.fields()[0].kind == PerceptField::Kind::truth));
  CHECK(touch.predicate() == "touch");
}

TEST_CASE("touch: a perceptor without an agent or a world has no effect") {
  TouchStage stage;
  stage.core.create("TouchPerceptor", "/scene/no-agent/touch");
  stage.core.create("TouchPerceptor", "/elsewhere/touch");
  stage.step(3);
  CHECK(stage.sense() == "(touch 0)");
  stage.core.root().find("/scene/agent")->as_node()->destroy(*stage.core.root().find("/scene/agent/touch"));
  stage.step(3);
  CHECK(stage.sense().empty());
}

TEST_CASE("touch: perceiving allocates no memory") {
  TouchStage stage;
  stage.text.reserve(100);
  const auto round = [&] {
    stage.other->place_at_rest({0, 0.99, 0});
    stage.body->place_at_rest({0, 0, 0});
    stage.step();
    stage.sense();
  };
  round();
  const long before = allocations_so_far();
  for (int i = 0; i < 20; ++i) round();
  CHECK(allocations_so_far() == before);
}
