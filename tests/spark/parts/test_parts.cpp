// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/core.h"
#include "spark/core/number_text.h"
#include "spark/parts/parts.h"
#include "spark/physics/body.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "spark/script/bundles.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

using namespace spark;

namespace {

namespace fs = std::filesystem;

/// A scene with one agent, the bundles imported as by a script, and a separate folder for scene files.
struct Stage {
  Stage() {
    fs::create_directory(folder / "scenes");
    core.scene_path = {folder / "scenes"};
    keep_lines(core.log, log);
    register_scene_classes(core.classes);
    register_physics_classes(core.classes);
    register_agent_classes(core.classes);
    Bundles bundles;
    provide_parts(bundles);
    for (const char* bundle : {"sparkagent", "forceeffector", "sceneeffector", "perfectvisionperceptor"})
      bundles.import(core, bundle);
    core.create("oxygen/Scene", "/scene");
    world = &dynamic_cast<World&>(core.create("oxygen/World", "/scene/world"));
    core.create("oxygen/Space", "/scene/space");
    agent = &dynamic_cast<AgentAspect&>(core.create("oxygen/AgentAspect", "/scene/agent"));
    agent->set_id(4);
  }

  void write(const std::string& name, const std::string& body) const {
    std::ofstream(folder / name) << "(RubySceneGraph 0 1)\n" << body;
  }
  /// Imports this scene below the agent.
  bool import(const std::string& body) {
    write("scenes/main.rsg", body);
    return import_scene(*agent, "main.rsg", {});
  }
  std::string sense() {
    std::string text;
    SexpPerceptWriter writer(text);
    agent->sense(writer);
    return text;
  }
  void act(std::string_view text) { agent->act(core.clock.now(), text); }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      world->step(0.01);
      core.clock.advance();
    }
  }
  template <typename T>
  T& at(const std::string& path) {
    return dynamic_cast<T&>(*core.root().find("/scene/agent/" + path));
  }

  Core core{1};
  TemporaryFolder own_folder;
  const fs::path folder = own_folder.path();
  std::vector<std::string> log;
  World* world = nullptr;
  AgentAspect* agent = nullptr;
};

/// A heavy base and an arm. The joint comes before its bodies: `attach` waits for the whole file (behaviour 10.3).
std::string machine(const std::string& joint_class, const std::string& settings, const std::string& parts) {
  return "((node Transform (setName hub) (node " + joint_class +
         " (setName joint) (attach ../../arm/body ../../base/body) (setAnchor 0 0 0) " + settings + parts +
         "))"
         " (node Transform (setName base) (node Body (setName body) (setBoxTotal 1e6 1 1 1)))"
         " (node Transform (setName arm) (node Body (setName body) (setBoxTotal 6 1 1 1))))";
}

/// As in percepts; ODE's zeros may have a sign.
std::string text(double value) {
  std::string result;
  append_real(result, value);
  return result;
}

}  // namespace

TEST_CASE("a hinge is driven and perceived by name (behaviour 3.9)") {
  Stage stage;
  REQUIRE(stage.import(machine("HingeJoint", "(setAxis 2) (setMaxMotorForce 0 1e5)",
                               "(node HingeEffector (setName knee)) (node HingePerceptor (setName felt))")));
  CHECK(stage.log.empty());
  stage.act("(knee 2)");
  stage.run(50);
  // 2 rad/s for 0.5 s.
  const auto& joint = stage.at<HingeJoint>("hub/joint");
  CHECK(joint.angle_rate() == Approx(2 * 180 / M_PI).epsilon(1e-3));
  CHECK(joint.angle() == Approx(180 / M_PI).epsilon(1e-2));
  CHECK(stage.sense() == "(HJ (name felt) (axis " + text(joint.angle()) + ") (rate " + text(joint.angle_rate()) + "))");
  stage.act("(hinge 5)");
  CHECK(stage.log == std::vector<std::string>{"agent 4: no effector 'hinge'"});
}

