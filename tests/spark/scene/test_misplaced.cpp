// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/core/source_place.h"
#include "spark/physics/body.h"
#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/world.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using Lines = std::vector<std::string>;

namespace {

/// A node that waits for a Probe.
class Waiter : public spark::BaseNode {
 public:
  int linked_times = 0;

 protected:
  void linked() override {
    if (!core().find_first<Probe>())
      throw spark::Misplaced("there is no probe", [](const spark::Leaf& newcomer) {
        return dynamic_cast<const Probe*>(&newcomer) != nullptr;
      });
    ++linked_times;
  }
};

}  // namespace

TEST_CASE("misplaced nodes are reported once, kept without effect, and the import continues") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kWorld).empty());
  CHECK(stage.import(kHeader + R"(
    (node Transform (setName a)
      (node ContactJointHandler (setName contact) (setContactMu 5))
      (node RecorderHandler (setName recorder))
      (node DragController (setName drag) (setLinearDrag 3))
      (node Body (setName body) (setMass 2))
      (node SphereCollider (setName shape) (node VelocityController (setName limit) (setMaxVelocity 1)))))"));
  CHECK(stage.log == Lines{"warning: s.rsg:4: oxygen/ContactJointHandler below /t/a has no effect: the parent of a "
                           "collision handler has "
                           "to be a collider",
                           "warning: s.rsg:5: oxygen/RecorderHandler below /t/a has no effect: the parent of a "
                           "collision handler has to be "
                           "a collider",
                           "warning: s.rsg:6: oxygen/DragController below /t/a has no effect: the parent of a body "
                           "controller has to be a "
                           "body",
                           "warning: s.rsg:8: oxygen/VelocityController below /t/a/shape has no effect: the parent of "
                           "a body controller has "
                           "to be a body"});
  CHECK(stage.children("/t/a") == "contact recorder drag body shape");
  auto& drag = stage.at<spark::DragController>("/t/a/drag");
  CHECK(drag.is_idle());
  CHECK(drag.linear_drag() == 3);  // it keeps its settings
  auto& body = stage.at<spark::Body>("/t/a/body");
  body.set_velocity({10, 0, 0});
  auto& world = stage.at<spark::World>("/t/world");
  for (int i = 0; i < 10; ++i) world.step(0.01);
  CHECK(body.velocity().x == 10);
  // They can be deleted like other nodes.
  CHECK(stage.run("delete('/t/a')") == "");
  world.step(0.01);
}

TEST_CASE("the manual's second and third listings work") {
  Stage stage;
  stage.file("box.rsg", R"(; the header expression
(RubySceneGraph 0 1)
(
 ; the body of the file starts here

 ; declare this file as a template
 (template $lenX $lenY $lenZ $density $material)

 ; declare the top level scene graph node
 (node Box
       ; children of the top level node go here
       (node DragController
       )
 )
)
)");
  CHECK(stage.import(R"((RubySceneGraph 0 1)
(
 (node Transform
      (importScene box.rsg 1 3 0.8 10 matRed)
 )
 (node Transform
     (importScene box.rsg 2 4 0.4 8 matBlue)
 )
)
)"));
  // One line, as both come from the same line of the same file.
  CHECK(stage.log == Lines{"warning: box.rsg:12: oxygen/DragController below /t/ has no effect: the parent of a body "
                           "controller has to be a body"});
  CHECK(stage.at<spark::Node>("/t").children().size() == 2);
}

TEST_CASE("nodes that are created before their world take effect when it is created") {
  Stage stage;
  CHECK(stage.import(kHeader +
                     "(node Transform (setName a) (setLocalPos 0 0 1)\n(node Body (setName body) (setMass 3))\n"
                     "(node SphereCollider (setName shape))\n"
                     "(node BallJoint (setName joint) (attach ../body)))"));
  REQUIRE(stage.log.size() == 4);
  CHECK(stage.log[0] ==
        "warning: s.rsg:3: oxygen/Body below /t/a has no effect yet: there is no oxygen/World in this scene");
  CHECK(stage.log[3] == "error: s.rsg:5: /t/a/joint: the joint is in no scene with a world; it holds nothing");
  auto& body = stage.at<spark::Body>("/t/a/body");
  CHECK_FALSE(body.id());
  REQUIRE(stage.run(kWorld).empty());
  REQUIRE(body.id());
  CHECK_FALSE(body.is_idle());
  CHECK(body.mass() == 3);
  CHECK(body.position() == spark::Vec3{0, 0, 1});
  CHECK_FALSE(stage.at<spark::SphereCollider>("/t/a/shape").is_idle());
  CHECK(stage.core.waiting.empty());
  stage.at<spark::World>("/t/world").set_gravity({0, 0, -10});
  stage.at<spark::World>("/t/world").step(0.1);
  CHECK(body.velocity().z == Approx(-1));
}

TEST_CASE("a waiting node is linked once when it can be, and forgotten when it is deleted") {
  Stage stage;
  stage.core.classes.add<Waiter>("Waiter", "oxygen/BaseNode", "For tests.");
  stage.core.create("zeitgeist/Node", "/n");
  CHECK(stage.run("new('Waiter', '/n/a')\nnew('Waiter', '/n/b')\ndelete('/n/a')\nnew('Waiter', '/n/c')\n") == "");
  CHECK(stage.log.size() == 3);
  CHECK_THAT(stage.log[0], Catch::Equals("warning: s.rb:1: Waiter below /n has no effect yet: there is no probe"));
  CHECK(stage.core.waiting.size() == 2);
  CHECK(stage.run("new('zeitgeist/Node', '/m')\nnew('oxygen/Probe', '/p')\nnew('oxygen/Probe', '/q')\n") == "");
  CHECK(stage.at<Waiter>("/n/b").linked_times == 1);
  CHECK(stage.at<Waiter>("/n/c").linked_times == 1);
  CHECK(stage.core.waiting.empty());
}

TEST_CASE("the number of waiting objects is limited") {
  Stage stage;
  stage.core.classes.add<Waiter>("Waiter", "oxygen/BaseNode", "For tests.");
  std::string scene = kHeader + "(";
  for (int i = 0; i < 1000; ++i) scene += "(node Waiter)";
  CHECK(stage.import(scene + ")"));
  CHECK(stage.core.waiting.size() == spark::kMaxWaiting);
  CHECK(stage.log.size() == 1);  // all are in one line of the file
}

TEST_CASE("a body without a node to move is without effect") {
  Stage stage;
  stage.core.create("oxygen/Scene", "/s");
  REQUIRE(stage.run("new('oxygen/World', '/s/world')\nnew('oxygen/Space', '/s/space')\nnew('oxygen/Body', '/s/body')\n"
                    "get('/s/body').setMass(4)\nget('/s/body').setPosition(0, 0, 1)\n") == "");
  CHECK(stage.log ==
        Lines{"warning: s.rb:3: oxygen/Body below /s has no effect: a body needs an oxygen/Transform above it, "
              "which it moves",
              "warning: s.rb:5: /s/body: setPosition(0, 0, 1) refused, it has no effect here"});
  stage.at<spark::World>("/s/world").step(0.01);
}

TEST_CASE("each mistake of a scene file costs one line, however often the file is imported") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kWorld).empty());
  stage.file("ball.rsg",
             kHeader + R"((node Transform (node Body (setSphere 1 1)) (node SphereCollider (node ContactJointHandler
      (setContactSlip 0.1 0.1)
      (setContactMu -1)
      (setNothing)))
      (node HingeJoint (setName hinge) (attach ../nothing) (setLowStopDeg 1 5))))");
  std::string scene = kHeader + "(";
  for (int i = 0; i < 56; ++i) scene += "(node Transform (importScene ball.rsg))";
  CHECK(stage.import(scene + ")"));
  CHECK(stage.import(scene + ")"));
  REQUIRE(stage.log.size() == 5);
  CHECK(stage.log[0] == "error: ball.rsg:5: /t/ (oxygen/ContactJointHandler) has no method 'setNothing'");
  CHECK(stage.log[1] == "warning: ball.rsg:3: /t/: setContactSlip(\"0.1\", \"0.1\") refused, it takes (slip)");
  CHECK_THAT(stage.log[2], Catch::StartsWith("warning: ball.rsg:4: "));
  CHECK(stage.log[3] == "error: ball.rsg:6: /t/hinge: there is no body '../nothing' in this scene to attach to");
  CHECK(stage.log[4] ==
        "warning: ball.rsg:6: /t/hinge: setLowStopDeg(\"1\", \"5\") refused, oxygen/HingeJoint has one axis only, 0");
}