TEST_CASE("effectors of joints report the position of the joint and its stops") {
  const auto check = [](const std::optional<Travel>& travel, double now, double min, double max) {
    REQUIRE(travel);
    CHECK(travel->now == Approx(now).epsilon(1e-2));
    CHECK(travel->min == Approx(min));
    CHECK(travel->max == Approx(max));
  };
  Stage stage;
  REQUIRE(stage.import(machine("HingeJoint",
                               "(setAxis 2) (setMaxMotorForce 0 1e5) (setLowStopDeg 0 -90) (setHighStopDeg 0 135)",
                               "(node HingeEffector (setName knee))")));
  stage.act("(knee 2)");
  stage.run(50);
  check(stage.agent->effector("knee")->travel(0), 1.0, -M_PI / 2, 3 * M_PI / 4);
  CHECK(stage.at<HingeJoint>("hub/joint").set_parameter(dParamLoStop, 0, 2.5));  // above the high stop: no stops
  const auto free = stage.agent->effector("knee")->travel(0);
  REQUIRE(free);
  CHECK((std::isinf(free->min) && std::isinf(free->max)));

  Stage cross;
  REQUIRE(cross.import(machine("UniversalJoint",
                               "(setAxis1 1 0 0) (setAxis2 0 1 0) (setMaxMotorForce 0 1e5) (setMaxMotorForce 1 1e5)"
                               "(setLowStopDeg 1 -30) (setHighStopDeg 1 60)",
                               "(node UniversalJointEffector)")));
  cross.act("(universaljoint 0.5 0.25)");
  cross.run(100);
  const Effector& both = *cross.agent->effector("universaljoint");
  CHECK(both.travel(0)->now == Approx(0.5).epsilon(0.02));
  check(both.travel(1), 0.25, -M_PI / 6, M_PI / 3);

  Stage rail;
  Bundles bundles;
  provide_parts(bundles);
  bundles.import(rail.core, "robotparts");
  std::string scene = machine("SliderJoint", "(setMaxMotorForce 0 1e6)", "(node SliderEffector)");
  scene.erase(scene.find("(setAnchor 0 0 0)"), std::string("(setAnchor 0 0 0)").size());
  REQUIRE(rail.import(scene));
  CHECK(rail.at<SliderJoint>("hub/joint").set_parameter(dParamLoStop, 0, -0.5));
  CHECK(rail.at<SliderJoint>("hub/joint").set_parameter(dParamHiStop, 0, 2.0));
  rail.act("(slider 1)");
  rail.run(50);
  check(rail.agent->effector("slider")->travel(0), 0.5, -0.5, 2.0);

  Stage wheel;
  REQUIRE(wheel.import(machine("Hinge2Joint", "", "(node Hinge2Effector)")));
  CHECK_FALSE(wheel.agent->effector("hinge2")->travel(0));  // ODE does not report how far a wheel has turned
}

TEST_CASE("effectors of joints are called hinge, hinge2 and universaljoint unless named") {
  Stage stage;
  REQUIRE(stage.import(machine("HingeJoint", "", "(node HingeEffector)")));
  stage.act("(hinge 1.5)");
  CHECK(stage.at<HingeJoint>("hub/joint").parameter(dParamVel, 0) == 1.5);

  Stage second;
  REQUIRE(second.import(machine("Hinge2Joint", "", "(node Hinge2Effector) (node Hinge2Perceptor (setName w))")));
  second.act("(hinge2 90)");
  const auto& wheel = second.at<Hinge2Joint>("hub/joint");
  CHECK(wheel.parameter(dParamVel, 1) == Approx(M_PI / 2));  // degrees/s, the wheel's axis
  CHECK(wheel.parameter(dParamVel, 0) == 0.0);
  CHECK(second.sense() == "(hinge2 (name w) (axis 0 " + text(wheel.angle(0)) + ") (rate 1 0))");

  Stage third;
  REQUIRE(third.import(machine("UniversalJoint", "(setAxis1 1 0 0) (setAxis2 0 1 0)",
                               "(node UniversalJointEffector) (node UniversalJointPerceptor (setName u))")));
  third.act("(universaljoint 1.5 -2.5)");
  const auto& cross = third.at<UniversalJoint>("hub/joint");
  CHECK(cross.parameter(dParamVel, 0) == 1.5);
  CHECK(cross.parameter(dParamVel, 1) == -2.5);
  const std::string sense = third.sense();
  CHECK(sense.starts_with("(UJ (name u) (axis1 "));
  for (const char* item : {"(rate1 0)", "(axis2 ", "(rate2 0))"}) CHECK(sense.find(item) != sense.npos);
}

TEST_CASE("the percept of a hinge-2 joint has the steering angle and the wheel's rate") {
  Stage stage;
  REQUIRE(stage.import(machine("Hinge2Joint", "(setMaxMotorForce 1 1e5) (setAngularMotorVelocity 1 30)",
                               "(node Hinge2Perceptor (setName w))")));
  stage.run(100);
  const auto& joint = stage.at<Hinge2Joint>("hub/joint");
  CHECK(joint.angle_rate(1) == Approx(30).epsilon(1e-3));
  CHECK(stage.sense() ==
        "(hinge2 (name w) (axis 0 " + text(joint.angle(0)) + ") (rate 1 " + text(joint.angle_rate(1)) + "))");
}

TEST_CASE("invalid velocities do not change the motors") {
  Stage stage;
  REQUIRE(stage.import(machine("UniversalJoint", "(setMaxMotorForce 0 10)", "(node UniversalJointEffector)")));
  stage.act("(universaljoint 1 2)");
  for (const char* text : {"(universaljoint nan nan)", "(universaljoint inf -inf)", "(universaljoint 1e30 20000)",
                           "(universaljoint)", "(universaljoint 3)", "(universaljoint (1) 2)"})
    stage.act(text);
  CHECK(stage.at<UniversalJoint>("hub/joint").parameter(dParamVel, 0) == 1.0);
  CHECK(stage.at<UniversalJoint>("hub/joint").parameter(dParamVel, 1) == 2.0);
  REQUIRE(stage.log.size() >= 1);
  CHECK(stage.log[0] == "agent 4: (universaljoint ...): a motor cannot have the velocity nan");
  stage.run(10);
}

TEST_CASE("parts of a joint have to be below a joint of their kind") {
  Stage stage;
  stage.core.create("oxygen/BallJoint", "/scene/agent/ball");
  for (const char* name : {"HingeEffector", "Hinge2Effector", "UniversalJointEffector"}) {
    stage.core.create(name, "/scene/agent/ball/part");
    CHECK(stage.log.back() == std::string(name) +
                                  " below /scene/agent/ball has no effect: there is no joint of its kind "
                                  "above this effector");
  }
  for (const char* name : {"HingePerceptor", "Hinge2Perceptor", "UniversalJointPerceptor"}) {
    stage.core.create(name, "/scene/agent/ball/part");
    CHECK(stage.log.back() == std::string(name) +
                                  " below /scene/agent/ball has no effect: there is no joint of its kind "
                                  "above this perceptor");
  }
  CHECK(stage.log.size() == 6);
  // They exist, but are not used.
  CHECK(stage.agent->effectors().empty());
  CHECK(stage.agent->perceptors().empty());
  stage.act("(hinge 1)");
  CHECK(stage.sense() == "");
  stage.run(3);
}

TEST_CASE("parts without an agent above have no effect") {
  Stage stage;
  stage.write("scenes/main.rsg", "(node Transform (node Body) (node ForceEffector)\n(node TimePerceptor))");
  CHECK(import_scene(dynamic_cast<BaseNode&>(*stage.core.root().find("/scene")), "main.rsg", {}));
  REQUIRE(stage.log.size() == 2);
  CHECK(stage.log[0].ends_with(
      "main.rsg:2: ForceEffector below /scene/ has no effect: an effector needs an agent above it"));
  CHECK(stage.log[1].ends_with(
      "main.rsg:3: TimePerceptor below /scene/ has no effect: a perceptor needs an agent above it"));
}

TEST_CASE("effectors and perceptors of nested agents belong to the outermost agent") {
  Stage stage;
  REQUIRE(stage.import(R"((node AgentAspect (setName robot)
    (node TimePerceptor)
    (node Transform (setName torso) (node Body (setName body) (setBoxTotal 1e6 1 1 1))
      (node AgentAspect (setName arm) (setLocalPos 1 0 0)
        (node Body (setName body) (setBoxTotal 6 1 1 1))
        (node HingeJoint (setName joint) (attach ../body ../../body) (setAxis 2) (setMaxMotorForce 0 1e5)
          (node HingeEffector (setName shoulder)) (node HingePerceptor (setName felt)))))))"));
  CHECK(stage.log.empty());
  CHECK(stage.agent->effectors().size() == 1);
  CHECK(stage.agent->perceptors().size() == 2);
  CHECK(&stage.agent->effectors()[0]->agent() == stage.agent);
  CHECK(stage.at<AgentAspect>("robot").effectors().empty());
  CHECK(stage.at<AgentAspect>("robot/torso/arm").effectors().empty());
  stage.act("(shoulder 2)");
  stage.run(10);
  CHECK(stage.at<HingeJoint>("robot/torso/arm/joint").angle_rate() == Approx(2 * 180 / M_PI).epsilon(1e-3));
  CHECK(stage.sense().starts_with("(time "));
  CHECK(stage.sense().find("(HJ (name felt)") != std::string::npos);
  // An inner agent that is removed takes its parts along.
  auto& robot = stage.at<AgentAspect>("robot");
  robot.parent()->destroy(robot);
  CHECK(stage.agent->effectors().empty());
  CHECK(stage.sense() == "");
}