TEST_CASE("setters that do not fit a kind of joint are refused with the reason") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kWorld).empty());
  CHECK(stage.import(kHeader + R"((node Transform (setName j) (node Body (setName body))
    (node BallJoint (setName ball) (attach ../body)
      (setLowStopDeg 0 -10)
      (setCFM 0.01))
    (node HingeJoint (setName hinge) (attach ../body)
      (setSuspensionERP 0 0.4)
      (setMaxMotorForce 2 1)
      (setMaxMotorForce 0 -1)
      (setStopERP 0.5))
    (node UniversalJoint (setName universal) (attach ../body)
      (setHighStopDeg 2 10)
      (setStopCFM 0.25))
    (node FixedJoint (setName fixed)
      (attach)
      (setCFM a b c))))"));
  const Lines expected = {
      "warning: s.rsg:4: /t/j/ball: setLowStopDeg(\"0\", \"-10\") refused, oxygen/BallJoint has no stops and motors",
      "warning: s.rsg:7: /t/j/hinge: setSuspensionERP(\"0\", \"0.4\") refused, oxygen/HingeJoint has no suspension",
      "warning: s.rsg:8: /t/j/hinge: setMaxMotorForce(\"2\", \"1\") refused, oxygen/HingeJoint has one axis only, 0",
      "warning: s.rsg:9: /t/j/hinge: setMaxMotorForce(\"0\", \"-1\") refused, the value is out of range",
      "warning: s.rsg:12: /t/j/universal: setHighStopDeg(\"2\", \"10\") refused, the axes of oxygen/UniversalJoint are "
      "0 and 1",
      "warning: s.rsg:15: /t/j/fixed: both ends are the static world; it holds nothing",
      "warning: s.rsg:16: /t/j/fixed: setCFM(\"a\", \"b\", \"c\") refused, it takes an axis (0, 1) and a number, or "
      "the number "
      "alone"};
  CHECK(stage.log == expected);
  CHECK(stage.at<spark::BallJoint>("/t/j/ball").parameter(dParamCFM, 0) == 0.01);
  // Without an axis, as in the manual: all that the joint has.
  CHECK(stage.at<spark::HingeJoint>("/t/j/hinge").parameter(dParamStopERP, 0) == 0.5);
  CHECK(stage.at<spark::UniversalJoint>("/t/j/universal").parameter(dParamStopCFM, 0) == 0.25);
  CHECK(stage.at<spark::UniversalJoint>("/t/j/universal").parameter(dParamStopCFM, 1) == 0.25);
}