TEST_CASE("a force pushes for one step") {
  Stage stage;
  REQUIRE(stage.import("((node ForceEffector) (node Body (setName body) (setSphereTotal 2 1)))"));
  stage.act("(force 10 0 -20)");
  stage.run(3);
  CHECK(length(stage.at<Body>("body").velocity() - Vec3{0.05, 0, -0.1}) < 1e-9);
  stage.act("(force nan 0 0)(force 1e30 0 0)(force 1)");
  stage.run(1);
  CHECK(length(stage.at<Body>("body").velocity() - Vec3{0.05, 0, -0.1}) < 1e-9);
  REQUIRE(stage.log.size() == 3);
  CHECK(stage.log[2] == "agent 4: (force ...): the force is not finite or beyond 1e+07 N");

  Stage bare;
  REQUIRE(bare.import("(node ForceEffector (setName f))"));
  bare.act("(force 1 0 0)");
  CHECK(bare.log == std::vector<std::string>{"agent 4: (force ...): there is no body beside /scene/agent/f"});
}

TEST_CASE("an agent can import one scene, from the scene folders only") {
  Stage stage;
  stage.write("scenes/ball.rsg", "(node Transform (setName ball) (node Body (setName body) (setSphereTotal 1 1)))");
  stage.write("evil.rsg", "(node Transform (setName evil))");
  fs::create_symlink(stage.folder / "evil.rsg", stage.folder / "scenes" / "link.rsg");
  REQUIRE(stage.import("(node SceneEffector)"));
  for (const std::string& name : {std::string("../evil.rsg"), (stage.folder / "evil.rsg").string(),
                                  std::string("link.rsg"), std::string("."), std::string("none.rsg")}) {
    stage.log.clear();
    stage.act("(scene " + name + ")");
    CHECK(stage.agent->child("evil") == nullptr);
  }
  stage.act("(scene ball.rsg)");
  CHECK(stage.at<Body>("ball/body").mass() == 1.0);
  const auto children = stage.agent->children().size();
  stage.log.clear();
  for (int i = 0; i < 5; ++i) stage.act("(scene ball.rsg)");
  CHECK(stage.agent->children().size() == children);
  stage.run(2);
}

TEST_CASE("the scene that an agent imports is placed on the floor if its effector has one") {
  const std::string robot =
      "((node Body (setName hull) (setBoxTotal 4 1 1 0.2)) (node BoxCollider (setBoxLengths 1 1 0.2))"
      "(node Transform (setName leg) (setLocalPos 0 0 -0.5) (node Body (setName body) (setSphereTotal 1 0.1))"
      "(node SphereCollider (setRadius 0.1)) (node FixedJoint (attach ../body ../../hull))))";
  const auto [floor, height] =
      GENERATE(table<std::string, double>({{"", 0.0}, {"(setFloor 0.0)", 0.6}, {"(setFloor -2.5)", -1.9}}));
  Stage stage;
  stage.write("scenes/robot.rsg", robot);
  REQUIRE(stage.import("(node SceneEffector " + floor + ")"));
  const Vec3 place = stage.agent->local_pose().position;
  stage.act("(scene robot.rsg)");
  CHECK(stage.log.empty());
  CHECK(stage.at<Body>("hull").position().z == Approx(floor.empty() ? place.z : height));
  CHECK(stage.at<Body>("leg/body").position().z == Approx(stage.at<Body>("hull").position().z - 0.5));
  CHECK(stage.at<Body>("hull").position().x == place.x);

  Stage empty;
  empty.write("scenes/bare.rsg", "(node Transform (setName mark))");
  REQUIRE(empty.import("(node SceneEffector (setFloor 1))"));
  empty.act("(scene bare.rsg)");
  CHECK(empty.at<Transform>("mark").local_pose().position.z == 0.0);
  REQUIRE(empty.import("(node SceneEffector (setFloor 1e10))"));
  CHECK(empty.log.size() == 1);
}

TEST_CASE("an agent hands arguments to the template of its scene, as text or as values") {
  const std::string scene =
      "((template $name $mass $height)\n(node Transform (setName $name) (setLocalPos 0 0 $height)"
      "(node Body (setName body) (setSphereTotal $mass 1))))";
  const auto check = [](Stage& stage) {
    CHECK(stage.at<Body>("fixed/body").mass() == 2.5);
    CHECK(stage.at<Transform>("fixed").local_pose().position.z == 3);
    CHECK(stage.log.empty());
  };
  Stage stage;
  stage.write("scenes/made.rsg", scene);
  REQUIRE(stage.import("(node SceneEffector)"));
  REQUIRE(stage.agent->effector("scene")->parameters().size() == 2);
  CHECK(stage.agent->effector("scene")->parameters()[1].kind == Parameter::Kind::any);
  stage.act("(scene made.rsg fixed 2.5 3)");
  check(stage);

  Stage typed;
  typed.write("scenes/made.rsg", scene);
  REQUIRE(typed.import("(node SceneEffector)"));
  ActionList actions;
  actions.add("scene").text("made.rsg").text("fixed").real(2.5).integer(3);
  typed.agent->act(typed.core.clock.now(), actions.all());
  check(typed);
}

TEST_CASE("invalid arguments of a scene cost one line, and nothing is built") {
  const std::string scene = "((template $name)\n(node Transform (setName $name)))";
  const auto try_it = [&](const std::string& act) {
    Stage stage;
    stage.write("scenes/made.rsg", scene);
    REQUIRE(stage.import("(node SceneEffector)"));
    stage.act(act);
    CHECK(stage.agent->children().size() == 1);
    REQUIRE(stage.log.size() == 1);
    return stage.log[0];
  };
  CHECK(try_it("(scene made.rsg)").ends_with("made.rsg:2: the scene takes 1 argument ($name), not 0"));
  CHECK(try_it("(scene made.rsg a 2 c)").ends_with("made.rsg:2: the scene takes 1 argument ($name), not 3"));
  CHECK(try_it("(scene made.rsg (a))") == "agent 4: (scene ...): a list where a value is expected");
  CHECK(try_it("(scene made.rsg inf)") == "agent 4: (scene ...): an argument is not finite");
  const std::string bad = "agent 4: (scene ...): an argument has more than 64 characters, or one that is not printable";
  CHECK(try_it("(scene made.rsg " + std::string(65, 'x') + ")") == bad);
  CHECK(try_it("(scene made.rsg \"a b\")") == bad);
  std::string many = "(scene made.rsg";
  for (int i = 0; i < 16; ++i) many += " 1";
  CHECK(try_it(many + ")") == "agent 4: (scene ...): too many arguments");
}

TEST_CASE("the time perceptor reports time and step in seconds") {
  Stage stage;
  REQUIRE(stage.import("(node TimePerceptor)"));
  CHECK(stage.sense() == "(time (now 0) (step 0.01))");
  stage.run(125);
  CHECK(stage.sense() == "(time (now 1.25) (step 0.01))");
}

TEST_CASE("perfect vision reports every transform relative to its own, with axes inverted if set") {
  Stage stage;
  stage.agent->set_local_pos({1, 2, 3});
  stage.core.create("oxygen/Transform", "/scene/box");
  dynamic_cast<Transform&>(*stage.core.root().find("/scene/box")).set_local_pos({2, 4, 6});
  stage.core.create("oxygen/Transform", "/scene/box/bad name)");
  REQUIRE(stage.import("(node PerfectVisionPerceptor (setName eye))"));
  CHECK(stage.sense() == "(PerfectVision (agent (pos 0 0 0)) (box (pos 1 2 3)) (bad_name_ (pos 1 2 3)))");
  REQUIRE(stage.import("(select eye (setInversion true false true) (setPredicateName PV))"));
  const std::string turned = stage.sense();
  CHECK(turned.starts_with("(PV (agent (pos "));
  CHECK(turned.find("(box (pos -1 2 -3))") != turned.npos);
}
